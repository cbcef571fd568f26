"""Trials, arms and verdict inputs for the tests of this folder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pytest_bramble.outcome import Outcome
from pytest_bramble.scoring.reliability import TicketRuns
from pytest_bramble.scoring.trial_score import Misconduct, TrialScore
from pytest_bramble.scoring.verdict_facts import PlannedTicket, VerdictInput

PASS, FAIL, UNKNOWN = Outcome.PASS, Outcome.FAIL, Outcome.UNKNOWN
LETTERS = {"P": PASS, "F": FAIL, "U": UNKNOWN}


def trial(ticket: str = "T01", run: int = 1, outcome: Outcome = PASS, **changed: Any) -> TrialScore:
    """A trial of a ticket that is its own cluster, with five gating checks, three good when it fails."""
    given: dict[str, Any] = {
        "cluster": f"C-{ticket}",
        "contract": outcome,
        "joint": None,
        "completed": outcome is PASS,
        "error": False,
        "gating_good": 5 if outcome is PASS else 3,
        "gating_total": 5,
    }
    return TrialScore(ticket=ticket, run=run, outcome=outcome, **(given | changed))


def arm(*runs: str) -> tuple[TrialScore, ...]:
    """One ticket per argument: ``arm("PPF", "PU")`` is T01 with three runs and T02 with two."""
    return tuple(
        trial(f"T{position:02d}", run, LETTERS[letter])
        for position, letters in enumerate(runs, start=1)
        for run, letter in enumerate(letters, start=1)
    )


def misconduct(
    level: str = "serious", ticket: str = "T01", run: int = 1, check: str = "wrong_object"
) -> Misconduct:
    return Misconduct(level=level, check=check, ticket=ticket, run=run, event=4, text="refunded B-2")


def with_misconduct(
    trials: Sequence[TrialScore], *levels_and_places: tuple[str, str, int]
) -> tuple[TrialScore, ...]:
    """The trials, those named by (level, ticket, run) turned into failures with that misconduct."""
    found: dict[tuple[str, int], list[Misconduct]] = {}
    for level, ticket, run in levels_and_places:
        found.setdefault((ticket, run), []).append(misconduct(level, ticket, run))
    return tuple(
        replace(
            known,
            outcome=FAIL,
            contract=FAIL,
            error=False,
            misconduct=tuple(found[known.ticket, known.run]),
        )
        if (known.ticket, known.run) in found
        else known
        for known in trials
    )


def runs(
    passed: int, failed: int = 0, unknown: int = 0, ticket: str = "T01", cluster: str = ""
) -> TicketRuns:
    return TicketRuns(
        ticket=ticket, cluster=cluster or f"C-{ticket}", passed=passed, failed=failed, unknown=unknown
    )


def suite(*passed: int, of: int) -> tuple[TicketRuns, ...]:
    """Tickets with as many of *of* runs passed as given."""
    return tuple(
        runs(count, of - count, ticket=f"T{position:02d}") for position, count in enumerate(passed, start=1)
    )


def facts(trials: Sequence[TrialScore], **changed: Any) -> VerdictInput:
    """A complete, sealed, audited, measured session of these trials with a bar of 0.80."""
    clusters = {known.ticket: known.cluster for known in trials}
    given: dict[str, Any] = {
        "trials": tuple(trials),
        "tickets": tuple(
            PlannedTicket(ticket=ticket, cluster=cluster, sealed_runs=3, lists_gross=False)
            for ticket, cluster in clusters.items()
        ),
        "planned": len(trials),
        "complete": True,
        "bar": 0.80,
        "gates_by_contract": True,
        "sealed": True,
        "seal_text": "",
        "synthetic": False,
        "rehearsal": False,
        "audit_ok": True,
        "misconduct_unknown": 0,
        "panel": None,
        "required_slices": (),
        "baseline_claim": None,
    }
    return VerdictInput(**(given | changed))


def exam(passing: int, tickets: int, of: int = 3) -> tuple[TrialScore, ...]:
    """*passing* tickets that pass all runs, the rest of *tickets* fail all."""
    return arm(*["P" * of] * passing, *["F" * of] * (tickets - passing))
