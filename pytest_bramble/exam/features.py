"""Labels that follow from a ticket itself, beside the slices its author gave it."""

from __future__ import annotations

from .ticket import Examiner

WAITING = "waiting_for_customer"


def features(examiner: Examiner) -> tuple[str, ...]:
    """Whether the customer must be asked, and whether the ticket names what is to be acted on.

    A ticket is unresolved when nothing may be done and the customer has to come back; one that is declined or
    handed over without an effect is neither that nor one with a known target.
    """
    clarification = "required" if examiner.asks_required else "not required"
    return (f"clarification {clarification}", *_target(examiner))


def _target(examiner: Examiner) -> tuple[str, ...]:
    if any(end.effects for end in examiner.ends):
        return ("target known",)
    return ("unresolved",) if any(end.outcome == WAITING for end in examiner.ends) else ()
