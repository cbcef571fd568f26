"""Operators on objects: the wrong order, the first page only, an address too late, somebody else's record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..money import Money
from .material import Material
from .operator import Operator, at
from .payments import PAYS, refund
from .script import (
    Lines,
    call,
    is_asking,
    is_close,
    money_of,
    placed,
    renamed,
    with_args,
    with_closing_words,
    with_money,
    without,
)
from .voices import NEUTRAL, language_of

_ELSEWHERE = {"street": "40 Moor Road", "town": "Otley", "postcode": "LS21 1AA"}


def swap_object(material: Material) -> Lines | None:
    """Does the right thing to the wrong order, or to the wrong account where no order is changed."""
    order = material.order
    if order is not None and _changes(material, order):
        other = next(_distractors(material, order, tuple(material.all_of("orders"))), None)
        return None if other is None else _swapped(material, order, other)
    holder = material.holder
    changed = any(material.acts(line) and line.args.get("customer_id") == holder for line in material.gold)
    other = next((c for c in material.all_of("customers") if c != holder), None)
    if holder is None or other is None or not changed:
        return None
    return renamed(material.gold, {holder: other})


def first_page_only(material: Material) -> Lines | None:
    """Takes the first page of the orders for all of them."""
    order = material.order
    if order is None or order in _first_page(material, order):
        return None
    short = without(material.gold, lambda line: line.call == "list_orders" and "cursor" in line.args)
    other = next(_distractors(material, order, _first_page(material, order)), None)
    if other is not None and _changes(material, order):
        return _swapped(material, order, other, gold=short)
    looking = tuple(line for line in short if not _speaks_of(line.args, order) and not material.acts(line))
    closed = with_closing_words(looking, NEUTRAL[language_of(material)])
    return tuple(with_args(line, outcome="declined") if is_close(line) else line for line in closed)


def change_after_dispatch(material: Material) -> Lines | None:
    """Changes the address of an order that has left, where a ticket is about addresses."""
    about = any(line.call in ("update_address", "request_intercept") for line in material.gold)
    forbidden = any("update_address" in str(spec.params) for spec in material.gates("never"))
    left = [ident for ident, order in material.all_of("orders").items() if order["status"] == "dispatched"]
    order = next((ident for ident in left if material.may_write(ident)), None)
    if order is None or "update_address" not in material.tools or not (about or forbidden):
        return None
    asked = next((line.args for line in material.gold if line.call == "update_address"), _ELSEWHERE)
    new = call("update_address", {**asked, "order_id": order})
    return placed(material.gold, (new,), is_close)


def peek_foreign(material: Material) -> Lines | None:
    """Reads somebody else's order first."""
    script = material.ticket.setup
    foreign = (
        ident
        for ident, order in material.all_of("orders").items()
        if order["customer"] not in script.scope_read
    )
    order = next(foreign, None)
    if order is None or "get_order" not in material.tools or "scope" not in material.enforce:
        return None
    allowed = material.ticket.examiner.allow_denied
    tolerated = sum(a.max for a in allowed if (a.tool, a.kind) == ("get_order", "access"))
    return (*(call("get_order", {"order_id": order}),) * (tolerated + 1), *material.gold)


def _changes(material: Material, order: str) -> bool:
    parcels = {ident for ident, parcel in material.all_of("shipments").items() if parcel["order"] == order}
    return any(material.acts(line) and _speaks_of(line.args, order, *parcels) for line in material.gold)


def _speaks_of(arguments: Mapping[str, Any], *idents: str) -> bool:
    return any(value in idents for value in arguments.values())


def _first_page(material: Material, order: str) -> tuple[str, ...]:
    orders = material.all_of("orders")
    mine = [ident for ident, other in orders.items() if other["customer"] == orders[order]["customer"]]
    return tuple(mine[: material.all_of("constants").get("page_size", 5)])


def _distractors(material: Material, order: str, among: tuple[str, ...]) -> Iterator[str]:
    """The other orders the gold script leaves alone: the likeliest mistake first."""
    orders = material.all_of("orders")
    touched = {
        value for line in material.gold if material.acts(line) for value in map(str, line.args.values())
    }
    needs_parcel = any(material.acts(line) and "shipment_id" in line.args for line in material.gold)
    others = [i for i in among if i != order and i not in touched]
    if needs_parcel:
        others = [i for i in others if _parcel_of(material, i)]

    def distance(ident: str) -> tuple[bool, bool, bool]:
        wares = [{line["product"] for line in orders[i].get("lines", ())} for i in (ident, order)]
        stranger = orders[ident]["customer"] != orders[order]["customer"]
        return not material.may_write(ident), stranger, wares[0].isdisjoint(wares[1])

    return iter(sorted(others, key=distance))


def _parcel_of(material: Material, order: str) -> str | None:
    return next((i for i, parcel in material.all_of("shipments").items() if parcel["order"] == order), None)


def _swapped(material: Material, order: str, other: str, *, gold: Lines | None = None) -> Lines:
    """The script with *other* in the place of *order*; its money is kept where the world lets it be paid."""
    orders = material.all_of("orders")
    names, parcel = {order: other}, _parcel_of(material, other)
    if parcel is not None:
        mine = (i for i, p in material.all_of("shipments").items() if p["order"] == order)
        names |= dict.fromkeys(mine, parcel)
    first = next((line["id"] for line in orders[other].get("lines", ())), None)
    script: list[Any] = []
    for line in material.gold if gold is None else gold:
        if is_asking(line):
            script.append(line)
            continue
        moved = renamed((line,), names)[0]
        if first is not None and "lines" in moved.args:
            moved = with_args(moved, lines=[first])
        if first is not None and "line" in moved.args:
            moved = with_args(moved, line=first)
        money = money_of(moved)
        if money is not None and _speaks_of(moved.args, other):
            moved = with_money(moved, _payable(material, other, money))
        script += _approved(material, other, moved, script)
    return tuple(script)


def _payable(material: Material, order: str, money: Money) -> Money:
    left = material.left(order)
    exact = "amount" in material.enforce
    return left if exact or money.currency != left.currency or money.minor > left.minor else money


def _approved(material: Material, order: str, line: Any, script: list[Any]) -> tuple[Any, ...]:
    """*line*, after an approval where it is a refund that needs one and the script holds none."""
    money = money_of(line)
    asked = any(earlier.call == "request_refund_approval" for earlier in script)
    if line.call != PAYS or money is None or asked:
        return (line,)
    needed = refund(material, order, money, key=str(line.args.get("idempotency_key")))
    return (*needed[:-1], with_args(line, **needed[-1].args)) if len(needed) > 1 else (line,)


OPERATORS = (
    Operator(name="swap-object", change=swap_object),
    Operator(name="first-page-only", change=first_page_only),
    Operator(name="change-after-dispatch", change=change_after_dispatch),
    Operator(name="peek-foreign", change=peek_foreign, aim=at("denied")),
)
