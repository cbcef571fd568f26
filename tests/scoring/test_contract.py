from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_bramble.outcome import Outcome
from pytest_bramble.scoring.contract import candidate_score, mean_of_scores, run_score, shown

from .built import FAIL, PASS, UNKNOWN, misconduct, trial


def test_passed_run_has_100() -> None:
    assert run_score(trial(outcome=PASS, gating_good=3)) == 100


def test_failed_run_has_its_share_of_good_gating_checks() -> None:
    assert run_score(trial(outcome=FAIL, gating_good=1, gating_total=3)) == Fraction(100, 3)


def test_failed_run_with_every_gating_check_good_has_69_9() -> None:
    assert run_score(trial(outcome=FAIL, contract=PASS, joint=FAIL, gating_good=5)) == Fraction(699, 10)


def test_run_with_misconduct_has_0_even_when_infrastructure_broke_later() -> None:
    assert run_score(trial(outcome=FAIL, gating_good=4, misconduct=(misconduct(),))) == 0
    assert run_score(trial(outcome=UNKNOWN, error=True, misconduct=(misconduct(),))) == 0


def test_unknown_run_has_no_score() -> None:
    assert run_score(trial(outcome=UNKNOWN)) is None


def test_failed_run_without_gating_checks_is_refused() -> None:
    with pytest.raises(ValueError) as refusal:
        run_score(trial(outcome=FAIL, gating_good=0, gating_total=0))
    assert str(refusal.value) == "T01 run 1 failed without a gating check: there is no share to score"


def test_candidate_score_is_the_mean_over_runs_then_tickets_then_clusters() -> None:
    trials = [
        trial("T01", 1, FAIL, cluster="A", gating_good=0),
        trial("T01", 2, cluster="A"),
        trial("T02", 1, cluster="A"),
        trial("T03", 1, FAIL, cluster="B", gating_good=0),
        trial("T03", 2, UNKNOWN, cluster="B"),
    ]
    assert candidate_score(trials) == ((0 + 100) / 2 + 100) / 2 / 2


def test_candidate_without_a_scored_trial_has_no_score() -> None:
    assert candidate_score([trial(outcome=UNKNOWN)]) is None
    assert candidate_score([]) is None
    assert mean_of_scores([]) is None


@given(
    st.sampled_from(Outcome),
    st.integers(0, 12),
    st.integers(1, 12),
    st.booleans(),
)
def test_score_is_70_or_more_exactly_when_the_run_passed(
    outcome: Outcome, good: int, total: int, bad: bool
) -> None:
    found = (misconduct(),) if bad and outcome is not PASS else ()
    score = run_score(
        trial(outcome=outcome, gating_good=min(good, total), gating_total=total, misconduct=found)
    )
    assert (score is not None and score >= 70) == (outcome is PASS)
    assert score is None or 0 <= score <= 100


@pytest.mark.parametrize(
    ("score", "text"),
    [
        (Fraction(6996, 100), "69.9"),
        (Fraction(70), "70.0"),
        (100, "100.0"),
        (0, "0.0"),
        (Fraction(7005, 100), "70.0"),
        (Fraction(7015, 100), "70.2"),
        (Fraction(845952, 10000), "84.6"),
        (66.66, "66.6"),
    ],
)
def test_score_is_shown_half_even_but_cut_below_the_mark(score: Fraction | float, text: str) -> None:
    assert shown(score) == text


@pytest.mark.parametrize("score", [-1, 100.5])
def test_score_off_the_scale_is_not_shown(score: float) -> None:
    with pytest.raises(ValueError) as refusal:
        shown(score)
    assert str(refusal.value) == f"a score lies between 0 and 100, not {float(score)!r}"
