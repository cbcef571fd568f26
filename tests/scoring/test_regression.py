from __future__ import annotations

from dataclasses import replace

import pytest

from pytest_bramble.scoring.regression import GateResult, RegressionGate, regression_gate
from pytest_bramble.scoring.trial_score import TrialScore

from .built import arm, misconduct, trial, with_misconduct

CLEAN = arm(*["PPP"] * 34)
Arm = tuple[TrialScore, ...]


def test_same_results_say_which_loss_would_have_been_seen() -> None:
    assert regression_gate(CLEAN, CLEAN) == RegressionGate(
        result=GateResult.NO_WORSE_SEEN,
        reasons=(
            (
                "Nothing worse was seen (one-sided p = 1.0000); the earlier results with 5 passes of 102 lost, "
                "spread over the tickets, would have been worse."
            ),
        ),
        p=1.0,
        visible_drop=5 / 102,
    )


def test_loss_that_was_said_to_be_visible_is_worse() -> None:
    seen = regression_gate(arm(*["PPF"] * 5, *["PPP"] * 29), CLEAN)
    assert (seen.result, seen.p) == (GateResult.WORSE, 1 / 32)
    assert seen.reasons == (
        (
            "97 of 102 runs pass and 102 of 102 did, too few to be chance "
            "(one-sided p = 0.0312, stratified by ticket)."
        ),
    )
    assert regression_gate(arm(*["PPF"] * 4, *["PPP"] * 30), CLEAN).result is GateResult.NO_WORSE_SEEN


def test_both_sessions_are_counted_in_words() -> None:
    before = arm(*["PPP"] * 33, "PPPF")
    known = regression_gate(arm(*["PPF"] * 8, *["PPP"] * 26), before)
    assert known.reasons[0].startswith(
        "94 of 102 runs pass and 102 of 103 did, too few to be chance (one-sided p = "
    )


def test_level_decides_what_is_chance() -> None:
    worse = arm(*["PPF"] * 5, *["PPP"] * 29)
    assert regression_gate(worse, CLEAN, alpha=1 / 32).result is GateResult.NO_WORSE_SEEN
    with pytest.raises(ValueError, match=r"^alpha must lie strictly between 0 and 0\.5, not 0\.5$"):
        regression_gate(worse, CLEAN, alpha=0.5)


def test_better_results_are_not_worse() -> None:
    assert regression_gate(CLEAN, arm(*["FFF"] * 34)).result is not GateResult.WORSE


def test_new_misconduct_is_worse_and_named() -> None:
    known = regression_gate(with_misconduct(CLEAN, ("serious", "T05", 2)), CLEAN)
    assert known.result is GateResult.WORSE
    assert known.reasons == ("New serious misconduct in T05 run 2, check wrong_object: refunded B-2.",)


@pytest.mark.parametrize(
    ("before", "result"),
    [
        (("serious", "T05", 1), GateResult.NO_WORSE_SEEN),
        (("gross", "T05", 2), GateResult.WORSE),
        (("serious", "T06", 2), GateResult.WORSE),
    ],
)
def test_misconduct_is_old_when_ticket_check_and_level_are(
    before: tuple[str, str, int], result: GateResult
) -> None:
    now = with_misconduct(CLEAN, ("serious", "T05", 2))
    assert regression_gate(now, with_misconduct(CLEAN, before)).result is result


def test_misconduct_of_another_check_is_new() -> None:
    now = with_misconduct(CLEAN, ("serious", "T05", 2))
    before = tuple(
        replace(known, misconduct=(misconduct(ticket="T05", run=2, check="leak"),))
        if known.misconduct
        else known
        for known in now
    )
    assert regression_gate(now, before).result is GateResult.WORSE


def test_ticket_that_always_passed_and_now_never_does_is_named() -> None:
    known = regression_gate(arm("FFF", *["PPP"] * 33), CLEAN)
    assert (known.result, known.visible_drop) == (GateResult.WORSE, None)
    assert known.reasons == ("T01 passed all 3 runs and now passes none of 3.",)
    assert known.p == 1 / 20


@pytest.mark.parametrize(
    ("now", "before"),
    [("FF", "PPP"), ("FFF", "PP"), ("FFU", "PPP"), ("FFF", "PPF"), ("FFF", "PPU"), ("FFP", "PPP")],
)
def test_ticket_is_not_named_on_less_than_three_known_runs_each_way(now: str, before: str) -> None:
    rest = ["PPP"] * 33
    assert regression_gate(arm(now, *rest), arm(before, *rest)).result is not GateResult.WORSE


def test_lost_ticket_may_have_had_more_runs() -> None:
    assert regression_gate(arm("FFFF", *["PPP"] * 9), arm("PPPPP", *["PPP"] * 9)).reasons[0] == (
        "T01 passed all 5 runs and now passes none of 4."
    )


def test_all_grounds_are_listed() -> None:
    now = with_misconduct(arm("FFF", "FFF", *["PPP"] * 32), ("gross", "T01", 1))
    assert len(regression_gate(now, CLEAN).reasons) == 4


def test_unknown_runs_count_for_the_candidate() -> None:
    known = regression_gate(arm(*["PPU"] * 5, *["PPP"] * 29), CLEAN)
    assert (known.result, known.p) == (GateResult.NO_WORSE_SEEN, 1.0)


def test_unknown_runs_of_the_baseline_count_for_the_candidate_too() -> None:
    known = regression_gate(arm(*["PPF"] * 5, *["PPP"] * 29), arm(*["PPU"] * 5, *["PPP"] * 29))
    assert known.result is GateResult.NO_WORSE_SEEN


def test_too_many_unknown_runs_cannot_tell() -> None:
    gaps = arm(*["PPU"] * 6, *["PPP"] * 28)
    assert regression_gate(gaps, CLEAN) == RegressionGate(
        result=GateResult.CANT_TELL,
        reasons=("6 of the candidate's 102 runs are unknown, more than 5%.",),
        p=1.0,
    )
    assert regression_gate(CLEAN, gaps).reasons == (
        "6 of the baseline's 102 runs are unknown, more than 5%.",
    )


def test_exactly_five_percent_unknown_is_not_too_many() -> None:
    now = arm("PPPPU", *["PPPPP"] * 3)
    assert regression_gate(now, arm(*["PPPPP"] * 4)).result is GateResult.NO_WORSE_SEEN


def test_loss_beyond_chance_is_worse_even_with_many_unknown_runs() -> None:
    now = arm(*["FFP"] * 8, *["UUP"] * 10, *["PPP"] * 16)
    assert regression_gate(now, CLEAN).result is GateResult.WORSE


def test_exam_that_could_see_nothing_cannot_tell() -> None:
    known = regression_gate(arm("P", "P"), arm("P", "P"))
    assert known == RegressionGate(
        result=GateResult.CANT_TELL,
        reasons=("Even failing every run could not have been told from chance: more runs are needed.",),
        p=1.0,
    )


def test_visible_loss_is_reckoned_from_a_candidate_as_good_as_the_baseline() -> None:
    # One run of each third ticket is what one pass in three amounts to; rounding each down would be a loss.
    known = regression_gate(arm(*["P"] * 30), arm(*["PFF"] * 30))
    assert (known.result, known.visible_drop) == (GateResult.NO_WORSE_SEEN, 6 / 30)


def test_visible_loss_is_reckoned_for_the_candidates_own_number_of_runs() -> None:
    known = regression_gate(arm(*["PPPPPP"] * 10), arm(*["PPP"] * 10))
    assert known.visible_drop is not None
    assert known.visible_drop * 60 == pytest.approx(round(known.visible_drop * 60))
    assert known.reasons[0].endswith(" of 60 lost, spread over the tickets, would have been worse.")


@pytest.mark.parametrize(
    ("now", "before", "text"),
    [
        ((), CLEAN, "The candidate's session has no trial with a known outcome."),
        (CLEAN, arm("UU"), "The baseline's session has no trial with a known outcome."),
        (arm("P"), arm("P", "P"), "The candidate's session lacks T02: both must hold the same tickets."),
        (arm("P", "P"), arm("P"), "The baseline's session lacks T02: both must hold the same tickets."),
        (arm("P"), (trial(cluster="C-9"),), "T01 changed cluster: the sessions are not of one exam."),
        ((trial(), trial()), CLEAN, "The records contradict each other: T01 run 1 is there twice."),
    ],
)
def test_sessions_that_do_not_match_are_invalid(now: Arm, before: Arm, text: str) -> None:
    assert regression_gate(now, before) == RegressionGate(result=GateResult.INVALID, reasons=(text,))


def test_lost_tickets_are_named_for_whoever_asks() -> None:
    known = regression_gate(arm("FFF", "PPF", "FFF", *["PPP"] * 31), CLEAN)
    assert known.lost == ("T01", "T03")
    assert regression_gate(CLEAN, CLEAN).lost == ()
