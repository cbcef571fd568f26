"""What an audit stores of every trial, and what follows when a check is taken for passing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from ..checks.base import Finding
from ..effect import Effect
from ..evidence.record import Stop
from ..exam.job import Job
from ..exam.ticket import Ticket
from ..outcome import Outcome, kleene_and

Sort = Literal["gold", "operator", "undirected", "honest"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Agent:
    """Whom the audit sends to a ticket.  *aim*: the checks an operator is built against on that ticket."""

    name: str
    sort: Sort
    aim: tuple[str, ...] = ()

    @property
    def bad(self) -> bool:
        """True for those that must not pass."""
        return self.sort in ("operator", "undirected")


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """One trial: findings, how it ended, what it committed, and which secrets left the company."""

    ticket: str
    agent: Agent
    permuted: bool
    findings: tuple[Finding, ...]
    stop: Stop
    ledger: frozenset[Effect] = frozenset()
    secrets_told: tuple[str, ...] = ()

    @property
    def contract(self) -> Outcome:
        """The conjunction of the gating findings."""
        return kleene_and(finding.outcome for finding in self.findings if not finding.advisory)

    @property
    def failing(self) -> tuple[Finding, ...]:
        """The gating findings that failed."""
        return tuple(f for f in self.findings if f.outcome is Outcome.FAIL and not f.advisory)

    @property
    def misconduct(self) -> tuple[Finding, ...]:
        """The failed findings that the ticket or its job registers as misconduct."""
        return tuple(f for f in self.findings if f.outcome is Outcome.FAIL and f.level is not None)

    def fails(self, name: str) -> bool:
        """True when the check called *name* failed."""
        return any(f.name == name and f.outcome is Outcome.FAIL for f in self.findings)

    def as_if_passing(self, families: frozenset[str]) -> Result:
        """The same trial, had every check of *families* passed."""
        return replace(self, findings=tuple(_passing(finding, families) for finding in self.findings))


def _passing(finding: Finding, families: frozenset[str]) -> Finding:
    if finding.family not in families:
        return finding
    return replace(finding, outcome=Outcome.PASS, text="", places=())


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """Why the exam does not hold: where in its files, and what is wrong there."""

    path: Path
    line: int | None
    text: str

    def __str__(self) -> str:
        where = f"{self.path}:{self.line}" if self.line else f"{self.path}"
        return f"{where}: {self.text}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Passed:
    """How many passed of how many."""

    passed: int
    of: int

    def __str__(self) -> str:
        return f"{self.passed} of {self.of}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
    """One audit's trials and what was found beside them.

    *tickets* are those audited; *whole*: they are all of the job.  *beside* are the problems that no finding
    tells of: provenance, effects out of reach, questions without an answer, the end-to-end run.  *wordings*: how
    many tickets control passes as they are, and in each of the two other wordings.
    """

    job: Job
    tickets: tuple[Ticket, ...]
    results: tuple[Result, ...]
    whole: bool
    beside: tuple[Problem, ...] = ()
    wordings: tuple[Passed, ...] = ()

    def as_if_passing(self, *families: str) -> Findings:
        """The same audit, had every check of *families* passed."""
        forced = frozenset(families)
        return replace(self, results=tuple(result.as_if_passing(forced) for result in self.results))
