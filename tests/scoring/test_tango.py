from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize_scalar
from statsmodels.stats.proportion import proportion_confint

from pytest_bramble.scoring.tango import score_statistic, tango_interval

COUNTS = st.tuples(st.integers(0, 60), st.integers(0, 60), st.integers(30, 120)).filter(
    lambda n: n[0] + n[1] <= n[2]
)


def fitted_loss(loss: int, gain: int, clusters: int, delta: float) -> float:
    """The constrained maximum-likelihood estimate, found numerically."""
    kept = clusters - loss - gain

    def unlikeliness(q: float) -> float:
        terms = ((loss, q), (gain, q + delta), (kept, 1 - 2 * q - delta))
        return -sum(count * math.log(max(p, 1e-300)) for count, p in terms if count)

    low, high = max(0.0, -delta), (1 - delta) / 2
    return float(
        minimize_scalar(unlikeliness, bounds=(low, high), method="bounded", options={"xatol": 1e-12}).x
    )


@pytest.mark.parametrize(("loss", "gain", "clusters"), [(7, 1, 21), (3, 9, 60), (4, 6, 30), (12, 12, 34)])
def test_statistic_at_both_ends_is_the_normal_quantile_of_a_numerical_fit(
    loss: int, gain: int, clusters: int
) -> None:
    ends = tango_interval(loss=loss, gain=gain, clusters=clusters)
    for delta, expected in zip(ends, (1.959963985, -1.959963985), strict=True):
        q = fitted_loss(loss, gain, clusters, delta)
        spread = math.sqrt(clusters * (2 * q + delta * (1 - delta)))
        assert (gain - loss - clusters * delta) / spread == pytest.approx(expected, abs=1e-5)


@settings(max_examples=80, deadline=None)
@given(COUNTS)
def test_swapping_gain_and_loss_negates_the_interval(counts: tuple[int, int, int]) -> None:
    loss, gain, clusters = counts
    low, high = tango_interval(loss=loss, gain=gain, clusters=clusters)
    other_low, other_high = tango_interval(loss=gain, gain=loss, clusters=clusters)
    assert (low, high) == pytest.approx((-other_high, -other_low), abs=1e-12)


@settings(max_examples=80, deadline=None)
@given(COUNTS)
def test_interval_encloses_the_estimate_and_stays_on_the_scale(counts: tuple[int, int, int]) -> None:
    loss, gain, clusters = counts
    low, high = tango_interval(loss=loss, gain=gain, clusters=clusters)
    assert -1 <= low <= (gain - loss) / clusters <= high <= 1


def test_fractional_shares_lie_between_whole_ones() -> None:
    low = [tango_interval(loss=loss, gain=3.0, clusters=34)[0] for loss in (1.0, 1 / 3 + 1, 2.0)]
    assert low == sorted(low, reverse=True)
    assert len(set(low)) == 3


def test_all_gained_reaches_1_and_all_lost_minus_1() -> None:
    assert tango_interval(loss=0, gain=30, clusters=30)[1] == 1.0
    assert tango_interval(loss=30, gain=0, clusters=30)[0] == -1.0


def test_more_confidence_widens() -> None:
    narrow, wide = (tango_interval(loss=2, gain=5, clusters=40, confidence=level) for level in (0.9, 0.99))
    assert wide[0] < narrow[0] < narrow[1] < wide[1]


def test_no_discordance_gives_the_wilson_bound() -> None:
    expected = 1 - proportion_confint(30, 30, method="wilson")[0]
    assert tango_interval(loss=0, gain=0, clusters=30)[1] == pytest.approx(expected)


def test_statistic_is_zero_at_the_estimate() -> None:
    assert score_statistic(loss=3, gain=9, clusters=60, delta=0.1) == pytest.approx(0.0)


@pytest.mark.parametrize(("delta", "expected"), [(1.0, 0.0), (-1.0, math.inf)])
def test_statistic_without_variance_is_nothing_or_everything(delta: float, expected: float) -> None:
    assert score_statistic(loss=0, gain=30, clusters=30, delta=delta) == expected


@pytest.mark.parametrize(
    ("loss", "gain", "clusters", "confidence", "text"),
    [
        (-1.0, 0.0, 30, 0.95, "loss -1.0 and gain 0.0 do not fit into 30 clusters"),
        (0.0, -1.0, 30, 0.95, "loss 0.0 and gain -1.0 do not fit into 30 clusters"),
        (20.0, 11.0, 30, 0.95, "loss 20.0 and gain 11.0 do not fit into 30 clusters"),
        (float("nan"), 1.0, 30, 0.95, "loss must be a finite number, not nan"),
        (1.0, True, 30, 0.95, "gain must be a number, not True"),
        (1.0, 1.0, 0, 0.95, "clusters must be at least 1, not 0"),
        (1.0, 1.0, 30, 0.0, "confidence must lie strictly between 0 and 1, not 0.0"),
    ],
)
def test_impossible_changes_are_refused(
    loss: float, gain: float, clusters: int, confidence: float, text: str
) -> None:
    with pytest.raises(ValueError) as refusal:
        tango_interval(loss=loss, gain=gain, clusters=clusters, confidence=confidence)
    assert str(refusal.value) == text
