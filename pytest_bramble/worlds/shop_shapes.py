"""Typed state from YAML values and back: a dataclass's own annotations say what each field may hold."""

from __future__ import annotations

import dataclasses
import functools
import types
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from ..errors import nearest
from ..money import Money

Path = tuple[str, ...]
Problem = tuple[Path, str]
Reader = Callable[[Any, Path, list[Problem]], Any]
Shape = TypeVar("Shape")
_PLAIN = frozenset({str, int, bool, type(None)})


def read(shape: type[Shape], value: Any) -> Shape:
    """*value* as a *shape*.  Raises ValueError naming every field that does not fit."""
    problems: list[Problem] = []
    result = _reader(shape)(value, (), problems)  # type: ignore[arg-type]  # mypy: classes are unhashable
    if problems:
        raise ValueError("; ".join(f"{'.'.join(path)}: {text}" for path, text in problems))
    return result  # type: ignore[no-any-return]  # a reader without problems built just this


def problems_of(shape: Any, value: Any, path: Path) -> list[Problem]:
    """Everything in *value* that does not fit *shape*, each with its path below *path*."""
    problems: list[Problem] = []
    _reader(shape)(value, path, problems)
    return problems


def encode(value: Any) -> Any:
    """*value* as JSON; fields at their default are left out, as a file leaves them out."""
    if type(value) in _PLAIN:  # most of a state, and asked of every part of it twice in a trial
        return value
    if dataclasses.is_dataclass(value) and not isinstance(value, (type, Money)):
        plain = ((name, getattr(value, name), default) for name, default in _defaults(type(value)))
        return {name: encode(item) for name, item, default in plain if item != default}
    if isinstance(value, datetime | Money):
        return value.isoformat() if isinstance(value, datetime) else str(value)
    if isinstance(value, tuple):
        return [encode(item) for item in value]
    if isinstance(value, Mapping):
        return {key: encode(item) for key, item in value.items()}
    return value


@functools.cache
def _defaults(shape: type[Any]) -> tuple[tuple[str, Any], ...]:
    return tuple((f.name, f.default) for f in dataclasses.fields(shape))


@functools.cache
def _reader(hint: Any) -> Reader:
    if dataclasses.is_dataclass(hint) and hint is not Money:
        return _record(hint)
    if hint in _LEAVES:
        return _LEAVES[hint]
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is tuple:
        return _list(_reader(arguments[0]))
    if origin is Literal:
        return _choice(arguments)
    if origin in (Union, types.UnionType):
        return _optional(_reader(next(a for a in arguments if a is not type(None))))
    if origin is not None and issubclass(origin, Mapping):
        return _mapping(_reader(arguments[1]))
    raise TypeError(f"state cannot hold {hint!r}")


def _record(shape: Any) -> Reader:
    hints = get_type_hints(shape)
    fields = {f.name: _reader(hints[f.name]) for f in dataclasses.fields(shape)}
    required = [f.name for f in dataclasses.fields(shape) if f.default is dataclasses.MISSING]

    def read_record(value: Any, path: Path, problems: list[Problem]) -> Any:
        if not isinstance(value, Mapping):
            problems.append((path, f"must be a mapping with {', '.join(required)}, not {value!r}"))
            return None
        before, found = len(problems), {}
        for name, item in value.items():
            reader = fields.get(name)
            if reader is None:
                text = f"unknown field {name!r}.{nearest(str(name), fields)} Known: {', '.join(fields)}"
                problems.append(((*path, str(name)), text))
            else:
                found[name] = reader(item, (*path, name), problems)
        problems.extend((path, f"field {name!r} is missing") for name in required if name not in value)
        return shape(**found) if len(problems) == before else None

    return read_record


def _list(item_reader: Reader) -> Reader:
    def read_list(value: Any, path: Path, problems: list[Problem]) -> Any:
        if not isinstance(value, list):
            problems.append((path, f"must be a list, not {value!r}"))
            return ()
        return tuple(item_reader(item, (*path, str(n)), problems) for n, item in enumerate(value))

    return read_list


def _mapping(item_reader: Reader) -> Reader:
    def read_mapping(value: Any, path: Path, problems: list[Problem]) -> Any:
        if not isinstance(value, Mapping):
            problems.append((path, f"must be a mapping, not {value!r}"))
            return {}
        return {key: item_reader(item, (*path, str(key)), problems) for key, item in value.items()}

    return read_mapping


def _optional(inner: Reader) -> Reader:
    def read_optional(value: Any, path: Path, problems: list[Problem]) -> Any:
        return None if value is None else inner(value, path, problems)

    return read_optional


def _choice(known: tuple[Any, ...]) -> Reader:
    def read_choice(value: Any, path: Path, problems: list[Problem]) -> Any:
        if value not in known:
            text = f"must be one of {', '.join(map(str, known))}, not {value!r}.{nearest(str(value), known)}"
            problems.append((path, text))
        return value

    return read_choice


def _exactly(kind: type[Any], noun: str) -> Reader:
    def read_exactly(value: Any, path: Path, problems: list[Problem]) -> Any:
        if type(value) is not kind:  # True is no number, and 4417 is no text
            problems.append((path, f"must be {noun}, not {value!r}"))
        return value

    return read_exactly


def _money(value: Any, path: Path, problems: list[Problem]) -> Any:
    try:
        return Money.parse(value)
    except (TypeError, ValueError) as exc:
        text = str(exc) if isinstance(value, str) else f"must be an amount like '45.99 GBP', not {value!r}"
        problems.append((path, text))
        return None


def _instant(value: Any, path: Path, problems: list[Problem]) -> Any:
    try:
        instant = datetime.fromisoformat(value)
    except (TypeError, ValueError):
        instant = None
    if instant is None or instant.tzinfo is None:
        problems.append(
            (path, f"must be an ISO instant with offset like '2026-05-14T09:12:00+01:00', not {value!r}")
        )
    return instant


_LEAVES: Mapping[Any, Reader] = {
    str: _exactly(str, "text (in quotes if it looks like a number)"),
    int: _exactly(int, "a whole number"),
    bool: _exactly(bool, "true or false"),
    Money: _money,
    datetime: _instant,
}
