from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_bramble.scoring import intervals
from pytest_bramble.scoring.intervals import (
    Bounds,
    ClusterShare,
    SuiteSize,
    cluster_exact,
    cluster_shares,
    suite_size,
)
from pytest_bramble.scoring.reliability import ticket_runs

from .built import LETTERS, arm, runs, trial

OUTCOMES = st.lists(st.text("PFU", min_size=1, max_size=4), min_size=1, max_size=12)


def bounds(*letters: str) -> Bounds:
    return cluster_exact(cluster_shares(arm(*letters)))


def test_share_of_a_cluster_is_the_mean_over_its_tickets() -> None:
    tickets = (
        runs(1, 1, cluster="A"),
        runs(3, 0, ticket="T02", cluster="A"),
        runs(0, 1, 1, ticket="T03", cluster="B"),
    )
    assert intervals.shares_of_tickets(tickets) == (
        ClusterShare(cluster="A", low=Fraction(3, 4), high=Fraction(3, 4)),
        ClusterShare(cluster="B", low=Fraction(0), high=Fraction(1, 2)),
    )


def test_ticket_without_a_run_has_no_share() -> None:
    with pytest.raises(ValueError) as refusal:
        intervals.shares_of_tickets([runs(0)])
    assert str(refusal.value) == "T01 has no run: its share of passes is undefined"


def test_bounds_say_how_many_clusters_and_how_sure() -> None:
    known = bounds("P", "F", "P")
    assert (known.clusters, known.level) == (3, 0.95)


def test_nothing_passed_gives_a_lower_bound_of_0_and_all_an_upper_bound_of_1() -> None:
    assert (bounds("F", "F").lower, bounds("F", "F").upper) == (0.0, 1 - 0.05**0.5)
    assert (bounds("P", "P").lower, bounds("P", "P").upper) == (0.05**0.5, 1.0)


def test_alpha_moves_both_bounds() -> None:
    shares = cluster_shares(arm("P", "F", "P"))
    narrow, wide = cluster_exact(shares, 0.10), cluster_exact(shares, 0.01)
    assert wide.lower < narrow.lower < narrow.upper < wide.upper
    assert wide.level == 0.99


@pytest.mark.parametrize(
    ("passed", "clusters", "alpha", "text"),
    [
        (1, 0, 0.05, "clusters must be at least 1, not 0"),
        (1, True, 0.05, "clusters must be a whole number, not True"),
        (31, 30, 0.05, "31 of 30 customers cannot have passed"),
        (-0.5, 30, 0.05, "-0.5 of 30 customers cannot have passed"),
        (float("nan"), 30, 0.05, "passed must be a finite number, not nan"),
        (True, 30, 0.05, "passed must be a number, not True"),
        (1, 30, 0.6, "alpha must lie strictly between 0 and 0.5, not 0.6"),
    ],
)
def test_impossible_input_gives_a_reason_and_no_bound(
    passed: float, clusters: int, alpha: float, text: str
) -> None:
    for bound in (intervals.lower_bound, intervals.upper_bound):
        with pytest.raises(ValueError) as refusal:
            bound(passed, clusters, alpha)
        assert str(refusal.value) == text


def test_cluster_listed_twice_is_refused() -> None:
    share = ClusterShare(cluster="A", low=Fraction(1), high=Fraction(1))
    with pytest.raises(ValueError) as refusal:
        cluster_exact([share, share])
    assert str(refusal.value) == "a cluster is listed twice: every customer counts once"


def test_no_cluster_is_refused() -> None:
    with pytest.raises(ValueError) as refusal:
        cluster_exact([])
    assert str(refusal.value) == "clusters must be at least 1, not 0"


@given(st.integers(1, 80), st.integers(0, 240), st.integers(1, 240))
def test_bounds_rise_with_passes_and_enclose_the_share(clusters: int, few: int, more: int) -> None:
    low, high = Fraction(min(few, 3 * clusters - 1), 3), Fraction(min(few + more, 3 * clusters), 3)
    assert intervals.lower_bound(low, clusters) <= intervals.lower_bound(high, clusters)
    assert intervals.upper_bound(low, clusters) <= intervals.upper_bound(high, clusters)
    assert intervals.lower_bound(low, clusters) <= low / clusters <= intervals.upper_bound(low, clusters)


@given(OUTCOMES)
def test_order_of_runs_does_not_matter(letters: list[str]) -> None:
    shuffled = ["".join(sorted(word)) for word in letters]
    assert bounds(*letters) == bounds(*shuffled)


@given(OUTCOMES)
def test_repeating_all_runs_leaves_the_bounds_alone(letters: list[str]) -> None:
    assert bounds(*letters) == bounds(*[word * 3 for word in letters])


@given(OUTCOMES, st.integers(0, 11))
def test_another_failed_run_never_raises_a_bound(letters: list[str], where: int) -> None:
    position = where % len(letters)
    more = [word + "F" * (place == position) for place, word in enumerate(letters)]
    assert bounds(*more).lower <= bounds(*letters).lower
    assert bounds(*more).upper <= bounds(*letters).upper


@given(OUTCOMES, st.lists(st.sampled_from("PF"), min_size=48, max_size=48))
def test_resolving_the_unknown_only_tightens(letters: list[str], answers: list[str]) -> None:
    answer = iter(answers)
    settled = ["".join(next(answer) if letter == "U" else letter for letter in word) for word in letters]
    assert bounds(*letters).lower <= bounds(*settled).lower
    assert bounds(*settled).upper <= bounds(*letters).upper


@given(OUTCOMES)
def test_tickets_and_trials_give_the_same_shares(letters: list[str]) -> None:
    trials = arm(*letters)
    assert cluster_shares(trials) == intervals.shares_of_tickets(ticket_runs(trials))


@pytest.mark.parametrize(
    ("clusters", "size"),
    [
        (0, SuiteSize.ONE_CUSTOMER),
        (1, SuiteSize.ONE_CUSTOMER),
        (2, SuiteSize.COUNTS_ONLY),
        (9, SuiteSize.COUNTS_ONLY),
        (10, SuiteSize.SMALL),
        (29, SuiteSize.SMALL),
        (30, SuiteSize.FULL),
    ],
)
def test_number_of_customers_decides_what_may_be_concluded(clusters: int, size: SuiteSize) -> None:
    assert suite_size(clusters) is size


def test_strict_mode_leaves_counts_only_below_30() -> None:
    assert suite_size(29, min_clusters_fire=30) is SuiteSize.COUNTS_ONLY
    assert suite_size(30, min_clusters_fire=30) is SuiteSize.FULL


@pytest.mark.parametrize(
    ("fire", "hire", "text"),
    [
        (9, 30, "min_clusters_fire must be at least 10, not 9"),
        (10, 29, "min_clusters_hire must be at least 30, not 29"),
        (31, 30, "firing may not need more clusters (31) than hiring (30)"),
    ],
)
def test_minima_can_only_be_raised(fire: int, hire: int, text: str) -> None:
    with pytest.raises(ValueError) as refusal:
        suite_size(40, fire, hire)
    assert str(refusal.value) == text


@pytest.mark.parametrize("interval", [intervals.clopper_pearson, intervals.wilson, intervals.jeffreys])
@pytest.mark.parametrize(
    ("passed", "total", "confidence", "text"),
    [
        (True, 3, 0.95, "count must be a whole number, not True"),
        (-1, 3, 0.95, "count must be at least 0, not -1"),
        (4, 3, 0.95, "4 of 3 is impossible"),
        (0, 0, 0.95, "total must be at least 1, not 0"),
        (1, 3, 1.0, "confidence must lie strictly between 0 and 1, not 1.0"),
    ],
)
def test_impossible_two_sided_interval_is_refused(
    interval: object, passed: int, total: int, confidence: float, text: str
) -> None:
    with pytest.raises(ValueError) as refusal:
        interval(passed, total, confidence)  # type: ignore[operator]
    assert str(refusal.value) == text


@settings(max_examples=50)
@given(st.integers(1, 60), st.integers(0, 60))
def test_two_sided_intervals_mirror_when_pass_and_fail_swap(total: int, passed: int) -> None:
    passed = min(passed, total)
    for interval in (intervals.clopper_pearson, intervals.wilson, intervals.jeffreys):
        low, high = interval(passed, total)
        other_low, other_high = interval(total - passed, total)
        assert low == pytest.approx(1 - other_high, abs=1e-12)
        assert high == pytest.approx(1 - other_low, abs=1e-12)
        assert 0 <= low <= passed / total <= high <= 1


def test_judges_that_may_always_err_leave_nothing_known() -> None:
    known = intervals.judge_discounted(bounds("P", "F"), 1.0, 1.0)
    assert (known.lower, known.upper) == (0.0, 1.0)


def test_judges_never_improve_a_bound() -> None:
    plain = bounds("P", "F", "P")
    known = intervals.judge_discounted(plain, 0.3, 0.2)
    assert known.lower == max(0.0, (plain.lower - 0.3) / 0.7) == 0.0
    assert known.upper == min(1.0, plain.upper / 0.8) == 1.0
    assert (known.clusters, known.level) == (plain.clusters, plain.level)


def test_faultless_judges_change_nothing() -> None:
    assert intervals.judge_discounted(bounds("P", "F"), 0.0, 0.0) == bounds("P", "F")


@pytest.mark.parametrize(("rate", "text"), [(1.1, "1.1"), (-0.1, "-0.1")])
def test_judge_error_off_the_scale_is_refused(rate: float, text: str) -> None:
    with pytest.raises(ValueError) as refusal:
        intervals.judge_discounted(bounds("P"), rate, 0.0)
    assert str(refusal.value) == f"false_pass must lie between 0 and 1, not {text}"
    with pytest.raises(ValueError) as refusal:
        intervals.judge_discounted(bounds("P"), 0.0, rate)
    assert str(refusal.value) == f"false_block must lie between 0 and 1, not {text}"


def test_clusters_are_sorted_by_name() -> None:
    shares = cluster_shares([trial("T01", cluster="Z"), trial("T02", cluster="A", outcome=LETTERS["F"])])
    assert [share.cluster for share in shares] == ["A", "Z"]
