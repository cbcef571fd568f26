"""Secrets: sent to a provider, shown nowhere."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable
from typing import Any, NoReturn

REMOVED = "[removed]"
_SHORTEST = 8  # a shorter value protects nothing, and removing it would eat ordinary words
_KEY_LIKE = re.compile(
    r"(?i:bearer|basic)\s+[^\s\"',;]+"
    r"|\b(?:sk|gsk|xai|pplx|hf|r8|key)[-_][A-Za-z0-9_*.-]{6,}"
    r"|\bAIza[A-Za-z0-9_*-]{10,}"
    r"|(?<=[?&])(?i:key|api_key|api-key|access_token|token)=[^&\s\"']+"
)


class Secret:
    """A value that can be revealed on purpose only: repr, str and failure output show a mask."""

    __slots__ = ("_value",)

    def __init__(self, value: str) -> None:
        self._value = value

    def __repr__(self) -> str:
        return "Secret(***)"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a Secret is not pickled")

    def reveal(self) -> str:
        """The value itself; the caller keeps it out of local variables, which failure output prints."""
        return self._value

    def hide_in(self, text: str) -> str:
        """*text* with every occurrence of the value replaced; values under eight characters stay."""
        if len(self._value) < _SHORTEST:
            return text
        return text.replace(self._value, REMOVED)


def hide(text: str, secrets: Iterable[Secret]) -> str:
    """*text* without the values of *secrets*."""
    for secret in secrets:
        text = secret.hide_in(text)
    return text


def scrub(text: str, secrets: Iterable[Secret]) -> str:
    """*text* without the values of *secrets* and without anything that looks like a key."""
    return _KEY_LIKE.sub(REMOVED, hide(text, secrets))


def read_json(text: str) -> Any:
    """*text* parsed as JSON; numbers that JSON cannot write again (NaN, 1e999) become strings.

    Raises ValueError when *text* is not JSON.
    """
    return json.loads(text, parse_constant=str, parse_float=_finite)


def safe_copy(value: Any, secrets: Iterable[Secret]) -> Any:
    """A JSON copy of *value* without the values of *secrets*; what JSON cannot hold becomes its string."""
    return read_json(hide(json.dumps(value, ensure_ascii=False, default=str), secrets))


def _finite(text: str) -> float | str:
    number = float(text)
    return number if math.isfinite(number) else text
