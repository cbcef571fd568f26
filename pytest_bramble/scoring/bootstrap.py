"""Percentile bootstrap over clusters, for composite scores only; a pass rate near 1 is refused.

Resampling thirty passes gives thirty passes, an interval of zero width about something nobody knows.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence
from statistics import fmean

from .refusals import between, finite, whole


def analytic_error(values: Sequence[float]) -> float:
    """What the bootstrap standard error of the mean tends to: sqrt(sum (d - mean)^2) / G."""
    known = _spread_out(values)
    mean = fmean(known)
    return math.sqrt(math.fsum((value - mean) ** 2 for value in known)) / len(known)


def percentile_interval(
    values: Sequence[float], resamples: Iterable[Sequence[int]], confidence: float = 0.95
) -> tuple[float, float]:
    """The quantiles of the resampled means; each resample lists one position of *values* per value."""
    known = _spread_out(values)
    side = (1.0 - between("confidence", confidence, 0.0, 1.0)) / 2.0
    means = []
    for positions in resamples:
        if len(positions) != len(known):
            raise ValueError(f"a resample has {len(positions)} positions for {len(known)} values")
        means.append(math.fsum(known[position] for position in positions) / len(known))
    if not means:
        raise ValueError("there is no resample")
    means.sort()
    return _quantile(means, side), _quantile(means, 1.0 - side)


def seeded_resamples(size: int, count: int, seed: int) -> list[list[int]]:
    """*count* resamples of *size* positions, the same for the same *seed*."""
    whole("size", size, least=1)
    whole("count", count, least=1)
    whole("seed", seed)
    draw = random.Random(seed)  # noqa: S311 - reproducible, not secret
    return [draw.choices(range(size), k=size) for _ in range(count)]


def _spread_out(values: Sequence[float]) -> list[float]:
    known = [finite("value", value) for value in values]
    if len(known) < 2:
        raise ValueError("one independent customer: nothing to resample")
    if len(set(known)) == 1:
        raise ValueError("all values are equal: resampling them would give an interval of zero width")
    return known


def _quantile(ordered: Sequence[float], share: float) -> float:
    position = share * (len(ordered) - 1)
    below = math.floor(position)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (position - below)
