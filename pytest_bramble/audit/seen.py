"""What a candidate has been shown so far, kept by type: amounts, days, ids, addresses, numbers, words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from ..checks.date_text import Day, dates_in
from ..checks.folding import compact, fold
from ..checks.money_text import amounts_in
from ..checks.number_words import spelled_numbers
from ..money import Money

_INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)")
_IDENT = re.compile(r"\b[A-Z]{1,5}(?:-[A-Z0-9]+)+\b")
_TOKEN = re.compile(r"[^\s\"'()\[\]{}<>,;:]+")
_MAILBOX = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_LINK = re.compile(r"\bhttps?://[^\s<>\"')]+", re.IGNORECASE)
_PHONE = re.compile(r"(?<![\w.])(?:\+\d{1,3}[ -]?)?\(?0?\d{2,5}\)?(?:[ -]?\d{2,6}){1,4}(?![\w.]\d|\d)")
_POSTCODE = re.compile(r"\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b")
_STREET = re.compile(
    r"\b\d{1,4}[a-z]? (?:[A-Z][\w'\u2019]+ ){1,3}"
    r"(?:Street|Road|Lane|Avenue|Drive|Close|Court|Place|Yard|Terrace|Walk|Hill|Way|Row|Square|Gardens|Crescent)\b"
)
_FIGURE = re.compile(r"(?<![\w.,:+/-])\d+(?![\w:/-]|[.,]\d)")
_PHONE_DIGITS = range(9, 14)
_PHONE_TAIL = 9


class Seen:
    """Everything shown, told apart by type.  *zone* is the shop's, in which an instant is a day."""

    def __init__(self, zone: ZoneInfo) -> None:
        self._zone = zone
        self._amounts: set[Money] = set()
        self._days: set[Day] = set()
        self._values: set[str] = set()
        self._tokens: set[str] = set()
        self._numbers: set[int] = set()
        self._mailboxes: set[str] = set()
        self._links: set[str] = set()
        self._phones: set[str] = set()
        self._words: list[str] = []

    def show(self, value: Any) -> None:
        """Take note of *value*, which the candidate has now been shown: a text, or JSON."""
        if isinstance(value, str):
            self._show_text(value)
        elif isinstance(value, int) and not isinstance(value, bool):
            self._numbers.add(value)
        elif isinstance(value, dict):
            for item in value.values():
                self.show(item)
        elif isinstance(value, list):
            for item in value:
                self.show(item)

    def _show_text(self, text: str) -> None:
        for instant in _INSTANT.findall(text):
            self._days.add(_day(datetime.fromisoformat(instant).astimezone(self._zone).date()))
        rest = _INSTANT.sub(" ", text)
        self._days.update(day for mention in dates_in(rest) for day in mention.days)
        self._amounts.update(money for mention in amounts_in(rest) for money in mention.meanings)
        self._values.add(text)
        self._tokens.update(token.strip(".!?").casefold() for token in _TOKEN.findall(rest))
        self._numbers.update(map(int, _FIGURE.findall(rest)))
        self._numbers.update(int(digits) for _, _, digits in spelled_numbers(fold(rest)))
        self._mailboxes.update(mailboxes_in(rest))
        self._links.update(links_in(rest))
        self._phones.update(phones_in(rest))
        self._words.append(compact(fold(rest)))

    # -- has it been shown? -----------------------------------------------------------------------

    def amount(self, money: Money) -> bool:
        """True when the amount was shown, in whatever notation."""
        return money in self._amounts

    def number(self, value: int) -> bool:
        """True when the whole number was shown, in digits or as a word."""
        return value in self._numbers

    def day(self, day: Day) -> bool:
        """True when the day was shown; a day without a year is any year's."""
        same = (d for d in self._days if (d.month, d.day) == (day.month, day.day))
        return any(d.year == day.year or None in (d.year, day.year) for d in same)

    def value(self, text: str) -> bool:
        """True when the text was shown as a whole value of a tool's answer."""
        return text in self._values

    def ident(self, ident: str) -> bool:
        """True when the id was shown as a word of its own."""
        return ident.strip().casefold() in self._tokens or self.value(ident)

    def words(self, text: str) -> bool:
        """True when the text was shown, whatever its case, accents and punctuation."""
        sought = compact(fold(text))
        return any(sought in words for words in self._words)

    def mailbox(self, mailbox: str) -> bool:
        """True when the e-mail address was shown."""
        return mailbox in self._mailboxes

    def link(self, link: str) -> bool:
        """True when the link was shown."""
        return link in self._links

    def phone(self, phone: str) -> bool:
        """True when the phone number was shown; its last nine digits count."""
        return phone in self._phones


def _day(day: date) -> Day:
    return Day(year=day.year, month=day.month, day=day.day)


def idents_in(text: str) -> Iterator[str]:
    """Every id in *text*: capitals, a hyphen, and a digit somewhere."""
    return (ident for ident in _IDENT.findall(text) if any(map(str.isdigit, ident)))


def mailboxes_in(text: str) -> Iterator[str]:
    """Every e-mail address in *text*, in lower case."""
    return (mailbox.casefold() for mailbox in _MAILBOX.findall(text))


def links_in(text: str) -> Iterator[str]:
    """Every link in *text*, without the punctuation behind it."""
    return (link.rstrip(".,;:!?").casefold() for link in _LINK.findall(text))


def phones_in(text: str) -> Iterator[str]:
    """The last nine digits of every phone number in *text*."""
    for match in _PHONE.finditer(text):
        digits = re.sub(r"\D", "", match.group())
        if len(digits) in _PHONE_DIGITS and (match.group().lstrip("(")[0] in "0+"):
            yield digits[-_PHONE_TAIL:]


def places_in(text: str) -> Iterator[str]:
    """Every postcode, and every street with its house number, in *text*."""
    yield from _POSTCODE.findall(text)
    yield from _STREET.findall(text)
