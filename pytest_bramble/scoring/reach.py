"""What an exam of a given size can prove at all, before anybody sits it."""

from __future__ import annotations

import math
from fractions import Fraction

from .beta import beta_cdf
from .intervals import DEFAULT_ALPHA
from .refusals import between, level, whole, within

_MOST_CUSTOMERS = 1_000_000


def max_provable(clusters: int, alpha: float = DEFAULT_ALPHA) -> float:
    """The highest bar that passing everything can prove: alpha ** (1 / clusters)."""
    whole("clusters", clusters, least=1)
    return float(level(alpha) ** (1.0 / clusters))


def min_clusters(bar: float, alpha: float = DEFAULT_ALPHA) -> int:
    """The fewest independent customers with which passing everything proves *bar*."""
    between("bar", bar, 0.0, 1.0)
    guess = max(1, math.floor(math.log(level(alpha)) / math.log(bar)) - 1)
    while max_provable(guess, alpha) < bar:
        guess += 1
    return guess


def proves(passed: Fraction | float, clusters: int, bar: float, alpha: float = DEFAULT_ALPHA) -> bool:
    """Whether the lower bound reaches *bar*: the tail probability at the bar says so without an inversion."""
    if passed == clusters:
        return max_provable(clusters, alpha) >= bar
    return passed > 0 and beta_cdf(float(passed), float(clusters - passed + 1), bar) <= alpha


def disproves(passed: Fraction | float, clusters: int, bar: float, alpha: float = DEFAULT_ALPHA) -> bool:
    """Whether the upper bound stays under *bar*."""
    if passed == clusters:
        return False
    return beta_cdf(float(passed + 1), float(clusters - passed), bar) > 1.0 - alpha


def failures_allowed(clusters: int, bar: float, alpha: float = DEFAULT_ALPHA) -> int | None:
    """How many customers may fail with *bar* still proved; None when even none may."""
    whole("clusters", clusters, least=1)
    between("bar", bar, 0.0, 1.0)
    level(alpha)
    allowed = [failed for failed in range(clusters) if proves(clusters - failed, clusters, bar, alpha)]
    return max(allowed, default=None)


def failures_needed(clusters: int, bar: float, alpha: float = DEFAULT_ALPHA) -> int | None:
    """How many customers must fail before the upper bound is under *bar*; None when all are too few."""
    whole("clusters", clusters, least=1)
    between("bar", bar, 0.0, 1.0)
    level(alpha)
    needed = (
        failed for failed in range(1, clusters + 1) if disproves(clusters - failed, clusters, bar, alpha)
    )
    return next(needed, None)


def clusters_to_prove(rate: Fraction | float, bar: float, alpha: float = DEFAULT_ALPHA) -> int | None:
    """The fewest customers that prove *bar* if the share *rate* of them passes; None when no number would."""
    between("bar", bar, 0.0, 1.0)
    within("rate", float(rate), 0.0, 1.0)
    if rate <= bar:
        return None
    low, high = 0, 1
    while not proves(rate * high, high, bar, alpha):
        low, high = high, high * 2
        if high > _MOST_CUSTOMERS:
            return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if proves(rate * middle, middle, bar, alpha) else (middle, high)
    return high
