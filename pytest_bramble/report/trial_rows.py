"""One row per trial, and the number under which its transcript lies in the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialRow:
    """One trial as a row; *number* opens its transcript."""

    number: int
    ticket: str
    run: int
    attempt: int
    outcome: str
    word: str
    completed: bool
    reasons: tuple[str, ...]
    record: str
    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbering:
    """Every recorded trial numbered in the order of report.json, earlier attempts last.

    *telling* maps a result's ticket to the trial that shows best how it went: the first failed, then unknown,
    then any.
    """

    numbers: Mapping[str, int]
    telling: Mapping[tuple[str, ...], int]

    @classmethod
    def of(cls, report: Mapping[str, Any]) -> Numbering:
        """The numbering of *report*."""
        best: dict[tuple[str, ...], tuple[int, int]] = {}
        for number, trial in enumerate(report["trials"]):
            rank = (("fail", "unknown", "pass").index(trial["outcome"]), number)
            whose = _whose(trial, trial["ticket"])
            best[whose] = min(best.get(whose, rank), rank)
        recorded = [*report["trials"], *report["superseded"]]
        return cls(
            numbers={trial["record"]: number for number, trial in enumerate(recorded)},
            telling={whose: number for whose, (_, number) in best.items()},
        )

    def number(self, record: str) -> int | None:
        """The number of the trial stored in the file *record*."""
        return self.numbers.get(record)

    def first(self, result: Mapping[str, Any], ticket: str) -> int | None:
        """The trial to open for *ticket* of *result*; None when none was run."""
        return self.telling.get(_whose(result, ticket))


def _whose(entry: Mapping[str, Any], ticket: str) -> tuple[str, ...]:
    return entry["job"], entry["candidate"], entry["arm"], ticket


def trial_rows(trials: Sequence[Mapping[str, Any]], numbering: Numbering) -> tuple[TrialRow, ...]:
    """*trials* of report.json as rows."""
    return tuple(
        TrialRow(
            number=numbering.numbers[trial["record"]],
            ticket=trial["ticket"],
            run=trial["run"],
            attempt=trial["attempt"],
            outcome=trial["outcome"],
            word=_word(trial),
            completed=trial["completed"],
            reasons=_reasons(trial),
            record=trial["record"],
            sha256=trial["sha256"],
        )
        for trial in trials
    )


def _word(trial: Mapping[str, Any]) -> str:
    if trial["error"]:
        return "error"
    return {"pass": "passed", "fail": "failed", "unknown": "unknown"}[trial["outcome"]]


def _reasons(trial: Mapping[str, Any]) -> tuple[str, ...]:
    told: dict[str, list[str]] = {}
    for reason in trial["reasons"]:
        check, _, why = reason.partition(": ")
        told.setdefault(why, []).append(check)
    lines = [f"{', '.join(checks)}: {why}" if why else ", ".join(checks) for why, checks in told.items()]
    if trial["exam_may_be_at_fault"]:
        lines.append("The customer had no answer to something that was asked: the exam may be at fault.")
    return tuple(lines)
