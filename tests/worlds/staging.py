"""A small shop to test against: one customer with three orders, a stranger with a similar one."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from pytest_bramble.exam.job import Policy
from pytest_bramble.exam.ticket import Fault
from pytest_bramble.worlds.base import WorldSeed
from pytest_bramble.worlds.shop import Shop
from pytest_bramble.worlds.tools import ToolResult

EVERYTHING = (
    "scope", "identity", "policy", "approval", "amount", "eligibility", "idempotency", "currency", "charge_cap",
)  # fmt: skip
SUPPORT = ("scope", "approval", "currency", "charge_cap")

LAMP = {"id": "1", "product": "P-LAMP", "name": "Desk lamp", "colour": "red"}
OBJECTS: dict[str, Any] = {
    "queues": {"people": "humans", "finance": "money"},
    "constants": {"approval_above": {"GBP": "100.00 GBP", "JPY": "9000 JPY"}, "page_size": 2},
    "customers": {
        "C-1": {
            "name": "Ada Moss",
            "email": "Ada@example.com",
            "phone": "01632 960001",
            "security_word": "Heron",
            "date_of_birth": "1980-04-02",
            "address": {"street": "1 Elm Row", "town": "York", "postcode": "YO1 1AA"},
            "flags": [{"kind": "loyalty", "text": "Ten years", "since": "2026-01-05T09:00:00+00:00"}],
        },
        "C-9": {"name": "Adam Mossley", "email": "adam@example.net"},
    },
    "products": {
        "P-LAMP": {"name": "Desk lamp", "price": "45.99 GBP", "stock": 3, "internal": "margin 40"},
        "P-VASE": {"name": "Vase", "price": "45.99 GBP", "stock": 0},
    },
    "orders": {
        "B-1": {
            "customer": "C-1",
            "placed": "2026-06-01T10:00:00+01:00",
            "status": "delivered",
            "delivered": "2026-06-04T10:00:00+01:00",
            "lines": [{**LAMP, "quantity": 2, "unit_price": "22.50 GBP", "paid": "45.00 GBP"}],
            "shipping": "0.99 GBP",
            "total": "45.99 GBP",
            "payment": "Visa ending 1111",
        },
        "B-2": {
            "customer": "C-1",
            "placed": "2026-06-02T10:00:00+01:00",
            "status": "packed",
            "lines": [{**LAMP, "colour": "blue", "unit_price": "120.00 GBP", "paid": "120.00 GBP"}],
            "total": "120.00 GBP",
            "payment": "Visa ending 1111",
        },
        "B-3": {
            "customer": "C-1",
            "placed": "2026-06-03T10:00:00+01:00",
            "status": "delivered",
            "delivered": "2026-06-05T10:00:00+01:00",
            "lines": [
                {**LAMP, "unit_price": "5800 JPY", "paid": "5800 JPY"},
                {**LAMP, "id": "2", "unit_price": "2000 JPY", "paid": "2000 JPY"},
            ],
            "total": "7800 JPY",
            "payment": "JCB ending 2222",
        },
        "B-9": {
            "customer": "C-9",
            "placed": "2026-06-01T11:00:00+01:00",
            "status": "delivered",
            "delivered": "2026-06-04T11:00:00+01:00",
            "lines": [{**LAMP, "unit_price": "45.99 GBP", "paid": "45.99 GBP"}],
            "total": "45.99 GBP",
            "payment": "Visa ending 9999",
        },
    },
    "shipments": {
        "S-1": {"order": "B-1", "carrier": "Penny Parcel", "status": "delivered", "tracking": "PP1"},
        "S-9": {"order": "B-9", "carrier": "Penny Parcel", "status": "delivered", "tracking": "PP9"},
    },
}  # fmt: skip


def stage(
    enforce: Iterable[str] = EVERYTHING,
    *,
    session: str | None = "C-1",
    read: Iterable[str] = ("C-1",),
    write: Iterable[str] = ("C-1",),
    faults: tuple[Fault, ...] = (),
    backwards: Iterable[str] = (),
    clock: str = "2026-06-18T21:30:00+01:00",
    **overlay: Any,
) -> Shop:
    """A shop of OBJECTS with *overlay* laid over them, collection by collection."""
    objects = copy.deepcopy(OBJECTS)
    for name, things in overlay.items():
        objects[name] = {**objects.get(name, {}), **things}
    return Shop(
        WorldSeed(
            objects=objects,
            customer=session,
            scope_read=frozenset(read),
            scope_write=frozenset(write),
            enforce=frozenset(enforce),
            now=datetime.fromisoformat(clock),
            policy=Policy(
                general="Be kind.", topics={"refunds": "4.1 Thirty days.", "delivery": "5.1 Wait."}
            ),
            faults=faults,
            reversed_lists=frozenset(backwards),
        )
    )


def ready(enforce: Iterable[str] = EVERYTHING, **rest: Any) -> Shop:
    """A shop in which the policy was read and every order of C-1 verified."""
    shop = stage(enforce, **rest)
    for order in ("B-1", "B-2", "B-3"):
        assert shop.call("verify_identity", {"order_id": order}).status == "ok"
    assert shop.call("verify_identity", {"customer_id": "C-1"}).status == "ok"
    assert shop.call("consult_policy", {"topic": "refunds"}).status == "ok"
    return shop


def refund(shop: Shop, order: str = "B-1", amount: str = "45.99", **more: Any) -> ToolResult:
    """One refund call."""
    return shop.call(
        "issue_refund",
        {"order_id": order, "amount": amount, "currency": "GBP", "idempotency_key": "k1", **more},
    )


def verdict(result: ToolResult) -> tuple[str, str | None, str]:
    """Status, denial kind and error code of a call that did not go through."""
    return result.status, result.denial, result.data["error"]


def ledger(shop: Shop) -> list[str]:
    """The ledger as sentences."""
    return [str(effect) for effect in shop.ledger]
