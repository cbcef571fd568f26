"""Checks on how often: never, at most, at least, again and again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..canonical import canonical
from ..evidence.events import Called, Event, Heard
from .base import Case, Lapse, Place, Verified, check
from .calls import carried_out, fits, spelled, succeeded, tried
from .params import COUNT, POSITIVE, TOOL, WITH, schema, tool_schema, tools_of


@check(
    "never",
    requires=False,
    params=tool_schema({"attempts": {"type": "boolean"}, "with": WITH}),
)
def never(case: Case, params: Any) -> Verified:
    """The tools are never carried out; with attempts, not even tried."""
    counted = tried if params.get("attempts", False) else carried_out
    wanted = params.get("with")
    return Verified(
        lapses=tuple(
            _at(event, f"{spelled(event.tool, wanted)} was {_came_to(event)}, it must not be")
            for event in counted(case, *tools_of(params))
            if fits(event, wanted)
        )
    )


def _came_to(event: Called) -> str:
    return "called" if event.status in ("ok", "fault") else "tried"


@check(
    "at_most",
    requires=False,
    params=schema({"tool": TOOL, "times": COUNT, "with": WITH}, required=("tool", "times")),
)
def at_most(case: Case, params: Any) -> Verified:
    """A tool is carried out at most so many times."""
    wanted, times = params.get("with"), params["times"]
    calls = [event for event in carried_out(case, params["tool"]) if fits(event, wanted)]
    text = f"{spelled(params['tool'], wanted)} called {len(calls)} times, at most {times} allowed"
    return Verified(lapses=(_at(calls[times], text),) if len(calls) > times else ())


@check(
    "called",
    requires=True,
    params=schema({"tool": TOOL, "at_least": POSITIVE, "with": WITH}, required=("tool",)),
)
def called(case: Case, params: Any) -> Verified:
    """A tool succeeds at least so many times, by default once."""
    wanted, due = params.get("with"), params.get("at_least", 1)
    count = sum(1 for event in succeeded(case, params["tool"]) if fits(event, wanted))
    if count >= due:
        return Verified()
    name = spelled(params["tool"], wanted)
    text = f"{name} never succeeded" if not count else f"{name} succeeded {count} times, {due} are due"
    return Verified(lapses=(Lapse(text=text, forbidden=False),))


@check(
    "repeats",
    requires=False,
    params=schema({"max": COUNT, "writes": COUNT, "reads": COUNT}, bare=True),
)
def repeats(case: Case, params: Any) -> Verified:
    """No call is repeated unchanged over and over: by default one repeat of a write, two of a read.

    A read may be repeated freely once something has happened in between: a write that was carried out, or a
    word of the customer.
    """
    given = params or {}
    most = {True: given.get("writes", 1), False: given.get("reads", 2)}
    if "max" in given:
        most = dict.fromkeys(most, given["max"])
    lapses = (
        _at(event, f"{event.tool} called {count} times with the same arguments")
        for event, count in _counted(case.events)
        if count == most[event.writes] + 2  # the first call too many; the ones after it say nothing new
    )
    return Verified(lapses=tuple(lapses))


def _counted(events: tuple[Event, ...]) -> Iterator[tuple[Called, int]]:
    """Every call with the number of times it has been made so far."""
    counts: dict[tuple[bool, str, str], int] = {}
    for event in events:
        if isinstance(event, Called):
            made = (event.writes, event.tool, _same(event))
            counts[made] = counts.get(made, 0) + 1
            yield event, counts[made]
        if _is_news(event):
            counts = {made: count for made, count in counts.items() if made[0]}


def _is_news(event: Event) -> bool:
    if isinstance(event, Called):
        return event.writes and event.status in ("ok", "fault")
    return isinstance(event, Heard)


def _same(event: Called) -> str:
    return event.raw if event.arguments is None else canonical(dict(event.arguments))


def _at(event: Called, text: str) -> Lapse:
    return Lapse(text=text, forbidden=True, place=Place(event=event.index))
