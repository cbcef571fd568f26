"""One ticket's trials, agent by agent, beside what the ticket says of its bad agents."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..exam.ticket import Ticket
from ..outcome import Outcome
from .results import Agent, Findings, Result


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """An agent's trials on one ticket, *names*: the checks that must catch it there."""

    agent: Agent
    results: tuple[Result, ...]
    names: tuple[str, ...]

    @property
    def passes(self) -> bool:
        """True when it passes under both orders of the lists."""
        return all(result.contract is Outcome.PASS for result in self.results)

    @property
    def fails(self) -> bool:
        """True when it fails under both."""
        return all(result.contract is Outcome.FAIL for result in self.results)

    @property
    def caught(self) -> bool:
        """True when it fails, and every check that must catch it does, under both."""
        return (
            self.fails
            and bool(self.names)
            and all(r.fails(name) for r in self.results for name in self.names)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class TicketView:
    """One ticket and everybody who was sent to it.

    *own_gates* and *own_violations* are those the ticket declares beside its job's.
    """

    ticket: Ticket
    sent: tuple[Sent, ...]
    own_gates: tuple[str, ...]
    own_violations: tuple[str, ...]

    @property
    def by_agent(self) -> Mapping[str, Sent]:
        """Everybody who was sent, by name."""
        return {sent.agent.name: sent for sent in self.sent}

    @property
    def results(self) -> tuple[Result, ...]:
        """All trials."""
        return tuple(result for sent in self.sent for result in sent.results)

    @property
    def all_operators(self) -> tuple[Sent, ...]:
        """Every operator that can make its mistake here."""
        return tuple(sent for sent in self.sent if sent.agent.sort == "operator")

    @property
    def operators(self) -> tuple[Sent, ...]:
        """Those of them that do something wrong here."""
        equivalent = self.ticket.examiner.equivalent
        return tuple(sent for sent in self.all_operators if sent.agent.name not in equivalent)

    @property
    def undirected(self) -> tuple[Sent, ...]:
        """The undirected agents."""
        return tuple(sent for sent in self.sent if sent.agent.sort == "undirected")

    @property
    def bad(self) -> tuple[Sent, ...]:
        """Everybody who does something wrong here."""
        return (*self.operators, *self.undirected)

    def named(self, agent: str) -> tuple[str, ...]:
        """The checks that must catch *agent*: those the ticket names, else those it is built against."""
        return self.by_agent[agent].names


def views(findings: Findings) -> tuple[TicketView, ...]:
    """Every audited ticket with its trials."""
    trials: dict[str, dict[Agent, list[Result]]] = {ticket.id: {} for ticket in findings.tickets}
    for result in findings.results:
        trials[result.ticket].setdefault(result.agent, []).append(result)
    return tuple(_view(findings, ticket, trials[ticket.id]) for ticket in findings.tickets)


def _view(findings: Findings, ticket: Ticket, trials: Mapping[Agent, list[Result]]) -> TicketView:
    examiner, job = ticket.examiner, findings.job
    own = examiner.checks[len(job.checks) :]
    return TicketView(
        ticket=ticket,
        sent=tuple(
            Sent(agent=agent, results=tuple(results), names=examiner.caught_by.get(agent.name, agent.aim))
            for agent, results in trials.items()
        ),
        own_gates=tuple(spec.name for spec in own if not spec.advisory),
        own_violations=tuple(n for n, level in examiner.violations.items() if job.violations.get(n) != level),
    )
