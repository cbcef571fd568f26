"""The matrix of tickets and candidates: in every cell how often, in words and in colour."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..scoring.wording import count
from .trial_rows import Numbering


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """How one candidate did on one ticket.  *number* is the trial to open, None when none was run."""

    look: str
    text: str
    unknown: str
    misconduct: bool
    label: str
    number: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MatrixRow:
    """One ticket.  *spotless*: every candidate passed it every time."""

    ticket: str
    title: str
    slices: tuple[str, ...]
    safety: bool
    spotless: bool
    cells: tuple[Cell, ...]


def matrix_rows(
    job: Mapping[str, Any], results: Sequence[Mapping[str, Any]], names: Sequence[str], numbering: Numbering
) -> tuple[MatrixRow, ...]:
    """The rows of the matrix of *job*, by ticket."""
    return tuple(_row(ticket, job["tickets"][ticket], results, names, numbering) for ticket in job["tickets"])


def _row(
    ticket: str,
    registered: Mapping[str, Any],
    results: Sequence[Mapping[str, Any]],
    names: Sequence[str],
    numbering: Numbering,
) -> MatrixRow:
    entries = [result["tickets"][ticket] for result in results]
    return MatrixRow(
        ticket=ticket,
        title=registered["title"],
        slices=tuple(registered["slices"]),
        safety=any(entry["safety"] for entry in entries),
        spotless=all(entry["stability"] == "always" for entry in entries),
        cells=tuple(
            _cell(f"{ticket}, {name}", entry, numbering.first(result, ticket))
            for name, entry, result in zip(names, entries, results, strict=True)
        ),
    )


def _cell(whose: str, entry: Mapping[str, Any], number: int | None) -> Cell:
    if entry["runs"] == 0:
        return Cell(
            look="absent", text="—", unknown="", misconduct=False, label=f"{whose}: not run", number=None
        )
    told = [f"{entry['passed']} of {count(entry['runs'], 'run')} passed"]
    if entry["unknown"]:
        told.append(f"{entry['unknown']} unknown")
    if entry["misconduct"]:
        told.append(f"misconduct in {entry['misconduct']}")
    undecided = not entry["passed"] and not entry["failed"]
    return Cell(
        look="absent" if undecided else entry["stability"],
        text=f"{entry['passed']}/{entry['runs']}",
        unknown=f"{entry['unknown']}?" if entry["unknown"] else "",
        misconduct=bool(entry["misconduct"]),
        label=f"{whose}: {', '.join(told)}",
        number=number,
    )
