from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_bramble.outcome import Outcome
from pytest_bramble.scoring.paired import (
    ClusterChange,
    Comparison,
    PairKind,
    PairTable,
    change_p,
    changes,
    claim,
    compare,
    pair_up,
    pooled_difference,
    table,
)
from pytest_bramble.scoring.trial_score import TrialScore

from .built import FAIL, PASS, UNKNOWN, arm, trial

WORDS = st.lists(
    st.tuples(st.text("PFU", min_size=2, max_size=2), st.text("PFU", min_size=2, max_size=2)),
    min_size=30,
    max_size=34,
)


def compared(candidate: tuple[str, ...], baseline: tuple[str, ...], margin: float = 0.05) -> Comparison:
    return compare(pair_up(arm(*candidate), arm(*baseline)), margin)


@pytest.mark.parametrize(
    ("candidate", "baseline", "kind"),
    [
        ("P", "P", PairKind.KEPT_PASS),
        ("P", "F", PairKind.FIXED),
        ("F", "P", PairKind.REGRESSED),
        ("F", "F", PairKind.KEPT_FAIL),
        ("U", "P", PairKind.UNKNOWN),
        ("F", "U", PairKind.UNKNOWN),
        ("U", "U", PairKind.UNKNOWN),
    ],
)
def test_pair_is_what_changed(candidate: str, baseline: str, kind: PairKind) -> None:
    assert pair_up(arm(candidate), arm(baseline))[0].kind is kind


def test_pairs_are_counted_by_kind() -> None:
    pairs = pair_up(arm("PPFFUP"), arm("PFPFPP"))
    assert table(pairs) == PairTable(kept_pass=2, fixed=1, regressed=1, kept_fail=1, unknown=1)


def test_pairs_are_keyed_by_ticket_and_run_whatever_their_order() -> None:
    candidate, baseline = arm("PF", "FP"), arm("PP", "FF")
    assert pair_up(candidate[::-1], baseline) == pair_up(candidate, baseline[::-1])
    assert [(pair.ticket, pair.run) for pair in pair_up(candidate, baseline)] == [
        ("T01", 1),
        ("T01", 2),
        ("T02", 1),
        ("T02", 2),
    ]


def test_joint_outcome_is_paired_when_asked() -> None:
    candidate = trial(outcome=FAIL, contract=PASS, joint=FAIL)
    baseline = trial(outcome=PASS, contract=PASS, joint=PASS)
    assert pair_up([candidate], [baseline], "contract")[0].kind is PairKind.KEPT_PASS
    assert pair_up([candidate], [baseline], "joint")[0].kind is PairKind.REGRESSED


@pytest.mark.parametrize(
    ("candidate", "baseline", "registered", "text"),
    [
        (arm("PP"), arm("P"), None, "the baseline arm lacks T01 run 2: both arms need the same runs"),
        (
            arm("P"),
            arm("P", "PF"),
            None,
            "the candidate arm lacks T02 run 1 and T02 run 2: both arms need the same runs",
        ),
        (arm("P"), arm("P"), ("T01", "T02"), "registered, but in neither arm: T02"),
        (arm("P", "P"), arm("P", "P"), ("T01",), "in both arms, but not registered: T02"),
        ((trial(), trial()), arm("P"), None, "T01 run 1 is there twice"),
        (arm("P"), (trial(), trial()), None, "T01 run 1 is there twice"),
        (
            arm("P"),
            (trial(cluster="C-9"),),
            None,
            "T01 is in cluster 'C-T01' of the candidate's arm and in 'C-9' of the baseline's",
        ),
    ],
)
def test_arms_that_do_not_match_are_refused(
    candidate: tuple[TrialScore, ...],
    baseline: tuple[TrialScore, ...],
    registered: tuple[str, ...] | None,
    text: str,
) -> None:
    with pytest.raises(ValueError) as refusal:
        pair_up(candidate, baseline, registered=registered)
    assert str(refusal.value) == text


def test_gain_and_loss_are_shares_of_a_customers_pairs() -> None:
    pairs = pair_up(arm("PPFP", "FF"), arm("FFPP", "FF"))
    assert changes(pairs, FAIL) == (
        ClusterChange(cluster="C-T01", gain=Fraction(1, 2), loss=Fraction(1, 4)),
        ClusterChange(cluster="C-T02", gain=Fraction(0), loss=Fraction(0)),
    )


@pytest.mark.parametrize(
    ("candidate", "baseline", "worst", "best"),
    [
        ("U", "P", (0, 1), (0, 0)),
        ("U", "F", (0, 0), (1, 0)),
        ("P", "U", (0, 0), (1, 0)),
        ("F", "U", (0, 1), (0, 0)),
        ("U", "U", (0, 1), (1, 0)),
    ],
)
def test_unknown_pair_counts_against_and_for_the_candidate(
    candidate: str, baseline: str, worst: tuple[Fraction, Fraction], best: tuple[Fraction, Fraction]
) -> None:
    pairs = pair_up(arm(candidate), arm(baseline))
    for resolution, expected in ((FAIL, worst), (PASS, best)):
        change = changes(pairs, resolution)[0]
        assert (change.gain, change.loss) == expected


def test_unknown_is_no_resolution() -> None:
    with pytest.raises(ValueError) as refusal:
        changes((), UNKNOWN)
    assert str(refusal.value) == "unknown pairs are resolved as fail (against the candidate) or pass (for it)"


def test_fewer_than_30_customers_have_no_interval() -> None:
    known = compared(("P",) * 29, ("F",) * 29)
    assert (known.lower, known.upper, known.p, known.claim) == (None, None, None, "inconclusive")
    assert (known.difference, known.clusters) == (1.0, 29)


def test_many_runs_of_one_customer_have_no_interval() -> None:
    known = compared(("P" * 40,), ("F" * 40,))
    assert (known.clusters, known.lower, known.claim) == (1, None, "inconclusive")


def test_thirty_customers_have_an_interval() -> None:
    known = compared(("P",) * 30, ("F",) * 30)
    assert known.lower is not None
    assert known.lower > 0.7
    assert (known.upper, known.claim) == (1.0, "superior")
    assert known.p == pytest.approx(2 / 2**30)


def test_minimum_of_customers_may_not_be_one() -> None:
    with pytest.raises(ValueError, match=r"^min_clusters must be at least 2, not 1$"):
        compare(pair_up(arm("P"), arm("P")), min_clusters=1)


def test_nothing_to_compare_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^there is no pair to compare$"):
        compare(())


def test_no_difference_on_34_tickets_is_not_called_equal() -> None:
    known = compared(("PPP",) * 34, ("PPP",) * 34)
    assert (known.difference, known.p, known.claim) == (0.0, 1.0, "inconclusive")


@pytest.mark.parametrize(
    ("customers", "margin", "said"),
    [
        (72, 0.05, "inconclusive"),
        (73, 0.05, "non-inferior"),
        (124, 0.03, "inconclusive"),
        (125, 0.03, "non-inferior"),
    ],
)
def test_no_discordance_clears_a_margin_with_enough_customers(
    customers: int, margin: float, said: str
) -> None:
    assert compared(("P",) * customers, ("P",) * customers, margin).claim == said


def test_unknown_pairs_leave_no_point_value() -> None:
    known = compared(("P",) * 29 + ("U",), ("P",) * 30)
    assert (known.difference, known.pairs.unknown) == (None, 1)
    assert pooled_difference(pair_up(arm("U"), arm("P"))) is None


def test_unknown_pairs_that_decide_the_direction_leave_no_evidence() -> None:
    known = compared(("U",) * 30, ("U",) * 30)
    assert (known.p, known.claim) == (1.0, "inconclusive")


def test_p_is_the_larger_of_both_resolutions() -> None:
    pairs = pair_up(arm(*"PPPPPPPPU"), arm(*"FFFFFFFFF"))
    assert change_p(changes(pairs, FAIL), changes(pairs, PASS)) == 2 / 2**8


def test_smaller_alpha_for_several_candidates_widens_the_interval() -> None:
    pairs = pair_up(arm(*["P"] * 30), arm(*["P"] * 27, *["F"] * 3))
    one, three = compare(pairs), compare(pairs, confidence=1 - 0.05 / 3)
    assert one.lower is not None
    assert three.lower is not None
    assert three.lower < one.lower


@pytest.mark.parametrize(
    ("lower", "upper", "said"),
    [
        (0.001, 0.2, "superior"),
        (0.0, 0.2, "non-inferior"),
        (-0.05, 0.2, "non-inferior"),
        (-0.0501, 0.2, "inconclusive"),
        (-0.2, 0.0, "inconclusive"),
        (-0.2, -0.001, "inferior"),
        (-0.2, -0.05, "inferior"),
        (-0.2, -0.0501, "inferior_beyond_margin"),
        (-0.04, -0.01, "inferior"),
    ],
)
def test_claim_follows_the_interval_with_inclusive_ends(lower: float, upper: float, said: str) -> None:
    assert claim(lower, upper, 0.05) == said


@pytest.mark.parametrize(
    ("lower", "upper", "margin", "text"),
    [
        (0.2, 0.1, 0.05, "not an interval of differences: 0.2 to 0.1"),
        (-1.5, 0.1, 0.05, "not an interval of differences: -1.5 to 0.1"),
        (0.2, 1.5, 0.05, "not an interval of differences: 0.2 to 1.5"),
        (float("nan"), 0.1, 0.05, "not an interval of differences: nan to 0.1"),
        (0.0, 0.1, -0.1, "margin must lie between 0 and 1, not -0.1"),
    ],
)
def test_claim_on_nonsense_is_refused(lower: float, upper: float, margin: float, text: str) -> None:
    with pytest.raises(ValueError) as refusal:
        claim(lower, upper, margin)
    assert str(refusal.value) == text


def test_margin_off_the_scale_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^margin must lie between 0 and 1, not 1\.5$"):
        compared(("P",), ("P",), margin=1.5)


def test_pooled_difference_lets_busy_customers_weigh_more() -> None:
    pairs = pair_up(arm("P", "FFF"), arm("F", "PPP"))
    assert pooled_difference(pairs) == -0.5
    assert pooled_difference(pair_up(arm("PPPFFF"), arm("PPFPPF"))) == -1 / 6
    assert pooled_difference(()) is None


def resolved(trials: tuple[TrialScore, ...], outcome: Outcome) -> tuple[TrialScore, ...]:
    return tuple(replace(known, contract=outcome) if known.contract is UNKNOWN else known for known in trials)


@settings(max_examples=60, deadline=None)
@given(WORDS, st.sampled_from([PASS, FAIL]), st.sampled_from([PASS, FAIL]))
def test_resolving_unknown_pairs_only_tightens_the_interval(
    words: list[tuple[str, str]], candidate: Outcome, baseline: Outcome
) -> None:
    left, right = arm(*[word for word, _ in words]), arm(*[word for _, word in words])
    open_, settled = (
        compare(pair_up(left, right)),
        compare(pair_up(resolved(left, candidate), resolved(right, baseline))),
    )
    assert open_.lower is not None
    assert open_.upper is not None
    assert settled.lower is not None
    assert settled.upper is not None
    assert open_.lower <= settled.lower + 1e-12
    assert settled.upper <= open_.upper + 1e-12


@settings(max_examples=60, deadline=None)
@given(WORDS)
def test_swapping_the_arms_negates_the_comparison(words: list[tuple[str, str]]) -> None:
    left, right = arm(*[word for word, _ in words]), arm(*[word for _, word in words])
    there, back = compare(pair_up(left, right)), compare(pair_up(right, left))
    assert there.lower is not None
    assert back.upper is not None
    assert there.lower == pytest.approx(-back.upper, abs=1e-12)
    assert there.p == back.p
    assert there.difference == (None if back.difference is None else -back.difference)
