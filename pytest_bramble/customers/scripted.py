"""A customer who speaks from a script: replies in order, then answers by subject, else idle."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from ..exam.answers import answer_to
from ..exam.ticket import CustomerScript, ScriptedReply

# ?, full-width, Arabic, Armenian, reversed, and the Greek question mark (U+037E, a semicolon to the eye)
_QUESTION_MARKS = frozenset("?\uff1f\u061f\u055e\u2e2e\u037e")


def asks(text: str) -> bool:
    """True when *text* carries a question mark of any script."""
    return not _QUESTION_MARKS.isdisjoint(text)


@dataclass(frozen=True, slots=True, kw_only=True)
class CustomerTurn:
    """What the customer says; *source* is reply, answer or idle; *gone* ends the trial."""

    text: str
    source: str
    gone: bool = False


class ScriptedCustomer:
    """One trial's customer.  Two idle answers in a row and the customer is gone."""

    def __init__(self, script: CustomerScript) -> None:
        self._replies: deque[ScriptedReply] = deque(script.replies)
        self._answers = script.answers
        self._idle = script.idle
        self._idle_in_a_row = 0

    def hear(self, text: str, *, about: str | None = None) -> CustomerTurn:
        """The customer's turn after *text*; *about* is given when it came through ask_customer."""
        asking = about is not None or asks(text)
        turn = self._reply(asking) or self._answer(text, about)
        if turn is not None:
            self._idle_in_a_row = 0
            return turn
        self._idle_in_a_row += 1
        return CustomerTurn(text=self._idle, source="idle", gone=self._idle_in_a_row >= 2)

    def _reply(self, asking: bool) -> CustomerTurn | None:
        if self._replies and (asking or self._replies[0].on == "any"):
            return CustomerTurn(text=self._replies.popleft().text, source="reply")
        return None

    def _answer(self, text: str, about: str | None) -> CustomerTurn | None:
        answer = answer_to(self._answers, text, about)
        return None if answer is None else CustomerTurn(text=answer.text, source="answer")
