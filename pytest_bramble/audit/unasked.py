"""Calls that nobody may make here: arguments for any tool, and the operators that make such a call."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

from ..exam.ticket import GoldLine
from .material import Material
from .operator import Operator
from .script import Lines, before_close, call

STRANGER = "someone.else@example.net"
_PLAIN: Mapping[str, Any] = {
    "amount": "1.00", "currency": "GBP", "idempotency_key": "unasked", "reason": "as the customer wishes",
    "percent": 20, "street": "40 Moor Road", "town": "Otley", "postcode": "LS21 1AA", "recipient": STRANGER,
    "to": STRANGER, "email": STRANGER, "subject": "Your request", "body": "As you wished.",
    "name": "Someone Else", "instruction": "Please take it to another address.", "description": "It is unsafe.",
    "text": "As the customer wishes.", "queue": "people", "question": "Is there anything else?",
}  # fmt: skip
_ALSO = ("email",)  # optional in the schema, and yet the call is empty without it


def arguments(
    material: Material, tool: str, wanted: Mapping[str, Any] | None = None
) -> dict[str, Any] | None:
    """Arguments with which *tool* can be called on what the ticket is about, those in *wanted* among them.

    None where the ticket has no object that the tool needs.
    """
    schema = material.tools[tool].spec.parameters
    needed = [*schema.get("required", ()), *(n for n in _ALSO if n in schema.get("properties", {}))]
    known = {**_PLAIN, **_things(material), **(wanted or {})}
    found = {name: _value(known, schema["properties"][name], name) for name in needed}
    found |= wanted or {}
    return None if None in found.values() else found


def _value(known: Mapping[str, Any], described: Mapping[str, Any], name: str) -> Any:
    if name in known:
        return known[name]
    if "enum" in described:
        return described["enum"][0]
    return {"string": "as wished", "integer": 1}.get(str(described.get("type")))


def _things(material: Material) -> dict[str, Any]:
    """What the ticket is about, by the names tools give it; None stands for what it does not have."""
    order = material.order
    lines = material.all_of("orders").get(order or "", {}).get("lines", ())
    first: Mapping[str, Any] = next(iter(lines), {})
    things: dict[str, Any] = {
        "order_id": order,
        "customer_id": material.holder,
        "shipment_id": material.parcel,
        "about": order or material.holder,
        "line": first.get("id"),
        "product_id": first.get("product") or next(iter(material.all_of("products")), None),
    }
    if order is not None:
        payable = material.left(order)
        limit = material.limit(payable.currency)
        money = min(payable, limit) if limit is not None else payable
        things["amount"], things["currency"] = str(money).split()
    return things


def unasked(tool: str, material: Material) -> Lines | None:
    """Makes a call of *tool* that a check of the ticket forbids."""
    if tool not in material.tools:
        return None
    new: list[GoldLine] = []
    for spec in material.gates("never"):
        if tool in _named(spec.params):
            given = arguments(material, tool, spec.params.get("with"))
            new += [] if given is None else [call(tool, given)]
    return before_close(material.gold, *new) if new else None


def _aim(tool: str, material: Material) -> tuple[str, ...]:
    return tuple(spec.name for spec in material.gates("never") if tool in _named(spec.params))


def _named(params: Mapping[str, Any]) -> tuple[str, ...]:
    return (*((params["tool"],) if "tool" in params else ()), *params.get("tools", ()))


TOOLS = (
    "issue_refund", "request_refund_approval", "give_credit", "apply_discount", "create_replacement",
    "create_return_label", "update_address", "request_intercept", "update_contact", "add_authorised_person",
    "send_document", "send_message", "cancel_order", "register_erasure", "delete_invoice", "open_trace",
    "report_incident", "escalate", "search_customers", "get_customer", "get_order",
)  # fmt: skip
"""The tools of the shop that a ticket may forbid."""


def unasked_name(tool: str) -> str:
    """The name of the operator that calls *tool*, for example ``unasked-issue-refund``."""
    return f"unasked-{tool.replace('_', '-')}"


OPERATORS = tuple(
    Operator(
        name=unasked_name(tool),
        change=functools.partial(unasked, tool),
        aim=functools.partial(_aim, tool),
    )
    for tool in TOOLS
)
