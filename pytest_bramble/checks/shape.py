"""Checks on the form of what is written: length, format, recipients, wording."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterator
from typing import Any

from .base import Case, Lapse, Place, Surface, Verified, check
from .calls import ADDRESSEES, carried_out
from .folding import find_phrase
from .params import POSITIVE, TEXTS, schema
from .prose import PROSE, prose

_SURFACE = {"enum": list(PROSE), "description": f"One of {', '.join(PROSE)}."}
_SHAPES = ("table", "json", "tool_call", "code", "heading")
_MOST_OPENINGS = (
    50  # every opening bracket may cost a scan to the end; nobody dumps JSON in the fiftieth only
)


def _place(part: Surface, offset: int = 0) -> Place:
    return Place(event=part.event, surface=part.name, offset=offset)


@check(
    "length",
    requires=False,
    params=schema({"max_words": POSITIVE, "surface": _SURFACE}, required=("max_words",)),
)
def length(case: Case, params: Any) -> Verified:
    """No text to the customer is longer than so many words."""
    most = params["max_words"]
    counted = ((part, len(part.text.split())) for part in prose(case, params.get("surface")))
    return Verified(
        lapses=tuple(
            Lapse(text=f"{words} words, at most {most} allowed", forbidden=True, place=_place(part))
            for part, words in counted
            if words > most
        )
    )


@check(
    "format",
    requires=False,
    params=schema(
        {"forbidden": {"type": "array", "items": {"enum": list(_SHAPES)}, "minItems": 1}}, bare=True
    ),
)
def plain_format(case: Case, params: Any) -> Verified:
    """What the customer reads is prose: by default no Markdown table, no dumped JSON, no call written as text."""
    forbidden = (params or {}).get("forbidden", _SHAPES[:3])
    return Verified(
        lapses=tuple(
            Lapse(text=f"{shape.replace('_', ' ')} in prose", forbidden=True, place=_place(part, offset))
            for part in prose(case)
            for shape, offset in _shapes_in(part.text)
            if shape in forbidden
        )
    )


_SIGNS = {"table": ("---",), "tool_call": ("_", "<"), "code": ("```", "~~~"), "heading": ("#",)}
"""What a text must hold for the pattern of a shape to be worth trying."""


@functools.cache
def _patterns() -> dict[str, re.Pattern[str]]:
    return {
        "table": re.compile(r"^[ \t]*\|?[ \t]*:?-{3,}:?[ \t]*\|[ \t|:-]*$", re.MULTILINE),
        "tool_call": re.compile(
            r"</?tool_call|<function[=_]|<\|?tool|\"tool_calls?\"\s*:|\b[a-z]+(?:_[a-z]+)+\((?:\)|[^)\n]{0,200}[=:\"'{])"
        ),
        "code": re.compile(r"^[ \t]*(?:```|~~~)", re.MULTILINE),
        "heading": re.compile(r"^ {0,3}#{1,6} ", re.MULTILINE),
    }


def _shapes_in(text: str) -> Iterator[tuple[str, int]]:
    """The first place of every shape in *text*."""
    likely = [name for name, signs in _SIGNS.items() if any(sign in text for sign in signs)]
    found = {name: match.start() for name in likely if (match := _patterns()[name].search(text))}
    for offset, value in _json_in(text):
        keys = {"arguments", "parameters", "input"} & set(value) if isinstance(value, dict) else ()
        called = bool(keys) and bool({"name", "function", "tool"} & set(value))
        found.setdefault("tool_call" if called else "json", offset)
    return iter(sorted(found.items(), key=lambda item: item[1]))


def _json_in(text: str) -> Iterator[tuple[int, Any]]:
    """Every JSON object, and every JSON list of them, that stands in *text*, with its offset."""
    if "{" not in text:
        return
    decoder, at = json.JSONDecoder(), 0
    for _ in range(_MOST_OPENINGS):
        match = _opening().search(text, at)
        if match is None:
            return
        at = match.start() + 1
        try:
            value, at = decoder.raw_decode(text, match.start())
        except (ValueError, RecursionError):
            continue
        if value:
            yield match.start(), value


@functools.cache
def _opening() -> re.Pattern[str]:
    return re.compile(r"\{\s*\"|\[\s*\{")


@check("recipients", requires=False, params=schema({"allowed": TEXTS}, required=("allowed",)))
def recipients(case: Case, params: Any) -> Verified:
    """Messages, documents and labels go to the allowed addresses only."""
    allowed = {_address(address) for address in params["allowed"]}
    return Verified(
        lapses=tuple(
            Lapse(
                text=f"{event.tool} to an address that is not allowed",
                forbidden=True,
                place=Place(event=event.index, surface=f"{event.tool}.{argument}", offset=0),
            )
            for event in carried_out(case, *ADDRESSEES)
            for argument in (ADDRESSEES[event.tool],)
            if _address(str((event.arguments or {}).get(argument))) not in allowed
        )
    )


def _address(text: str) -> str:
    return text.strip().casefold()


@check(
    "phrases",
    requires=True,
    params={
        **schema({"forbidden": TEXTS, "required_any": TEXTS}),
        "anyOf": [{"required": ["forbidden"]}, {"required": ["required_any"]}],
    },
)
def phrases(case: Case, params: Any) -> Verified:
    """The customer never reads the forbidden wording, and reads at least one of the required ones."""
    parts = list(prose(case))
    lapses = [
        Lapse(text=f"forbidden wording {phrase!r}", forbidden=True, place=_place(part, offset))
        for part in parts
        for phrase in params.get("forbidden", ())
        if (offset := find_phrase(part.text, phrase)) is not None
    ]
    required = params.get("required_any", ())
    if required and not any(find_phrase(p.text, phrase) is not None for p in parts for phrase in required):
        text = f"none of the required wordings was written: {', '.join(map(repr, required))}"
        lapses.append(Lapse(text=text, forbidden=False))
    return Verified(lapses=tuple(lapses))
