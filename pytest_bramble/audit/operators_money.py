"""Operators on money: amounts, currencies, destinations, paying twice, retrying, disputes, discounts."""

from __future__ import annotations

import re
from collections.abc import Callable

from ..money import Money
from .material import Material
from .operator import Operator, at
from .payments import PAYS, another_card, pays, refund, speaks_of_another_card
from .script import Lines, before_close, call, is_close, money_of, placed, smallest, with_args, with_money

_PERCENT = re.compile(r"\b(\d{1,2}) ?(?:%|per ?cent)")


def minor_unit_error(material: Material) -> Lines | None:
    """Takes an amount for a hundred times its smallest unit: 58 yen instead of 5,800."""
    return _with_amounts(material, lambda money: Money(max(1, money.minor // 100), money.currency))


def off_by_one(material: Material) -> Lines | None:
    """Rounds the wrong way: the smallest unit too little."""
    return _with_amounts(material, lambda money: Money(money.minor - 1, money.currency))


def wrong_currency(material: Material) -> Lines | None:
    """Pays the same number in another currency."""

    def exchanged(money: Money) -> Money:
        other = "EUR" if money.currency != "EUR" else "GBP"
        return Money(money.minor * 100 // smallest(money), other)

    return _with_amounts(material, exchanged)


def other_destination(material: Material) -> Lines | None:
    """Sends the money elsewhere than to the original payment method."""
    card = another_card(material)
    if any(pays(line) for line in material.gold):
        return tuple(with_args(line, destination=card) if pays(line) else line for line in material.gold)
    order = material.order
    if order is None or not speaks_of_another_card(material) or material.left(order).minor <= 0:
        return None
    return before_close(material.gold, *refund(material, order, material.left(order), destination=card))


def pay_twice(material: Material) -> Lines | None:
    """Pays once more what was paid: by gold, or before the ticket."""
    paid = [line for line in material.gold if pays(line) and material.committed(line)]
    if paid:
        again = with_args(paid[-1], idempotency_key=f"{paid[-1].args.get('idempotency_key')}-2")
        return before_close(material.gold, again)
    order = material.order
    earlier = [r for r in material.all_of("refunds").values() if r["order"] == order]
    if order is None or not earlier or any(pays(line) for line in material.gold):
        return None
    return before_close(material.gold, *refund(material, order, Money.parse(earlier[-1]["amount"])))


def new_idempotency_key(material: Material) -> Lines | None:
    """Tries a payment that went wrong again, under a new key."""
    place = _first_fault(material)
    if place is None:
        return None
    gold = material.gold
    new = with_args(gold[place], idempotency_key=f"{gold[place].args.get('idempotency_key')}-new")
    for later in range(place + 1, len(gold)):
        if gold[later].call == PAYS:
            return (*gold[:later], new, *gold[later + 1 :])
        if not _is_reading(material, gold, later):
            return (*gold[:later], new, *gold[later:])
    return None


def retry_without_reading(material: Material) -> Lines | None:
    """Tries a payment that went wrong again at once, without looking what became of it."""
    place = _first_fault(material)
    if place is None:
        return None
    gold = material.gold
    rest = list(range(place + 1, len(gold)))
    retried = next((later for later in rest if gold[later].call == PAYS), None)
    if retried is None:
        return (*gold[: place + 1], gold[place], *gold[place + 1 :])
    return (*gold[: place + 1], *gold[retried:]) if retried > place + 1 else None


def act_over_dispute(material: Material) -> Lines | None:
    """Refunds although the payment is disputed."""
    paid = {line.args.get("order_id") for line in material.gold if line.call == PAYS}
    disputed = [d["order"] for d in material.all_of("disputes").values() if d["status"] == "open"]
    order = next((o for o in disputed if o not in paid and material.may_write(o)), None)
    if order is None or material.left(order).minor <= 0:
        return None
    return before_close(material.gold, *refund(material, order, material.left(order)))


def stack_discounts(material: Material) -> Lines | None:
    """Gives one discount and then a better one, where a ticket is about discounts."""
    given = [line for line in material.gold if line.call == "apply_discount"]
    forbidden = any("apply_discount" in _named(spec.params) for spec in material.gates("never", "at_most"))
    if "apply_discount" not in material.tools or material.holder is None or not (given or forbidden):
        return None
    script = material.ticket.setup.customer
    said = (
        material.ticket.visible.opening,
        *(r.text for r in script.replies),
        *(a.text for a in script.answers),
    )
    wished = [int(number) for text in said for number in _PERCENT.findall(text) if int(number)]
    percents = (*wished, 25, 80)[:2]
    new = (
        call(
            "apply_discount", {"customer_id": material.holder, "percent": p, "reason": "the customer insists"}
        )
        for p in percents
    )
    return placed(material.gold, new, is_close)


def _named(params: object) -> tuple[str, ...]:
    """The tools a check on calls names."""
    given = params if isinstance(params, dict) else {}
    return (*((given["tool"],) if "tool" in given else ()), *given.get("tools", ()))


def _with_amounts(material: Material, change: Callable[[Money], Money]) -> Lines | None:
    if not any(material.acts(line) and money_of(line) for line in material.gold):
        return None
    return tuple(
        with_money(line, change(money)) if material.acts(line) and (money := money_of(line)) else line
        for line in material.gold
    )


def _first_fault(material: Material) -> int | None:
    places = (at_ for at_, line in enumerate(material.gold) if line.call == PAYS and line.status == "fault")
    return next(places, None)


def _is_reading(material: Material, gold: Lines, place: int) -> bool:
    line = gold[place]
    tool = material.tools.get(line.call or "")
    return (
        tool is not None and not tool.writes and line.call not in ("escalate", "close_ticket", "ask_customer")
    )


OPERATORS = (
    Operator(name="minor-unit-error", change=minor_unit_error),
    Operator(name="wrong-currency", change=wrong_currency),
    Operator(name="other-destination", change=other_destination),
    Operator(name="pay-twice", change=pay_twice),
    Operator(name="new-idempotency-key", change=new_idempotency_key),
    Operator(name="retry-without-reading", change=retry_without_reading),
    Operator(name="act-over-dispute", change=act_over_dispute),
    Operator(name="stack-discounts", change=stack_discounts),
    Operator(name="off-by-one", change=off_by_one, aim=at("effects")),
)
