"""Can a ticket be solved from what a candidate sees?  Every value gold uses is traced to where it was shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from zoneinfo import ZoneInfo

from ..checks.date_text import dates_in
from ..checks.money_text import amounts_in
from ..evidence.events import Called, Heard, Said
from ..evidence.record import Evidence
from ..exam.job import Job
from ..exam.ticket import GoldLine, Ticket
from ..money import EXPONENTS, Money
from .formula import FormulaError, Literal, work_out
from .results import Problem
from .script import money_of
from .seen import Seen, idents_in, links_in, mailboxes_in, phones_in, places_in

_MINTED = ("idempotency_key",)
_VALUES = ("line", "lines", "cursor")  # too short to count as shown by some word of the policy
_WORDS = ("value", "name", "street", "town", "postcode", "to", "recipient", "email", "phone")
_FREE_NUMBERS = (0, 1, 100)


def provenance_problems(job: Job, ticket: Ticket, evidence: Evidence) -> Iterator[Problem]:
    """Every value in the gold script of *ticket* that was not shown before, and every status it did not foresee."""
    seen = Seen(ZoneInfo(job.zone))
    seen.show(evidence.view["system"])
    seen.show(evidence.view["opening"])
    played = [event for event in evidence.events if not isinstance(event, Heard)]
    lines = iter(ticket.examiner.gold)
    for event in evidence.events:
        if isinstance(event, Heard):
            seen.show(event.text)
            continue
        line = next(lines, None)
        if line is None:
            break  # gold has spoken its last line and the customer waits
        for text in _line_problems(line, event, seen):
            yield Problem(path=ticket.path, line=line.line, text=f"gold: {text}")
        if isinstance(event, Called):
            seen.show(event.data)
    for line in ticket.examiner.gold[len(played) :]:
        text = f"gold: never played; the ticket had ended: {evidence.stop.reason}"
        yield Problem(path=ticket.path, line=line.line, text=text)


def _line_problems(line: GoldLine, event: Called | Said, seen: Seen) -> Iterator[str]:
    if isinstance(event, Called) and event.status != line.status:
        told = event.data.get("message", "") if isinstance(event.data, dict) else ""
        yield f"{event.tool} ended {event.status}, the line registers {line.status}{told and f': {told}'}"
    computed: set[Money] = set()
    for name, formula in line.sources.items():
        used = _value_named(line, name)
        if used is None:
            yield f"from: {name!r} is neither an amount or number of this line nor an argument that is one"
            continue
        yield from (f"from: {name}: {text}" for text in _formula_problems(formula, used, seen))
        computed |= {used.money} if used.money is not None else set()
    yield from (f"{what} was not shown before" for what in _Unseen(seen, computed).of(line))


# -- formulas -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class _Used:
    """A value that a line computes: an amount of money, or a bare number."""

    value: Fraction
    money: Money | None

    @property
    def places(self) -> int:
        """The decimals a rounding keeps."""
        return 0 if self.money is None else EXPONENTS[self.money.currency]


def _value_named(line: GoldLine, name: str) -> _Used | None:
    """The value that an entry of ``from`` is about: an argument's, or one written out in the line's text."""
    if name == "amount" and (money := money_of(line)) is not None:
        return _of(money)
    if name in line.args:
        return _number(str(line.args[name]))
    texts = [text for text in (line.say, *line.args.values()) if isinstance(text, str)]
    named = {meaning for mention in amounts_in(name) for meaning in mention.meanings}
    written = {meaning for text in texts for mention in amounts_in(text) for meaning in mention.meanings}
    if named:
        return _of(next(iter(named))) if len(named) == 1 and named <= written else None
    return _number(name) if any(name in text for text in texts) else None


def _of(money: Money) -> _Used:
    return _Used(value=Fraction(money.minor, 10 ** EXPONENTS[money.currency]), money=money)


def _number(text: str) -> _Used | None:
    try:
        return _Used(value=Fraction(text), money=None)
    except (ValueError, ZeroDivisionError):
        return None


def _formula_problems(formula: str, used: _Used, seen: Seen) -> Iterator[str]:
    try:
        worked = work_out(formula, used.places)
    except FormulaError as error:
        yield str(error)
        return
    for literal in worked.literals:
        if not _is_shown(literal, used, seen):
            yield f"{literal.text} in {formula!r} was not shown before"
    if worked.value != used.value:
        yield f"{formula!r} is {_decimal(worked.value)}, not {_decimal(used.value)}"


def _is_shown(literal: Literal, used: _Used, seen: Seen) -> bool:
    if not literal.decimal and (int(literal.text) in _FREE_NUMBERS or seen.number(int(literal.text))):
        return True
    currencies = EXPONENTS if used.money is None else {used.money.currency: used.places}
    minors = ((literal.value * 10**places, code) for code, places in currencies.items())
    return any(minor.denominator == 1 and seen.amount(Money(int(minor), code)) for minor, code in minors)


def _decimal(value: Fraction) -> str:
    return str(value) if value.denominator != 1 and 10**6 % value.denominator else f"{float(value):g}"


# -- values ---------------------------------------------------------------------------------------


class _Unseen:
    """Names the values of a line that were neither shown nor computed."""

    def __init__(self, seen: Seen, computed: set[Money]) -> None:
        self._seen = seen
        self._computed = computed

    def of(self, line: GoldLine) -> Iterator[str]:
        """Every such value of *line*, with the argument it stands in."""
        if line.say is not None:
            yield from self._in_prose(line.say)
        money = money_of(line)
        if money is not None and not self._knows(money):
            yield f"amount {money}"
        for name, value in line.args.items():
            if name in _MINTED or (money is not None and name in ("amount", "currency")):
                continue
            for part in value if isinstance(value, list) else [value]:
                if isinstance(part, str):
                    yield from self._in_argument(name, part)

    def _in_argument(self, name: str, text: str) -> Iterator[str]:
        if name == "about" and not any(map(str.isdigit, text)):
            return  # what a question is about, not an id
        if name in _VALUES:
            if not self._seen.value(text):
                yield f"{name} {text!r}"
        elif name.endswith("_id") or name == "about":
            if not self._seen.ident(text):
                yield f"{name} {text!r}"
        elif name in _WORDS or (name == "destination" and text != "original"):
            if not self._seen.words(text):
                yield f"{name} {text!r}"
        else:
            yield from self._in_prose(text)

    def _in_prose(self, text: str) -> Iterator[str]:
        seen = self._seen
        for amount in amounts_in(text):
            if not any(map(self._knows, amount.meanings)):
                yield f"amount {amount.written!r}"
        yield from (f"date {d.written!r}" for d in dates_in(text) if not any(map(seen.day, d.days)))
        yield from (f"id {ident!r}" for ident in idents_in(text) if not seen.ident(ident))
        yield from (f"address {box!r}" for box in mailboxes_in(text) if not seen.mailbox(box))
        yield from (f"link {link!r}" for link in links_in(text) if not seen.link(link))
        yield from (f"phone number …{phone}" for phone in phones_in(text) if not seen.phone(phone))
        yield from (f"place {place!r}" for place in places_in(text) if not seen.words(place))

    def _knows(self, money: Money) -> bool:
        return money in self._computed or self._seen.amount(money)
