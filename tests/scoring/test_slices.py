from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pytest_bramble.scoring.slices import (
    LabelledTicket,
    Overlap,
    Slice,
    SliceArms,
    SliceRow,
    overlaps,
    required_slices,
    slice_plan,
    slice_rows,
)
from pytest_bramble.scoring.trial_score import TrialScore
from pytest_bramble.scoring.verdict_facts import RequiredSlice

from .built import FAIL, PASS, arm, exam, trial, with_misconduct

TICKETS = tuple(f"T{number:02d}" for number in range(1, 35))


def labelled(**labels: str) -> list[LabelledTicket]:
    return [LabelledTicket(ticket=ticket, labels=tuple(words.split())) for ticket, words in labels.items()]


def part(*tickets: str, **changed: Any) -> Slice:
    given: dict[str, Any] = {"label": "refunds", "required": True, "min_clusters": 2}
    return Slice(tickets=tickets, **(given | changed))


def row(
    candidate: tuple[TrialScore, ...], baseline: tuple[TrialScore, ...] | None = None, *, of: Slice
) -> SliceRow:
    return slice_rows([of], SliceArms(candidate=candidate, baseline=baseline))[0]


def status(*args: Any, of: Slice) -> tuple[str | None, str]:
    known = row(*args, of=of)
    return known.status, known.supply


def test_plan_gathers_tickets_by_label() -> None:
    plan = slice_plan(
        labelled(T02="money", T01="money safety", T03=""), {"T01", "T02", "T03"}, ["safety"], 10
    )
    assert plan == (
        Slice(label="money", tickets=("T01", "T02"), required=False, min_clusters=10),
        Slice(label="safety", tickets=("T01",), required=True, min_clusters=10),
    )


def test_label_given_twice_to_a_ticket_counts_once() -> None:
    assert slice_plan(labelled(T01="money money"), {"T01"})[0].tickets == ("T01",)


@pytest.mark.parametrize(
    ("entries", "session", "required", "text"),
    [
        (labelled(T01="a", T09="a"), {"T01"}, [], "the slice plan names tickets outside the session: T09"),
        (labelled(T01="a"), {"T01", "T02"}, [], "the slice plan leaves out tickets of the session: T02"),
        (labelled(T01="a") * 2, {"T01"}, [], "the slice plan lists a ticket twice"),
        (
            labelled(T01="refunds"),
            {"T01"},
            ["refund"],
            "unknown required slice 'refund'. Did you mean 'refunds'? Known: refunds.",
        ),
    ],
)
def test_plan_that_does_not_fit_the_session_is_refused(
    entries: list[LabelledTicket], session: set[str], required: list[str], text: str
) -> None:
    with pytest.raises(ValueError) as refusal:
        slice_plan(entries, session, required)
    assert str(refusal.value) == text


@pytest.mark.parametrize(
    ("changed", "text"),
    [
        ({"retrospective": True}, "slice 'refunds' was added after the run: it cannot be required"),
        ({"tickets": ()}, "slice 'refunds' has no ticket"),
        ({"tickets": ("T01", "T01")}, "slice 'refunds' lists a ticket twice"),
        ({"label": ""}, "slice label must be a non-empty text, not ''"),
        ({"min_clusters": 1}, "slice 'refunds': min_clusters must be at least 2, not 1"),
    ],
)
def test_slice_that_makes_no_sense_is_refused(changed: dict[str, Any], text: str) -> None:
    with pytest.raises(ValueError) as refusal:
        replace(part("T01"), **changed)
    assert str(refusal.value) == text


def test_slice_added_after_the_run_may_be_looked_at() -> None:
    known = row(arm("PP"), of=part("T01", required=False, retrospective=True))
    assert (known.membership, known.status) == ("exploratory", None)


def test_required_slice_with_one_arm_counts_trials() -> None:
    known = row(arm("PPF", "PPP", "FFF"), of=part("T01", "T02"))
    assert known == SliceRow(
        label="refunds",
        membership="required",
        outcome="contract",
        pairs=6,
        clusters=2,
        candidate_passed=5,
        baseline_passed=None,
        status="ok",
    )


def test_slice_with_a_baseline_counts_pairs_of_both_arms() -> None:
    known = row(arm("PPF", "PPP"), arm("FFF", "PPF"), of=part("T01", "T02"))
    assert (known.pairs, known.clusters, known.candidate_passed, known.baseline_passed) == (6, 2, 5, 2)


def test_misconduct_inside_blocks() -> None:
    bad = with_misconduct(arm("PP", "PP"), ("serious", "T02", 1))
    assert status(bad, of=part("T01", "T02")) == ("block", "misconduct in T02")
    assert status(bad, of=part("T01", min_clusters=2))[0] == "hold"


def test_loss_beyond_the_margin_blocks() -> None:
    known = status(exam(10, 34), exam(34, 34), of=part(*TICKETS, min_clusters=30))
    assert known == ("block", "worse than the baseline by more than the margin 0.05")


def test_loss_within_the_margin_does_not_block() -> None:
    assert status(exam(33, 34), exam(34, 34), of=part(*TICKETS, min_clusters=30)) == ("ok", "")


def test_too_few_customers_hold() -> None:
    assert status(exam(34, 34), of=part(*TICKETS, min_clusters=36)) == (
        "hold",
        "it needs 2 more independent customers (36 in all)",
    )


def test_missing_ticket_holds() -> None:
    assert status(arm("PP"), of=part("T01", "T02")) == ("hold", "no trial of T02")


def test_required_slice_nobody_worked_holds_with_a_baseline_too() -> None:
    known = row((), (), of=part("T01"))
    assert (known.status, known.supply, known.pairs, known.clusters) == ("hold", "no trial of T01", 0, 0)


def test_unknown_trial_holds() -> None:
    assert status(arm("PU", "PP"), of=part("T01", "T02")) == ("hold", "1 unknown trial to be settled")
    assert status(arm("PP", "PP"), arm("PU", "UP"), of=part("T01", "T02")) == (
        "hold",
        "2 unknown trials to be settled",
    )


def test_exploratory_slice_never_has_a_status() -> None:
    bad = with_misconduct(arm("PU"), ("gross", "T01", 1))
    assert status(bad, of=part("T01", required=False)) == (None, "")


def test_joint_outcome_is_counted_when_asked() -> None:
    trials = tuple(trial(f"T{n:02d}", 1, FAIL, contract=PASS, joint=FAIL) for n in (1, 2))
    known = slice_rows([part("T01", "T02")], SliceArms(candidate=trials, outcome="joint"))[0]
    assert (known.outcome, known.candidate_passed) == ("joint", 0)


def test_exploratory_differences_are_corrected_together_and_only_hypotheses() -> None:
    slices = [
        part(*TICKETS[:8], label="lost", required=False),
        part(*TICKETS[8:16], label="same", required=False),
        part(*TICKETS, label="all", min_clusters=30),
        part("T01", label="one customer", required=False),
    ]
    candidate, baseline = arm(*["F"] * 8, *["P"] * 26), arm(*["P"] * 34)
    rows = slice_rows(slices, SliceArms(candidate=candidate, baseline=baseline))
    assert [(known.p_adjusted, known.hypothesis) for known in rows] == [
        (2 * 2 / 2**8, True),
        (1.0, False),
        (None, False),
        (None, False),
    ]


def test_two_customers_are_enough_for_an_exploratory_p_value() -> None:
    known = row(arm("F", "F"), arm("P", "P"), of=part("T01", "T02", required=False))
    assert known.p_adjusted == 0.5


def test_required_rows_are_handed_to_the_verdict() -> None:
    rows = slice_rows(
        [part("T01", "T02"), part("T01", label="other", required=False)], SliceArms(candidate=arm("PU", "P"))
    )
    assert required_slices(rows) == (
        RequiredSlice(label="refunds", status="hold", supply="1 unknown trial to be settled"),
    )


def test_shared_tickets_are_found_between_every_two_slices() -> None:
    slices = [part("T01", "T02", label="a"), part("T02", "T03", label="b"), part("T04", label="c")]
    assert overlaps(slices) == (Overlap(left="a", right="b", tickets=1),)


def test_exploratory_slice_of_unknown_tickets_is_refused() -> None:
    with pytest.raises(ValueError) as refusal:
        row(arm("P"), of=part("T01", "T09", required=False))
    assert str(refusal.value) == "slice 'refunds': no trial of T09"


def test_label_there_twice_is_refused() -> None:
    with pytest.raises(ValueError) as refusal:
        slice_rows([part("T01"), part("T01")], SliceArms(candidate=arm("P")))
    assert str(refusal.value) == "a slice label is there twice"


def test_later_plan_is_looked_at_and_never_required() -> None:
    plan = slice_plan(labelled(T01="late"), ["T01"], retrospective=True)
    assert [(known.label, known.required, known.retrospective) for known in plan] == [("late", False, True)]
    with pytest.raises(ValueError) as refusal:
        slice_plan(labelled(T01="late"), ["T01"], ["late"], retrospective=True)
    assert str(refusal.value) == "slice 'late' was added after the run: it cannot be required"
