"""Candidates side by side: requirements, numbers and fingerprints, one row per thing and one cell each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..canonical import canonical
from .wordings import PRECONDITION_NAMES, dollars, share

_COUNTERS = {
    "wrong_object_commits": "Commits on a wrong object",
    "unexpected_effects": "Effects nobody asked for",
    "denied_attempts": "Denied attempts",
    "invalid_calls": "Invalid calls",
    "missing_clarifications": "Questions that were due and not asked",
    "unnecessary_clarifications": "Questions that were not needed",
    "premature_actions": "Actions before the answer",
    "unanswered_questions": "Questions the customer could not answer",
}
_TALLIES = {
    "planned": "Planned trials",
    "passed": "Passed",
    "failed": "Failed",
    "unknown": "Unknown",
    "errors": "… of these by infrastructure",
    "not_run": "Not run",
    "deselected": "Deselected",
    "completed": "Customer's task done",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class RowCell:
    """A cell of a comparison; *look* is ``good``, ``bad`` or empty."""

    text: str
    look: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of a comparison; *differs*: the candidates are not alike in it."""

    label: str
    cells: tuple[RowCell, ...]
    differs: bool = False
    group: str = ""


def requirement_rows(results: Sequence[Mapping[str, Any]]) -> tuple[Row, ...]:
    """H1 to H12, met or what would supply it; no row when no candidate got as far as being asked for them."""
    ids = list(dict.fromkeys(known["id"] for result in results for known in result["preconditions"]))
    return tuple(
        Row(
            label=f"{name} {PRECONDITION_NAMES.get(name, '')}",
            cells=tuple(_requirement(result, name) for result in results),
        )
        for name in ids
    )


def _requirement(result: Mapping[str, Any], name: str) -> RowCell:
    for known in result["preconditions"]:
        if known["id"] == name:
            return RowCell(text=known["text"], look="good" if known["met"] else "bad")
    return RowCell(text="not examined: the evidence is invalid")


def number_rows(results: Sequence[Mapping[str, Any]]) -> tuple[Row, ...]:
    """Every count and measure, grouped."""
    return (
        *(_row("Trials", label, results, name) for name, label in _TALLIES.items()),
        *_reliability(results),
        *(
            _row("Conduct", label, [result["counts"] for result in results], name)
            for name, label in _COUNTERS.items()
        ),
        *_usage(results),
    )


def _row(group: str, label: str, tables: Sequence[Mapping[str, Any]], name: str) -> Row:
    return _texts(group, label, [str(table[name]) for table in tables])


def _texts(group: str, label: str, texts: Sequence[str]) -> Row:
    return Row(group=group, label=label, cells=tuple(RowCell(text=text) for text in texts))


def _reliability(results: Sequence[Mapping[str, Any]]) -> Iterator[Row]:
    for k in sorted({int(k) for result in results for k in result["pass_hat"]}):
        label = f"pass^{k}: a ticket passes {k} times in a row" if k > 1 else "pass^1: a run passes"
        yield _texts("Reliability", label, [share(result["pass_hat"].get(str(k))) for result in results])


def _usage(results: Sequence[Mapping[str, Any]]) -> Iterator[Row]:
    agents = [result["usage"]["agent"] for result in results]
    yield _texts("Usage", "Model calls", [f"{agent['calls']:,}" for agent in agents])
    yield _texts("Usage", "Input tokens", [_tokens(agent["input_tokens"]) for agent in agents])
    yield _texts("Usage", "Output tokens", [_tokens(agent["output_tokens"]) for agent in agents])
    yield _texts("Usage", "Cost", [_cost(agent) for agent in agents])
    yield _texts("Usage", "Cost per solved ticket", [_each(result) for result in results])
    yield _texts("Usage", "Cost according to", [agent["cost_source"] or "nobody" for agent in agents])
    for part, label in (("judge", "Judges"), ("superseded", "Earlier attempts")):
        totals = [result["usage"][part] for result in results]
        yield _texts("Usage", f"{label}: calls and cost", [f"{t['calls']:,} · {_cost(t)}" for t in totals])
    yield _texts("Usage", "Seconds per call, median", [_seconds(r["latency"], "median_s") for r in results])
    yield _texts("Usage", "Seconds per call, longest", [_seconds(r["latency"], "longest_s") for r in results])


def _each(result: Mapping[str, Any]) -> str:
    if result["cost_per_solved_ticket_usd"] is not None:
        return dollars(result["cost_per_solved_ticket_usd"])
    return "unknown" if result["tickets_solved"] else "none solved"


def _tokens(tokens: int | None) -> str:
    return "unknown" if tokens is None else f"{tokens:,}"


def _cost(usage: Mapping[str, Any]) -> str:
    if usage["cost_usd"] is not None:
        return dollars(usage["cost_usd"])
    known = f"{dollars(usage['known_cost_usd'])} and " if usage["known_cost_usd"] else ""
    return f"{known}unknown for {usage['unknown_cost_calls']:,} of {usage['calls']:,} calls"


def _seconds(latency: Mapping[str, Any], name: str) -> str:
    missing = f" ({latency['unknown_calls']:,} not reported)" if latency["unknown_calls"] else ""
    return "unknown" if latency[name] is None else f"{latency[name]:.2f}{missing}"


def fingerprint_rows(results: Sequence[Mapping[str, Any]]) -> tuple[Row, ...]:
    """Who was examined, key by key; what is not the same for all of them is marked."""
    flat = [dict(_flat(_identity(result))) for result in results]
    keys = list(dict.fromkeys(key for one in flat for key in one))
    return tuple(
        Row(
            label=key,
            cells=tuple(RowCell(text=one.get(key, "—")) for one in flat),
            differs=len({one.get(key) for one in flat}) > 1,
        )
        for key in keys
    )


def _identity(result: Mapping[str, Any]) -> dict[str, Any]:
    names = ("kind", "synthetic", "family", "requested")
    return {
        **{name: result[name] for name in names},
        "answered by": ", ".join(result["answered_models"]) or None,
        **result["fingerprint"],
    }


def _flat(value: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    for key, item in value.items():
        if isinstance(item, Mapping):
            yield from _flat(item, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", item if isinstance(item, str) else _plain(item)


def _plain(value: Any) -> str:
    return "—" if value is None else canonical(value)
