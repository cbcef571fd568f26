"""Whether the shop's objects agree with each other: every id leads somewhere, every bill adds up."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from typing import Any

from ..errors import unknown_name
from .shop_shapes import Problem
from .shop_shelf import Shelves, shelves
from .shop_state import Order

_POINTERS = (
    ("orders", "customer", "customers"),
    ("shipments", "order", "orders"),
    ("refunds", "order", "orders"),
    ("approvals", "order", "orders"),
    ("disputes", "order", "orders"),
    ("tickets", "customer", "customers"),
    ("replacements", "order", "orders"),
    ("traces", "shipment", "shipments"),
)


def disagreements(objects: Mapping[str, Any]) -> list[Problem]:
    """Every pointer to nothing and every order whose sums or dates contradict each other.

    *objects* are a whole world, the job's with a ticket's laid over them, and fit their shapes.
    """
    state = shelves(objects, frozenset())
    return [*_pointers(state), *_notes(state), *_lines(state), *_bills(state)]


def _pointers(state: Shelves) -> Iterator[Problem]:
    for source, field, target in _POINTERS:
        known = dict(getattr(state, target).items())
        for ident, thing in getattr(state, source).items():
            pointed = getattr(thing, field)
            if pointed not in known:
                yield (source, ident, field), unknown_name(field, pointed, known)


def _notes(state: Shelves) -> Iterator[Problem]:
    known = {
        ident for shelf in (state.orders, state.customers, state.shipments) for ident, _ in shelf.items()
    }
    for ident, note in state.notes.items():
        if note.about not in known:
            yield ("notes", ident, "about"), unknown_name("object", note.about, known)


def _lines(state: Shelves) -> Iterator[Problem]:
    for ident, order in state.orders.items():
        for place, line in enumerate(order.lines):
            product = state.products.get(line.product)
            if product is None:
                known = (name for name, _ in state.products.items())
                at = ("orders", ident, "lines", str(place), "product")
                yield at, unknown_name("product", line.product, known)
    for ident, shipment in state.shipments.items():
        yield from _named(("shipments", ident, "lines"), shipment.lines, state.orders.get(shipment.order))
    for ident, refund in state.refunds.items():
        yield from _named(("refunds", ident, "lines"), refund.lines, state.orders.get(refund.order))


def _named(at: tuple[str, ...], named: tuple[str, ...], order: Order | None) -> Iterator[Problem]:
    known: Container[str] = () if order is None else {line.id for line in order.lines}
    for line in named:
        if line not in known:
            yield at, f"the order has no line {line!r}"


def _bills(state: Shelves) -> Iterator[Problem]:
    for ident, order in state.orders.items():
        parts = [line.paid for line in order.lines] + ([order.shipping] if order.shipping else [])
        if any(part.currency != order.total.currency for part in parts):
            yield ("orders", ident), f"is paid in {order.total.currency}, but not all of its parts are"
        elif sum(part.minor for part in parts) != order.total.minor:
            yield ("orders", ident, "total"), f"is {order.total}, but lines and shipping do not add up to it"
        if (order.status == "delivered") != (order.delivered is not None):
            yield (
                ("orders", ident, "delivered"),
                f"status is {order.status}; delivered orders have a date, others none",
            )
