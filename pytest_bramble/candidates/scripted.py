"""Scripted candidates: rule agents that need no network and read only what any candidate is shown."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..canonical import canonical
from .protocol import Kind, Message, Reply, Shown, ToolCall, ToolSpec


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """What a script starts from: exactly the view of a candidate."""

    system: str
    opening: str
    tools: frozenset[str]


@dataclass(frozen=True, slots=True)
class Call:
    """Call a tool."""

    tool: str
    arguments: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Say:
    """Say something to the customer."""

    text: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back: a tool's status and result, or (status ``customer``) the customer's words."""

    status: str
    result: Any

    @property
    def ok(self) -> bool:
        """True when the tool carried the call out."""
        return self.status == "ok"


Action = Call | Say
Script = Generator[Action, Answer, None]
Play = Callable[[Sight], Script]


class ScriptedModel:
    """Speaks one action of a script per turn; when the script is over it has nothing more to say."""

    def __init__(self, play: Play) -> None:
        self._play = play
        self._script: Script | None = None
        self._calls = 0

    async def reply(self, messages: Sequence[Message], tools: Sequence[ToolSpec]) -> Reply:
        """The script's next action as an assistant turn."""
        try:
            action = self._next(messages, tools)
        except StopIteration:
            return Reply(text="", finish_reason="stop")
        if isinstance(action, Say):
            return Reply(text=action.text, finish_reason="stop")
        self._calls += 1
        call = ToolCall(
            id=f"call_{self._calls}", name=action.tool, arguments=canonical(dict(action.arguments))
        )
        return Reply(tool_calls=(call,), finish_reason="tool_calls")

    def _next(self, messages: Sequence[Message], tools: Sequence[ToolSpec]) -> Action:
        if self._script is None:
            sight = Sight(
                system=messages[0].text,
                opening=messages[1].text,
                tools=frozenset(tool.name for tool in tools),
            )
            self._script = self._play(sight)
            return next(self._script)
        return self._script.send(_answer(messages[-1]))


def _answer(message: Message) -> Answer:
    if message.role == "tool":
        told = json.loads(message.text)
        return Answer(told["status"], told["result"])
    return Answer("customer", message.text)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptedCandidate:
    """A built-in candidate: a name and the script it plays.  Its evidence is synthetic."""

    name: str
    play: Play
    kind: Kind = "scripted"
    synthetic: bool = True
    family: str | None = "none"
    shown: Shown = field(default_factory=Shown)

    def describe(self) -> Mapping[str, Any]:
        """The script's module and function; its text is covered by the package's version."""
        return {"script": f"{self.play.__module__}.{self.play.__qualname__}"}

    def model(self) -> ScriptedModel:
        """A model that starts the script anew."""
        return ScriptedModel(self.play)
