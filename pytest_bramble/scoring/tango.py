"""Tango's score interval for the difference of two paired proportions (Statistics in Medicine 17, 1998)."""

from __future__ import annotations

import math
from collections.abc import Callable
from statistics import NormalDist

from .refusals import between, finite, whole

_HALVINGS = 200


def tango_interval(
    *, loss: float, gain: float, clusters: int, confidence: float = 0.95
) -> tuple[float, float]:
    """The differences (gain - loss) / clusters that a two-sided score test does not reject.

    *loss* and *gain* are sums of shares over clusters, so they may be fractional.
    """
    whole("clusters", clusters, least=1)
    if finite("loss", loss) < 0.0 or finite("gain", gain) < 0.0 or loss + gain > clusters + 1e-9:
        raise ValueError(f"loss {loss!r} and gain {gain!r} do not fit into {clusters} clusters")
    z = NormalDist().inv_cdf(0.5 + between("confidence", confidence, 0.0, 1.0) / 2.0)
    if loss == 0.0 and gain == 0.0:
        edge = z * z / (clusters + z * z)
        return -edge, edge
    estimate = (gain - loss) / clusters

    def statistic(delta: float) -> float:
        return score_statistic(loss=loss, gain=gain, clusters=clusters, delta=delta)

    lower = _root(lambda delta: statistic(delta) - z, -1.0, estimate)
    return lower, _root(lambda delta: statistic(delta) + z, estimate, 1.0)


def score_statistic(*, loss: float, gain: float, clusters: int, delta: float) -> float:
    """The score statistic for a true difference of *delta*, standard normal when that is the truth."""
    a = 2.0 * clusters
    b = -(loss + gain) + (2.0 * clusters - gain + loss) * delta
    c = -loss * delta * (1.0 - delta)
    # The constrained maximum-likelihood estimate of the probability of a loss.
    q = (math.sqrt(max(b * b - 4.0 * a * c, 0.0)) - b) / (2.0 * a)
    variance = clusters * (2.0 * q + delta * (1.0 - delta))
    excess = gain - loss - clusters * delta
    if variance <= 0.0:
        return math.copysign(math.inf, excess) if excess else 0.0
    return excess / math.sqrt(variance)


def _root(decreasing: Callable[[float], float], low: float, high: float) -> float:
    """Where *decreasing* crosses zero, by halving; the end itself when it does not cross before it."""
    for _ in range(_HALVINGS):
        middle = (low + high) / 2.0
        if middle in (low, high):
            break
        low, high = (middle, high) if decreasing(middle) > 0.0 else (low, middle)
    return (low + high) / 2.0
