"""Rows of measured figures, and the Markdown tables they make."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from processes import Figure


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What was measured, the most it may be ("" where nothing bounds it), and what it was in *unit*."""

    what: str
    figure: Figure
    unit: str = ""
    budget: str = ""

    def __str__(self) -> str:
        least, median = (
            f"{value:.3g} {self.unit}".strip() for value in (self.figure.least, self.figure.median)
        )
        return f"| {self.what} | {self.budget} | {least} | {median} |"


def table(rows: Sequence[Row]) -> str:
    """*rows* as a Markdown table."""
    return "\n".join(["| what | at most | minimum | median |", "|---|---|---|---|", *map(str, rows)])
