"""From our conversation to the messages and tools of a chat completion."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .protocol import Message, ToolCall, ToolSpec
from .secret import read_json


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """Messages ready to send; *repaired* lists the calls whose arguments were replaced by ``{}``."""

    messages: list[dict[str, Any]]
    repaired: tuple[str, ...]


def history(messages: Sequence[Message], *, keep_arguments: bool) -> History:
    """*messages* as a provider takes them.

    A model's own unreadable arguments stay in the record; sent back, most providers refuse them and the
    trial would end as their fault, so unless *keep_arguments* they become ``{}``.  Ids are never changed:
    some carry a provider's data.  Content is never null, which strict servers refuse.
    """
    repaired: list[str] = []

    def arguments(call: ToolCall) -> str:
        if keep_arguments or _is_object(call.arguments):
            return call.arguments
        repaired.append(call.id)
        return "{}"

    sent = [
        _message(message, [_call(call, arguments(call)) for call in message.tool_calls])
        for message in messages
    ]
    return History(messages=sent, repaired=tuple(repaired))


def tool_schemas(tools: Sequence[ToolSpec]) -> list[dict[str, Any]]:
    """*tools* as OpenAI describes functions, in copies: some of LiteLLM's providers rewrite schemas in place."""
    whole = [
        {
            "type": "function",
            "function": {
                "name": tool.name,
                "description": tool.description,
                "parameters": dict(tool.parameters),
            },
        }
        for tool in tools
    ]
    copies: list[dict[str, Any]] = json.loads(json.dumps(whole))
    return copies


def calls_before(messages: Sequence[Message]) -> int:
    """How many tool calls the conversation holds so far."""
    return sum(len(message.tool_calls) for message in messages)


def _message(message: Message, calls: list[dict[str, Any]]) -> dict[str, Any]:
    sent: dict[str, Any] = {"role": message.role, "content": _sendable(message.text)}
    if calls:
        sent["tool_calls"] = calls
    if message.role == "tool":
        sent["tool_call_id"] = message.tool_call_id
    return sent


def _call(call: ToolCall, arguments: str) -> dict[str, Any]:
    function = {"name": call.name, "arguments": _sendable(arguments)}
    return {"id": call.id, "type": "function", "function": function}


def _is_object(text: str) -> bool:
    try:
        return isinstance(read_json(text), dict)
    except ValueError:
        return False


def _sendable(text: str) -> str:
    """*text* with lone surrogates, which a model can write and UTF-8 cannot, as question marks."""
    return text.encode("utf-8", "replace").decode("utf-8")
