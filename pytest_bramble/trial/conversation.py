"""One trial's conversation: what was said, called and heard, and what the candidate is shown of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ..candidates.protocol import Message, Reply, ToolCall, ToolSpec
from ..canonical import canonical, storable
from ..customers.scripted import ScriptedCustomer, asks
from ..evidence.events import Called, Event, Heard, Said
from ..evidence.record import Stop
from ..exam.job import Caps
from ..exam.views import CandidateView
from ..worlds.base import World
from ..worlds.tools import ToolResult


class Offer:
    """The tools a candidate is shown: the job's, under the names its entry gives them."""

    def __init__(self, specs: tuple[ToolSpec, ...], names: Mapping[str, str] | None) -> None:
        shown = {spec.name: spec.name for spec in specs} if names is None else dict(names)
        self._world_names = {shown[spec.name]: spec.name for spec in specs if spec.name in shown}
        self.shown_names = {name: shown_name for shown_name, name in self._world_names.items()}
        self.specs = tuple(
            ToolSpec(name=shown[spec.name], description=spec.description, parameters=spec.parameters)
            for spec in specs
            if spec.name in shown
        )

    def world_name(self, shown_name: str) -> str | None:
        """The world's own name of a tool, or None when the candidate was offered no such tool."""
        return self._world_names.get(shown_name)


class Conversation:
    """Plays one candidate's turns against world and customer, and keeps every event."""

    def __init__(self, world: World, customer: ScriptedCustomer, offer: Offer) -> None:
        self.events: list[Event] = []
        self.messages: list[Message] = []
        self.stop: Stop | None = None
        self._turn = 0
        self._world = world
        self._customer = customer
        self._offer = offer

    @property
    def actions(self) -> int:
        """How many calls and turns the candidate has made."""
        return sum(1 for event in self.events if not isinstance(event, Heard))

    def open(self, system: str, opening: str) -> None:
        """Put the prompt and the customer's opening before the candidate."""
        self.messages += [Message(role="system", text=system), Message(role="user", text=opening)]

    def take(self, reply: Reply) -> None:
        """Play one assistant turn: its calls in order, or its text as a turn to the customer."""
        self._turn += 1
        text = storable(reply.text)
        self.messages.append(Message(role="assistant", text=text, tool_calls=reply.tool_calls))
        if not reply.tool_calls:
            self._say(text)
            return
        if text.strip():
            self.events.append(
                Said(index=len(self.events), text=text, asks=asks(text), yielded=False, turn=self._turn)
            )
        for call in reply.tool_calls:
            if self.stop is None:
                self._call(call)

    def _say(self, text: str) -> None:
        self.events.append(Said(index=len(self.events), text=text, asks=asks(text), turn=self._turn))
        heard = self._hear(text, about=None)
        self.messages.append(Message(role="user", text=heard))

    def _hear(self, text: str, *, about: str | None) -> str:
        turn = self._customer.hear(text, about=about)
        self.events.append(Heard(index=len(self.events), text=turn.text, source=turn.source, turn=self._turn))
        if turn.gone:
            self.stop = Stop(
                reason="customer_gone", by="end", text="the customer had no answer twice in a row"
            )
        return turn.text

    def _call(self, call: ToolCall) -> None:
        arguments, problem = parse_arguments(call.arguments)
        name = self._offer.world_name(call.name)
        result = self._result(call.name, name, arguments, problem)
        definition = self._world.tools().get(name or "")
        self.events.append(
            Called(
                index=len(self.events),
                call_id=storable(call.id),
                tool=storable(name or call.name),
                arguments=arguments,
                raw=storable(call.arguments),
                status=result.status,
                denial=result.denial,
                data=result.data,
                effects=tuple(effect.to_json() for effect in result.effects),
                writes=definition is not None and definition.writes,
                turn=self._turn,
            )
        )
        answer = self._after(name, arguments, result)
        text = canonical({"status": result.status, "result": answer})
        self.messages.append(Message(role="tool", text=text, tool_call_id=call.id))

    def _result(
        self, shown: str, name: str | None, arguments: dict[str, Any] | None, problem: str | None
    ) -> ToolResult:
        if name is None:
            known = ", ".join(spec.name for spec in self._offer.specs)
            return _invalid("unknown_tool", f"there is no tool {storable(shown)!r}; there are: {known}")
        if arguments is None:
            return _invalid("invalid_arguments", problem or "")
        if name == "ask_customer":
            problems = self._world.tools()[name].problems(arguments)
            return (
                _invalid("invalid_arguments", "; ".join(problems))
                if problems
                else ToolResult(status="ok", data={})
            )
        return self._world.call(name, arguments)

    def _after(self, name: str | None, arguments: dict[str, Any] | None, result: ToolResult) -> Any:
        if result.status != "ok" or arguments is None:
            return result.data
        if name == "ask_customer":
            return {"customer": self._hear(arguments["question"], about=arguments["about"])}
        if name == "close_ticket":
            self.stop = Stop(reason="closed", by="end")
        return result.data


def cap_hit(caps: Caps, actions: int, output_tokens: int) -> Stop | None:
    """The stop by a cap that *actions* (calls and turns) or *output_tokens* have reached, or None."""
    if actions >= caps.calls:
        text = f"{actions} calls and turns without closing the ticket; the cap is {caps.calls}"
        return Stop(reason="cap_calls", by="candidate", text=text)
    if output_tokens >= caps.output_tokens:
        text = f"{output_tokens} output tokens without closing the ticket; the cap is {caps.output_tokens}"
        return Stop(reason="cap_output_tokens", by="candidate", text=text)
    return None


def shown_view(view: CandidateView, offer: Offer) -> dict[str, Any]:
    """The view as stored: the first two messages and the tools as they were offered."""
    tools = [{"name": s.name, "description": s.description, "parameters": s.parameters} for s in offer.specs]
    return {"system": view.system, "opening": view.opening, "tools": tools}


def parse_arguments(raw: str) -> tuple[dict[str, Any] | None, str | None]:
    """The arguments as a JSON object, or None and what is wrong with them."""
    try:
        value = json.loads(raw, parse_constant=_no_constant)
    except (ValueError, RecursionError) as exc:
        return None, f"the arguments are not JSON: {type(exc).__name__}: {str(exc)[:200]}"
    if not isinstance(value, dict):
        return None, f"the arguments must be a JSON object, not {type(value).__name__}"
    return storable(value), None


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def _invalid(code: str, message: str) -> ToolResult:
    return ToolResult(status="invalid", data={"error": code, "message": message})
