"""Which of the orders listed does a customer mean?  Exact words only; pure functions."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

Order = Mapping[str, Any]  # one row of list_orders

_WORD = re.compile(r"\w+")
_TOKEN = re.compile(r"\w+(?:[.,]\w+)*")
_MONTHS = (
    "january", "february", "march", "april", "may", "june", "july",
    "august", "september", "october", "november", "december",
)  # fmt: skip


def last_word(text: str) -> str:
    """What holds of *text*: all of it, or only what follows the last ``Correction:``."""
    return re.split(r"correction:", text, flags=re.IGNORECASE)[-1]


def meant(text: str, orders: Sequence[Order]) -> list[Order]:
    """The orders that *text* fits, as few as its words allow; all of them when it says nothing of any."""
    fitting = [order for order in orders if _names(order, text)] or list(orders)
    for said in (_says_id, _says_date, _says_total):
        fitting = _narrowed(fitting, text, said)
    return _closest(fitting, text)


def described(order: Order) -> str:
    """For example ``Kettle Brook, blue (2 May 2026)``."""
    items = ", ".join(_item_name(item) for item in order["items"])
    return f"{items} ({spoken_date(order['placed'])})"


def spoken_date(instant: str) -> str:
    """The day of an ISO *instant* as people write it: ``9 May 2026``."""
    day = datetime.fromisoformat(instant)
    return f"{day.day} {_MONTHS[day.month - 1].capitalize()} {day.year}"


def _closest(orders: list[Order], text: str) -> list[Order]:
    """Those whose items share the most words with *text*: ``the one with 1.7 litres``."""
    said = set(_TOKEN.findall(text.casefold()))
    shared = [max((len(said & _tokens(item)) for item in order["items"]), default=0) for order in orders]
    most = max(shared, default=0)
    return [order for order, number in zip(orders, shared, strict=True) if number == most]


def _tokens(item: Mapping[str, Any]) -> set[str]:
    return set(_TOKEN.findall(item["name"].casefold()))


def _narrowed(orders: list[Order], text: str, said: Callable[[Order, str], bool]) -> list[Order]:
    return [order for order in orders if said(order, text)] or orders


def _says_id(order: Order, text: str) -> bool:
    return re.search(rf"\b{re.escape(order['id'])}\b", text, re.IGNORECASE) is not None


def _says_date(order: Order, text: str) -> bool:
    day, month, year = spoken_date(order["placed"]).split()
    spoken = (rf"\b{day}(?:st|nd|rd|th)? (?:of )?{month}\b", rf"\b{month} {day}(?:st|nd|rd|th)?\b")
    numeric = (re.escape(order["placed"][:10]),)
    return any(re.search(p, text, re.IGNORECASE) for p in (*spoken, *numeric)) and _no_other_year(text, year)


def _no_other_year(text: str, year: str) -> bool:
    years = re.findall(r"\b20\d\d\b", text)
    return not years or year in years


def _says_total(order: Order, text: str) -> bool:
    return order["total"].split()[0] in text


def _names(order: Order, text: str) -> bool:
    said = set(_WORD.findall(text.casefold()))
    return any(_item_named(item, said) for item in order["items"])


def _item_named(item: Mapping[str, Any], said: set[str]) -> bool:
    words = {w for w in _WORD.findall(item["name"].casefold()) if len(w) > 3}
    plural = {f"{w}s" for w in words}
    return not said.isdisjoint(words | plural) and (
        item["colour"] is None or _colour_fits(item["colour"], said)
    )


def _colour_fits(colour: str, said: set[str]) -> bool:
    colours = {
        "black",
        "blue",
        "brown",
        "green",
        "grey",
        "orange",
        "pink",
        "purple",
        "red",
        "white",
        "yellow",
    }
    mentioned = said & colours
    return not mentioned or not mentioned.isdisjoint(_WORD.findall(colour.casefold()))


def _item_name(item: Mapping[str, Any]) -> str:
    return item["name"] if item["colour"] is None else f"{item['name']}, {item['colour']}"
