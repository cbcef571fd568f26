"""The recorded events and model calls of a trial, read back as the answers that made them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..candidates.protocol import Reply, ToolCall
from ..contrast import Told
from ..report.shape import ShapeError, member, rows, table, text, truth, whole

_KINDS = ("said", "called", "heard")


@dataclass(frozen=True, slots=True, kw_only=True)
class Turns:
    """The candidate's answers in order; *problems* say where events and model calls do not fit together.

    *unfinished* says so of the last answer, of which some may be left over when it ends the conversation; *empty*:
    nothing at all became of it.
    """

    replies: tuple[Reply, ...]
    problems: tuple[Told, ...]
    unfinished: Told | None = None
    empty: bool = False


def read_turns(evidence: Mapping[str, Any], names: Mapping[str, str]) -> Turns:
    """The answers behind the events of *evidence*, as many calls in each as its model call says.

    *names* maps a world's tool to the name the candidate was shown; events hold the world's.  Raises ShapeError
    when something is not what an event or a model call must be.
    """
    events = [_event(value, f"events[{n}]") for n, value in enumerate(rows(evidence["events"], "events"))]
    sizes = [
        _size(call, f"model_calls[{n}]")
        for n, call in enumerate(rows(evidence["model_calls"], "model_calls"))
    ]
    actions = [event for event in events if event["kind"] != "heard"]
    return _grouped(actions, sizes, lambda action: _reply(action, names))


def _size(call: Any, where: str) -> int:
    return whole(member(table(call, where), "tool_calls", where), f"{where}.tool_calls")


def _event(value: Any, where: str) -> Mapping[str, Any]:
    event = table(value, where)
    kind = member(event, "kind", where)
    if kind not in _KINDS:
        raise ShapeError(f"{where}.kind: must be said, called or heard, not {kind!r}")
    for name in ("call_id", "tool", "raw") if kind == "called" else ("text",):
        text(member(event, name, where), f"{where}.{name}")
    if kind == "said":
        truth(member(event, "yielded", where), f"{where}.yielded")
    return event


def _grouped(
    actions: list[Mapping[str, Any]],
    sizes: Sequence[int],
    reply: Callable[[Sequence[Mapping[str, Any]]], Reply],
) -> Turns:
    replies: list[Reply] = []
    short: list[tuple[int, Told]] = []
    place, made = 0, 1
    for number, size in enumerate(sizes):
        taken = _taken(actions[place:], size)
        place += len(taken)
        made = len(taken)
        calls = sum(action["kind"] == "called" for action in taken)
        if not taken or calls < size:
            told = f"{_calls(size)} answered, the events hold {calls or 'nothing'} of it"
            short.append((number, (f"model_calls[{number}]", told)))
        if taken:
            replies.append(reply(taken))
    left = actions[place:]
    replies += [reply([action]) for action in left]
    last = [told for number, told in short if number == len(sizes) - 1]
    problems = [told for number, told in short if number < len(sizes) - 1]
    if left:
        told = f"no model call answers for {len(left)} of the candidate's events"
        problems.append((f"events[{left[0].get('index')}]", told))
    return Turns(
        replies=tuple(replies),
        problems=tuple(problems),
        unfinished=last[0] if last else None,
        empty=made == 0,
    )


def _taken(actions: Sequence[Mapping[str, Any]], size: int) -> list[Mapping[str, Any]]:
    """What one answer of *size* calls did: text to the customer, or perhaps text and then its calls."""
    if size == 0:
        return [action for action in actions[:1] if action["kind"] == "said" and action["yielded"]]
    beside = [action for action in actions[:1] if action["kind"] == "said" and not action["yielded"]]
    taken = list(beside)
    for action in actions[len(beside) : len(beside) + size]:
        if action["kind"] != "called":
            break
        taken.append(action)
    return taken


def _reply(actions: Sequence[Mapping[str, Any]], names: Mapping[str, str]) -> Reply:
    said = [action["text"] for action in actions if action["kind"] == "said"]
    calls = tuple(
        ToolCall(id=action["call_id"], name=_shown_name(action, names), arguments=action["raw"])
        for action in actions
        if action["kind"] == "called"
    )
    return Reply(text=said[0] if said else "", tool_calls=calls)


def _shown_name(action: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """The name the candidate called: a tool it was not shown stands in the event as it was written."""
    tool: str = action["tool"]
    data = action.get("data")
    unknown = isinstance(data, Mapping) and data.get("error") == "unknown_tool"
    return tool if unknown else names.get(tool, tool)


def _calls(size: int) -> str:
    return "text" if size == 0 else f"{size} call{'s' if size > 1 else ''}"
