from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import special

from pytest_bramble.scoring.beta import beta_cdf, beta_quantile

CLUSTERS = (1, 2, 5, 10, 30, 34, 60, 100, 300, 1000)
SHARES = (0.02, 0.1, 1 / 3, 0.5, 0.8, 0.9, 0.95, 1.0)
LEVELS = (0.0125, 0.025, 0.05, 0.5, 0.95, 0.975)
GRID = (
    [
        (share * clusters, (1 - share) * clusters + 1, p)
        for clusters, share, p in itertools.product(CLUSTERS, SHARES, LEVELS)
    ]
    + [(0.5, 0.5, p) for p in (0.001, 0.2, 0.8, 0.999)]
    + [(1e-2, 3.0, 0.9), (200.0, 0.01, 0.1)]
)


def test_quantile_agrees_with_scipy_on_the_whole_grid() -> None:
    worst = max(abs(beta_quantile(a, b, p) - special.betaincinv(a, b, p)) for a, b, p in GRID + _mirrored())
    assert len(GRID) + len(_mirrored()) >= 500
    assert worst < 1e-12


def _mirrored() -> list[tuple[float, float, float]]:
    return [(b, a, 1 - p) for a, b, p in GRID]


def test_distribution_agrees_with_scipy_on_the_whole_grid() -> None:
    worst = max(
        abs(beta_cdf(a, b, x) - special.betainc(a, b, x))
        for a, b, _ in GRID
        for x in (0.01, 0.3, 0.5, 0.9, 0.999)
    )
    assert worst < 1e-12


@pytest.mark.parametrize(("x", "expected"), [(-0.1, 0.0), (0.0, 0.0), (1.0, 1.0), (1.1, 1.0)])
def test_distribution_is_0_below_and_1_above_the_unit_interval(x: float, expected: float) -> None:
    assert beta_cdf(2.0, 3.0, x) == expected


@pytest.mark.parametrize("p", [0.0, 1.0])
def test_quantile_of_an_end_is_that_end(p: float) -> None:
    assert beta_quantile(2.0, 3.0, p) == p


@settings(max_examples=60, deadline=None)
@given(st.floats(0.1, 500), st.floats(0.1, 500), st.floats(0.001, 0.999))
def test_quantile_undoes_the_distribution(a: float, b: float, p: float) -> None:
    x = beta_quantile(a, b, p)
    # Near an end one float step of x is a visible step of p, so the neighbours must straddle p.
    assert (
        beta_cdf(a, b, x * (1 - 1e-11) - 1e-15) - 1e-9
        <= p
        <= beta_cdf(a, b, min(1.0, x * (1 + 1e-11) + 1e-15)) + 1e-9
    )


@pytest.mark.parametrize("a", [0.0, -1.0, float("nan"), float("inf")])
def test_a_parameter_that_is_not_positive_and_finite_is_refused(a: float) -> None:
    with pytest.raises(ValueError) as refusal:
        beta_quantile(a, 2.0, 0.5)
    assert str(refusal.value) == f"a beta distribution needs positive finite parameters, not {a!r} and 2.0"


@pytest.mark.parametrize("p", [-0.1, 1.1, float("nan")])
def test_a_probability_outside_0_to_1_is_refused(p: float) -> None:
    with pytest.raises(ValueError) as refusal:
        beta_quantile(2.0, 2.0, p)
    assert str(refusal.value) == f"p must lie between 0 and 1, not {p!r}"
