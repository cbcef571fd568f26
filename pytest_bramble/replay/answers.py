"""What a candidate said and called, held to the answers that were retained of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..candidates.protocol import Reply, ToolCall
from ..contrast import Told, shown


def answer_problems(
    calls: Sequence[Mapping[str, Any]], replies: Sequence[Reply], kind: str
) -> Iterator[Told]:
    """Place and words of everything in *replies*, read from the events, that no model call in *calls* answered.

    The last reply may hold fewer calls than were answered.  Answers of a form not known here say nothing.
    """
    if kind in ("scripted", "python"):
        yield from _of_ours(calls, replies)
        return
    for number, (call, reply) in enumerate(zip(calls, replies, strict=False)):
        message = _message(call.get("response"))
        where = f"model_calls[{number}].response"
        content = message.get("content")
        if reply.text and isinstance(content, str) and reply.text not in content:
            yield where, f"the events say {shown(reply.text)}, the retained answer {shown(content)}"
        answered = _answered(message)
        if len(answered) == call.get("tool_calls"):
            yield from _called(where, reply.tool_calls, answered)


def _of_ours(calls: Sequence[Mapping[str, Any]], replies: Sequence[Reply]) -> Iterator[Told]:
    """Scripts and agents make one call at a time, and we number them."""
    for number, call in enumerate(calls):
        if call.get("tool_calls") not in (0, 1):
            yield f"model_calls[{number}].tool_calls", f"recorded {shown(call.get('tool_calls'))}, replayed 1"
    made = [call for reply in replies for call in reply.tool_calls]
    for number, one in enumerate(made, start=1):
        if one.id != f"call_{number}":
            yield (
                "events",
                f"call {number} recorded as {shown(one.id)}, replayed as {shown(f'call_{number}')}",
            )


def _message(answer: Any) -> Mapping[str, Any]:
    """The message of an answer in OpenAI's form; empty for any other."""
    choices = answer.get("choices") if isinstance(answer, Mapping) else None
    first = choices[0] if isinstance(choices, list) and choices else None
    message = first.get("message") if isinstance(first, Mapping) else None
    return message if isinstance(message, Mapping) else {}


def _answered(message: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    calls = message.get("tool_calls")
    return [call for call in calls if isinstance(call, Mapping)] if isinstance(calls, list) else []


def _called(where: str, made: Sequence[ToolCall], answered: Sequence[Mapping[str, Any]]) -> Iterator[Told]:
    for place, (call, told) in enumerate(zip(made, answered, strict=False)):
        function = told.get("function")
        function = function if isinstance(function, Mapping) else {}
        for name, here, there in (
            ("id", call.id, told.get("id")),
            ("name", call.name, function.get("name")),
            ("arguments", call.arguments, function.get("arguments")),
        ):
            if isinstance(there, str) and there and here != there:
                words = f"the events say {shown(here)}, the retained answer {shown(there)}"
                yield f"{where}.tool_calls[{place}].{name}", words
