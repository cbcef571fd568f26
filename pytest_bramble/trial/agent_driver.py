"""Driving is the agent's: what it may see and do of a conversation, and where that ends."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from ..candidates.protocol import Message, Reply, ToolCall, ToolSpec
from ..canonical import canonical
from .conversation import Conversation, Offer


class ConversationOver(Exception):  # noqa: N818  it tells an agent to stop, nothing is wrong
    """Raised to an agent that goes on after the ticket was closed, the customer left, or a cap was hit."""


class AgentConversation:
    """The conversation as handed to an agent; *after* is told each turn and may end it."""

    def __init__(self, conversation: Conversation, offer: Offer, after: Callable[[Reply], None]) -> None:
        self._conversation = conversation
        self._offer = offer
        self._after = after
        self._calls = 0

    @property
    def messages(self) -> Sequence[Message]:
        """Prompt, opening and everything said and called since."""
        return tuple(self._conversation.messages)

    @property
    def tools(self) -> Sequence[ToolSpec]:
        """The tools offered."""
        return self._offer.specs

    async def call(self, name: str, /, **arguments: Any) -> Any:
        """The tool's answer as ``{"status": …, "result": …}``.  Raises ConversationOver after the end."""
        self._calls += 1
        call = ToolCall(id=f"call_{self._calls}", name=name, arguments=canonical(arguments))
        self._take(Reply(tool_calls=(call,)))
        return json.loads(self._conversation.messages[-1].text)

    async def say(self, text: str) -> str | None:
        """Say *text* to the customer; the answer, or None when the conversation is over."""
        self._take(Reply(text=text))
        return None if self._conversation.stop is not None else self._conversation.messages[-1].text

    def _take(self, reply: Reply) -> None:
        if self._conversation.stop is not None:
            raise ConversationOver(f"the conversation is over: {self._conversation.stop.reason}")
        self._conversation.take(reply)
        self._after(reply)
