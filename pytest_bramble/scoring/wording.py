"""Small pieces of the sentences that verdicts are made of."""

from __future__ import annotations

from collections.abc import Sequence

_MOST_NAMED = 6


def count(number: int, noun: str, plural: str | None = None) -> str:
    """``1 ticket``, ``2 tickets``."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def listing(names: Sequence[str]) -> str:
    """``T01``, ``T01 and T02``, ``T01, T02 and T03``; beyond six the rest is counted."""
    shown = list(names[:_MOST_NAMED])
    if len(names) > _MOST_NAMED:
        shown.append(f"{len(names) - _MOST_NAMED} more")
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"


def rate(value: float) -> str:
    """A rate to three decimals, cut and not rounded, so that .7999 never reads as the .800 it misses."""
    return f"{int(value * 1000) / 1000:.3f}"


def p_value(p: float) -> str:
    """``p = 0.0312``, ``p < 0.0001``."""
    return "p < 0.0001" if p < 0.0001 else f"p = {p:.4f}"


def percent(value: float) -> str:
    """``80%``, ``82.5%``."""
    return f"{value * 100:g}%"
