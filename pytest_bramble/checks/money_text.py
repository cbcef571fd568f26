"""Amounts of money as people write them: £45.99, 45.99 GBP, 45,99 €, ¥5,800, 5800 yen."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass

from ..money import EXPONENTS, Money

_DOLLARS = ("USD", "AUD", "CAD", "NZD", "MXN")
_SYMBOLS = {
    "us$": ("USD",), "a$": ("AUD",), "au$": ("AUD",), "c$": ("CAD",), "ca$": ("CAD",), "nz$": ("NZD",),
    "mx$": ("MXN",), "r$": ("BRL",), "$": _DOLLARS, "£": ("GBP",), "€": ("EUR",), "¥": ("JPY",), "円": ("JPY",),
    "₹": ("INR",), "₩": ("KRW",), "zł": ("PLN",), "kč": ("CZK",), "kr": ("SEK", "NOK", "DKK"),
}  # fmt: skip
_WORDS = {
    "pound": ("GBP",), "pounds": ("GBP",), "sterling": ("GBP",), "quid": ("GBP",), "pfund": ("GBP",),
    "libras": ("GBP",), "livres": ("GBP",), "euro": ("EUR",), "euros": ("EUR",), "dollar": _DOLLARS,
    "dollars": _DOLLARS, "dólares": _DOLLARS, "yen": ("JPY",), "yens": ("JPY",), "yenes": ("JPY",),
    "francs": ("CHF",), "franken": ("CHF",), "rupees": ("INR",), "kronor": ("SEK",),
    "kroner": ("NOK", "DKK"), "zloty": ("PLN",), "reais": ("BRL",), "pesos": ("MXN",),
}  # fmt: skip
_DIGITS = re.compile(r"[0-9][0-9]*")
# Full-width digits and signs, one for one, so that offsets stay.
_WIDE = {0xFF10 + digit: str(digit) for digit in range(10)} | {0xFF0E: ".", 0xFF0C: ",", 0xFFE5: "¥"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """An amount in a text: its *offset*, how it was written, and everything it can mean ($ is five currencies).

    *meanings* is empty when the figure is none of its currency, such as 58.25 yen.
    """

    offset: int
    written: str
    meanings: frozenset[Money]


def amounts_in(text: str) -> Iterator[Mention]:
    """Every amount with a currency in *text*, in order."""
    flat = text.translate(_WIDE)
    for match in _numbers(flat):
        marker = _before().search(flat, max(0, match.start() - 5), match.start())
        marker = marker or _after().match(flat, match.end())
        if marker is not None:
            start, end = min(match.start(), marker.start(1)), max(match.end(), marker.end(1))
            currencies = _currencies()[marker.group(1).lower()]
            meanings = frozenset(_meanings(match.group(), currencies))
            yield Mention(offset=start, written=text[start:end], meanings=meanings)


def _numbers(flat: str) -> Iterator[re.Match[str]]:
    # Digits are found first: the full pattern, tried at every character, costs twenty times as much.
    done = 0
    for digits in _DIGITS.finditer(flat):
        start = digits.start()
        goes_on = (
            flat[max(0, start - 1) : start] in (".", ",") and flat[max(0, start - 2) : start - 1].isdigit()
        )
        match = None if start < done or goes_on else _number().match(flat, start)
        if match:
            done = match.end()
            yield match


def figures_in(text: str) -> Iterator[tuple[int, str]]:
    """Every figure in *text* with its offset, whether or not a currency stands beside it."""
    return ((match.start(), match.group()) for match in _numbers(text.translate(_WIDE)))


def reads_as(figure: str, money: Money) -> bool:
    """True when the bare *figure* can mean *money*: 45,99 or 45.99 for 45.99 GBP."""
    return money in _meanings(figure, (money.currency,))


@functools.cache
def _currencies() -> dict[str, tuple[str, ...]]:
    return {**_SYMBOLS, **_WORDS, **{code.lower(): (code,) for code in EXPONENTS}}


def _either(names: Iterator[str]) -> str:
    return "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))


@functools.cache
def _number() -> re.Pattern[str]:
    mark = r"[.,'\u2019 \u00a0\u2009\u202f]"
    grouped = rf"[0-9]{{1,3}}({mark})[0-9]{{3}}(?:\1[0-9]{{3}}){{0,4}}(?:[.,][0-9]{{1,2}})?(?![0-9])"
    return re.compile(rf"(?:{grouped}|[0-9]{{1,15}}(?:[.,][0-9]{{1,3}})?(?![0-9]))")


@functools.cache
def _before() -> re.Pattern[str]:
    signs = _either(name for name in _SYMBOLS if name not in ("kr", "円"))
    codes = _either(code.lower() for code in EXPONENTS)
    return re.compile(rf"((?<![a-z])(?:{codes}|kr)|{signs})[ \u00a0\u202f]?\Z", re.IGNORECASE)


@functools.cache
def _after() -> re.Pattern[str]:
    signs = _either(name for name in _SYMBOLS if not name[0].isalpha() or name == "円")
    words = _either(name for name in _currencies() if name[0].isalpha() and name != "円" and "$" not in name)
    return re.compile(rf"[ \u00a0\u202f-]?((?:{words})(?![\w'\u2019])|{signs})", re.IGNORECASE)


def _meanings(figure: str, currencies: tuple[str, ...]) -> Iterator[Money]:
    for currency in currencies:
        minor = _minor(figure, EXPONENTS[currency])
        if minor is not None:
            yield Money(minor, currency)
        spaced = re.split(r"[ \u00a0\u2009\u202f]", figure)
        if len(spaced) > 1:  # "item 2 100 EUR": the group in front may belong to another figure
            last = _minor(spaced[-1], EXPONENTS[currency])
            if last is not None:
                yield Money(last, currency)


def _minor(figure: str, exponent: int) -> int | None:
    """The figure in minor units of a currency with *exponent* decimals, None when it has a finer fraction."""
    digits = re.sub(r"['\u2019 \u00a0\u2009\u202f]", "", figure)
    whole, mark, fraction = _split(digits, exponent)
    whole = re.sub(r"[.,]", "", whole)
    if not mark:
        return int(whole + "0" * exponent)
    if len(fraction) > exponent:
        fraction, rest = fraction[:exponent], fraction[exponent:]
        if rest.strip("0"):
            return None
    return int(whole + fraction.ljust(exponent, "0"))


def _split(digits: str, exponent: int) -> tuple[str, str, str]:
    """Whole part, decimal mark, fraction.

    A lone mark before three digits groups them, unless the currency has three decimals.
    """
    at = max(digits.rfind("."), digits.rfind(","))
    if at < 0:
        return digits, "", ""
    mark, fraction = digits[at], digits[at + 1 :]
    both = "." in digits and "," in digits
    if not both and (digits.count(mark) > 1 or (len(fraction) == 3 and exponent != 3)):
        return digits, "", ""
    return digits[:at], mark, fraction
