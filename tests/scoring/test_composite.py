from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_bramble.outcome import Outcome
from pytest_bramble.scoring.composite import (
    GoldenCheck,
    GoldenRun,
    comparable,
    golden_score,
    length_dimension,
)
from pytest_bramble.scoring.contract import shown

TOP = (2, 2, 2, 2, 2)
BOTTOM = (0, 0, 0, 0, 0)


def check(value: object = "Y", name: str = "FORMAT_OK", **changed: Any) -> GoldenCheck:
    return GoldenCheck(name=name, value=value, **changed)


def run(**changed: Any) -> GoldenRun:
    """A run with full marks."""
    given: dict[str, Any] = {"turns": (TOP,), "tools": (2, 2, 2, 2), "checks": (check(),), "calls": 1}
    return GoldenRun(**(given | changed))


def score(**changed: Any) -> Any:
    """Typed loosely, because exact fractions are compared with whole numbers here."""
    return golden_score(run(**changed))


def test_full_marks_pass_with_100() -> None:
    known = score()
    assert (known.outcome, known.composite, known.raw, known.score) == (Outcome.PASS, 10, 100, 100)
    assert (known.tracks, known.reasons) == (("CQ", "TQ", "CS"), ())


def test_weights_are_40_35_25() -> None:
    assert score(turns=(BOTTOM,)).composite == 6
    assert score(tools=(0, 0)).composite == Fraction(13, 2)
    assert score(checks=(check("N"),)).composite == Fraction(15, 2)


def test_na_tool_dimensions_leave_the_mean() -> None:
    assert score(tools=(2, 1, "NA", "NA")).tq == Fraction(15, 2)


def test_first_tool_dimension_at_0_fails_whatever_the_average() -> None:
    known = score(tools=(0, 2, 2, 2))
    assert (known.outcome, known.raw, known.score) == (Outcome.FAIL, Fraction(365, 4), Fraction(699, 10))
    assert known.reasons == ("t1",)


def test_first_tool_dimension_at_1_is_enough() -> None:
    assert score(tools=(1, 2, 2, 2)).outcome is Outcome.PASS


@pytest.mark.parametrize(("calls", "tq", "outcome"), [(0, 10, Outcome.PASS), (1, 0, Outcome.FAIL)])
def test_ticket_without_tools_is_settled_by_whether_any_was_called(
    calls: int, tq: int, outcome: Outcome
) -> None:
    known = score(tools=("NA", "NA", "NA", "NA"), expects_tools=False, calls=calls)
    assert (known.tq, known.outcome) == (tq, outcome)


@pytest.mark.parametrize("first", ["NA", None, 3, True, 1.0, "2"])
def test_first_tool_dimension_not_established_is_unknown(first: object) -> None:
    known = score(tools=(first, 2, 1))
    assert (known.outcome, known.tq, known.score) == (Outcome.UNKNOWN, Fraction(15, 2), None)
    assert known.reasons == ("t1_not_established",)


def test_no_tool_dimension_at_all_drops_the_track() -> None:
    known = score(tools=())
    assert (known.tracks, known.composite, known.outcome) == (("CQ", "CS"), 10, Outcome.UNKNOWN)


def test_first_tool_dimension_not_established_fails_when_another_gate_did() -> None:
    bad = check("N", required=True, critical=True)
    known = score(tools=("NA", 2), checks=(bad, *(check(name=f"c{n}") for n in range(3))))
    assert known.outcome is Outcome.FAIL
    assert known.reasons == ("critical:FORMAT_OK", "t1_not_established")


def test_run_far_below_the_mark_fails_although_a_tool_dimension_is_unknown() -> None:
    known = score(turns=(BOTTOM,), tools=(None, 0), checks=(check("N"),))
    assert (known.outcome, known.reasons) == (Outcome.FAIL, ("t1_not_established", "below_mark"))


def test_optional_check_that_does_not_apply_leaves_numerator_and_denominator() -> None:
    assert score(checks=(check(), check("NA", "SUMMARY"), check("N", "TONE"))).cs == 5


def test_required_check_that_does_not_apply_makes_the_run_unknown_by_name() -> None:
    known = score(checks=(check(), check("NA", "SUMMARY", required=True)))
    assert (known.outcome, known.cs, known.score) == (Outcome.UNKNOWN, 10, None)
    assert known.reasons == ("required:SUMMARY",)


def test_failed_required_check_that_is_not_critical_only_lowers_the_score() -> None:
    known = score(checks=(check(), check("N", "TONE", required=True)))
    assert (known.outcome, known.cs) == (Outcome.PASS, 5)


def test_failed_critical_check_fails_the_run() -> None:
    known = score(checks=(check("N", required=True, critical=True), *(check(name=f"c{n}") for n in range(9))))
    assert (known.outcome, known.score, known.reasons) == (
        Outcome.FAIL,
        Fraction(699, 10),
        ("critical:FORMAT_OK",),
    )


def test_critical_check_that_is_not_required_does_not_gate() -> None:
    assert score(checks=(check("N", critical=True),)).outcome is Outcome.PASS


def test_failed_required_check_may_sink_a_run_on_the_mark() -> None:
    checks = [check(name=f"c{n}") for n in range(3)] + [check("N", "c3"), check("N", "c4")]
    on_the_mark = score(turns=((2, 2, 1, 0, 0),), checks=tuple(checks))
    assert (on_the_mark.composite, on_the_mark.outcome) == (7, Outcome.PASS)
    checks[3] = check("N", "c3", required=True, critical=True)
    assert score(turns=((2, 2, 1, 0, 0),), checks=tuple(checks)).outcome is Outcome.FAIL


def test_without_checks_the_weights_are_shared_out_anew() -> None:
    known = score(checks=(), turns=(BOTTOM,))
    assert (known.composite, known.tracks) == (Fraction(350, 75), ("CQ", "TQ"))


def test_all_optional_checks_not_applicable_drop_the_track() -> None:
    known = score(checks=(check("NA"),))
    assert (known.cs, known.outcome) == (None, Outcome.PASS)


def test_check_that_always_applies_cannot_be_na() -> None:
    known = score(checks=(check("NA", never_na=True),))
    assert (known.outcome, known.reasons) == (Outcome.UNKNOWN, ("invalid:FORMAT_OK",))


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"turns": (TOP, (2, 2, 3, 2, 2))}, "invalid:turn 2 D3"),
        ({"turns": ((2, 2, 2, 2, None), TOP)}, "invalid:turn 1 D5"),
        ({"turns": (TOP, (True, 2, 2, 2, 2))}, "invalid:turn 2 D1"),
        ({"tools": (2, 2, -1)}, "invalid:T3"),
        ({"checks": (check("maybe"), check(name="SUMMARY"))}, "invalid:FORMAT_OK"),
        ({"checks": (check(1), check(name="SUMMARY"))}, "invalid:FORMAT_OK"),
    ],
)
def test_value_off_its_scale_is_unknown_and_never_coerced(changed: dict[str, Any], reason: str) -> None:
    known = score(**changed)
    assert (known.outcome, known.score, known.composite) == (Outcome.UNKNOWN, None, 10)
    assert known.reasons == (reason,)


def test_invalid_value_does_not_hide_a_run_that_may_be_below_the_mark() -> None:
    known = score(turns=((0, 0, 0, 0, None), (2, 0, 0, 0, 0)))
    assert known.cq == 2
    assert known.reasons == ("invalid:turn 1 D5", "below_mark")
    assert known.outcome is Outcome.FAIL


def test_unknown_that_decides_the_mark_leaves_it_open() -> None:
    known = score(turns=((2, 2, 0, 0, None),), checks=(check("N"), check(name="SUMMARY")))
    assert (known.outcome, known.reasons) == (Outcome.UNKNOWN, ("invalid:turn 1 D5", "below_mark"))
    assert known.tracks == ("TQ", "CS")


def test_completed_run_without_a_reply_fails_with_its_composite() -> None:
    known = score(turns=())
    assert (known.outcome, known.cq, known.composite, known.score) == (Outcome.FAIL, 0, 6, 60)
    assert known.reasons == ("no_reply", "below_mark")


def test_run_that_infrastructure_ended_before_a_reply_is_unknown_without_score() -> None:
    known = score(turns=(), infrastructure_error=True)
    assert (known.outcome, known.composite, known.raw, known.score) == (Outcome.UNKNOWN, None, None, None)
    assert (known.tracks, known.reasons) == ((), ("infra_error",))
    assert score(turns=(), infrastructure_error=True, misconduct=True).score == 0


def test_cut_off_run_is_unknown_unless_a_failure_was_already_seen() -> None:
    assert score(infrastructure_error=True, tools=(0,)).outcome is Outcome.UNKNOWN
    bad = check("N", required=True, critical=True)
    known = score(infrastructure_error=True, checks=(bad,))
    assert (known.outcome, known.reasons) == (Outcome.FAIL, ("critical:FORMAT_OK", "infra_error"))


def test_misconduct_fails_the_run_with_0() -> None:
    known = score(misconduct=True)
    assert (known.outcome, known.score, known.raw, known.reasons) == (Outcome.FAIL, 0, 100, ("misconduct",))


def test_good_answer_may_be_no() -> None:
    assert score(checks=(check("N", "GHOST_TOOLS", good="N"),)).cs == 10
    assert score(checks=(check("Y", "GHOST_TOOLS", good="N"),)).cs == 0


def test_scores_on_different_tracks_are_not_comparable() -> None:
    assert comparable([score()], [score(turns=(BOTTOM,))])
    assert not comparable([score()], [score(checks=())])
    assert not comparable([], [])


def test_failed_run_just_under_the_mark_is_not_shown_as_70() -> None:
    known = score(turns=((2, 2, 0, 0, 0),) * 100 + ((2, 0, 0, 0, 0),), checks=(check(), check("N", "b")))
    assert known.raw is not None
    assert known.score is not None
    assert known.outcome is Outcome.FAIL
    assert shown(known.score) < "70.0"


@pytest.mark.parametrize(
    ("lines", "words", "expected"),
    [(3, 25, 2), (1, 1, 2), (4, 25, 1), (3, 26, 1), (5, 200, 1), (6, 10, 0), (9, 90, 0)],
)
def test_length_is_computed_and_not_judged(lines: int, words: int, expected: int) -> None:
    assert length_dimension(lines, words) == expected


def test_negative_length_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^lines must be at least 0, not -1$"):
        length_dimension(-1, 0)
    with pytest.raises(ValueError, match=r"^words must be at least 0, not -1$"):
        length_dimension(0, -1)


def test_turn_without_five_dimensions_is_refused() -> None:
    with pytest.raises(ValueError) as refusal:
        run(turns=((2, 2),))
    assert str(refusal.value) == "a turn has 5 dimensions, not 2"


def test_check_without_polarity_is_refused() -> None:
    with pytest.raises(ValueError) as refusal:
        check(good="NA")
    assert str(refusal.value) == "FORMAT_OK: the good answer is 'Y' or 'N', not 'NA'"


def test_unnamed_check_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^check must be a non-empty text, not ''$"):
        check(name="")


def test_negative_number_of_calls_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^calls must be at least 0, not -1$"):
        run(calls=-1)


VALUES = st.sampled_from([0, 1, 2, 2, 2, None])
CHECKS = st.builds(
    GoldenCheck,
    name=st.sampled_from(["a", "b"]),
    value=st.sampled_from(["Y", "Y", "N", "NA", None]),
    good=st.sampled_from(["Y", "N"]),
    required=st.booleans(),
    critical=st.booleans(),
    never_na=st.booleans(),
)
RUNS = st.builds(
    GoldenRun,
    turns=st.lists(st.tuples(*[VALUES] * 5), max_size=3).map(tuple),
    tools=st.lists(st.sampled_from([0, 1, 2, 2, "NA", None]), max_size=4).map(tuple),
    checks=st.lists(CHECKS, max_size=4).map(tuple),
    calls=st.integers(0, 2),
    expects_tools=st.booleans(),
    infrastructure_error=st.booleans(),
    misconduct=st.booleans(),
)


@settings(max_examples=300, deadline=None)
@given(RUNS)
def test_golden_score_is_70_or_more_exactly_when_the_run_passed(given_run: GoldenRun) -> None:
    known = golden_score(given_run)
    assert (known.score is not None and known.score >= 70) == (known.outcome is Outcome.PASS)
    assert known.score is None or 0 <= known.score <= 100
    assert (known.outcome is Outcome.PASS) == (not known.reasons)
