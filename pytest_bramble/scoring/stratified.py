"""An exact test stratified by ticket: run labels are permuted within each ticket.

Given how many runs of a ticket passed in both arms together, the candidate's passes are hypergeometric; their
sum over tickets has the convolution of those distributions (Cochran, Mantel and Haenszel, made exact).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb

from .refusals import level, whole


@dataclass(frozen=True, slots=True, kw_only=True)
class Stratum:
    """One ticket: the candidate's and the baseline's runs, and how many of each passed."""

    runs: int
    passed: int
    baseline_runs: int
    baseline_passed: int

    def __post_init__(self) -> None:
        for name in ("runs", "passed", "baseline_runs", "baseline_passed"):
            whole(name, getattr(self, name))
        if self.passed > self.runs or self.baseline_passed > self.baseline_runs:
            raise ValueError("more runs passed than there are")


def lower_tail_p(strata: Iterable[Stratum]) -> float:
    """P(the candidate passes at most as many runs) if the arms are alike on every ticket; one-sided."""
    distribution, total, observed = [1], 1, 0
    for stratum in strata:
        ways, fewest = _hypergeometric(stratum)
        total *= comb(stratum.runs + stratum.baseline_runs, stratum.runs)
        observed += stratum.passed - fewest
        distribution = _convolved(distribution, ways)
    return float(Fraction(sum(distribution[: observed + 1]), total))


def smallest_visible_loss(strata: Sequence[Stratum], alpha: float) -> int | None:
    """The fewest passes to lose, one per ticket in turn, for p to fall under *alpha*; None if all are too few."""
    level(alpha)
    if lower_tail_p(strata) < alpha:
        return 0
    most = sum(stratum.passed for stratum in strata)
    if lower_tail_p(_after_losing(strata, most)) >= alpha:
        return None
    low, high = 0, 1
    while high < most and lower_tail_p(_after_losing(strata, high)) >= alpha:
        low, high = high, min(2 * high, most)
    while high - low > 1:
        middle = (low + high) // 2
        visible = lower_tail_p(_after_losing(strata, middle)) < alpha
        low, high = (low, middle) if visible else (middle, high)
    return high


def _hypergeometric(stratum: Stratum) -> tuple[list[int], int]:
    """The ways to each number of passes of the candidate, and the fewest it can have."""
    passed = stratum.passed + stratum.baseline_passed
    failed = stratum.runs + stratum.baseline_runs - passed
    fewest, most = max(0, stratum.runs - failed), min(stratum.runs, passed)
    return [comb(passed, k) * comb(failed, stratum.runs - k) for k in range(fewest, most + 1)], fewest


def _convolved(left: list[int], right: list[int]) -> list[int]:
    if len(right) == 1:
        return [ways * right[0] for ways in left] if right[0] != 1 else left
    result = [0] * (len(left) + len(right) - 1)
    for shift, factor in enumerate(right):
        for position, ways in enumerate(left):
            result[position + shift] += ways * factor
    return result


def _after_losing(strata: Sequence[Stratum], lost: int) -> list[Stratum]:
    """The strata after *lost* passes turned into failures, round after round, one per ticket."""
    passed = [stratum.passed for stratum in strata]
    while lost > 0:
        for position, left in enumerate(passed):
            if left and lost:
                passed[position] -= 1
                lost -= 1
    return [replace(stratum, passed=left) for stratum, left in zip(strata, passed, strict=True)]
