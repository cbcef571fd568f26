"""Editing a gold script: what an operator changes, line by line.  Pure functions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from ..customers.scripted import asks
from ..exam.ticket import GoldLine
from ..money import EXPONENTS, Money

Lines = tuple[GoldLine, ...]

_READ_BY_THE_CUSTOMER = ("message", "question", "subject", "body")


def call(tool: str, arguments: Mapping[str, Any]) -> GoldLine:
    """A line that calls *tool*."""
    return GoldLine(call=tool, args=arguments)


def is_asking(line: GoldLine) -> bool:
    """True for a question to the customer, by tool or in text."""
    return line.call == "ask_customer" or (line.say is not None and asks(line.say))


def is_close(line: GoldLine) -> bool:
    """True for the line that closes the ticket."""
    return line.call == "close_ticket"


def without(lines: Lines, unwanted: Callable[[GoldLine], bool]) -> Lines:
    """*lines* without the unwanted ones."""
    return tuple(line for line in lines if not unwanted(line))


def placed(lines: Lines, new: Iterable[GoldLine], before: Callable[[GoldLine], bool]) -> Lines:
    """*lines* with *new* before the first one that *before* names; at the end when it names none."""
    at = next((place for place, line in enumerate(lines) if before(line)), len(lines))
    return (*lines[:at], *new, *lines[at:])


def before_close(lines: Lines, *new: GoldLine) -> Lines:
    """*lines* with *new* just before the close."""
    return placed(lines, new, is_close)


def with_args(line: GoldLine, /, **changed: Any) -> GoldLine:
    """*line* with some arguments changed."""
    return replace(line, args={**line.args, **changed})


def money_of(line: GoldLine) -> Money | None:
    """The amount a line names, None where it names none that is one."""
    try:
        return Money.parse(f"{line.args['amount']} {line.args['currency']}")
    except (KeyError, ValueError):
        return None


def with_money(line: GoldLine, money: Money) -> GoldLine:
    """*line* over another amount."""
    number, currency = str(money).split()
    return with_args(line, amount=number, currency=currency)


def smallest(money: Money) -> int:
    """How many of the currency's smallest units make one of it: 100 for GBP, 1 for JPY."""
    return int(10 ** EXPONENTS[money.currency])


def closing_words(lines: Lines) -> str:
    """The last message to the customer."""
    return next((str(line.args.get("message", "")) for line in reversed(lines) if is_close(line)), "")


def with_closing_words(lines: Lines, words: str) -> Lines:
    """*lines* with another last message."""
    return tuple(with_args(line, message=words) if is_close(line) else line for line in lines)


def with_more_words(lines: Lines, words: str) -> Lines:
    """*lines* with *words* added to the last thing that the customer reads."""
    for place in range(len(lines) - 1, -1, -1):
        longer = _longer(lines[place], words)
        if longer is not None:
            return (*lines[:place], longer, *lines[place + 1 :])
    return lines


def _longer(line: GoldLine, words: str) -> GoldLine | None:
    if line.say is not None:
        return replace(line, say=f"{line.say} {words}")
    for name in ("message", "question", "body"):
        if name in line.args:
            return with_args(line, **{name: f"{line.args[name]} {words}"})
    return None


def rewritten(lines: Lines, words: Callable[[str], str]) -> Lines:
    """*lines* with everything the customer reads put through *words*."""
    return tuple(_rewritten(line, words) for line in lines)


def _rewritten(line: GoldLine, words: Callable[[str], str]) -> GoldLine:
    if line.say is not None:
        return replace(line, say=words(line.say))
    changed = {name: words(str(line.args[name])) for name in _READ_BY_THE_CUSTOMER if name in line.args}
    return with_args(line, **changed) if changed else line


def renamed(lines: Lines, names: Mapping[str, str]) -> Lines:
    """*lines* with every id in *names* replaced wherever it stands, ids built from it included."""
    return tuple(
        replace(
            line,
            say=None if line.say is None else _renamed(line.say, names),
            args={name: _renamed_value(value, names) for name, value in line.args.items()},
        )
        for line in lines
    )


def _renamed_value(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return _renamed(value, names)
    return [_renamed_value(item, names) for item in value] if isinstance(value, list) else value


def _renamed(text: str, names: Mapping[str, str]) -> str:
    # All at once and as whole ids, so that neither B-1 in B-10 nor a swap of two ids goes wrong.
    either = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.sub(rf"(?<![A-Za-z0-9])(?:{either})(?![A-Za-z0-9])", lambda hit: names[hit.group()], text)
