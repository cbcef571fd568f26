"""Exam files held to their JSON Schemas: every mistake with file, line and what would be right."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..errors import ExamError, nearest, unknown_name
from ..money import Money
from .yaml_source import JsonPath, Lines

SCHEMAS = Path(__file__).parent / "schemas"
_TYPES = {
    "object": "a mapping",
    "array": "a list",
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "null": "null",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Vocabulary:
    """What lies above the exam and its files may name.

    *check_params* maps each family of checks to the JSON Schema of its parameters (None: it takes none); a
    value there that names a tool says so by ``"format": "tool"``.  *tools*, *enforce* and *lists* are what the
    world has, can enforce, and lets ``permute`` reverse (None: not known, hence not looked up);
    *object_problems* says what of a world.yaml or an overlay the world cannot hold, by path.
    """

    check_params: Mapping[str, Mapping[str, Any] | None]
    tools: frozenset[str]
    enforce: frozenset[str] | None = None
    lists: frozenset[str] | None = None
    object_problems: Callable[[Mapping[str, Any]], Iterable[tuple[JsonPath, str]]] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A file read with its lines."""

    path: Path
    value: Any
    lines: Lines

    def wrong(self, at: JsonPath, message: str) -> ExamError:
        """An ExamError at the line of *at*."""
        return ExamError(self.path, self.lines.at(at), message)


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """The piece of a file a schema is held against: its JSON *value* and where it stands."""

    source: Source
    value: Any
    at: JsonPath = ()
    tools: frozenset[str] | None = field(default=None)


def raise_all(problems: Iterable[ExamError]) -> None:
    """Nothing when there are none; else the first by file and line, the others in full after its message."""
    ordered = sorted(problems, key=lambda error: (str(error.path), error.line or 0))
    if ordered:
        first, *others = ordered
        raise ExamError(first.path, first.line, "\n".join([first.message, *map(str, others)]))


@functools.cache
def schema(name: str) -> Any:
    """The shipped JSON Schema *name*: job, ticket or world."""
    return json.loads((SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8"))


def schema_problems(name: str, source: Source, tools: frozenset[str] | None = None) -> tuple[ExamError, ...]:
    """Every way in which *source* differs from the schema *name*, by line."""
    return part_problems(schema(name), Part(source=source, value=source.value, tools=tools))


def part_problems(against: Any, part: Part) -> tuple[ExamError, ...]:
    """Every way in which *part* differs from the JSON Schema *against*, by line."""
    from jsonschema import Draft202012Validator, FormatChecker

    formats = FormatChecker(formats=())
    formats.checks("tool")(
        lambda value: part.tools is None or not isinstance(value, str) or value in part.tools
    )
    formats.checks("money", raises=ValueError)(
        lambda value: not isinstance(value, str) or bool(Money.parse(value))
    )
    validator = Draft202012Validator(against, format_checker=formats)
    found = (problem for error in validator.iter_errors(part.value) for problem in _explained(error, part))
    unique = {(problem.line, problem.message): problem for problem in found}
    return tuple(sorted(unique.values(), key=lambda problem: problem.line or 0))


def _explained(error: Any, part: Part) -> Iterator[ExamError]:
    here = (*part.at, *error.absolute_path)
    explain = _EXPLAIN.get(str(error.validator), _unfit)
    for key, message in explain(error, part):
        yield part.source.wrong(here if key is None else (*here, key), f"{_where(here)}{message}")


def _where(path: JsonPath) -> str:
    """For example ``gold[2].args: ``; empty at the top."""
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).removeprefix(".")
    return f"{text}: " if text else ""


Explained = Iterable[tuple[str | None, str]]
"""Key the message is about (None: the place itself) and the message."""


def _unknown_key(error: Any, _part: Part) -> Explained:
    known = error.schema.get("properties", {})
    return [(key, unknown_name("key", key, known)) for key in error.instance if key not in known]


def _missing_key(error: Any, _part: Part) -> Explained:
    key = next(key for key in error.validator_value if error.message.startswith(f"{key!r} "))
    known = error.schema.get("properties", {})
    strange = (extra for extra in error.instance if extra not in known)
    closed = error.schema.get("additionalProperties") is False
    if closed and key in known and any(nearest(extra, known) == nearest(key, known) for extra in strange):
        return []  # it is there, misspelt, and reported as that
    due = known.get(key, {}).get("description", "")
    return [(None, f"key {key!r} is missing; {_sentence(due)}" if due else f"key {key!r} is missing")]


def _wrong_type(error: Any, _part: Part) -> Explained:
    types = error.validator_value if isinstance(error.validator_value, list) else [error.validator_value]
    due = " or ".join(_TYPES[name] for name in types)
    return [(None, f"must be {due}, not {shown(error.instance)}{_described(error)}")]


def _not_listed(error: Any, _part: Part) -> Explained:
    known = [str(value) for value in error.validator_value]
    if isinstance(error.instance, str):
        return [(None, unknown_name("value", error.instance, known))]
    return [(None, f"must be one of {', '.join(known)}, not {shown(error.instance)}")]


def _bad_format(error: Any, part: Part) -> Explained:
    if error.validator_value == "tool":
        return [(None, unknown_name("tool", error.instance, part.tools or ()))]
    return [(None, str(error.cause))]


def _no_alternative(error: Any, part: Part) -> Explained:
    keys = [option["required"][0] for option in error.validator_value if "required" in option]
    if len(keys) < len(error.validator_value):
        return _unfit(error, part)
    close = "".join(nearest(key, keys) for key in error.instance)
    return [(None, f"needs one of the keys {', '.join(keys)}.{close}")]


def _unfit(error: Any, _part: Part) -> Explained:
    return [(None, f"{shown(error.instance)} does not fit{_described(error)}")]


_EXPLAIN = {
    "additionalProperties": _unknown_key,
    "required": _missing_key,
    "type": _wrong_type,
    "enum": _not_listed,
    "format": _bad_format,
    "anyOf": _no_alternative,
}


def _described(error: Any) -> str:
    due = error.schema.get("description", "")
    return f"; {_sentence(due)}" if due else f": {error.message}"


def _sentence(text: str) -> str:
    return text[:1].lower() + text[1:].rstrip(".")


def shown(value: Any) -> str:
    """*value* for a message, at most 60 characters of it."""
    if isinstance(value, dict | list):
        return "a mapping" if isinstance(value, dict) else "a list"
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:59]}…"
