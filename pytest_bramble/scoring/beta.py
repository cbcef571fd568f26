"""The regularised incomplete beta function and its inverse, in the standard library alone.

The continued fraction is Lentz's (Numerical Recipes, 6.4); the inverse is Newton's method kept inside a
bisection bracket.  scipy is the test oracle.
"""

from __future__ import annotations

import math

_TINY = 1e-300
_PRECISION = 1e-16
_MOST_TERMS = 10_000
_MOST_STEPS = 400


def beta_cdf(a: float, b: float, x: float) -> float:
    """P(X <= x) for X ~ Beta(a, b), a and b positive."""
    if x <= 0.0:
        return 0.0
    if x >= 1.0:
        return 1.0
    front = math.exp(_log_density(a, b, x) + math.log(x) + math.log1p(-x))
    if x < (a + 1.0) / (a + b + 2.0):
        return front * _continued_fraction(a, b, x) / a
    return 1.0 - front * _continued_fraction(b, a, 1.0 - x) / b


def beta_quantile(a: float, b: float, p: float) -> float:
    """The x with P(X <= x) = p for X ~ Beta(a, b); ValueError unless a, b > 0 and 0 <= p <= 1."""
    if not (a > 0.0 and b > 0.0 and math.isfinite(a) and math.isfinite(b)):
        raise ValueError(f"a beta distribution needs positive finite parameters, not {a!r} and {b!r}")
    if not 0.0 <= p <= 1.0:
        raise ValueError(f"p must lie between 0 and 1, not {p!r}")
    if p in (0.0, 1.0):
        return p
    low, high, x = 0.0, 1.0, a / (a + b)
    for _ in range(_MOST_STEPS):
        error = beta_cdf(a, b, x) - p
        low, high = (low, x) if error > 0.0 else (x, high)
        following = _newton_step(a, b, x, error)
        if not low < following < high:
            following = (low + high) / 2.0
        if abs(following - x) <= _PRECISION * x or following in (low, high):
            return following
        x = following
    return x


def _newton_step(a: float, b: float, x: float, error: float) -> float:
    density = math.exp(min(_log_density(a, b, x), 700.0))
    return x - error / density if density > _TINY else -1.0


def _log_density(a: float, b: float, x: float) -> float:
    constant = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
    return constant + (a - 1.0) * math.log(x) + (b - 1.0) * math.log1p(-x)


def _continued_fraction(a: float, b: float, x: float) -> float:
    c = 1.0
    d = 1.0 / _away_from_zero(1.0 - (a + b) * x / (a + 1.0))
    value = d
    for m in range(1, _MOST_TERMS):
        even = m * (b - m) * x / ((a + 2 * m - 1.0) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1.0))
        for term in (even, odd):
            d = 1.0 / _away_from_zero(1.0 + term * d)
            c = _away_from_zero(1.0 + term / c)
            value *= d * c
        if abs(d * c - 1.0) < _PRECISION:
            break
    return value


def _away_from_zero(value: float) -> float:
    return value if abs(value) > _TINY else _TINY
