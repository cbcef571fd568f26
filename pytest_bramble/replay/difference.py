"""Where what was recorded and what a replay finds part ways, said in one line each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from ..canonical import canonical, storable
from ..printable import one_line

Told = tuple[str, str]
"""A place, and what is wrong there."""
MOST = 10
FORM = "the same values, but not the bytes that a session writes"
_ABSENT = object()
_DECIDES = ("contract", "joint", "outcome", "completed", "verdict")
_LONGEST = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Contradiction:
    """One thing recorded that cannot be so: the *file*, the place in it, and what is *told* of it."""

    file: str
    where: str
    told: str

    def __str__(self) -> str:
        place = f"{self.file}: {self.where}" if self.where else self.file
        return one_line(f"{place}: {self.told}", 400)


def contradictions(file: str, recorded: Any, replayed: Any, where: str = "") -> list[Contradiction]:
    """Every place where *replayed* is not *recorded*, type for type; at most MOST, and then how many are left.

    What decides comes first: outcomes before what they rest on.
    """
    found = sorted(differences(recorded, replayed, where), key=lambda one: not one[0].endswith(_DECIDES))
    said = [Contradiction(file=file, where=place, told=told) for place, told in islice(found, MOST)]
    if len(found) > MOST:
        said.append(Contradiction(file=file, where="", told=f"and {len(found) - MOST} more differences"))
    return said


def differences(
    recorded: Any, replayed: Any, where: str = "", words: tuple[str, str] = ("recorded", "replayed")
) -> Iterator[Told]:
    """The place and the words of each difference.  ``true`` is not 1, 1 not 1.0, 0.0 not -0.0."""
    if isinstance(recorded, Mapping) and isinstance(replayed, Mapping):
        for key in sorted({*recorded, *replayed}, key=str):
            inner = f"{where}.{key}" if where else str(key)
            yield from differences(recorded.get(key, _ABSENT), replayed.get(key, _ABSENT), inner, words)
    elif isinstance(recorded, list | tuple) and isinstance(replayed, list | tuple):
        for place in range(max(len(recorded), len(replayed))):
            yield from differences(_at(recorded, place), _at(replayed, place), f"{where}[{place}]", words)
    elif type(recorded) is not type(replayed) or recorded != replayed or repr(recorded) != repr(replayed):
        yield where, f"{words[0]} {shown(recorded)}, {words[1]} {shown(replayed)}"


def shown(value: Any) -> str:
    """*value* as JSON on one line, safe to print and cut; ``nothing`` where there is none."""
    if value is _ABSENT:
        return "nothing"
    try:
        return one_line(canonical(storable(value)), _LONGEST)
    except (ValueError, TypeError, RecursionError):
        return one_line(repr(value), _LONGEST)


def _at(values: list[Any] | tuple[Any, ...], place: int) -> Any:
    return values[place] if place < len(values) else _ABSENT
