"""The ways in which a text can hold a secret: as it stands, percent-encoded, in base64, spelled out."""

from __future__ import annotations

import base64
import binascii
import functools
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from urllib.parse import unquote

from .folding import ascii_words, compact, fold, origins
from .number_words import spelled_numbers


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One way to read a text: *form* says which, *folded* what it then says, *bare* its letters and digits.

    *letters*: it is a run of single letters and digits, whose words cannot be told apart.  *sources* returns the
    offset in the original text of every character of *folded*.
    """

    form: str
    folded: str
    bare: str
    sources: Callable[[], list[int]]
    letters: bool = False

    def offset(self, position: int) -> int:
        """Where in the original text the character at *position* of *folded* comes from."""
        return self.sources()[position]

    def position(self, bare_position: int) -> int:
        """Where in *folded* the character at *bare_position* of *bare* stands."""
        places = (at for at, ch in enumerate(self.folded) if ch.isalnum())
        return next(at for count, at in enumerate(places) if count == bare_position)


def readings(text: str) -> Iterator[Reading]:
    """Every reading of *text*: the plain one first, the others where there is something to decode."""
    folded = fold(text)
    plain = _reading("", folded, functools.partial(origins, text))
    spelled = _with_digits(plain)
    yield plain
    if spelled is not plain:
        yield spelled
    yield from _letter_by_letter(spelled)
    if "%" in text:
        yield from _percent_decoded(text)
    yield from _base64_decoded(text)


def _reading(form: str, folded: str, sources: Callable[[], list[int]]) -> Reading:
    return Reading(form=form, folded=folded, bare=compact(folded), sources=sources)


def _with_digits(plain: Reading) -> Reading:
    """The reading with number words as digits; *plain* itself when it has none."""
    numbers = spelled_numbers(plain.folded)
    if not numbers:
        return plain
    pieces: list[str] = []
    done = 0
    for start, end, digits in numbers:
        pieces += (plain.folded[done:start], digits)
        done = end
    pieces.append(plain.folded[done:])
    return _reading("spelled out", "".join(pieces), functools.partial(_digit_sources, plain, numbers))


def _digit_sources(plain: Reading, numbers: list[tuple[int, int, str]]) -> list[int]:
    original = plain.sources()
    sources: list[int] = []
    done = 0
    for start, end, digits in numbers:
        sources += (*original[done:start], *[original[start]] * len(digits))
        done = end
    return sources + original[done:]


@functools.cache
def _single_letters() -> re.Pattern[str]:
    return re.compile(r"(?<![^\W_])[^\W_](?:[\W_]{1,3}[^\W_](?![^\W_])){3,}")


def _letter_by_letter(reading: Reading) -> Iterator[Reading]:
    """Every run of at least four single letters or digits, as one word."""
    if sum(1 for word in ascii_words(reading.folded) if len(word) == 1) < 4:
        return
    for match in _single_letters().finditer(reading.folded):
        word = compact(match.group())
        places = [match.start() + at for at, ch in enumerate(match.group()) if ch.isalnum()]

        def sources(places: list[int] = places) -> list[int]:
            original = reading.sources()
            return [original[place] for place in places]

        yield Reading(form="spelled out", folded=word, bare=word, sources=sources, letters=True)


@functools.cache
def _percent() -> re.Pattern[str]:
    return re.compile(r"(?:%[0-9a-fA-F]{2})+")


def _percent_decoded(text: str) -> Iterator[Reading]:
    pieces: list[str] = []
    places: list[int] = []
    done = 0
    for match in _percent().finditer(text):
        decoded = unquote(match.group())
        pieces += (text[done : match.start()], decoded)
        places += (*range(done, match.start()), *[match.start()] * len(decoded))
        done = match.end()
    if not done:
        return
    whole = "".join((*pieces, text[done:]))
    places += range(done, len(text))
    yield _reading("percent-encoded", fold(whole), lambda: [places[at] for at in origins(whole)])


@functools.cache
def _encoded() -> re.Pattern[str]:
    return re.compile(r"[A-Za-z0-9+/_-]{8,}={0,2}")


def _base64_decoded(text: str) -> Iterator[Reading]:
    for word in text.split():
        if len(word) < 8 or (word.isalpha() and word[1:].islower()):
            continue  # a word of prose, and most are
        for match in _encoded().finditer(word):
            decoded = _decode(match.group())
            if decoded:
                folded = fold(decoded)
                start = text.find(match.group())
                yield _reading("in base64", folded, functools.partial(_all_from, start, len(folded)))


def _all_from(start: int, length: int) -> list[int]:
    return [start] * length


def _decode(run: str) -> str | None:
    """The text that *run* encodes in base64, None when that is no readable text."""
    body = run.rstrip("=").replace("-", "+").replace("_", "/")
    try:
        raw = base64.b64decode(body + "=" * (-len(body) % 4), validate=True)
        decoded = raw.decode("utf-8")
    except (binascii.Error, UnicodeDecodeError):
        return None
    return decoded if decoded.isprintable() else None
