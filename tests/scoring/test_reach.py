from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_bramble.scoring import reach
from pytest_bramble.scoring.intervals import lower_bound, upper_bound


@pytest.mark.parametrize(
    ("bar", "clusters"), [(0.70, 9), (0.80, 14), (0.85, 19), (0.90, 29), (0.95, 59), (0.98, 149), (0.99, 299)]
)
def test_fewest_customers_that_prove_a_bar(bar: float, clusters: int) -> None:
    assert reach.min_clusters(bar) == clusters
    assert reach.max_provable(clusters) >= bar > reach.max_provable(clusters - 1)


def test_a_low_bar_takes_one_customer() -> None:
    assert reach.min_clusters(0.01) == 1


@pytest.mark.parametrize(
    ("clusters", "most", "at_80", "at_90", "at_95"),
    [
        (10, 0.7411, (None, 5), (None, 4), (None, 3)),
        (30, 0.9050, (2, 11), (0, 7), (None, 5)),
        (34, 0.9157, (2, 12), (0, 7), (None, 5)),
        (60, 0.9513, (6, 18), (1, 11), (0, 7)),
        (100, 0.9705, (13, 28), (4, 16), (1, 10)),
        (200, 0.9851, (30, 50), (12, 28), (4, 16)),
        (300, 0.9901, (48, 73), (21, 40), (8, 22)),
    ],
)
def test_failures_allowed_for_hired_and_needed_for_fired(
    clusters: int,
    most: float,
    at_80: tuple[int | None, int],
    at_90: tuple[int | None, int],
    at_95: tuple[int | None, int],
) -> None:
    assert round(reach.max_provable(clusters), 4) == most
    for bar, expected in ((0.80, at_80), (0.90, at_90), (0.95, at_95)):
        assert (reach.failures_allowed(clusters, bar), reach.failures_needed(clusters, bar)) == expected


def test_a_handful_of_customers_cannot_disprove_a_low_bar() -> None:
    assert reach.failures_needed(2, 0.10) is None


@settings(max_examples=150, deadline=None)
@given(st.integers(1, 120), st.integers(0, 360), st.sampled_from([0.02, 0.5, 0.8, 0.9, 0.95]))
def test_tail_probability_and_bound_give_one_answer(clusters: int, thirds: int, bar: float) -> None:
    passed = Fraction(min(thirds, 3 * clusters), 3)
    assert reach.proves(passed, clusters, bar) == (lower_bound(passed, clusters) >= bar)
    assert reach.disproves(passed, clusters, bar) == (upper_bound(passed, clusters) < bar)


def test_customers_needed_at_a_pass_rate_are_the_fewest_that_prove_the_bar() -> None:
    for percent in range(84, 100):
        rate = Fraction(percent, 100)
        needed = reach.clusters_to_prove(rate, 0.8)
        assert needed is not None
        assert reach.proves(rate * needed, needed, 0.8)
        assert not reach.proves(rate * (needed - 1), needed - 1, 0.8)


def test_nine_in_ten_prove_four_in_five_on_fifty_customers() -> None:
    assert reach.clusters_to_prove(Fraction(9, 10), 0.8) == 50


def test_faultless_pass_rate_needs_the_minimum() -> None:
    assert reach.clusters_to_prove(1, 0.8) == reach.min_clusters(0.8)


@pytest.mark.parametrize("rate", [0.8, 0.5, 0.80001])
def test_pass_rate_at_or_just_above_the_bar_never_proves_it(rate: float) -> None:
    assert reach.clusters_to_prove(rate, 0.8) is None


@pytest.mark.parametrize(
    ("clusters", "bar", "alpha", "text"),
    [
        (0, 0.8, 0.05, "clusters must be at least 1, not 0"),
        (30, 1.0, 0.05, "bar must lie strictly between 0 and 1, not 1.0"),
        (30, float("nan"), 0.05, "bar must be a finite number, not nan"),
        (30, 0.8, 0.0, "alpha must lie strictly between 0 and 0.5, not 0.0"),
    ],
)
def test_impossible_exam_is_refused(clusters: int, bar: float, alpha: float, text: str) -> None:
    for question in (reach.failures_allowed, reach.failures_needed):
        with pytest.raises(ValueError) as refusal:
            question(clusters, bar, alpha)
        assert str(refusal.value) == text


def test_impossible_bar_has_no_minimum() -> None:
    with pytest.raises(ValueError, match=r"^bar must lie strictly between 0 and 1, not 1\.0$"):
        reach.min_clusters(1.0)
    with pytest.raises(ValueError, match=r"^bar must lie strictly between 0 and 1, not 0\.0$"):
        reach.clusters_to_prove(0.9, 0.0)
    with pytest.raises(ValueError, match=r"^clusters must be at least 1, not 0$"):
        reach.max_provable(0)


def test_pass_rate_above_1_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^rate must lie between 0 and 1, not 1\.5$"):
        reach.clusters_to_prove(1.5, 0.8)
