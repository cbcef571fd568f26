"""What the models consumed: totals that are None as soon as one part was not reported (R7)."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable
from typing import Any

from ..evidence.record import UsageTotal
from .reading import ReadTrial

NOBODY = UsageTotal(
    calls=0, input_tokens=0, output_tokens=0, cost_usd=0.0, unknown_cost_calls=0, cost_source=None
)


def total(usages: Iterable[UsageTotal]) -> UsageTotal:
    """The sum of *usages*; a total with an unreported part is None, and nothing at all sums to zero."""
    known = tuple(usages)
    sources = {usage.cost_source for usage in known if usage.cost_source}
    costs = [usage.cost_usd for usage in known]
    return UsageTotal(
        calls=sum(usage.calls for usage in known),
        input_tokens=_sum(usage.input_tokens for usage in known),
        output_tokens=_sum(usage.output_tokens for usage in known),
        cost_usd=_cost(costs),
        unknown_cost_calls=sum(usage.unknown_cost_calls for usage in known),
        cost_source=", ".join(sorted(sources)) or None,
    )


def usage_json(trials: tuple[ReadTrial, ...], superseded: tuple[ReadTrial, ...]) -> dict[str, Any]:
    """Usage of the agent in the trials that count, of judges, and of earlier attempts, each apart."""
    return {
        "agent": _of(trials),
        "judge": _json(NOBODY, 0.0),
        "superseded": _of(superseded),
    }


def _of(trials: tuple[ReadTrial, ...]) -> dict[str, Any]:
    return _json(
        total(trial.usage for trial in trials), round(math.fsum(trial.known_usd for trial in trials), 10)
    )


def latency_json(trials: Iterable[ReadTrial]) -> dict[str, Any]:
    """Seconds a model call took on the wire: the median of those reported, beside how many were not."""
    all_calls = [seconds for trial in trials for seconds in trial.latencies]
    known = [seconds for seconds in all_calls if seconds is not None]
    return {
        "calls": len(all_calls),
        "unknown_calls": len(all_calls) - len(known),
        "median_s": round(statistics.median(known), 6) if known else None,
        "longest_s": max(known, default=None),
    }


def per_solved(cost_usd: float | None, solved: int) -> float | None:
    """What each solved ticket cost; None while the cost is unknown or nothing was solved."""
    return None if cost_usd is None or solved == 0 else round(cost_usd / solved, 10)


def _sum(counts: Iterable[int | None]) -> int | None:
    found = list(counts)
    known = [count for count in found if count is not None]
    return sum(known) if len(known) == len(found) else None


def _cost(costs: list[float | None]) -> float | None:
    known = [cost for cost in costs if cost is not None]
    return round(math.fsum(known), 10) if len(known) == len(costs) else None


def _json(usage: UsageTotal, known_usd: float) -> dict[str, Any]:
    return {**{name: getattr(usage, name) for name in UsageTotal.__slots__}, "known_cost_usd": known_usd}
