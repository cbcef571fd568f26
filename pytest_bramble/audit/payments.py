"""Refunds that a bad agent makes up: the calls it takes to get one past the world."""

from __future__ import annotations

import re

from ..exam.ticket import GoldLine
from ..money import Money
from .material import Material
from .script import call, money_of

PAYS = "issue_refund"
_CARD = re.compile(r"\b(?:ending|ends|endet|termina|finit)(?: in| auf| en| par)? (\d{4})\b", re.IGNORECASE)


def refund(
    material: Material, order_id: str, money: Money, *, destination: str = "original", key: str = "once-more"
) -> tuple[GoldLine, ...]:
    """The calls that refund *money* on the order, an approval among them where one is needed."""
    number, currency = str(money).split()
    payment = {"order_id": order_id, "amount": number, "currency": currency, "idempotency_key": key}
    if destination != "original":
        payment["destination"] = destination
    limit = material.limit(currency)
    if "approval" not in material.enforce or (limit is not None and money <= limit):
        return (call(PAYS, payment),)
    wish = {"order_id": order_id, "amount": number, "currency": currency, "reason": "as the customer wishes"}
    # The world numbers approvals per order, so the id can be known beforehand.
    earlier = sum(
        1 for line in material.gold if line.call == "request_refund_approval" and _on(line, order_id)
    )
    approval = f"AP-{order_id}-{earlier + 1}"
    return (call("request_refund_approval", wish), call(PAYS, {**payment, "approval_id": approval}))


def _on(line: GoldLine, order_id: str) -> bool:
    return line.args.get("order_id") == order_id


def pays(line: GoldLine) -> bool:
    """True for a refund over a proper amount."""
    return line.call == PAYS and money_of(line) is not None


def another_card(material: Material) -> str:
    """A destination other than the order's own: one the customer speaks of, else a card nobody knows."""
    script = material.ticket.setup.customer
    own = str(material.all_of("orders").get(material.order or "", {}).get("payment", ""))
    for spec in material.gates("never"):
        named = (spec.params.get("with") or {}).get("destination")
        if isinstance(named, str):
            return named
    said = (
        material.ticket.visible.opening,
        *(r.text for r in script.replies),
        *(a.text for a in script.answers),
    )
    for text in said:
        for digits in _CARD.findall(text):
            if digits not in own:
                return f"card ending {digits}"
    return "card ending 9090"


def speaks_of_another_card(material: Material) -> bool:
    """True when the customer names a card that the order was not paid with."""
    return another_card(material) != "card ending 9090"
