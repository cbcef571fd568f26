"""Exact tests of "the direction of the differences is chance", without resampling.

With one pair per customer the sign-flip test is McNemar's exact test.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from math import comb, lcm

from .refusals import whole


def sign_flip_p(differences: Iterable[Fraction | int]) -> float:
    """The two-sided p-value over all 2^G signs, exactly, by convolution on the common denominator."""
    known = [_exact(difference) for difference in differences]
    scale = lcm(*(difference.denominator for difference in known))
    sizes = Counter(abs(int(difference * scale)) for difference in known if difference)
    observed = abs(int(sum(known) * scale))
    if observed == 0:
        return 1.0
    (size, times), *others = sizes.most_common()
    distribution = {0: 1}
    for other, repeated in others:
        distribution = _convolved(distribution, other, repeated)
    # The largest group is not convolved: its tail beyond each total of the others is enough.
    tails = _tails(times)
    above = sum(ways * tails[_ups(observed - total, size, times)] for total, ways in distribution.items())
    return float(Fraction(2 * above, 2 ** sizes.total()))


def mcnemar_exact(losses: int, gains: int) -> float:
    """McNemar's exact two-sided p-value for discordant pairs; 1 when there are none."""
    few, total = _discordant(losses, gains)
    return float(min(Fraction(1), 2 * _binomial_tail(few, total)))


def mcnemar_mid_p(losses: int, gains: int) -> float:
    """The mid-p version (Fagerland, Lydersen and Laake 2013), for one pair per customer only."""
    few, total = _discordant(losses, gains)
    return float(2 * _binomial_tail(few, total) - Fraction(comb(total, few), 2**total))


def _exact(difference: Fraction | int) -> Fraction:
    if isinstance(difference, bool) or not isinstance(difference, Fraction | int):
        raise ValueError(f"a difference must be an exact fraction, not {difference!r}")
    return Fraction(difference)


def _convolved(distribution: dict[int, int], size: int, times: int) -> dict[int, int]:
    """The distribution after *times* more independent steps of plus or minus *size*."""
    steps = [(size * (2 * up - times), comb(times, up)) for up in range(times + 1)]
    following: dict[int, int] = {}
    for total, ways in distribution.items():
        for step, more in steps:
            reached = total + step
            following[reached] = following.get(reached, 0) + ways * more
    return following


def _tails(times: int) -> list[int]:
    """At position u, the number of ways to have at least u of *times* steps go up; zero past the end."""
    tails = [0] * (times + 2)
    for up in range(times, -1, -1):
        tails[up] = tails[up + 1] + comb(times, up)
    return tails


def _ups(wanted: int, size: int, times: int) -> int:
    """The fewest ups of *times* steps of *size* whose sum reaches *wanted*; times + 1 when none does."""
    return min(max(-(-(wanted + size * times) // (2 * size)), 0), times + 1)


def _discordant(losses: int, gains: int) -> tuple[int, int]:
    whole("losses", losses)
    whole("gains", gains)
    return min(losses, gains), losses + gains


def _binomial_tail(few: int, total: int) -> Fraction:
    return Fraction(sum(comb(total, count) for count in range(few + 1)), 2**total)
