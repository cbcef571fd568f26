"""Where two JSON values part ways, type for type, said in one line each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from .canonical import canonical, storable
from .printable import one_line

Told = tuple[str, str]
"""A place, and what is told of it."""
_ABSENT = object()
_LONGEST = 100


def contrasts(
    one: Any, other: Any, where: str = "", words: tuple[str, str] = ("recorded", "replayed")
) -> Iterator[Told]:
    """The place and the words of each difference.  ``true`` is not 1, 1 not 1.0, 0.0 not -0.0."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        for key in sorted({*one, *other}, key=str):
            inner = f"{where}.{key}" if where else str(key)
            yield from contrasts(one.get(key, _ABSENT), other.get(key, _ABSENT), inner, words)
    elif isinstance(one, list | tuple) and isinstance(other, list | tuple):
        for place in range(max(len(one), len(other))):
            yield from contrasts(_at(one, place), _at(other, place), f"{where}[{place}]", words)
    elif type(one) is not type(other) or one != other or repr(one) != repr(other):
        yield where, f"{words[0]} {shown(one)}, {words[1]} {shown(other)}"


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
