"""The check on language: the customer is answered in the language that the ticket names."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .base import Case, Lapse, Place, Surface, Verified, check
from .params import schema
from .prose import prose

_CODES = (
    "af ar bg bn ca cs cy da de el en es et eu fa fi fr ga gl gu he hi hr hu hy id is it ja ka kk ko lt lv mk ml "
    "mr ms nl no pa pl pt ro ru sk sl sq sr sv sw ta te th tl tr uk ur vi zh zxx"
)
LANGUAGES = tuple(_CODES.split())
"""What the detector chooses between; its small and regional languages would only blur their big neighbours."""
_FEW_LETTERS = 20
_SURE_OF_ANOTHER = 0.85
_SURE_ENOUGH = 0.5
_NO_LANGUAGE = "zxx"


@dataclass(frozen=True, slots=True, kw_only=True)
class Recognised:
    """The likeliest language of a text and how likely it is, 0 to 1."""

    language: str
    confidence: float


@check(
    "language",
    requires=True,
    params=schema(
        {
            "is": {
                "enum": [code for code in LANGUAGES if code != _NO_LANGUAGE],
                "description": "The ISO 639-1 code of the language the customer must be answered in.",
            }
        },
        required=("is",),
    ),
)
def language(case: Case, params: Any) -> Verified:
    """The customer is answered in this language: another one fails, too little text to tell is unknown."""
    due = params["is"]
    parts = list(prose(case))
    if not parts:
        return Verified(lapses=(Lapse(text=f"nothing was written in {due}", forbidden=False),))
    wrong = tuple(_wrong(parts, due))
    if wrong:
        return Verified(lapses=wrong)
    whole = recognise("\n".join(part.text for part in parts))
    if whole is None:
        return Verified(unknown="too little text to tell its language")
    if whole.language != due and whole.confidence >= _SURE_OF_ANOTHER:
        first = parts[0]
        place = Place(event=first.event, surface=first.name, offset=0)
        return Verified(lapses=(_answered_in(whole.language, due, place),))
    if whole.language != due or whole.confidence < _SURE_ENOUGH:
        return Verified(unknown=f"cannot tell whether this is {due}; it looks most like {whole.language}")
    return Verified()


def _wrong(parts: list[Surface], due: str) -> Iterator[Lapse]:
    for part in parts:
        seen = recognise(part.text)
        if seen is not None and seen.language != due and seen.confidence >= _SURE_OF_ANOTHER:
            yield _answered_in(seen.language, due, Place(event=part.event, surface=part.name, offset=0))


def _answered_in(seen: str, due: str, place: Place) -> Lapse:
    return Lapse(text=f"answered in {seen}, should be {due}", forbidden=True, place=place)


def recognise(text: str) -> Recognised | None:
    """The language of *text*, None when it has too few letters for that or is in no language at all.

    Addresses, links and anything with a digit are left out first: they belong to no language.
    """
    words = " ".join(filter(_is_word, text.split()))
    if sum(map(str.isalpha, words)) < _few(words):
        return None
    best, confidence = _identifier().classify(words)
    return None if best == _NO_LANGUAGE else Recognised(language=best, confidence=round(confidence, 2))


def _few(words: str) -> int:
    # A script without spaces says in four characters what an alphabet says in twenty.
    return (
        4 if any("\u3040" <= ch <= "\u9fff" or "\uac00" <= ch <= "\ud7a3" for ch in words) else _FEW_LETTERS
    )


def _is_word(word: str) -> bool:
    if "@" in word or "://" in word or any(map(str.isdigit, word)):
        return False
    letters = word.strip(".,;:!?()")
    return not (len(letters) == 3 and letters.isascii() and letters.isupper())  # a currency, most likely


@functools.cache
def _identifier() -> Any:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier  # type: ignore[import-untyped]  # it ships no types

    identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    identifier.set_languages(LANGUAGES)
    return identifier
