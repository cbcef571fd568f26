"""Redaction: no key reaches a file, a terminal or another process, whoever wrote it down (R13)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any
from urllib.parse import quote

from ..canonical import canonical
from .record import Evidence

REMOVED = "[removed]"
_SHORTEST = 8  # a shorter value protects nothing, and removing it would eat ordinary words
_NAMES = ("_API_KEY", "_TOKEN", "_SECRET")
# Stricter than what error messages are cleaned of: an id a model made up must stay what it was.
_SHAPES = re.compile(
    r"(?<![A-Za-z0-9])(?:"
    r"sk-(?=[A-Za-z_-]*[0-9])[A-Za-z0-9_-]{16,}"
    r"|AIza[A-Za-z0-9_-]{30,}"
    r"|(?i:bearer)\s+(?=[A-Za-z._~+/-]*[0-9])[A-Za-z0-9._~+/-]{16,}=*"
    r"|xox[abeoprs]-[A-Za-z0-9-]{10,}"
    r"|gh[pousr]_[A-Za-z0-9]{30,}"
    r"|github_pat_[A-Za-z0-9_]{30,}"
    r"|glpat-[A-Za-z0-9_-]{20,}"
    r"|hf_[A-Za-z0-9]{30,}"
    r"|(?:gsk_|xai-|pplx-)[A-Za-z0-9]{30,}"
    r"|AKIA[A-Z0-9]{16}"
    r")"
)
_HINTS = (
    "sk-", "AIza", "earer", "EARER", "xox", "glpat-", "hf_", "gsk_", "xai-", "pplx-", "AKIA",
    "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_",
)  # fmt: skip


def _nothing() -> str:
    return ""


class Redactor:
    """Removes the *values* that are secret, and whatever has the shape of a key.

    What stands in the exam's own text is no secret: what a ticket plants has to be found again.  That text is asked
    for only when there is something to remove.
    """

    def __init__(self, values: Iterable[str] = ()) -> None:
        long = {value.strip() for value in values if len(value.strip()) >= _SHORTEST}
        self._values = _by_length({form for value in long for form in _plain_forms(value)})
        self._written = _by_length({form for value in self._values for form in _json_forms(value)})

    def __repr__(self) -> str:
        return f"Redactor({len(self._values)} forms)"

    @classmethod
    def of(cls, environ: Mapping[str, str], keys: Iterable[str]) -> Redactor:
        """A redactor of the variables *keys* of *environ*, and of those whose names end like a key's."""
        named = {*keys, *(name for name in environ if name.upper().endswith(_NAMES))}
        return cls(environ[name] for name in named if name in environ)

    def text(self, text: str, own: Callable[[], str] = _nothing) -> str:
        """*text* without secrets; *own* is the exam's text."""
        there = [value for value in self._values if value in text]
        if not there and not _has_shape(text):
            return text
        public = own()
        for value in there:
            if value not in public:
                text = text.replace(value, REMOVED)
        return _SHAPES.sub(lambda found: found[0] if found[0] in public else REMOVED, text)

    def value(self, value: Any, own: Callable[[], str] = _nothing) -> Any:
        """The JSON value *value* without secrets; itself when there is none in it."""
        text = canonical(value)
        return self._within(json.loads(text), own) if self._may_hold(text) else value

    def evidence(self, evidence: Evidence, own: Callable[[], str]) -> tuple[Evidence, str]:
        """*evidence* without secrets, and its canonical JSON.  Graded after that, a replay grades the same."""
        text = canonical(evidence.to_json())
        if not self._may_hold(text):
            return evidence, text
        clean = self._within(json.loads(text), own)
        return Evidence.from_json(clean), canonical(clean)

    def _may_hold(self, text: str) -> bool:
        """True when JSON *text* may hold a secret.  An escape in it can look like a value's first letter."""
        return any(value in text for value in self._written) or _has_shape(text)

    def _within(self, value: Any, own: Callable[[], str]) -> Any:
        if isinstance(value, str):
            return self.text(value, own)
        if isinstance(value, dict):
            return {self.text(key, own): self._within(item, own) for key, item in value.items()}
        return [self._within(item, own) for item in value] if isinstance(value, list) else value


def _has_shape(text: str) -> bool:
    return any(hint in text for hint in _HINTS) and _SHAPES.search(text) is not None


def _plain_forms(value: str) -> tuple[str, ...]:
    """*value* as it is, and as it stands in JSON and in addresses that somebody quotes."""
    return value, json.dumps(value)[1:-1], quote(value, safe="", errors="replace")


def _json_forms(value: str) -> tuple[str, ...]:
    return json.dumps(value)[1:-1], json.dumps(value, ensure_ascii=False)[1:-1]


def _by_length(forms: set[str]) -> tuple[str, ...]:
    """The longest first, for one may begin with another."""
    return tuple(sorted(forms, key=lambda form: (-len(form), form)))
