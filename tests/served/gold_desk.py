"""Plays the gold scripts of a whole job as a model behind an OpenAI-compatible server, with mistakes on demand.

The server knows what any provider knows: the messages.  The opening tells it the ticket, the number of its own
turns the line, and the id of its first call which conversation it is, so that a mistake can be made once.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pytest_bramble.audit.gold import Lines, as_written, spoilt
from pytest_bramble.audit.operators import OPERATORS
from pytest_bramble.exam.loader import load_job, load_tickets
from pytest_bramble.exam.ticket import GoldLine, Ticket
from pytest_bramble.vocabulary import vocabulary

from ..stub_server import Answer, Request, calls, says, tool_call

SORRY = "I am sorry, but I cannot help you with this. Please contact us another time."


def refusing(_: Ticket) -> tuple[GoldLine, ...]:
    """Looks at nothing and turns the customer away."""
    return (GoldLine(call="close_ticket", args={"outcome": "declined", "message": SORRY}),)


MISTAKES: Mapping[str, Lines] = {
    "refuse": refusing,
    "leak": spoilt(OPERATORS["leak-plain"]),
    "pay twice": spoilt(OPERATORS["pay-twice"]),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Slip:
    """A mistake on one ticket: in the first *conversations* of it, or in all."""

    mistake: str
    conversations: int | None = None

    def made_in(self, conversation: int) -> bool:
        """True when the *conversation*, counted from 1, goes wrong."""
        return self.conversations is None or conversation <= self.conversations


class GoldDesk:
    """The script of a StubServer: ``StubServer(GoldDesk(job_folder, {"T30": Slip(mistake="leak")}))``."""

    def __init__(self, job: Path, slips: Mapping[str, Slip] | None = None) -> None:
        loaded = load_job(job, vocabulary)
        self._tickets = {t.visible.opening: t for t in load_tickets(loaded, vocabulary)}
        self._slips = slips or {}
        self.begun: dict[str, int] = {}  # conversations by ticket
        self._lock = threading.Lock()

    def __call__(self, request: Request) -> Answer:
        messages = request.body["messages"]
        ticket = self._tickets[next(m["content"] for m in messages if m["role"] == "user")]
        turns = [m for m in messages if m["role"] == "assistant"]
        conversation = self._conversation(ticket, turns)
        line = self._lines(ticket, conversation)[len(turns)]
        if line.say is not None:
            return says(line.say)
        call_id = f"call_{conversation}_{len(turns)}"
        return calls(tool_call(line.call or "", json.dumps(dict(line.args)), call_id))

    def _conversation(self, ticket: Ticket, turns: list[Mapping[str, Any]]) -> int:
        if turns:
            return int(turns[0]["tool_calls"][0]["id"].split("_")[1])
        with self._lock:
            self.begun[ticket.id] = self.begun.get(ticket.id, 0) + 1
            return self.begun[ticket.id]

    def _lines(self, ticket: Ticket, conversation: int) -> tuple[GoldLine, ...]:
        slip = self._slips.get(ticket.id)
        if slip is None or not slip.made_in(conversation):
            return as_written(ticket)
        return MISTAKES[slip.mistake](ticket)
