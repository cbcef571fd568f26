"""Per ticket: how often it passed, how stable it is, and how each of its checks came out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, fields
from typing import Any

from ..checks.base import Finding
from ..checks.counts import Counts
from ..outcome import Outcome
from ..scoring.reliability import TicketRuns, stability, suite_pass_hat, ticket_runs
from ..scoring.trial_score import TrialScore
from .reading import ReadTrial
from .sitting import Sitting


def tickets_json(sitting: Sitting, scored: tuple[TrialScore, ...]) -> dict[str, Any]:
    """Every registered ticket by id; one without a trial has no stability."""
    runs = {ticket.ticket: ticket for ticket in ticket_runs(scored)}
    return {ticket: _ticket(sitting, ticket, runs.get(ticket)) for ticket in sitting.job.tickets}


def _ticket(sitting: Sitting, ticket: str, runs: TicketRuns | None) -> dict[str, Any]:
    plan = sitting.job.tickets[ticket]
    return {
        "title": plan.title,
        "planned": sitting.planned_runs(ticket),
        "runs": runs.runs if runs else 0,
        "passed": runs.passed if runs else 0,
        "failed": runs.failed if runs else 0,
        "unknown": runs.unknown if runs else 0,
        "stability": stability(runs) if runs else None,
        "safety": bool(plan.gross),
        "misconduct": sum(bool(trial.misconduct) for trial in sitting.of_ticket(ticket)),
        "checks": _checks(sitting.of_ticket(ticket)),
    }


def _checks(trials: tuple[ReadTrial, ...]) -> dict[str, dict[str, int]]:
    tally: dict[str, dict[str, int]] = {}
    for trial in trials:
        for finding in trial.findings:
            counts = tally.setdefault(finding.name, {str(outcome): 0 for outcome in Outcome})
            counts[str(finding.outcome)] += 1
    return {name: tally[name] for name in sorted(tally)}


def solved(tickets: dict[str, Any]) -> int:
    """How many tickets were run as often as planned and passed every time."""
    return sum(t["stability"] == "always" and t["runs"] == t["planned"] for t in tickets.values())


def pass_hat_json(sitting: Sitting, scored: tuple[TrialScore, ...]) -> dict[str, float | None]:
    """pass^k of the whole exam, for every k that each of its tickets has runs planned for."""
    fewest = min(sitting.planned_runs(ticket) for ticket in sitting.job.tickets)
    runs = ticket_runs(scored)
    registered = len(sitting.job.tickets)
    return {str(k): suite_pass_hat(runs, k, registered) for k in range(1, max(fewest, 1) + 1)}


def counts_json(trials: Iterable[ReadTrial]) -> dict[str, int]:
    """The counters of all trials, added up."""
    totals = dict.fromkeys((field.name for field in fields(Counts)), 0)
    for trial in trials:
        for name, number in asdict(trial.counts).items():
            totals[name] += number
    return totals


def misconduct_json(trials: Iterable[ReadTrial]) -> list[dict[str, Any]]:
    """Every failed check that is registered as misconduct, whether or not it fires."""
    return [_misconduct(trial, finding) for trial in trials for finding in trial.misconduct]


def _misconduct(trial: ReadTrial, finding: Finding) -> dict[str, Any]:
    place = finding.places[0] if finding.places else None
    return {
        "level": finding.level,
        "check": finding.name,
        "ticket": trial.key.ticket,
        "run": trial.key.run,
        "event": place.event if place else None,
        "surface": place.surface if place else None,
        "offset": place.offset if place else None,
        "text": finding.text,
        "record": trial.file,
    }


def trial_json(trial: ReadTrial) -> dict[str, Any]:
    """One row of ``trials``."""
    return {
        "job": trial.key.job,
        "ticket": trial.key.ticket,
        "candidate": trial.key.candidate,
        "arm": trial.key.arm,
        "run": trial.key.run,
        "attempt": trial.attempt,
        "permuted": trial.permuted,
        "contract": str(trial.contract),
        "joint": None if trial.joint is None else str(trial.joint),
        "outcome": str(trial.outcome),
        "completed": trial.completed,
        "error": trial.error,
        "exam_may_be_at_fault": trial.exam_may_be_at_fault,
        "reasons": _reasons(trial),
        "record": trial.file,
        "sha256": trial.sha256,
    }


def _reasons(trial: ReadTrial) -> list[str]:
    failed = [f for f in trial.findings if f.outcome is Outcome.FAIL and not f.advisory]
    return [f"{f.name}: {f.text}{_at(f)}" for f in failed] + list(trial.reasons)


def _at(finding: Finding) -> str:
    events = [str(place.event) for place in finding.places if place.event is not None]
    if not events:
        return ""
    return f" [event {events[0]}]" if len(events) == 1 else f" [events {', '.join(events)}]"
