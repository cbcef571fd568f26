"""Why a trial ended: what the repeated conversation says of it, and what only the session could know."""

from __future__ import annotations

from ..evidence.record import Stop

CRASHED = "worker_crashed"
_OF_THE_CONVERSATION = frozenset({"closed", "customer_gone", "cap_calls", "cap_output_tokens"})
_NOT_OVER = Stop(reason="none", by="none", text="the conversation was not over")


def due_stop(recorded: Stop, repeated: Stop | None, raised: str | None, kind: str) -> Stop:
    """The stop a record must hold: the *repeated* conversation's, or *recorded* where that is from outside.

    *raised* is what broke the repetition off; *kind* is the candidate's.  A model is asked no more once its
    conversation is over, an agent can still fail after it.
    """
    outside = _from_outside(recorded, kind)
    if raised is not None and not (outside and kind == "python"):
        return Stop(reason="harness_error", by="infrastructure", text=raised)
    if repeated is None:
        return recorded if outside else _NOT_OVER
    fails_after = outside and kind == "python" and recorded.reason != "agent_finished"
    return recorded if fails_after else repeated


def _from_outside(stop: Stop, kind: str) -> bool:
    """True for an end that no event shows, blamed on whom it must be blamed on."""
    agent = kind == "python"
    match stop.reason:
        case "agent_finished":
            return agent and stop.by == "end" and not stop.text
        case "agent_raised":
            return agent and stop.by == "candidate"
        case "context_window":
            return kind in ("litellm", "recorded") and stop.by == "candidate"
        case "wall_limit":
            return stop.by == ("candidate" if agent else "infrastructure")
        case reason:
            return reason not in _OF_THE_CONVERSATION and stop.by == "infrastructure"
