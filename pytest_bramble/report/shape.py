"""Reading values out of JSON that nobody vouches for: the right type, or a ShapeError that names the place."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any


class ShapeError(ValueError):
    """A JSON value is not what its place demands; the text starts with the place."""


def member(owner: Mapping[str, Any], key: str, where: str) -> Any:
    """*owner[key]*.  Raises ShapeError when it is missing."""
    if key not in owner:
        raise ShapeError(f"{where}: {key!r} is missing")
    return owner[key]


def table(value: Any, where: str) -> Mapping[str, Any]:
    """*value* as an object.  Raises ShapeError."""
    if not isinstance(value, Mapping):
        raise ShapeError(f"{where}: must be an object, not {_named(value)}")
    return value


def rows(value: Any, where: str) -> list[Any]:
    """*value* as a list.  Raises ShapeError."""
    if not isinstance(value, list):
        raise ShapeError(f"{where}: must be a list, not {_named(value)}")
    return value


def text(value: Any, where: str) -> str:
    """*value* as a text.  Raises ShapeError."""
    if not isinstance(value, str):
        raise ShapeError(f"{where}: must be a text, not {_named(value)}")
    return value


def texts(value: Any, where: str) -> tuple[str, ...]:
    """*value* as a list of texts.  Raises ShapeError."""
    return tuple(text(item, where) for item in rows(value, where))


def text_or_none(value: Any, where: str) -> str | None:
    """*value* as a text or null.  Raises ShapeError."""
    return None if value is None else text(value, where)


def truth(value: Any, where: str) -> bool:
    """*value* as true or false.  Raises ShapeError."""
    if not isinstance(value, bool):
        raise ShapeError(f"{where}: must be true or false, not {_named(value)}")
    return value


def whole(value: Any, where: str, *, least: int = 0) -> int:
    """*value* as a whole number from *least*.  Raises ShapeError."""
    if type(value) is not int or value < least:
        raise ShapeError(f"{where}: must be a whole number from {least}, not {_named(value)}")
    return value


def whole_or_none(value: Any, where: str) -> int | None:
    """*value* as a whole number from 0, or null.  Raises ShapeError."""
    return None if value is None else whole(value, where)


def amount_or_none(value: Any, where: str) -> float | None:
    """*value* as a finite number from 0, or null.  Raises ShapeError."""
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < math.inf:
        raise ShapeError(f"{where}: must be a number from 0 or null, not {_named(value)}")
    return float(value)


def _named(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool | int | float):
        return repr(value)[:40]
    for kind, name in ((Mapping, "an object"), (list, "a list"), (str, "a text")):
        if isinstance(value, kind):
            return name
    return type(value).__name__
