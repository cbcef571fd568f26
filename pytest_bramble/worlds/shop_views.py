"""How the shop shows its objects to a colleague: plain JSON, money as ``45.99 GBP``, instants with offset."""

from __future__ import annotations

from typing import Any

from .shop_desk import Desk
from .shop_shapes import encode
from .shop_state import Line, Order


def summary(order_id: str, order: Order) -> dict[str, Any]:
    """An order as a list shows it."""
    items = [{"name": line.name, "colour": line.colour, "quantity": line.quantity} for line in order.lines]
    return {
        "id": order_id,
        "placed": order.placed.isoformat(),
        "status": order.status,
        "delivered": encode(order.delivered),
        "items": items,
        "total": str(order.total),
    }


def full(desk: Desk, order_id: str, order: Order) -> dict[str, Any]:
    """An order with everything on it: lines, money, refunds, notes, alerts of its account."""
    holder = desk.state.customers.get(order.customer)
    return {
        **summary(order_id, order),
        "customer": order.customer,
        "customer_name": holder.name if holder else None,
        "items": [_line(line) for line in order.lines],
        "shipping_paid": encode(order.shipping),
        "discount": order.discount,
        "total_minor_units": order.total.minor,
        "currency": order.total.currency,
        "payment": order.payment,
        "delivery_address": encode(desk.address_of(order)),
        "delivery_note": order.delivery_note,
        "gift": encode(order.gift),
        "alerts": encode(desk.alerts(order.customer)),
        "notes": notes(desk, order_id),
        "shipments": list(desk.state.shipments.where(order=order_id)),
        "replacements": encode(tuple(desk.state.replacements.where(order=order_id).values())),
        **money_of(desk, order_id, order),
    }


def _line(line: Line) -> dict[str, Any]:
    return {
        "line": line.id,
        "product": line.product,
        "name": line.name,
        "colour": line.colour,
        "quantity": line.quantity,
        "list_price_each": str(line.unit_price),
        "paid_for_line": str(line.paid),
        "returnable": line.returnable,
    }


def money_of(desk: Desk, order_id: str, order: Order) -> dict[str, Any]:
    """What was charged and given back on an order, and whether its payment is disputed."""
    refunds = [{"refund_id": ident, **encode(refund)} for ident, refund in desk.refunds_of(order_id).items()]
    return {
        "charged": str(order.total),
        "refunded_so_far": str(desk.refunded(order_id, order)),
        "refunds": refunds,
        "open_dispute": desk.disputed(order_id),
    }


def notes(desk: Desk, about: str) -> list[dict[str, Any]]:
    """The notes on one object, oldest first."""
    return [
        {"id": ident, **encode(note), "about": about}
        for ident, note in desk.state.notes.where(about=about).items()
    ]
