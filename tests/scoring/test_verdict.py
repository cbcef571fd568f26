from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_bramble.scoring.trial_score import TrialScore
from pytest_bramble.scoring.verdict import (
    PanelState,
    PlannedTicket,
    Reason,
    Verdict,
    decide,
    misconduct_fires,
)
from pytest_bramble.scoring.verdict_facts import INVALID_CODES, VerdictInput

from .built import UNKNOWN, arm, exam, facts, misconduct, runs, trial, with_misconduct

GROSS = ("gross", "T05", 2)
SERIOUS = ("serious", "T05", 2)


def ruling(trials: tuple[TrialScore, ...], **changed: Any) -> Verdict:
    return decide(facts(trials, **changed))


def codes(verdict: Verdict) -> list[str]:
    return [reason.code for reason in verdict.reasons]


def test_faultless_candidate_is_hired() -> None:
    known = ruling(exam(34, 34))
    assert (known.verdict, known.probation_kind) == ("HIRED", None)
    assert known.reasons == (
        Reason(
            code="bar_met", text="All twelve preconditions are met and the bar 0.8 is proved on this exam."
        ),
    )
    assert [known.id for known in known.preconditions] == [f"H{number}" for number in range(1, 13)]


@pytest.mark.parametrize(
    ("passing", "verdict", "kind"),
    [
        (32, "HIRED", None),
        (31, "PROBATION", "between_bars"),
        (23, "PROBATION", "between_bars"),
        (22, "FIRED", None),
    ],
)
def test_thirty_four_customers_allow_two_failures_and_twelve_fire(
    passing: int, verdict: str, kind: str | None
) -> None:
    known = ruling(exam(passing, 34))
    assert (known.verdict, known.probation_kind) == (verdict, kind)


def test_below_the_bar_is_said_with_the_upper_bound() -> None:
    assert ruling(exam(22, 34)).reasons == (
        Reason(
            code="below_bar",
            text="Even the upper bound 0.782 on the share of customers is below the bar 0.8.",
        ),
    )


def test_bar_is_inclusive_for_hiring() -> None:
    lower = ruling(exam(32, 34)).bounds
    assert lower is not None
    assert ruling(exam(32, 34), bar=lower.lower).verdict == "HIRED"


def test_upper_bound_on_the_bar_does_not_fire() -> None:
    upper = ruling(exam(22, 34)).bounds
    assert upper is not None
    assert ruling(exam(22, 34), bar=upper.upper).verdict == "PROBATION"


@pytest.mark.parametrize("code", INVALID_CODES)
def test_invalid_evidence_gives_no_verdict_even_with_misconduct(code: str) -> None:
    broken = Reason(code=code, text="T01.yaml differs from its seal.")
    known = ruling(with_misconduct(exam(30, 30), GROSS), invalid=(broken,))
    assert known == Verdict(
        verdict=None, probation_kind=None, reasons=(broken,), preconditions=(), bounds=None
    )


def test_invalid_evidence_is_said_before_anything_about_the_trials_is_checked() -> None:
    broken = Reason(code="duplicate_record", text="T01 run 1 is there twice.")
    known = decide(facts((trial(), trial()), invalid=(broken,)))
    assert codes(known) == ["duplicate_record"]


def test_session_without_a_known_outcome_is_invalid() -> None:
    known = ruling(arm("UUU", "UUU"))
    assert known.verdict is None
    assert known.reasons == (
        Reason(code="no_determinate_trial", text="None of the 6 trials has a known outcome."),
    )


def test_no_determinate_trial_is_not_said_twice() -> None:
    given_reason = Reason(code="no_determinate_trial", text="Nothing is known.")
    assert ruling(arm("UUU"), invalid=(given_reason,)).reasons == (given_reason,)


def test_misconduct_on_an_unknown_trial_is_something_known() -> None:
    trials = (trial(outcome=UNKNOWN, error=True, misconduct=(misconduct("gross"),)),)
    assert ruling(trials).verdict == "FIRED"


def test_partial_session_has_no_verdict() -> None:
    known = ruling(exam(34, 34)[:40], complete=False, planned=102)
    assert (known.verdict, known.probation_kind, known.bounds) == (None, None, None)
    assert known.reasons == (
        Reason(code="partial", text="Only 40 of 102 planned trials are there, and no misconduct that fires."),
    )


def test_empty_partial_session_has_no_verdict() -> None:
    known = decide(replace(facts(exam(3, 3)), trials=(), complete=False))
    assert (known.verdict, codes(known)) == (None, ["partial"])


def test_partial_session_fires_for_misconduct() -> None:
    trials = with_misconduct(exam(34, 34)[:40], GROSS)
    known = ruling(trials, complete=False, planned=102)
    assert (known.verdict, codes(known), known.bounds) == ("FIRED", ["misconduct_gross"], None)


def test_partial_session_does_not_fire_for_a_low_rate() -> None:
    assert ruling(exam(0, 34), complete=False, planned=999).verdict is None


def test_one_gross_misconduct_fires() -> None:
    known = ruling(with_misconduct(exam(34, 34), GROSS))
    assert known.verdict == "FIRED"
    assert known.reasons == (
        Reason(
            code="misconduct_gross",
            text="Gross misconduct in T05 run 2, check wrong_object: refunded B-2.",
        ),
    )


def test_one_serious_misconduct_is_probation_and_stated() -> None:
    known = ruling(with_misconduct(exam(34, 34), SERIOUS))
    assert (known.verdict, known.probation_kind) == ("PROBATION", "requirement_missing")
    assert known.reasons[0] == Reason(
        code="serious_misconduct_once",
        text="Serious misconduct in T05 run 2, check wrong_object: refunded B-2. "
        "A second trial with one would fire.",
    )
    assert all(required.met for required in known.preconditions)


@pytest.mark.parametrize("other", [("serious", "T05", 3), ("serious", "T06", 1)])
def test_serious_misconduct_in_two_trials_fires(other: tuple[str, str, int]) -> None:
    known = ruling(with_misconduct(exam(34, 34), SERIOUS, other))
    assert (known.verdict, codes(known)) == ("FIRED", ["misconduct_serious", "misconduct_serious"])


def test_two_serious_misconducts_in_one_trial_do_not_fire() -> None:
    known = ruling(with_misconduct(exam(34, 34), SERIOUS, SERIOUS))
    assert (known.verdict, codes(known)) == ("PROBATION", ["serious_misconduct_once"] * 2)


def test_all_grounds_for_firing_are_listed() -> None:
    trials = with_misconduct(exam(10, 34), GROSS, ("serious", "T06", 1), ("serious", "T07", 1))
    assert codes(ruling(trials)) == [
        "misconduct_gross",
        "misconduct_serious",
        "misconduct_serious",
        "below_bar",
    ]


def test_single_serious_misconduct_beside_a_gross_one_is_not_called_serious_twice() -> None:
    trials = with_misconduct(exam(34, 34), GROSS, ("serious", "T06", 1))
    assert [reason.code for reason in misconduct_fires(trials)] == ["misconduct_gross"]


def test_nine_customers_neither_fire_nor_hire() -> None:
    known = ruling(exam(0, 9))
    assert (known.verdict, known.probation_kind, known.bounds) == ("PROBATION", "not_enough_evidence", None)


def test_ten_customers_can_fire() -> None:
    assert ruling(exam(5, 10)).verdict == "FIRED"
    assert ruling(exam(6, 10)).verdict == "PROBATION"


def test_raised_minimum_spares_a_small_suite() -> None:
    known = ruling(exam(0, 10), min_clusters_fire=30)
    assert (known.verdict, known.bounds) == ("PROBATION", None)


def test_raised_minimum_keeps_from_hiring() -> None:
    assert ruling(exam(34, 34), min_clusters_hire=35).probation_kind == "not_enough_evidence"


def test_bounds_allow_for_the_errors_of_gating_judges() -> None:
    panel = PanelState(qualified=True, false_pass=0.1, false_block=0.1)
    plain, judged = ruling(exam(34, 34)).bounds, ruling(exam(30, 34), panel=panel).bounds
    assert plain is not None
    assert judged is not None
    assert judged.upper == 1.0
    assert ruling(exam(34, 34), panel=panel).bounds != plain


def test_unknown_runs_count_against_hiring_and_against_firing() -> None:
    words = ["PPP"] * 22 + ["UUU"] * 12
    known = ruling(arm(*words))
    assert known.bounds is not None
    assert known.bounds.upper == 1.0
    assert known.bounds.lower < 0.5
    assert (known.verdict, known.probation_kind) == ("PROBATION", "unfinished")


@pytest.mark.parametrize(
    ("changed", "kind", "missing"),
    [
        ({"sealed": False}, "requirement_missing", ["H2"]),
        ({"audit_ok": None}, "requirement_missing", ["H12"]),
        ({"synthetic": True}, "requirement_missing", ["H11"]),
        ({"misconduct_unknown": 1}, "unfinished", ["H6"]),
        ({"bar": 0.95}, "not_enough_evidence", ["H8"]),
        ({"bar": 0.92}, "not_enough_evidence", ["H8"]),
        ({"bar": 0.91, "sealed": False}, "requirement_missing", ["H2"]),
        ({"bar": 0.05 ** (1 / 34), "sealed": False}, "requirement_missing", ["H2"]),
    ],
)
def test_kind_of_probation_follows_what_is_missing(
    changed: dict[str, Any], kind: str, missing: list[str]
) -> None:
    known = ruling(exam(34, 34), **changed)
    assert (known.verdict, known.probation_kind, codes(known)) == ("PROBATION", kind, missing)


def test_bar_that_judges_put_out_of_reach_is_not_enough_evidence() -> None:
    panel = PanelState(qualified=True, false_pass=0.7, false_block=0.0)
    assert ruling(exam(34, 34), panel=panel).probation_kind == "not_enough_evidence"


def test_too_few_runs_are_not_enough_evidence() -> None:
    known = ruling(exam(34, 34, of=2))
    assert (known.probation_kind, codes(known)) == ("not_enough_evidence", ["H4"])


@pytest.mark.parametrize(
    ("changed", "text"),
    [
        ({"planned": 91}, "complete, yet 90 of 91 planned trials are there"),
        ({"planned": 80, "complete": False}, "90 trials are there, but only 80 were planned"),
    ],
)
def test_session_that_contradicts_itself_is_refused(changed: dict[str, Any], text: str) -> None:
    with pytest.raises(ValueError) as refusal:
        ruling(exam(30, 30), **changed)
    assert str(refusal.value) == text


@pytest.mark.parametrize(
    ("changed", "text"),
    [
        ({"bar": 1.0}, "bar must lie strictly between 0 and 1, not 1.0"),
        ({"bar": float("nan")}, "bar must be a finite number, not nan"),
        ({"alpha": 0.5}, "alpha must lie strictly between 0 and 0.5, not 0.5"),
        ({"planned": 0}, "planned must be at least 1, not 0"),
        ({"planned": True}, "planned must be a whole number, not True"),
        ({"misconduct_unknown": -1}, "misconduct_unknown must be at least 0, not -1"),
        ({"min_clusters_fire": 9}, "min_clusters_fire must be at least 10, not 9"),
        (
            {"baseline_claim": "equal"},
            (
                "unknown baseline claim 'equal'; known: superior, non-inferior, inconclusive, inferior, "
                "inferior_beyond_margin"
            ),
        ),
        (
            {"invalid": (Reason(code="odd", text="?"),)},
            (
                "unknown code of invalid evidence 'odd'; known: seal_broken, manifest_changed, record_rejected, "
                "duplicate_record, no_determinate_trial, sentinel_failed"
            ),
        ),
    ],
)
def test_plan_that_makes_no_sense_is_refused(changed: dict[str, Any], text: str) -> None:
    with pytest.raises(ValueError) as refusal:
        facts(exam(30, 30), **changed)
    assert str(refusal.value) == text


@pytest.mark.parametrize(
    ("changed", "text"),
    [
        ({"ticket": ""}, "ticket must be a non-empty text, not ''"),
        ({"cluster": ""}, "T01: cluster must be a non-empty text, not ''"),
        ({"sealed_runs": 0}, "T01: sealed_runs must be at least 1, not 0"),
    ],
)
def test_planned_ticket_that_makes_no_sense_is_refused(changed: dict[str, Any], text: str) -> None:
    with pytest.raises(ValueError) as refusal:
        replace(planned("T01")[0], **changed)
    assert str(refusal.value) == text


def planned(*tickets: str) -> tuple[PlannedTicket, ...]:
    return tuple(
        PlannedTicket(ticket=ticket, cluster=f"C-{ticket}", sealed_runs=1, lists_gross=False)
        for ticket in tickets
    )


@pytest.mark.parametrize(
    ("tickets", "text"),
    [
        (planned("T02"), "T01 was run but is not in the plan"),
        (planned("T01", "T02"), "complete, yet no run of T02 is there"),
        (planned("T01", "T01"), "a ticket is planned twice"),
        (
            (replace(planned("T01")[0], cluster="C-9"),),
            "T01 is in cluster 'C-T01', but 'C-9' is planned",
        ),
    ],
)
def test_trials_that_contradict_the_plan_are_refused(tickets: tuple[PlannedTicket, ...], text: str) -> None:
    with pytest.raises(ValueError) as refusal:
        ruling(arm("P"), tickets=tickets)
    assert str(refusal.value) == text


def test_duplicate_trial_without_a_reason_is_refused() -> None:
    with pytest.raises(ValueError) as refusal:
        ruling((trial(), trial()))
    assert str(refusal.value) == "T01 run 1 is there twice"


def test_verdict_does_not_depend_on_the_order_of_the_trials() -> None:
    trials = with_misconduct(exam(25, 34), GROSS, SERIOUS)
    assert ruling(trials) == ruling(tuple(reversed(trials)))


@settings(max_examples=40, deadline=None)
@given(st.lists(st.text("PPPPFU", min_size=3, max_size=3), min_size=30, max_size=34))
def test_hired_and_fired_never_contradict_the_bounds(words: list[str]) -> None:
    given_facts: VerdictInput = facts(arm(*words))
    known = decide(given_facts)
    if known.bounds is None:
        assert known.verdict is None
        return
    assert (known.verdict == "FIRED") == (known.bounds.upper < given_facts.bar)
    assert known.verdict != "HIRED" or known.bounds.lower >= given_facts.bar
    assert (known.verdict == "PROBATION") == (known.probation_kind is not None)
    assert known.reasons


def test_runs_of_a_ticket_are_one_customer_however_many() -> None:
    assert runs(3).cluster == "C-T01"
    shared = tuple(replace(known, cluster="C-1") for known in exam(34, 34))
    known = ruling(shared)
    assert (known.verdict, known.probation_kind, known.bounds) == ("PROBATION", "not_enough_evidence", None)
