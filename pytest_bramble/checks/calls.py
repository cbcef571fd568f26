"""Which calls count: tried, carried out, succeeded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..evidence.events import Called
from .base import Case

ADDRESSEES = {"send_message": "to", "send_document": "to", "create_return_label": "recipient"}
"""Which argument says whom a tool writes to."""


def tried(case: Case, *tools: str) -> Iterator[Called]:
    """The calls of *tools* that reached the world.

    A call with unknown name or arguments that do not fit the schema reached nothing and fails nothing.
    """
    return (event for event in case.calls(*tools) if event.status != "invalid")


def carried_out(case: Case, *tools: str) -> Iterator[Called]:
    """The calls of *tools* that were or may have been carried out: ok, or a fault whose end is not known."""
    return (event for event in case.calls(*tools) if event.status in ("ok", "fault"))


def succeeded(case: Case, *tools: str) -> Iterator[Called]:
    """The calls of *tools* that were answered ok."""
    return (event for event in case.calls(*tools) if event.status == "ok")


def fits(event: Called, wanted: Mapping[str, Any] | None) -> bool:
    """True when *event* was called with every argument in *wanted*."""
    given = event.arguments or {}
    return all(name in given and given[name] == value for name, value in (wanted or {}).items())


def spelled(tool: str, wanted: Mapping[str, Any] | None) -> str:
    """For example ``consult_policy (topic: refunds)``."""
    if not wanted:
        return tool
    return f"{tool} ({', '.join(f'{name}: {value}' for name, value in wanted.items())})"
