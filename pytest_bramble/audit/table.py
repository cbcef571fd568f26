"""The matrix of tickets and agents, and the kill table, as text of at most 120 columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .judgement import Judgement, Kill
from .results import Findings
from .ticket_view import Sent, TicketView, views

_TICKETS_ABREAST = 44
_LEGEND = "+ passes   x fails   ! fails with misconduct   = passes, rightly   ? neither   . not here"


def matrix(findings: Findings) -> Iterator[str]:
    """Who passes what: one line per agent, one column per ticket."""
    seen = views(findings)
    for start in range(0, len(seen), _TICKETS_ABREAST):
        block = seen[start : start + _TICKETS_ABREAST]
        names = list(dict.fromkeys(sent.agent.name for view in block for sent in view.sent))
        width = max(len(name) for name in names)
        yield from _header([view.ticket.id for view in block], width)
        for name in names:
            yield f"{name:<{width}}  {' '.join(_cell(view, name) for view in block)}"
        yield ""
    yield _LEGEND


def _header(idents: list[str], width: int) -> Iterator[str]:
    tall = max(len(ident) for ident in idents)
    for row in range(tall):
        letters = (ident.rjust(tall)[row] for ident in idents)
        yield f"{'':<{width}}  {' '.join(letters)}".rstrip()


def _cell(view: TicketView, name: str) -> str:
    sent = view.by_agent.get(name)
    if sent is None:
        return "."
    if sent.passes:
        return "=" if name in view.ticket.examiner.equivalent else "+"
    if not sent.fails:
        return "?"
    return "!" if _fires(sent) else "x"


def _fires(sent: Sent) -> bool:
    return any(result.misconduct for result in sent.results)


def kill_table(kills: Mapping[str, tuple[Kill, ...]]) -> Iterator[str]:
    """For every family of checks: how many bad agents it alone caught, and the first few of them."""
    width = max((len(family) for family in kills), default=0)
    yield f"{'check':<{width}}  alone"
    for family, killed in kills.items():
        examples = ", ".join(f"{kill.ticket} {kill.agent}" for kill in killed[:3])
        yield f"{family:<{width}}  {len(killed):>5}  {examples}"[:120].rstrip()


def summary(findings: Findings, judgement: Judgement) -> Iterator[str]:
    """The counts in a few lines."""
    for name in ("gold", "do-nothing", "control"):
        yield f"{name} passes {judgement.agents[name]} tickets"
    if any(wording.of for wording in findings.wordings):
        said = " and ".join(map(str, findings.wordings))
        yield f"control passes {said} tickets in the two other wordings of their openings"
    yield f"operators: {judgement.applied} applied, {judgement.caught} caught"
