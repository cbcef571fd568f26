"""From what LiteLLM returns, and what the server really said, to a reply."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .protocol import ToolCall
from .secret import Secret, hide, read_json

_INPUT_NAMES = ("prompt_tokens", "input_tokens", "promptTokenCount")
_OUTPUT_NAMES = ("completion_tokens", "output_tokens", "candidatesTokenCount")


class Wire:
    """What passed between LiteLLM and the provider, as LiteLLM shows it to its logger."""

    def __init__(self) -> None:
        self.sent = False
        self.body: Any = None
        self.raw: str | None = None

    def __call__(self, details: Mapping[str, Any]) -> None:
        """Note one log event; LiteLLM calls it before and after a request, and with unfinished answers too."""
        if details.get("log_event_type") == "pre_api_call":
            self.sent = True
            self.body = (details.get("additional_args") or {}).get("complete_input_dict")
            self.raw = None
        elif self.sent and isinstance(details.get("original_response"), str):
            self.raw = details["original_response"]

    def answer(self, secrets: tuple[Secret, ...]) -> Any:
        """The server's own answer: as JSON, as text when it is not JSON, None where LiteLLM shows none."""
        if self.raw is None:
            return None
        text = hide(self.raw, secrets)
        try:
            return read_json(text)
        except ValueError:
            return text


def text_of(message: Any, secrets: tuple[Secret, ...]) -> str:
    """The assistant's text; empty when there is none."""
    content = message.content
    return hide(content, secrets) if isinstance(content, str) else ""


def tool_calls_of(
    message: Any, answer: Any, earlier: int, secrets: tuple[Secret, ...]
) -> tuple[ToolCall, ...]:
    """The calls as the model wrote them, duplicates and nonsense included.

    A call that came without an id is ``call_<n>``, n counting the conversation's calls (*earlier* before
    this answer): LiteLLM would invent a random one, and a repeated run would differ.
    """
    calls = message.tool_calls or []
    nameless = _without_id(answer, len(calls))
    return tuple(
        ToolCall(
            id=f"call_{earlier + place}" if place in nameless else hide(str(call.id), secrets),
            name=hide(call.function.name or "", secrets),
            arguments=hide(call.function.arguments or "", secrets),
        )
        for place, call in enumerate(calls, start=1)
    )


def token_counts(usage: Any, answer: Any) -> tuple[int | None, int | None]:
    """Input and output tokens as reported; None where the server reported nothing.

    LiteLLM fills gaps with zeros, so a zero counts only where *answer* names it.
    """
    told = reported_usage(answer)
    return (
        _count(getattr(usage, "prompt_tokens", None), told, _INPUT_NAMES),
        _count(getattr(usage, "completion_tokens", None), told, _OUTPUT_NAMES),
    )


def reported_usage(answer: Any) -> Mapping[str, Any]:
    """The usage object of the server's own answer; empty when there is none."""
    if not isinstance(answer, Mapping):
        return {}
    told = answer.get("usage") or answer.get("usageMetadata")
    return told if isinstance(told, Mapping) else {}


def answered_model(answer: Any) -> str | None:
    """The model the server says answered; None when it does not say, although LiteLLM then repeats ours."""
    told = (answer.get("model") or answer.get("modelVersion")) if isinstance(answer, Mapping) else None
    return told if isinstance(told, str) else None


def native_finish(choice: Any, answer: Any) -> str | None:
    """Why the model stopped in the provider's own word: LiteLLM maps unknown ones to ``stop``."""
    fields = getattr(choice, "provider_specific_fields", None) or {}
    told = fields.get("native_finish_reason") or _first_choice(answer).get("finish_reason")
    if told is None and isinstance(answer, Mapping):
        told = answer.get("stop_reason")
    return str(told or choice.finish_reason) if told or choice.finish_reason else None


def _without_id(answer: Any, count: int) -> set[int]:
    """Places, from 1, of calls the server sent without an id; none when its form is not OpenAI's."""
    message = _first_choice(answer).get("message")
    calls = message.get("tool_calls") if isinstance(message, Mapping) else None
    if not isinstance(calls, list) or len(calls) != count:
        return set()
    return {
        place for place, call in enumerate(calls, start=1) if isinstance(call, Mapping) and not call.get("id")
    }


def _first_choice(answer: Any) -> Mapping[str, Any]:
    choices = answer.get("choices") if isinstance(answer, Mapping) else None
    first = choices[0] if isinstance(choices, list) and choices else None
    return first if isinstance(first, Mapping) else {}


def _count(value: Any, told: Mapping[str, Any], names: tuple[str, ...]) -> int | None:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        return None
    return value if value > 0 or any(isinstance(told.get(name), int) for name in names) else None
