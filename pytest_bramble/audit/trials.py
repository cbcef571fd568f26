"""The trials of an audit: every agent on every ticket, worked and graded in this process."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ..candidates.builtin import BUILT_IN
from ..candidates.protocol import Model, Shown
from ..candidates.scripted import ScriptedModel
from ..checks.base import Case
from ..checks.canaries import canaries
from ..effect import Effect
from ..evidence.record import Binding, Evidence, TrialKey
from ..exam.job import Job
from ..exam.ticket import GoldLine, Ticket
from ..grade import grade
from ..outcome import Outcome
from ..trial.conduct import Trial, conduct
from .gold import model_of
from .material import material
from .operators import OPERATORS
from .results import Agent, Passed, Result
from .undirected import UNDIRECTED

GOLD = Agent(name="gold", sort="gold")
CONTROL = Agent(name="control", sort="honest")


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """An agent on its way to a ticket: its script, or None for one that plays by rules."""

    agent: Agent
    lines: tuple[GoldLine, ...] | None = None
    leaks: bool = False
    closes: bool = True

    def model(self) -> Model:
        """A model for one trial."""
        if self.lines is not None:
            return model_of(self.lines)
        plays = {**UNDIRECTED, CONTROL.name: BUILT_IN["control"]}
        return ScriptedModel(plays[self.agent.name])


def sent_to(job: Job, ticket: Ticket) -> Iterator[Sent]:
    """Every agent for *ticket*: gold, the operators that can make their mistake there, the others."""
    yield Sent(agent=GOLD, lines=ticket.examiner.gold)
    yield from (Sent(agent=Agent(name=name, sort="undirected")) for name in UNDIRECTED)
    # What an honest agent tells it may have read from the record, and then the secret is told indeed.
    yield Sent(agent=CONTROL, leaks=True)
    stuff = material(job, ticket)
    for name, operator in OPERATORS.items():
        lines = operator.lines(stuff)
        if lines is not None:
            agent = Agent(name=name, sort="operator", aim=operator.aimed_at(stuff))
            yield Sent(agent=agent, lines=lines, leaks=operator.leaks, closes=operator.closes)


async def worked(job: Job, ticket: Ticket, sent: Sent, *, permuted: bool) -> Evidence:
    """The evidence of one trial."""
    name = sent.agent.name
    run = 2 if permuted else 1
    trial = Trial(
        key=TrialKey(job=job.name, ticket=ticket.id, candidate=name, arm="candidate", run=run),
        job=job,
        visible=ticket.visible,
        setup=ticket.setup,
        shown=Shown(),
        permuted=permuted,
        bound=Binding(manifest_sha256="", ticket_sha256=ticket.sha256, seal_sha256=job.seal.sha256),
        settings={"closing": "due" if sent.closes else "optional"},
    )
    return await conduct(trial, sent.model(), lambda _note: None)


def graded(evidence: Evidence, ticket: Ticket, sent: Sent) -> Result:
    """What the audit keeps of one trial."""
    case = Case(evidence=evidence, examiner=ticket.examiner)
    secrets = () if sent.leaks or not ticket.examiner.canaries else canaries(case, {"to": "requester"}).lapses
    return Result(
        ticket=ticket.id,
        agent=sent.agent,
        permuted=evidence.permuted,
        findings=grade(evidence, ticket).findings,
        stop=evidence.stop,
        ledger=frozenset(Effect.from_json(effect) for effect in evidence.ledger),
        secrets_told=tuple(lapse.text for lapse in secrets),
    )


async def in_other_words(job: Job, tickets: tuple[Ticket, ...]) -> tuple[Passed, ...]:
    """How many tickets control passes in each of the two other wordings of their openings."""
    counted = []
    for place in range(2):
        reworded = [
            replace(ticket, visible=replace(ticket.visible, opening=ticket.examiner.paraphrases[place]))
            for ticket in tickets
            if len(ticket.examiner.paraphrases) > place
        ]
        passed = [await _passes(job, ticket) for ticket in reworded]
        counted.append(Passed(passed=sum(passed), of=len(passed)))
    return tuple(counted)


async def _passes(job: Job, ticket: Ticket) -> bool:
    sent = Sent(agent=CONTROL)
    for permuted in (False, True):
        evidence = await worked(job, ticket, sent, permuted=permuted)
        if grade(evidence, ticket).outcome is not Outcome.PASS:
            return False
    return True
