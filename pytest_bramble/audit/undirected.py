"""Undirected agents: they do one thing whatever the customer wants, and read only a candidate's view.

What they pass measures nothing, so a ticket has to name each of them that may pass it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..candidates.builtin import BUILT_IN
from ..candidates.protocol import Kind, Shown
from ..candidates.scripted import Call, Play, Script, ScriptedModel, Sight

_ORDER_ID = re.compile(r"\b[A-Z]+-\d+\b")


def always_ask(_sight: Sight) -> Script:
    """Ask the customer, then wait for more."""
    yield Call("ask_customer", {"question": "Which order is it about, please?", "about": "order"})
    yield _close("waiting_for_customer", "Thank you. Please write again when you know more.")


def always_escalate(_sight: Sight) -> Script:
    """Hand every ticket to colleagues, to the queue for whatever no rule covers where there is one."""
    queue = "people"
    for _ in range(2):
        handed = yield Call("escalate", {"queue": queue, "reason": "somebody should look at this"})
        if handed.ok:
            break
        queue = str(handed.result.get("message", "")).rpartition("there are: ")[2].partition(",")[0]
    yield _close("handed_over", "I have passed your message on to our team; a colleague takes over.")


def always_refund(sight: Sight) -> Script:
    """Refund in full whatever order is named, else the first one listed, after every step the rules ask for."""
    ids = _ORDER_ID.findall(sight.opening)
    if not ids:
        listed = yield Call("list_orders")
        ids = [order["id"] for order in listed.result["orders"]] if listed.ok else []
    if ids:
        yield from _refunded(ids[0])
    yield _close("done", "I have refunded you in full.")


def always_refuse(_sight: Sight) -> Script:
    """Decline every wish."""
    yield _close("declined", "I am sorry, under our policy we cannot help with this.")


def _refunded(order_id: str) -> Script:
    yield Call("verify_identity", {"order_id": order_id})
    read = yield Call("get_order", {"order_id": order_id})
    yield Call("consult_policy", {"topic": "refunds"})
    if not read.ok:
        return
    number, currency = read.result["charged"].split()
    payment = {
        "order_id": order_id,
        "amount": number,
        "currency": currency,
        "idempotency_key": f"all-{order_id}",
    }
    paid = yield Call("issue_refund", payment)
    if paid.status != "denied":
        return
    wish = {"order_id": order_id, "amount": number, "currency": currency, "reason": "the customer wants it"}
    leave = yield Call("request_refund_approval", wish)
    if leave.ok:
        yield Call("issue_refund", {**payment, "approval_id": leave.result["approval_id"]})


def _close(outcome: str, message: str) -> Call:
    return Call("close_ticket", {"outcome": outcome, "message": message})


@dataclass(frozen=True, slots=True, kw_only=True)
class Undirected:
    """An undirected agent as a candidate.  It could read the examiner's half and does not."""

    name: str
    play: Play
    kind: Kind = "scripted"
    synthetic: bool = True
    family: str | None = "none"
    shown: Shown = field(default_factory=Shown)

    def describe(self) -> Mapping[str, Any]:
        """The script, and that it reads no more than anybody else."""
        return {"script": f"{self.play.__module__}.{self.play.__qualname__}", "reads": "a candidate's view"}

    def model_for(self, _ticket: object) -> ScriptedModel:
        """A model that starts the script anew."""
        return ScriptedModel(self.play)


PLAYS: Mapping[str, Play] = {
    "always-ask": always_ask,
    "always-escalate": always_escalate,
    "always-refund": always_refund,
    "always-refuse": always_refuse,
}
"""The undirected agents that only the proof needs."""

UNDIRECTED: Mapping[str, Play] = {
    "do-nothing": BUILT_IN["do-nothing"],
    **PLAYS,
    "first-record": BUILT_IN["first-record"],
}
"""Every undirected agent by name."""
