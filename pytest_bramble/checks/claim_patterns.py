"""Claims as found in one text: the frames of a language filled with its words, and the clause around a match."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass

from .claim_words import KINDS, Deed, Tongue
from .claims_phrases import TONGUES
from .folding import plain

# A few words of one clause: a point or comma before a digit ends none.
_GAP = r"[^.;:!?\n,]{0,80}?(?:[.,](?=[0-9])[^.;:!?\n,]{0,80}?){0,3}?"
_PARTS = {"p": "participles", "n": "nouns", "v": "verbs", "b": "base", "d": "doing"}
_TENSES = ("done", "doing", "promised")
_LOOK_BACK = 240
_SENTENCE_END = re.compile(r"[.;!?\n]")
_SHORT_TEXT = 240  # characters
_COMMON_SHARE = 0.08  # of a text's words are among the commonest of its language, in any prose


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """That something of *kind* was done, is being done or will be: *tense* is done, doing or promised.

    *earlier*: the clause says it happened before, such as yesterday.
    """

    kind: str
    tense: str
    offset: int
    earlier: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class _Read:
    """A text made ready: as `folding.plain` leaves it, its sentences and quotations as spans, its languages."""

    text: str
    flat: str
    sentences: tuple[tuple[int, int], ...]
    quoted: tuple[tuple[int, int], ...]
    tongues: tuple[str, ...]


@functools.lru_cache(maxsize=32)  # several checks read the same text one after another
def _read(text: str) -> _Read:
    flat = plain(text)
    # A short text may be all figures and names, and the phrases themselves tell one language from another.
    short = len(text) < _SHORT_TEXT
    return _Read(
        text=text,
        flat=flat,
        sentences=tuple(_sentences(flat)),
        quoted=tuple(_quotations(text)),
        tongues=tuple(TONGUES) if short else tongues_of(text),
    )


def tongues_of(text: str) -> tuple[str, ...]:
    """The languages with phrases whose commonest words make up a fair part of *text*."""
    words = [word.strip(".,;:!?()'\"¡¿") for word in plain(text).split()]
    least = max(1, _COMMON_SHARE * len(words))
    return tuple(
        code for code, tongue in TONGUES.items() if sum(1 for word in words if word in tongue.words) >= least
    )


def claims_in(text: str, kinds: tuple[str, ...] = KINDS) -> Iterator[Claim]:
    """Every claim of *kinds* in *text*, in whichever of the languages it is."""
    read = _read(text)
    for code in read.tongues:
        for kind in kinds:
            deed = TONGUES[code].deeds.get(kind)
            if deed is not None and any(stem in read.flat for stem in deed.stems):
                yield from _claims_of(code, kind, read)


def _claims_of(code: str, kind: str, read: _Read) -> Iterator[Claim]:
    tongue = TONGUES[code]
    stems = tongue.deeds[kind].stems
    for start, end in read.sentences:
        if not any(stem in read.flat[start:end] for stem in stems):
            continue
        earlier = bool(_regex(tongue.earlier).search(read.flat, start, end))
        for tense in _TENSES:
            for match in _matches(_frames(code, kind, tense), read.flat, (start, end)):
                if _claims(tongue, read, match):
                    offset = match.start() + _leading(match.group())
                    yield Claim(kind=kind, tense=tense, offset=offset, earlier=earlier)


def _sentences(flat: str) -> Iterator[tuple[int, int]]:
    """Start and end of every sentence; the line break before a sentence is part of it."""
    start = 0
    for mark in _SENTENCE_END.finditer(flat):
        at = mark.start()
        if flat[at] != "." or not flat[at + 1 : at + 2].isdigit():
            yield start, at
            start = at if flat[at] == "\n" else at + 1
    yield start, len(flat)


def _matches(
    frames: tuple[re.Pattern[str], ...], flat: str, span: tuple[int, int]
) -> Iterator[re.Match[str]]:
    """Every match in *span* that begins at the start of a word.

    The frames leave that to be seen here: a pattern that begins with a boundary is tried at every character.
    """
    start, end = span
    for frame in frames:
        at = start
        while match := frame.search(flat, at, end):
            inside = (
                flat[match.start()].isalnum() and flat[max(0, match.start() - 1) : match.start()].isalnum()
            )
            at = match.start() + 1 if inside else max(match.end(), match.start() + 1)
            if not inside:
                yield match


def _leading(matched: str) -> int:
    return len(matched) - len(matched.lstrip("\n\t *•-"))


@functools.cache
def _frames(code: str, kind: str, tense: str) -> tuple[re.Pattern[str], ...]:
    """Everything in the language *code* that says *kind* in *tense*."""
    tongue = TONGUES[code]
    deed = tongue.deeds[kind]
    filled = [_filled(frame, deed) for frame in getattr(tongue, tense)]
    filled += deed.extra if tense == "done" else ()
    return tuple(re.compile(_with_gaps(text, tongue).removeprefix(r"\b")) for text in filled if text)


def _filled(frame: str, deed: Deed) -> str | None:
    for letter, part in _PARTS.items():
        token = f"{{{letter}}}"
        if token in frame:
            words = getattr(deed, part)
            if not words:
                return None
            frame = frame.replace(token, words)
    return frame


def _with_gaps(pattern: str, tongue: Tongue) -> str:
    word = rf"(?!\b(?:{tongue.aside})\b)(?:[^.;:!?\n,]|[.,](?=[0-9]))"
    return pattern.replace("{gap}", _GAP).replace("{reach}", rf"(?:{word}){{0,60}}?")


@functools.cache
def _regex(source: str) -> re.Pattern[str]:
    return re.compile(source)


def _claims(tongue: Tongue, read: _Read, match: re.Match[str]) -> bool:
    """Whether the match claims: not denied, not supposed, not asked, not somebody else's words."""
    text, flat = read.text, read.flat
    clause = _clause_start(flat, match.start(), "")
    narrow = _clause_start(flat, match.start(), tongue.split)
    if _regex(f"{tongue.denied}|{tongue.reported}").search(flat, narrow, match.end()):
        return False
    supposed = _regex(tongue.supposed)
    # With its accents too: German "würde" (would) and "wurde" (was) differ in nothing else.
    if supposed.search(flat, clause, match.end()) or supposed.search(text[clause : match.end()].lower()):
        return False
    return not _is_asked(flat, match.end()) and not any(
        start <= match.start() < end for start, end in read.quoted
    )


@functools.cache
def _boundary(split: str) -> re.Pattern[str]:
    ends = r"[;:!?\n—]|(?<![0-9])[.,]|[.,](?![0-9])"
    return re.compile(f"{ends}|{split}" if split else ends)


def _clause_start(flat: str, position: int, split: str) -> int:
    start = max(0, position - _LOOK_BACK)
    for match in _boundary(split).finditer(flat, start, position + 40):  # it looks at what follows
        if match.end() > position:
            break
        start = match.end()
    return start


def _is_asked(flat: str, end: int) -> bool:
    following = _boundary("").search(flat, end, end + _LOOK_BACK)
    return following is not None and following.group() == "?"


@functools.cache
def _quotation() -> re.Pattern[str]:
    return re.compile(r'"[^"\n]*"|“[^”\n]*”|„[^“”\n]*[“”]|«[^»\n]*»|^[ \t]*>.*$', re.MULTILINE)


def _quotations(text: str) -> Iterator[tuple[int, int]]:
    """Start and end of everything quoted in *text*."""
    if any(sign in text for sign in '"“„«>'):
        yield from (match.span() for match in _quotation().finditer(text))
