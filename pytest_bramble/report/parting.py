"""Where two transcripts of one ticket part: the first step that was not the same in both.

Only what was done counts: which tool, with which arguments, to which end.  Wording, and the keys a candidate
makes up, differ between any two transcripts of a model and part nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from ..canonical import canonical
from ..evidence.events import Called, Event, Said
from ..printable import one_line

_MADE_UP = ("idempotency_key",)
_FEWEST_WORDS_OF_PROSE = 4
_LONGEST = 160


@dataclass(frozen=True, slots=True, kw_only=True)
class Parting:
    """The step, counted from 1, at which two transcripts part, and what each did there."""

    step: int
    now: str
    before: str


def parting(now: Iterable[Event], before: Iterable[Event]) -> Parting | None:
    """The first step that differs; None when only the wording does."""
    for number, (new, old) in enumerate(zip_longest(_steps(now), _steps(before)), start=1):
        if new is None or old is None or _deed(new) != _deed(old):
            return Parting(step=number, now=_told(new), before=_told(old))
    return None


def _steps(events: Iterable[Event]) -> list[Said | Called]:
    return [event for event in events if isinstance(event, Said | Called)]


def _deed(step: Said | Called) -> tuple[Any, ...]:
    if isinstance(step, Said):
        return "said", step.asks, step.yielded
    return step.tool, step.status, canonical(_plain(step.arguments))


def _plain(arguments: Mapping[str, Any] | None) -> dict[str, Any]:
    """The arguments that are no prose and not made up."""
    return {
        name: value
        for name, value in (arguments or {}).items()
        if name not in _MADE_UP and not (isinstance(value, str) and _is_prose(value))
    }


def _is_prose(text: str) -> bool:
    return len(text.split()) >= _FEWEST_WORDS_OF_PROSE


def _told(step: Said | Called | None) -> str:
    if step is None:
        return "nothing more"
    if isinstance(step, Said):
        return "a question to the customer" if step.asks else "words to the customer"
    given = ", ".join(f"{name}={value}" for name, value in _plain(step.arguments).items())
    ended = "" if step.status == "ok" else f", {step.status}"
    return one_line(f"{step.tool}({given}){ended}", _LONGEST)
