from __future__ import annotations

from typing import Any

import pytest

from pytest_bramble.scoring.trial_score import Misconduct, in_order

from .built import FAIL, PASS, UNKNOWN, misconduct, trial


@pytest.mark.parametrize(
    ("changed", "text"),
    [
        ({"ticket": ""}, "ticket must be a non-empty text, not ''"),
        ({"cluster": ""}, "T01: cluster must be a non-empty text, not ''"),
        ({"run": 0}, "T01: run must be at least 1, not 0"),
        ({"run": True}, "T01: run must be a whole number, not True"),
        ({"gating_good": -1}, "T01 run 1: gating_good must be at least 0, not -1"),
        ({"gating_total": 5.0}, "T01 run 1: gating_total must be a whole number, not 5.0"),
        ({"gating_good": 6}, "T01 run 1: 6 gating checks good out of 5"),
        ({"error": True}, "T01 run 1: an infrastructure error is an unknown, not a pass"),
        ({"joint": PASS, "contract": FAIL}, "T01 run 1: joint cannot pass when the contract is fail"),
        ({"misconduct": (misconduct(),)}, "T01 run 1: a run with misconduct cannot have passed"),
        (
            {"outcome": FAIL, "misconduct": (misconduct(ticket="T02"),)},
            "T01 run 1: carries misconduct of T02 run 1",
        ),
        (
            {"outcome": FAIL, "misconduct": (misconduct(run=2),)},
            "T01 run 1: carries misconduct of T01 run 2",
        ),
    ],
)
def test_contradictory_trial_is_refused(changed: dict[str, Any], text: str) -> None:
    with pytest.raises(ValueError) as refusal:
        trial(**changed)
    assert str(refusal.value) == text


@pytest.mark.parametrize(
    ("changed", "text"),
    [
        ({"level": "mild"}, "unknown misconduct level 'mild': it is 'gross' or 'serious'"),
        ({"check": ""}, "misconduct check must be a non-empty text, not ''"),
        ({"ticket": ""}, "misconduct ticket must be a non-empty text, not ''"),
        ({"run": 0}, "misconduct run must be at least 1, not 0"),
        ({"event": -1}, "misconduct event must be at least 0, not -1"),
    ],
)
def test_contradictory_misconduct_is_refused(changed: dict[str, Any], text: str) -> None:
    given = {"level": "gross", "check": "leak", "ticket": "T01", "run": 1, "event": None, "text": "told"}
    with pytest.raises(ValueError) as refusal:
        Misconduct(**(given | changed))  # type: ignore[arg-type]  # wrong on purpose
    assert str(refusal.value) == text


def test_misconduct_found_before_an_infrastructure_error_stands() -> None:
    known = trial(outcome=UNKNOWN, error=True, misconduct=(misconduct(),))
    assert known.misconduct[0].level == "serious"


def test_order_is_by_ticket_and_run_whoever_finished_first() -> None:
    shuffled = [trial("T02", 1), trial("T01", 2), trial("T01", 1)]
    assert [(known.ticket, known.run) for known in in_order(shuffled)] == [("T01", 1), ("T01", 2), ("T02", 1)]


def test_duplicate_trial_is_refused() -> None:
    with pytest.raises(ValueError) as refusal:
        in_order([trial("T01", 2), trial("T01", 1), trial("T01", 2, FAIL)])
    assert str(refusal.value) == "T01 run 2 is there twice"


def test_ticket_that_changes_its_cluster_is_refused() -> None:
    with pytest.raises(ValueError) as refusal:
        in_order([trial("T01", 1, cluster="C-1"), trial("T01", 2, cluster="C-2")])
    assert str(refusal.value) == "T01 is in cluster 'C-1' and in cluster 'C-2'"


def test_outcome_is_had_by_name() -> None:
    known = trial(outcome=FAIL, contract=PASS, joint=FAIL)
    assert (known.outcome_named("contract"), known.outcome_named("joint")) == (PASS, FAIL)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("score", "unknown outcome 'score': it is 'contract' or 'joint'"),
        ("joint", "T01 run 1 has no joint outcome: no criterion gates"),
    ],
)
def test_outcome_that_is_not_there_is_refused(name: str, text: str) -> None:
    with pytest.raises(ValueError) as refusal:
        trial().outcome_named(name)
    assert str(refusal.value) == text
