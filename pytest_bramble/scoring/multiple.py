"""p-values corrected for how many were looked at."""

from __future__ import annotations

from collections.abc import Sequence

from .refusals import within


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's step-down adjustment, in the order given: the chance of even one false claim is held."""
    ordered, count = _ordered(p_values)
    adjusted, highest = [0.0] * count, 0.0
    for rank, position in enumerate(ordered):
        highest = max(highest, min(1.0, (count - rank) * p_values[position]))
        adjusted[position] = highest
    return adjusted


def benjamini_hochberg(p_values: Sequence[float]) -> list[float]:
    """Benjamini and Hochberg's step-up adjustment, in the order given: the share of false claims is held."""
    ordered, count = _ordered(p_values)
    adjusted, lowest = [0.0] * count, 1.0
    for rank in range(count, 0, -1):
        position = ordered[rank - 1]
        lowest = min(lowest, p_values[position] * count / rank)
        adjusted[position] = lowest
    return adjusted


def _ordered(p_values: Sequence[float]) -> tuple[list[int], int]:
    for p in p_values:
        within("a p-value", p, 0.0, 1.0)
    return sorted(range(len(p_values)), key=lambda position: p_values[position]), len(p_values)
