"""What is due on an order by the policy's own words: pure functions over what the tools returned."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any

from ..money import Money

_FAULT = re.compile(
    r"\b(fault|broke|damag|defect|wrong|crack|torn|tear|split|chip|hole|scratch|leak|drip|smell|burn|dead"
    r"|cannot be used|does ?n[o']t work|not work|stopped)",
    re.IGNORECASE,
)
_ASKED = re.compile(r"\b(refund|money|return|back)", re.IGNORECASE)
_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_SOME = re.compile(rf"\b(\d+|{'|'.join(_NUMBERS)})(?: more)? of (?:the|my|those|them)\b", re.IGNORECASE)


def due(order: Mapping[str, Any], wish: str, policy: str) -> Money:
    """What the customer gets back on *order*: some units of its one line, or every line; fees deducted.

    *order* is what get_order returned, *policy* what the policy tool said of refunds and returns.
    """
    lines = order["items"]
    units = units_named(wish)
    if len(lines) == 1 and units is not None and units < lines[0]["quantity"]:
        owed = _part_of_a_line(order, units)
    else:
        owed = sum(Money.parse(line["paid_for_line"]).minor for line in _named(lines, wish)) - _back(order)
    fee = 0 if _FAULT.search(wish) else _return_fee(policy, order["currency"])
    return Money(max(0, owed - fee if owed else 0), order["currency"])


def _named(lines: Sequence[Mapping[str, Any]], wish: str) -> Sequence[Mapping[str, Any]]:
    """The lines whose items the sentences about money or returning speak of; all when they name none."""
    asked = " ".join(s for s in re.split(r"[.!?]", wish) if _ASKED.search(s))
    said = set(re.findall(r"\w+", asked.casefold()))
    return [line for line in lines if said & _words(line["name"])] or lines


def _words(name: str) -> set[str]:
    return {word for word in re.findall(r"\w+", name.casefold()) if len(word) > 2}


def units_named(wish: str) -> int | None:
    """How many *of* something the customer speaks of, or None: ``three of the ten`` is 3."""
    match = _SOME.search(wish)
    if match is None:
        return None
    word = match[1].casefold()
    return int(word) if word.isdigit() else _NUMBERS.index(word) + 1


def days_since_delivery(order: Mapping[str, Any]) -> int | None:
    """Calendar days in the shop's zone from delivery to now; None when nothing was delivered."""
    if order["delivered"] is None:
        return None
    now, then = datetime.fromisoformat(order["as_of"]), datetime.fromisoformat(order["delivered"])
    return (now.date() - then.astimezone(now.tzinfo).date()).days


def days_allowed(policy: str) -> int | None:
    """The window the policy gives after delivery, in days; None when it gives none."""
    window = re.search(r"within (\d+) days of (?:the )?delivery", policy)
    return None if window is None else int(window[1])


def approval_above(policy: str, currency: str) -> Money | None:
    """The amount above which the policy wants an approval; None when it wants none in *currency*."""
    sentence = re.search(r"refund above ([^.]*(?:\.\d+[^.]*)*) needs an approval", policy)
    return None if sentence is None else _amount_in(sentence[1], currency)


def _part_of_a_line(order: Mapping[str, Any], units: int) -> int:
    """Returned so far and now, times the price paid, rounded once, half up; then what was paid before."""
    line = order["items"][0]
    before = sum(refund.get("units") or 0 for refund in order["refunds"])
    share = Fraction(Money.parse(line["paid_for_line"]).minor * (before + units), line["quantity"])
    return int(share + Fraction(1, 2)) - _back(order)


def _back(order: Mapping[str, Any]) -> int:
    return Money.parse(order["refunded_so_far"]).minor


def _return_fee(policy: str, currency: str) -> int:
    sentence = re.search(r"return fee is deducted[^:]*: ([^\n]*(?:\n[^\n]*)?)", policy)
    fee = None if sentence is None else _amount_in(sentence[1], currency)
    return 0 if fee is None else fee.minor


def _amount_in(text: str, currency: str) -> Money | None:
    found = re.search(rf"\d+(?:\.\d+)? {currency}", text)
    return None if found is None else Money.parse(found[0])
