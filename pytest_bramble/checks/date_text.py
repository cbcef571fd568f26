"""Dates and promised spans of time as people write them."""

from __future__ import annotations

import datetime
import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass

from .calendar_words import (
    BUSINESS,
    HOURS,
    MONTHS,
    NOT_A_PROMISE,
    RANGE,
    RELATIVE,
    RELATIVE_STEMS,
    SOON,
    UNIT_STEMS,
    UNITS,
    WEEKDAYS,
)
from .folding import plain
from .number_words import number_words

_JOINED = re.compile(r"[0-9][0-9]{0,3}[-/.][0-9]")  # found first: the full pattern costs ten times as much
_WORD = re.compile("[0-9]+|[^\\W\\d_]+(?:-[^\\W\\d_]+)*'?|[-\N{EN DASH}\N{EM DASH}]")
_LOOK_BACK = 48
_SOON_BY_LENGTH = tuple(sorted(SOON, key=len, reverse=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class Day:
    """A day of a month, of any year when *year* is None."""

    year: int | None
    month: int
    day: int

    def is_on(self, date: datetime.date) -> bool:
        """True when *date* is this day."""
        return (self.month, self.day) == (date.month, date.day) and self.year in (None, date.year)


@dataclass(frozen=True, slots=True, kw_only=True)
class DateMention:
    """A date in a text: *offset*, how it was written, and the days it can mean (12/05 is two)."""

    offset: int
    written: str
    days: tuple[Day, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """A promised span of time, from *low* to *high* hours; working days count as days."""

    offset: int
    written: str
    low: int
    high: int


def dates_in(text: str) -> Iterator[DateMention]:
    """Every calendar date in *text*; the day 31 April is none."""
    flat = plain(text)
    for start in (joined.start() for joined in _JOINED.finditer(flat)):
        lead = flat[max(0, start - 8) : start]
        match = None if _joined_to(lead[-1:]) else _numeric().match(flat, start)
        if match and (not match.group("g") or _leads_to_a_date(lead)):
            yield from _mention(text, match, _numeric_days(match))
    present = [month for month in MONTHS if month in flat]
    if present:
        yield from _named_dates(text, flat, present)


def _leads_to_a_date(lead: str) -> bool:
    return lead[-1:] == " " and lead.strip().rpartition(" ")[2] in _BEFORE_A_DATE


def _joined_to(before: str) -> bool:
    return before.isalnum() or before in ("_", ".", "/", "-")


def _named_dates(text: str, flat: str, months: list[str]) -> Iterator[DateMention]:
    taken: set[int] = set()
    for match in _day_first().finditer(flat):
        if not flat[max(0, match.start() - 1) : match.start()].isalnum():
            taken.add(match.start("m"))
            yield from _mention(text, match, _named_days(match))
    for month in months:
        for match in _month_first(month).finditer(flat):
            if match.start() not in taken and _is_month(text, match):
                yield from _mention(text, match, _named_days(match))


def weekdays_in(text: str) -> Iterator[tuple[int, str, int]]:
    """Every weekday named in *text*: offset, word, number (Monday 0)."""
    flat = plain(text)
    if any(day in flat for day in WEEKDAYS):
        for match in _weekday().finditer(flat):
            yield match.start(), text[match.start() : match.end()], WEEKDAYS[match.group(1)]


def relative_in(text: str) -> Iterator[tuple[int, str]]:
    """Every promise of an unnamed day in *text*, such as tomorrow: offset and words."""
    flat = plain(text)
    if any(stem in flat for stem in RELATIVE_STEMS):
        for match in _relative().finditer(flat):
            yield match.start(), text[match.start() : match.end()]


def spans_in(text: str) -> Iterator[Span]:
    """Every promised span in *text*: "within an hour", "5 to 10 working days"."""
    flat = plain(text)
    for place in sorted({at for stem in UNIT_STEMS for at in _word_starts(flat, stem)}):
        unit = _unit().match(flat, place)
        counted = _counted(flat, place) if unit else None
        if unit and counted:
            start, low, high = counted
            soon = _soon(flat, start)
            if (high is not None or soon < start) and not _not_a_promise().match(flat, unit.end()):
                yield _as_span(text[soon : unit.end()], soon, unit, (low, high))


def span_of(text: str) -> Span | None:
    """The span that *text* as a whole names, such as ``5-10 days``; None when it names none."""
    flat = plain(text)
    place = len(flat) - len(flat.split()[-1])
    unit, counted = _unit().match(flat, place), _counted(flat, place)
    return _as_span(text, 0, unit, counted[1:]) if unit and counted else None


def _as_span(written: str, offset: int, unit: re.Match[str], count: tuple[int, int | None]) -> Span:
    low, high = count
    hours = HOURS[str(unit.lastgroup)]
    return Span(offset=offset, written=written, low=low * hours, high=(low if high is None else high) * hours)


def _word_starts(flat: str, stem: str) -> Iterator[int]:
    at = flat.find(stem)
    while at >= 0:
        if not flat[max(0, at - 1) : at].isalpha():
            yield at
        at = flat.find(stem, at + 1)


def _counted(flat: str, place: int) -> tuple[int, int, int | None] | None:
    """What counts the unit at *place*: where it starts, the number, and the upper one of a range."""
    words = [(m.start(), m.group()) for m in _WORD.finditer(flat, max(0, place - _LOOK_BACK), place)]
    while words and words[-1][1] in BUSINESS:
        words.pop()
    if not words:
        return None
    start, last = words[-1]
    high = _count(last)
    if high is None:
        return None
    if len(words) > 2 and words[-2][1] in RANGE:
        low = _count(words[-3][1])
        if low is not None:
            return words[-3][0], low, high
    return start, high, None


def _count(word: str) -> int | None:
    if word in ("the", "l'"):
        return 1
    if word.isdigit():
        return int(word) if len(word) <= 3 else None
    return number_words().get(word.replace("-", " "))


def _soon(flat: str, start: int) -> int:
    """Where the words begin that make a promise of what begins at *start*; *start* itself without any."""
    before = flat[max(0, start - _LOOK_BACK) : start].rstrip()
    for phrase in _SOON_BY_LENGTH:
        if before.endswith(phrase) and not before[: -len(phrase)][-1:].isalnum():
            return flat.rfind(phrase, 0, start)
    return start


def _mention(text: str, match: re.Match[str], days: Iterator[Day]) -> Iterator[DateMention]:
    real = tuple(day for day in days if _exists(day))
    if real:
        yield DateMention(offset=match.start(), written=text[match.start() : match.end()], days=real)


def _exists(day: Day) -> bool:
    try:
        datetime.date(day.year or 2024, day.month, day.day)  # a leap year, so that 29 February is a day
    except ValueError:
        return False
    return True


_BEFORE_A_DATE = frozenset(
    (
        "on",
        "by",
        "until",
        "before",
        "from",
        "since",
        "le",
        "du",
        "au",
        "el",
        "del",
        "al",
        "am",
        "vom",
        "bis",
        "zum",
    )
)
"""A day and a month without a year count behind one of these only: "24/7" and "1/2" are no dates."""


@functools.cache
def _numeric() -> re.Pattern[str]:
    iso = r"(?P<y>[0-9]{4})-(?P<m>[0-9]{1,2})-(?P<d>[0-9]{1,2})"
    full = r"(?P<a>[0-9]{1,2})(?P<s>[/.-])(?P<b>[0-9]{1,2})(?P=s)(?P<c>[0-9]{4}|[0-9]{2})"
    german = r"(?P<e>[0-9]{1,2})\.(?P<f>0[0-9]|1[0-2])\.(?![0-9])"
    slashed = r"(?P<g>[0-9]{1,2})/(?P<h>[0-9]{1,2})"
    return re.compile(rf"(?:{iso}|{full}|{german}|{slashed})(?![\w/]|[.-][0-9])")


def _numeric_days(match: re.Match[str]) -> Iterator[Day]:
    found = match.groupdict()
    if found["y"]:
        yield Day(year=int(found["y"]), month=int(found["m"]), day=int(found["d"]))
    elif found["a"]:
        year = int(found["c"]) + (2000 if len(found["c"]) == 2 else 0)
        yield from _either_way(int(found["a"]), int(found["b"]), year, american=found["s"] != ".")
    elif found["e"]:
        yield from _either_way(int(found["e"]), int(found["f"]), None, american=False)
    else:
        yield from _either_way(int(found["g"]), int(found["h"]), None, american=True)


def _either_way(first: int, second: int, year: int | None, *, american: bool) -> Iterator[Day]:
    yield Day(year=year, month=second, day=first)
    if american and first != second:
        yield Day(year=year, month=first, day=second)


@functools.cache
def _day_first() -> re.Pattern[str]:
    month = "|".join(sorted(MONTHS, key=len, reverse=True))
    ordinal = r"(?:st|nd|rd|th|er|\.|º|°)?"
    year = r"(?:\.?,?\s+(?:de\s+|del\s+)?(?P<y>[0-9]{4})\b)?"
    return re.compile(rf"(?P<d>[0-9][0-9]?){ordinal}\s+(?:of\s+|de\s+|d')?(?P<m>{month})\b{year}")


@functools.cache
def _month_first(month: str) -> re.Pattern[str]:
    day = r"(?P<d>[0-9]{1,2})(?:st|nd|rd|th)?\b(?!:[0-9])"
    return re.compile(rf"(?P<m>{month})(?<!\w{month})\.?\s+(?:the\s+)?{day}(?:,?\s+(?P<y>[0-9]{{4}})\b)?")


def _is_month(text: str, match: re.Match[str]) -> bool:
    """Whether "may 12" or "mar 3" is a month: as English writes one, with a capital."""
    return match.group("m") not in ("may", "mar", "march") or text[match.start("m")].isupper()


def _named_days(match: re.Match[str]) -> Iterator[Day]:
    year = match.group("y")
    yield Day(year=int(year) if year else None, month=MONTHS[match.group("m")], day=int(match.group("d")))


@functools.cache
def _weekday() -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)({'|'.join(WEEKDAYS)})s?(?!\w)")


@functools.cache
def _relative() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{RELATIVE})(?!\w)")


@functools.cache
def _unit() -> re.Pattern[str]:
    return re.compile("(?:" + "|".join(f"(?P<{name}>{words})" for name, words in UNITS.items()) + r")(?!\w)")


@functools.cache
def _not_a_promise() -> re.Pattern[str]:
    return re.compile(NOT_A_PROMISE)
