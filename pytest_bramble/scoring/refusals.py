"""Numbers that make no sense are refused with a reason before they can become a result."""

from __future__ import annotations

import math


def whole(name: str, value: object, least: int = 0) -> int:
    """*value* as the count it is; ValueError for a boolean, a fraction, or anything under *least*."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"{name} must be a whole number, not {value!r}")
    if value < least:
        raise ValueError(f"{name} must be at least {least}, not {value}")
    return value


def finite(name: str, value: object) -> float:
    """*value* as a float; ValueError for a boolean, NaN, an infinity or what is no number at all."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"{name} must be a number, not {value!r}")
    if not math.isfinite(value):
        raise ValueError(f"{name} must be a finite number, not {value!r}")
    return float(value)


def between(name: str, value: object, low: float, high: float) -> float:
    """*value* when it lies strictly between *low* and *high*; ValueError otherwise."""
    number = finite(name, value)
    if not low < number < high:
        raise ValueError(f"{name} must lie strictly between {low:g} and {high:g}, not {number!r}")
    return number


def within(name: str, value: object, low: float, high: float) -> float:
    """*value* when it lies between *low* and *high*, ends included; ValueError otherwise."""
    number = finite(name, value)
    if not low <= number <= high:
        raise ValueError(f"{name} must lie between {low:g} and {high:g}, not {number!r}")
    return number


def level(alpha: object) -> float:
    """A one-sided error level: strictly between 0 and 0.5; ValueError otherwise."""
    return between("alpha", alpha, 0.0, 0.5)


def named(name: str, value: object) -> str:
    """*value* when it is a text with something in it; ValueError otherwise."""
    if not isinstance(value, str) or not value:
        raise ValueError(f"{name} must be a non-empty text, not {value!r}")
    return value
