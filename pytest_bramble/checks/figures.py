"""Checks on figures in prose: amounts and dates that nothing supports."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from typing import Any

from ..money import Money
from .base import Case, Lapse, Place, Surface, Verified, check
from .date_text import Span, dates_in, relative_in, span_of, spans_in, weekdays_in
from .money_text import amounts_in
from .params import schema
from .prose import prose

_AMOUNTS = {"type": "array", "items": {"type": "string", "format": "money"}}
_DATES = {"type": "array", "items": {"type": "string", "pattern": r"^([0-9]{4}-[0-9]{2}-[0-9]{2}|[a-z ]+)$"}}
_RANGES = {
    "type": "array",
    "items": {"type": "string", "pattern": r"^[0-9]+(-[0-9]+)? (hour|day|week)s?$"},
    "description": "Spans of time that may be promised, such as 5-10 days.",
}


@check("amounts", requires=False, params=schema({"allowed": _AMOUNTS}, required=("allowed",)))
def amounts(case: Case, params: Any) -> Verified:
    """Every amount of money told to the customer is one of the allowed ones."""
    allowed = {Money.parse(amount) for amount in params["allowed"]}
    return Verified(
        lapses=tuple(
            _lapse(part, mention.offset, f"amount {mention.written} is not among the allowed ones")
            for part in prose(case)
            for mention in amounts_in(part.text)
            if allowed.isdisjoint(mention.meanings)
        )
    )


def _lapse(part: Surface, offset: int, text: str) -> Lapse:
    place = Place(event=part.event, surface=part.name, offset=offset)
    return Lapse(text=text, forbidden=True, place=place)


@check(
    "dates",
    requires=False,
    params=schema({"allowed": _DATES, "ranges": _RANGES}, required=("allowed",)),
)
def dates(case: Case, params: Any) -> Verified:
    """Every date told to the customer is an allowed one; with ranges, every promised span of time too.

    Allowed are ISO dates and words such as ``tomorrow``.  A weekday may be named when an allowed date falls on it;
    a span may be promised when it lies within one of the ranges.
    """
    words = {word.casefold() for word in params["allowed"] if not word[:1].isdigit()}
    days = [datetime.date.fromisoformat(day) for day in params["allowed"] if day[:1].isdigit()]
    ranges = (
        None if "ranges" not in params else [span for text in params["ranges"] if (span := span_of(text))]
    )
    return Verified(
        lapses=tuple(
            _lapse(part, offset, text)
            for part in prose(case)
            for offset, text in sorted((*_days(part.text, days, words), *_spans(part.text, ranges)))
        )
    )


def _days(text: str, days: list[datetime.date], words: set[str]) -> Iterator[tuple[int, str]]:
    for mention in dates_in(text):
        if not any(meant.is_on(day) for meant in mention.days for day in days):
            yield mention.offset, f"date {mention.written} is not among the allowed ones"
    for offset, written, weekday in weekdays_in(text):
        if written.casefold() not in words and weekday not in {day.weekday() for day in days}:
            yield offset, f"{written} is no day of an allowed date"
    for offset, written in relative_in(text):
        if written.casefold() not in words:
            yield offset, f"promises a day: {written}"


def _spans(text: str, ranges: list[Span] | None) -> Iterator[tuple[int, str]]:
    if ranges is None:
        return
    for span in spans_in(text):
        if not any(known.low <= span.low and span.high <= known.high for known in ranges):
            yield span.offset, f"promises a time: {span.written}"
