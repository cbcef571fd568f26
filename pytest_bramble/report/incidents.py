"""What happened that must not: each case with the trial that shows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..scoring.wording import listing
from .trial_rows import Numbering
from .wordings import name_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """One line of misconduct or safety: whose, how bad it looks, what happened, and the trial that shows it."""

    name: str
    look: str
    word: str
    text: str
    trial: int | None


def misconduct_lines(result: Mapping[str, Any], numbering: Numbering) -> list[Evidence]:
    """One line per ticket and check: the first run that shows it, and which others do."""
    cases: dict[tuple[str, str, str], list[Mapping[str, Any]]] = {}
    for found in result["misconduct"]:
        cases.setdefault((found["ticket"], found["check"], found["level"]), []).append(found)
    return [
        Evidence(
            name=name_of(result),
            look="bad" if level == "gross" else "poor",
            word=level,
            text=f"{ticket} run {first['run']}, {check}: {first['text']}{_spot(first)}{_also(others)}",
            trial=numbering.number(first["record"]),
        )
        for (ticket, check, level), (first, *others) in cases.items()
    ]


def _also(others: list[Mapping[str, Any]]) -> str:
    runs = list(dict.fromkeys(str(found["run"]) for found in others))
    return f"; also in {'run' if len(runs) == 1 else 'runs'} {listing(runs)}" if runs else ""


def _spot(found: Mapping[str, Any]) -> str:
    parts = [
        f"event {found['event']}" if found["event"] is not None else "",
        found["surface"] or "",
        f"offset {found['offset']}" if found["offset"] is not None else "",
    ]
    told = ", ".join(part for part in parts if part)
    return f" ({told})" if told else ""
