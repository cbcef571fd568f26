from __future__ import annotations

import math

import pytest

from pytest_bramble.scoring.bootstrap import analytic_error, percentile_interval, seeded_resamples

VALUES = [1.0, 0.0, 0.0, -1.0, 0.0, 1.0]


def test_same_seed_draws_the_same_resamples() -> None:
    first = seeded_resamples(6, 50, seed=17)
    assert first == seeded_resamples(6, 50, seed=17) != seeded_resamples(6, 50, seed=18)
    assert len(first) == 50
    assert {len(drawn) for drawn in first} == {6}
    assert {position for drawn in first for position in drawn} == set(range(6))


def test_quantile_lies_between_two_means() -> None:
    low, high = percentile_interval([0.0, 4.0], [[0, 0], [0, 1], [1, 1]], confidence=0.5)
    assert (low, high) == (1.0, 3.0)


def test_one_resample_is_its_own_interval() -> None:
    assert percentile_interval([0.0, 4.0], [[0, 1]]) == (2.0, 2.0)


def test_spread_of_the_resampled_means_is_the_analytic_error() -> None:
    means = [math.fsum(VALUES[p] for p in drawn) / 6 for drawn in seeded_resamples(6, 20_000, seed=17)]
    centre = math.fsum(means) / len(means)
    spread = math.sqrt(math.fsum((mean - centre) ** 2 for mean in means) / len(means))
    assert spread == pytest.approx(analytic_error(VALUES), rel=0.02)


@pytest.mark.parametrize(
    ("values", "resamples", "text"),
    [
        ([1.0], [[0]], "one independent customer: nothing to resample"),
        ([1.0, 1.0], [[0, 1]], "all values are equal: resampling them would give an interval of zero width"),
        ([1.0, 0.0], [], "there is no resample"),
        ([1.0, 0.0], [[0]], "a resample has 1 positions for 2 values"),
        ([1.0, float("nan")], [[0, 1]], "value must be a finite number, not nan"),
    ],
)
def test_resampling_that_would_mislead_is_refused(
    values: list[float], resamples: list[list[int]], text: str
) -> None:
    with pytest.raises(ValueError) as refusal:
        percentile_interval(values, resamples)
    assert str(refusal.value) == text


def test_analytic_error_refuses_the_same() -> None:
    with pytest.raises(ValueError, match=r"^all values are equal"):
        analytic_error([2.0, 2.0])
    with pytest.raises(ValueError, match=r"^one independent customer"):
        analytic_error([2.0])


def test_impossible_confidence_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^confidence must lie strictly between 0 and 1, not 1\.0$"):
        percentile_interval(VALUES, [range(6)], confidence=1.0)


@pytest.mark.parametrize(
    ("size", "count", "seed", "text"),
    [
        (0, 1, 1, "size must be at least 1, not 0"),
        (1, 0, 1, "count must be at least 1, not 0"),
        (1, 1, -1, "seed must be at least 0, not -1"),
    ],
)
def test_impossible_draws_are_refused(size: int, count: int, seed: int, text: str) -> None:
    with pytest.raises(ValueError) as refusal:
        seeded_resamples(size, count, seed)
    assert str(refusal.value) == text
