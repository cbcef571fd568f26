"""From a record's evidence to its grades: findings, contract, completed, misconduct."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

from .checks.base import Case, Finding, Place, examine
from .checks.catalogue import load_all
from .checks.core import completed
from .checks.counts import Counts, count
from .evaluator import evaluator_hash
from .evidence.record import Evidence
from .exam.ticket import Ticket
from .outcome import Outcome, kleene_and


@dataclass(frozen=True, slots=True, kw_only=True)
class Grades:
    """What the examiner concludes from one record.

    *joint* is None while no criterion gates.  *reasons* says, for each thing unknown, why.
    """

    findings: tuple[Finding, ...]
    contract: Outcome
    joint: Outcome | None
    outcome: Outcome
    completed: bool
    reasons: tuple[str, ...]
    counts: Counts
    evaluator: str

    @property
    def misconduct(self) -> tuple[Finding, ...]:
        """The failed checks that the ticket or its job registers as misconduct."""
        return tuple(f for f in self.findings if f.level is not None and f.outcome is Outcome.FAIL)

    def to_json(self) -> dict[str, Any]:
        """The grades as stored."""
        return {
            "findings": [finding.to_json() for finding in self.findings],
            "contract": str(self.contract),
            "joint": None if self.joint is None else str(self.joint),
            "outcome": str(self.outcome),
            "completed": self.completed,
            "reasons": list(self.reasons),
            "counts": dataclasses.asdict(self.counts),
            "evaluator": self.evaluator,
        }


def grade(evidence: Evidence, ticket: Ticket) -> Grades:
    """Grade *evidence* against the examiner's half of *ticket*; nothing else is consulted."""
    load_all()
    case = Case(evidence=evidence, examiner=ticket.examiner)
    findings = tuple(examine(spec, case) for spec in ticket.examiner.checks) + _caps(evidence)
    contract = kleene_and(f.outcome for f in findings if not f.advisory)
    return Grades(
        findings=findings,
        contract=contract,
        joint=None,
        outcome=contract,
        completed=completed(case, contract is Outcome.PASS),
        reasons=_reasons(evidence, findings),
        counts=count(case),
        evaluator=evaluator_hash(),
    )


def _caps(evidence: Evidence) -> tuple[Finding, ...]:
    """A cap that was hit is the candidate's failure, whatever the ledger holds."""
    if evidence.stop.by != "candidate":
        return ()
    return (
        Finding(
            name="caps",
            family="caps",
            outcome=Outcome.FAIL,
            advisory=False,
            level=None,
            text=evidence.stop.text or evidence.stop.reason,
            places=(Place(event=len(evidence.events) - 1 if evidence.events else None),),
        ),
    )


def _reasons(evidence: Evidence, findings: tuple[Finding, ...]) -> tuple[str, ...]:
    unknown = [f"{f.name}: {f.text}" for f in findings if f.outcome is Outcome.UNKNOWN and not f.advisory]
    if evidence.interrupted:
        return (f"{evidence.stop.reason}: {evidence.stop.text}", *unknown)
    return tuple(unknown)
