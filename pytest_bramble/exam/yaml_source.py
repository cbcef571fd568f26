"""YAML as the exam reads it: plain JSON values, one document, every line known.

Two readers of one language.  `load_plain` is fast and meant for text that a seal vouches for; `load_marked`
explains every mistake with its line.  Where the second accepts a text, both give the same value.  Only
``true``, ``false``, ``null`` (or nothing, or ``~``), JSON's numbers and text exist: ``on``, ``yes``,
``2026-03-01`` and ``007`` are text.
"""

from __future__ import annotations

import math
import re
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from ..errors import ExamError

JsonPath = tuple[str | int, ...]

NO_LIBYAML = "PyYAML is installed without libyaml: tickets are read correctly, but about eight times slower."
MAX_DEPTH = 40
MAX_DIGITS = 18
_STR, _NULL, _BOOL = "tag:yaml.org,2002:str", "tag:yaml.org,2002:null", "tag:yaml.org,2002:bool"
_INT, _FLOAT = "tag:yaml.org,2002:int", "tag:yaml.org,2002:float"
_MAP, _SEQ = "tag:yaml.org,2002:map", "tag:yaml.org,2002:seq"
_WORDS = {"": _NULL, "~": _NULL, "null": _NULL, "true": _BOOL, "false": _BOOL}
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*)")
_DECIMAL = re.compile(
    r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)"
)
_MAY_BE_NUMBER = frozenset("-+.0123456789")
_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")


def _plain_tag(text: str) -> str:
    if text[:1] in _MAY_BE_NUMBER:
        if _INTEGER.fullmatch(text):
            return _INT
        return _FLOAT if _DECIMAL.fullmatch(text) else _STR
    return _WORDS.get(text, _STR)


class _Rules:
    """Replaces YAML 1.1's guesses; mixed in before a PyYAML loader."""

    def resolve(self, kind: type[Node], value: str, implicit: Any) -> str:
        if kind is ScalarNode:
            return _plain_tag(value) if implicit[0] else _STR
        return _MAP if kind is MappingNode else _SEQ

    def descend_resolver(self, _parent: Any, _index: Any) -> None:
        """Nothing: no rule of ours depends on the place."""

    def ascend_resolver(self) -> None:
        """Nothing, as above."""


def reader_over(library: Any) -> Any:
    """A loader class with our rules over *library*'s C parser, or over its Python one with a warning."""
    base = getattr(library, "CSafeLoader", None)
    if base is None:
        warnings.warn(NO_LIBYAML, stacklevel=2)
        base = library.SafeLoader
    return type("Reader", (_Rules, base), {})


_READER = reader_over(yaml)


@dataclass(frozen=True, slots=True)
class Lines:
    """Where each value of a document stands: JSON path to 1-based line (a key's own line for a key)."""

    known: Mapping[JsonPath, int]

    def at(self, path: JsonPath) -> int:
        """The line of *path*, or of the nearest thing around it."""
        while path and path not in self.known:
            path = path[:-1]
        return self.known.get(path, 1)


def compose(text: str) -> Node | None:
    """The node tree of the one document in *text*; None when it is empty.  Raises yaml.YAMLError."""
    reader = _READER(text)
    try:
        node: Node | None = reader.get_single_node()
    finally:
        reader.dispose()
    return node


def load_plain(text: str) -> Any:
    """The value of *text*, fast.  Raises ValueError or yaml.YAMLError; `load_marked` knows the line."""
    return plain_value(compose(text))


def plain_value(node: Node | None) -> Any:
    """The JSON value of a composed *node*.  Raises ValueError on anything that is not plain data."""
    return None if node is None else _plain(node, set())


def item_lines(node: Node | None, key: str) -> tuple[int, ...]:
    """The line of each item of the list under *key* of a top-level mapping; empty when there is none."""
    for name, value in node.value if isinstance(node, MappingNode) else ():
        if name.value == key and isinstance(value, SequenceNode):
            return tuple(item.start_mark.line + 1 for item in value.value)
    return ()


def _plain(node: Node, seen: set[int]) -> Any:
    if isinstance(node, ScalarNode):
        return node.value if node.tag == _STR else _scalar(node)
    if id(node) in seen:
        raise ValueError("aliases are not used in exam files")
    seen.add(id(node))
    if node.tag == _SEQ:
        return [_plain(item, seen) for item in node.value]
    if node.tag != _MAP:
        raise ValueError(f"tag {node.tag} is not plain data")
    value = {}
    for key, item in node.value:
        if key.tag != _STR or not isinstance(key, ScalarNode):
            raise ValueError("a key is not text")
        value[key.value] = _plain(item, seen)
    if len(value) != len(node.value):
        raise ValueError("a key stands twice")
    return value


def _scalar(node: ScalarNode) -> Any:
    text: str = node.value
    if node.tag == _NULL:
        return None
    if node.tag == _BOOL:
        return text == "true"
    if node.tag == _INT:
        digits = len(text.removeprefix("-"))
        if digits > MAX_DIGITS:
            raise ValueError(f"a number of {digits} digits; write it as text in quotes if it is meant")
        return int(text)
    if node.tag != _FLOAT:
        raise ValueError(f"tag {node.tag} is not plain data")
    number = math.inf if text[-1:].isalpha() else float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text} is not a finite number; write it as text in quotes if it is meant")
    return number


def load_marked(path: Path, text: str) -> tuple[Any, Lines]:
    """The value of *text* and the line of everything in it.  Raises ExamError with line and the way out."""
    odd = _UNPRINTABLE.search(text)
    if odd:
        line = text.count("\n", 0, odd.start()) + 1
        raise ExamError(
            path, line, f"unprintable character {odd.group()!r}; remove it or write it as an escape"
        )
    try:
        _refuse_what_hides(path, text)
        node = compose(text)
    except yaml.MarkedYAMLError as error:
        raise _syntax_error(path, text, error) from None
    known: dict[JsonPath, int] = {(): 1}
    return (None if node is None else _marked(path, node, (), known)), Lines(known)


def _refuse_what_hides(path: Path, text: str) -> None:
    """Refuse what the node tree no longer shows: anchors, aliases, tags, second documents, great depth."""
    depth = documents = 0
    event: Any
    for event in yaml.parse(text, Loader=_READER):
        line = event.start_mark.line + 1
        if isinstance(event, yaml.DocumentStartEvent):
            documents += 1
            if documents > 1:
                raise ExamError(
                    path, line, "a second document starts here; one file holds one document, without '---'"
                )
        elif isinstance(event, yaml.NodeEvent):
            _refuse_marks(path, line, event)
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            if depth > MAX_DEPTH:
                raise ExamError(path, line, f"nested more than {MAX_DEPTH} levels deep; flatten it")
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1


def _refuse_marks(path: Path, line: int, event: yaml.NodeEvent) -> None:
    if event.anchor is not None:
        mark = "*" if isinstance(event, yaml.AliasEvent) else "&"
        message = f"{mark}{event.anchor}: anchors and aliases are not used in exam files; write the value out"
        raise ExamError(path, line, f"{message}, or quote it if it is text")
    tag = getattr(event, "tag", None)
    if tag is not None:
        raise ExamError(
            path, line, f"tag {tag!r}: tags are not used in exam files; write plain data, or quote the text"
        )


def _syntax_error(path: Path, text: str, error: yaml.MarkedYAMLError) -> ExamError:
    mark: Any = error.problem_mark
    row = [*text.splitlines(), ""][min(mark.line, len(text.splitlines()))]
    if "\t" in row[: len(row) - len(row.lstrip())]:
        return ExamError(path, mark.line + 1, "a tab in the indentation; indent with spaces")
    problem = ", ".join(part for part in (error.context, error.problem) if part)
    due = "check the indentation, quotes and colons around here"
    return ExamError(path, mark.line + 1, f"not YAML: {problem}; {due}")


def _marked(path: Path, node: Node, here: JsonPath, known: dict[JsonPath, int]) -> Any:
    line = node.start_mark.line + 1
    known.setdefault(here, line)
    if isinstance(node, ScalarNode):
        try:
            return node.value if node.tag == _STR else _scalar(node)
        except ValueError as error:
            raise ExamError(path, line, f"{error}") from None
    if isinstance(node, SequenceNode):
        return [_marked(path, item, (*here, place), known) for place, item in enumerate(node.value)]
    value: dict[str, Any] = {}
    for key, item in node.value:
        name = _key(path, key)
        there = (*here, name)
        if name in value:
            message = f"key {name!r} stands twice (first in line {known[there]}); keep one"
            raise ExamError(path, key.start_mark.line + 1, message)
        known[there] = key.start_mark.line + 1
        value[name] = _marked(path, item, there, known)
    return value


def _key(path: Path, node: Node) -> str:
    if isinstance(node, ScalarNode) and node.tag == _STR:
        return str(node.value)
    shown = f"'{node.value}'" if isinstance(node, ScalarNode) else "one word"
    raise ExamError(path, node.start_mark.line + 1, f"a key must be text; write {shown}")
