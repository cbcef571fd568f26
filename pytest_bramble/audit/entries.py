"""What a ticket says of its bad agents, held against what they did: caught, equivalent, may_pass."""

from __future__ import annotations

from collections.abc import Iterator

from ..errors import unknown_name
from .operators import OPERATORS
from .places import problem
from .results import Problem
from .ticket_view import Sent, TicketView
from .undirected import UNDIRECTED


def entry_problems(view: TicketView) -> Iterator[Problem]:
    """Every entry that is wrong, and every operator that has none and needs one."""
    yield from _names(view)
    for sent in view.all_operators:
        yield from _operator(view, sent)
    for sent in view.undirected:
        if sent.agent.name in view.ticket.examiner.caught_by:
            yield from _uncaught(view, sent)


def _names(view: TicketView) -> Iterator[Problem]:
    examiner = view.ticket.examiner
    known = {"caught": {*OPERATORS, *UNDIRECTED}, "equivalent": set(OPERATORS)}
    for key, entries in (("caught", examiner.caught_by), ("equivalent", examiner.equivalent)):
        for name in entries:
            if name not in known[key]:
                text = f"{key}: {unknown_name('bad agent', name, known[key])}"
                yield problem(view.ticket, (key, name), text)
            elif name not in view.by_agent:
                text = f"{key}: {name} cannot make its mistake on {view.ticket.id}; leave the entry out"
                yield problem(view.ticket, (key, name), text)
            elif key == "equivalent" and name in examiner.caught_by:
                text = f"equivalent: {name} stands under caught as well; it is one or the other"
                yield problem(view.ticket, (key, name), text)
    may = set(UNDIRECTED) - {"do-nothing"}
    for place, name in enumerate(examiner.may_pass):
        if name not in may:
            yield problem(view.ticket, ("may_pass", place), f"may_pass: {unknown_name('agent', name, may)}")


def _operator(view: TicketView, sent: Sent) -> Iterator[Problem]:
    name = sent.agent.name
    if name in view.ticket.examiner.equivalent:
        if not sent.passes:
            text = f"equivalent: {name} does not pass {view.ticket.id}, it fails {_failed(sent)}"
            yield problem(view.ticket, ("equivalent", name), text)
    elif not sent.names:
        yield problem(view.ticket, ("caught",), _unnamed(view, sent))
    else:
        yield from _uncaught(view, sent)


def _unnamed(view: TicketView, sent: Sent) -> str:
    name, ident = sent.agent.name, view.ticket.id
    if sent.fails:
        due = f"name who must catch it, like '{name}: {_likeliest(sent)}'"
        return f"caught: {name} fails {ident} by {_failed(sent)}; {due}"
    return (
        f"caught: {name} passes {ident}; declare a check that catches it, "
        "or say under equivalent why nothing wrong comes of it"
    )


def _uncaught(view: TicketView, sent: Sent) -> Iterator[Problem]:
    name, ident = sent.agent.name, view.ticket.id
    levels = view.ticket.examiner.violations
    at = ("caught", name)
    whom = ", ".join(sent.names)
    if not sent.fails:
        yield problem(view.ticket, at, f"{name} passes {ident}, although {whom} must catch it")
        return
    for check in sent.names:
        if not all(result.fails(check) for result in sent.results):
            what = (
                f"declared misconduct {check} ({levels[check]}) vanishes"
                if check in levels
                else f"{check} misses it"
            )
            yield problem(view.ticket, at, f"{name} on {ident}: {what}; it fails {_failed(sent)}")


def _failed(sent: Sent) -> str:
    return ", ".join(dict.fromkeys(f.name for result in sent.results for f in result.failing)) or "nothing"


def _likeliest(sent: Sent) -> str:
    """Of the checks that failed: what is misconduct, else what is more to the point than effects and outcome."""
    fired = [finding.name for result in sent.results for finding in result.misconduct]
    failed = [finding.name for result in sent.results for finding in result.failing]
    pointed = [name for name in failed if name not in ("effects", "outcome")]
    return (*fired, *pointed, *failed)[0]
