"""Checks on money given back: twice, above what was charged, another amount or to another place than is due."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ..money import Money
from .base import Case, Lapse, Place, Verified, check
from .params import TEXTS, schema

_AMOUNTS = {"type": "array", "items": {"type": "string", "format": "money"}, "minItems": 1}


@dataclass(frozen=True, slots=True, kw_only=True)
class Payment:
    """Money given back on *order*; *lines* is empty for the order as a whole, *event* None when it came earlier."""

    order: str
    amount: Money
    lines: frozenset[str]
    event: int | None


@check(
    "paid_only",
    requires=False,
    params={
        **schema({"amounts": _AMOUNTS, "destinations": TEXTS}),
        "anyOf": [{"required": ["amounts"]}, {"required": ["destinations"]}],
    },
)
def paid_only(case: Case, params: Any) -> Verified:
    """Every refund that was paid is of one of the amounts and went to one of the destinations."""
    refunds = (
        (event.index, effect)
        for event in case.calls()
        for effect in event.effects
        if effect["kind"] == "refund"
    )
    return Verified(
        lapses=tuple(
            Lapse(text=text, forbidden=True, place=Place(event=index))
            for index, effect in refunds
            for text in _not_due(effect, params)
        )
    )


def _not_due(effect: Mapping[str, Any], params: Mapping[str, Any]) -> Iterator[str]:
    if effect["amount"] not in params.get("amounts", (effect["amount"],)):
        yield f"refunded {effect['amount']}, due is {' or '.join(params['amounts'])}"
    destination = effect.get("destination")
    if destination not in params.get("destinations", (destination,)):
        yield f"refunded to {destination}, due is {' or '.join(params['destinations'])}"


@check("double_refund", requires=False)
def double_refund(case: Case, _params: Any) -> Verified:
    """No order, and no line of one, is refunded twice or above what was charged for it."""
    lapses: list[Lapse] = []
    made = list(_before(case.evidence.before))
    for payment in _during(case):
        made.append(payment)
        wrong = _twice(payment, made[:-1]) or _too_much(payment, made, case.evidence.before)
        if wrong:
            lapses.append(Lapse(text=wrong, forbidden=True, place=Place(event=payment.event)))
    return Verified(lapses=tuple(lapses))


def _before(state: Mapping[str, Any]) -> Iterator[Payment]:
    for refund in state.get("refunds", {}).values():
        yield Payment(
            order=str(refund["order"]),
            amount=Money.parse(refund["amount"]),
            lines=frozenset(refund.get("lines", ())),
            event=None,
        )


def _during(case: Case) -> Iterator[Payment]:
    for event in case.calls():
        for effect in event.effects:
            if effect["kind"] == "refund" and "order" in effect:
                yield Payment(
                    order=str(effect["order"]),
                    amount=Money.parse(effect["amount"]),
                    lines=frozenset((event.arguments or {}).get("lines") or ()),
                    event=event.index,
                )


def _twice(payment: Payment, earlier: list[Payment]) -> str | None:
    same = (payment.order, payment.amount)
    for other in earlier:
        # Where either names no line, the same amount on the same order is the same money.
        alike = not (other.lines and payment.lines) or other.lines == payment.lines
        if (other.order, other.amount) == same and alike:
            when = "before this ticket" if other.event is None else f"at event {other.event}"
            return f"order {payment.order} refunded {payment.amount} again, as {when}"
    return None


def _too_much(payment: Payment, made: list[Payment], state: Mapping[str, Any]) -> str | None:
    order = state.get("orders", {}).get(payment.order)
    if order is None:
        return None
    own = [p for p in made if (p.order, p.amount.currency) == (payment.order, payment.amount.currency)]
    name = f"order {payment.order}"
    if payment.lines:
        charged = _sum([line["paid"] for line in order.get("lines", ()) if line["id"] in payment.lines])
        named = f"{name}, {', '.join(sorted(payment.lines))}"
        within = [p for p in own if p.lines and p.lines <= payment.lines]
        above = _above(within, charged, named)
        if above:
            return above
    return _above(own, _sum([order["total"]]), name)


def _sum(amounts: list[str]) -> Money | None:
    parsed = [Money.parse(amount) for amount in amounts]
    return Money(sum(money.minor for money in parsed), parsed[0].currency) if parsed else None


def _above(given: list[Payment], charged: Money | None, name: str) -> str | None:
    total = Money(sum(p.amount.minor for p in given), given[0].amount.currency)
    if charged is None or total.currency != charged.currency or total.minor <= charged.minor:
        return None
    return f"{name}: {total} refunded, {charged} charged"
