"""How many of a ticket's runs pass when tickets differ: the beta-binomial distribution, and sums of it."""

from __future__ import annotations

import math
from math import comb

from .refusals import whole, within


def pass_counts(rate: float, rho: float, runs: int) -> list[float]:
    """P(0, 1, ..., *runs* passes) of one ticket with mean *rate* and intraclass correlation *rho*."""
    within("rate", rate, 0.0, 1.0)
    within("rho", rho, 0.0, 1.0)
    whole("runs", runs, least=1)
    if rho == 1.0 or rate in (0.0, 1.0):
        return [1.0 - rate, *[0.0] * (runs - 1), rate]
    if rho == 0.0:
        return [comb(runs, k) * rate**k * (1.0 - rate) ** (runs - k) for k in range(runs + 1)]
    strength = 1.0 / rho - 1.0
    a, b = rate * strength, (1.0 - rate) * strength
    return [
        comb(runs, k) * math.exp(_log_beta(a + k, b + runs - k) - _log_beta(a, b)) for k in range(runs + 1)
    ]


def total_passes(one: list[float], tickets: int) -> list[float]:
    """The distribution of passes summed over *tickets* independent tickets, each distributed as *one*."""
    whole("tickets", tickets, least=1)
    result, power = [1.0], one
    while tickets:
        if tickets & 1:
            result = _convolved(result, power)
        tickets >>= 1
        if tickets:
            power = _convolved(power, power)
    return result


def _convolved(left: list[float], right: list[float]) -> list[float]:
    result = [0.0] * (len(left) + len(right) - 1)
    for shift, factor in enumerate(right):
        if factor:
            for position, chance in enumerate(left, start=shift):
                result[position] += chance * factor
    return result


def _log_beta(a: float, b: float) -> float:
    return math.lgamma(a) + math.lgamma(b) - math.lgamma(a + b)
