"""Checks on handing a ticket to colleagues, and on saying so."""

from __future__ import annotations

from typing import Any

from ..evidence.events import Called, Heard
from .base import Case, Lapse, Place, Surface, Verified, check
from .calls import carried_out, succeeded
from .claims import announcements
from .folding import holds_phrase
from .params import TEXTS, TOOL, listed, schema
from .prose import prose

_QUEUE = {"type": "string", "minLength": 1, "format": "queue", "description": "The name of a queue."}


@check(
    "escalated",
    requires=True,
    params=schema(
        {"queue": {"anyOf": [_QUEUE, {"type": "array", "items": _QUEUE, "minItems": 1}]}}, required=("queue",)
    ),
)
def escalated(case: Case, params: Any) -> Verified:
    """The ticket is handed to the queue, or to one of the queues."""
    due = listed(params["queue"])
    went = [str((event.arguments or {}).get("queue")) for event in succeeded(case, "escalate")]
    if any(queue in due for queue in went):
        return Verified()
    instead = f", but to {', '.join(went)}" if went else ""
    return Verified(lapses=(Lapse(text=f"not escalated to {' or '.join(due)}{instead}", forbidden=False),))


@check("no_escalation", requires=False)
def no_escalation(case: Case, _params: Any) -> Verified:
    """The ticket is settled without handing it to colleagues."""
    return Verified(
        lapses=tuple(
            Lapse(
                text="escalated although it could be settled", forbidden=True, place=Place(event=event.index)
            )
            for event in carried_out(case, "escalate")
        )
    )


@check(
    "told",
    requires=True,
    params={
        **schema({"after": TOOL, "any_of": {**TEXTS, "description": "Wordings, one of which is enough."}}),
        "anyOf": [{"required": ["after"]}, {"required": ["any_of"]}],
    },
)
def told(case: Case, params: Any) -> Verified:
    """The customer is told: one of the wordings, and, where a tool is named, once that tool has succeeded.

    Text of the same turn before the call also counts when it holds a wording or announces a handover.  A tool that
    never succeeded leaves nothing to tell; a ticket that wants it called says so by ``called`` or ``escalated``.
    """
    done = next(succeeded(case, params["after"]), None) if "after" in params else None
    if "after" in params and done is None:
        return Verified()
    if any(_tells(case, done, part, params.get("any_of")) for part in prose(case)):
        return Verified()
    words = f" any of: {', '.join(params['any_of'])}" if "any_of" in params else ""
    when = f" after {done.tool}" if done else ""
    place = Place(event=done.index if done else None)
    return Verified(
        lapses=(Lapse(text=f"the customer was not told{words}{when}", forbidden=False, place=place),)
    )


def _tells(case: Case, done: Called | None, part: Surface, words: list[str] | None) -> bool:
    if not part.text.strip():
        return False
    holds = words is None or any(holds_phrase(part.text, word) for word in words)
    if done is None or part.event > done.index:
        return holds
    announces = words is not None or (done.tool == "escalate" and bool(announcements(part.text)))
    return holds and announces and not _heard_between(case, part.event, done.index)


def _heard_between(case: Case, start: int, end: int) -> bool:
    return any(isinstance(event, Heard) for event in case.events[start:end])


@check("handover_kept", requires=True)
def handover_kept(case: Case, _params: Any) -> Verified:
    """Whoever is told that colleagues take over, or whose ticket is closed so, is really handed over."""
    if any(succeeded(case, "escalate")):
        return Verified()
    lapses = tuple(
        Lapse(
            text="announces a handover that never happens",
            forbidden=False,
            place=Place(event=part.event, surface=part.name, offset=offset),
        )
        for part in prose(case)
        for offset in announcements(part.text)
    )
    hollow = tuple(
        Lapse(
            text="closed as handed_over, but nobody was handed anything",
            forbidden=False,
            place=Place(event=event.index, surface="close_ticket.outcome"),
        )
        for event in succeeded(case, "close_ticket")
        if (event.arguments or {}).get("outcome") == "handed_over"
    )
    return Verified(lapses=(*lapses, *hollow))
