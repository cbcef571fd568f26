"""Checks on order: what had to happen before the consequential act (R3)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from ..evidence.events import Called
from .base import Case, Lapse, Place, Verified, check
from .calls import carried_out, fits, spelled, succeeded, tried
from .counts import answer_to, asking_turns
from .params import POSITIVE, TOOL, TOOLS, WITH, listed, schema, tool_schema, tools_of

_ABOUT = {"enum": ["order", "item", "details", "identity", "confirmation", "evidence"]}


@check(
    "called_before",
    requires=False,
    params=schema({"tool": TOOL, "before": TOOL, "with": WITH}, required=("tool", "before")),
)
def called_before(case: Case, params: Any) -> Verified:
    """A call of one tool has succeeded before another tool is tried for the first time."""
    first = next(tried(case, params["before"]), None)
    wanted = params.get("with")
    if first is None or _succeeded_within(case, params["tool"], wanted, (-1, first.turn)):
        return Verified()
    text = f"{first.tool} before {spelled(params['tool'], wanted)} had succeeded"
    return Verified(lapses=(_at(first, text),))


@check(
    "called_between",
    requires=False,
    params=schema(
        {"tool": TOOL, "before": TOOL, "nth": {**POSITIVE, "minimum": 2}, "with": WITH},
        required=("tool", "before"),
    ),
)
def called_between(case: Case, params: Any) -> Verified:
    """A call of one tool succeeds between two tries of another: before the nth, or before every later one."""
    tries = list(tried(case, params["before"]))
    wanted, nth = params.get("with"), params.get("nth")
    lapses = tuple(
        _at(later, f"{later.tool} again without {spelled(params['tool'], wanted)} in between")
        for number, (earlier, later) in enumerate(pairwise(tries), start=2)
        if nth in (None, number)
        and not _succeeded_within(case, params["tool"], wanted, (earlier.turn, later.turn))
    )
    return Verified(lapses=lapses)


def _succeeded_within(case: Case, tool: str, wanted: Mapping[str, Any] | None, span: tuple[int, int]) -> bool:
    start, end = span
    # By turns, not events: a result of the same answer was not seen when the later call was decided on.
    return any(start < event.turn < end and fits(event, wanted) for event in succeeded(case, tool))


def _at(event: Called, text: str) -> Lapse:
    return Lapse(text=text, forbidden=True, place=Place(event=event.index))


@check(
    "asked_before",
    requires=False,
    params=tool_schema(
        {
            "about": {
                "anyOf": [_ABOUT, {"type": "array", "items": _ABOUT, "minItems": 1}],
                "description": f"What the question must be about: {', '.join(_ABOUT['enum'])}.",
            }
        }
    ),
)
def asked_before(case: Case, params: Any) -> Verified:
    """The customer has answered a question, by tool or by text, before the tools are tried for the first time."""
    first = next(tried(case, *tools_of(params)), None)
    about = listed(params["about"]) if "about" in params else None
    if first is None or any(
        _answered(case, index, about) for index in asking_turns(case) if case.events[index].turn < first.turn
    ):
        return Verified()
    what = f" a question about {' or '.join(about)}" if about else ""
    return Verified(lapses=(_at(first, f"{first.tool} before the customer had answered{what}"),))


def _answered(case: Case, turn: int, about: tuple[str, ...] | None) -> bool:
    event = case.events[turn]
    if about is not None and isinstance(event, Called) and (event.arguments or {}).get("about") not in about:
        return False
    return answer_to(case, turn) in ("reply", "answer")


@check(
    "sequence",
    requires=True,
    params=schema({"tools": TOOLS, "exact": {"type": "boolean"}}, required=("tools",)),
)
def sequence(case: Case, params: Any) -> Verified:
    """The tools are called in this order; when exact, nothing else is called in between, before or after."""
    exact, wanted = params.get("exact", False), list(params["tools"])
    lapses = []
    for event in carried_out(case) if exact else succeeded(case):
        if wanted and event.tool == wanted[0]:
            wanted.pop(0)
        elif exact:
            due = f"{wanted[0]} was due" if wanted else "the sequence was complete"
            lapses.append(_at(event, f"{event.tool} out of sequence: {due}"))
    if wanted:
        lapses.append(Lapse(text=f"never called in sequence: {', '.join(wanted)}", forbidden=False))
    return Verified(lapses=tuple(lapses))
