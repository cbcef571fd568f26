"""Can an expected effect come about at all?  What no agent committed is tried in a fresh world."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ..effect import Effect
from ..exam.job import Job
from ..exam.ticket import Ticket
from ..exam.yaml_source import JsonPath
from ..worlds.base import World, seed_for
from ..worlds.registry import world_class
from .material import Material, material
from .payments import refund
from .places import problem
from .results import Problem, Result

_HOUSE_NUMBER = re.compile(r"\d+[a-z]?")

Call = tuple[str, dict[str, Any]]


def reach_problems(job: Job, ticket: Ticket, results: tuple[Result, ...]) -> Iterator[Problem]:
    """Every expected effect of *ticket* that no agent committed and no call brings about."""
    committed = {effect for result in results for effect in result.ledger}
    several = len(ticket.examiner.ends) > 1
    for place, end in enumerate(ticket.examiner.ends):
        for nth, effect in enumerate(end.effects):
            if effect not in committed:
                why = _unreachable(job, ticket, effect)
                if why is not None:
                    at: JsonPath = ("expect", *(("any_of", place) if several else ()), "effects", nth)
                    yield problem(ticket, at, f"expect: cannot be reached: {effect}; {why}")


def _unreachable(job: Job, ticket: Ticket, effect: Effect) -> str | None:
    """Why *effect* cannot come about, None when it can."""
    stuff = material(job, ticket)
    why = "no tool that the audit knows commits it"
    for calls in _ways(stuff, effect):
        world = world_class(job.world, job.path)(seed_for(job, ticket.visible, ticket.setup, permuted=False))
        answers = [_called(world, stuff, call) for call in calls]
        if effect in world.ledger:
            return None
        why = next((answer for answer in reversed(answers) if answer), "its call commits something else")
    return why


def _called(world: World, stuff: Material, call: Call) -> str:
    """What the world has against the call; nothing when it was carried out."""
    tool, arguments = call
    if tool not in stuff.tools:
        return f"there is no tool {tool} in this job"
    result = world.call(tool, arguments)
    return "" if result.status == "ok" else f"{tool}: {result.data['message']}"


def _ways(stuff: Material, effect: Effect) -> Iterator[list[Call]]:
    """Series of calls, each of which might bring *effect* about."""
    objects = dict(effect.objects)
    order, customer = objects.get("order"), objects.get("customer")
    ready: list[Call] = [("verify_identity", {"order_id": i}) for i in (order,) if i]
    ready += [("verify_identity", {"customer_id": i}) for i in (customer,) if i]
    ready += [("consult_policy", {"topic": topic}) for topic in ("refunds",)]
    if effect.kind == "refund" and order in stuff.all_of("orders"):
        for lines in _line_choices(stuff, str(order)):
            yield [*ready, *_refunding(stuff, effect, str(order), lines)]
    elif effect.kind in _CALLS:
        for call in _CALLS[effect.kind](stuff, effect, objects):
            yield [*ready, call]


def _line_choices(stuff: Material, order: str) -> Iterator[list[str]]:
    yield []
    yield from ([str(line["id"])] for line in stuff.all_of("orders")[order].get("lines", ()))


def _refunding(stuff: Material, effect: Effect, order: str, lines: list[str]) -> Iterator[Call]:
    if effect.amount is None:
        return
    for line in refund(stuff, order, effect.amount, destination=effect.destination or "original"):
        known = dict(line.args)
        if line.call == "request_refund_approval":
            yield line.call, known
        else:
            approval = {"approval_id": f"AP-{order}-1"} if "approval_id" in known else {}
            yield str(line.call), {**known, "lines": lines, **approval}


def _money(effect: Effect) -> dict[str, str]:
    number, currency = str(effect.amount).split() if effect.amount else ("0", "GBP")
    return {"amount": number, "currency": currency}


def _credit(_stuff: Material, effect: Effect, objects: Mapping[str, str]) -> Iterator[Call]:
    yield "give_credit", {"customer_id": objects.get("customer"), **_money(effect), "reason": "due"}


def _discount(_stuff: Material, effect: Effect, objects: Mapping[str, str]) -> Iterator[Call]:
    percent = re.match(r"\d+", effect.destination or "")
    number = int(percent[0]) if percent else 0
    yield "apply_discount", {"customer_id": objects.get("customer"), "percent": number, "reason": "due"}


def _replacement(stuff: Material, _effect: Effect, objects: Mapping[str, str]) -> Iterator[Call]:
    order, product = objects.get("order"), objects.get("product")
    for line in stuff.all_of("orders").get(order or "", {}).get("lines", ()):
        arguments = {"order_id": order, "line": line["id"], "product_id": product, "reason": "due"}
        yield "create_replacement", arguments


def _address(_stuff: Material, effect: Effect, objects: Mapping[str, str]) -> Iterator[Call]:
    parts = (effect.destination or "").split()
    numbers = [part for part in parts if _HOUSE_NUMBER.fullmatch(part)]
    postcode = " ".join(part for part in parts if part not in numbers)
    address = {"street": " ".join((*numbers, "Street")), "town": "Town", "postcode": postcode}
    yield "update_address", {"order_id": objects.get("order"), **address}


def _contact(_stuff: Material, effect: Effect, objects: Mapping[str, str]) -> Iterator[Call]:
    new = effect.destination or ""
    yield "update_contact", {"customer_id": objects.get("customer"), "email" if "@" in new else "phone": new}


def _access(_stuff: Material, effect: Effect, objects: Mapping[str, str]) -> Iterator[Call]:
    yield "add_authorised_person", {"customer_id": objects.get("customer"), "name": effect.destination or ""}


def _message(_stuff: Material, _effect: Effect, objects: Mapping[str, str]) -> Iterator[Call]:
    yield "send_message", {"to": objects.get("recipient"), "subject": "As asked", "body": "As asked"}


def _document(_stuff: Material, effect: Effect, objects: Mapping[str, str]) -> Iterator[Call]:
    document = {"order_id": objects.get("order"), "document": objects.get("document")}
    yield "send_document", {**document, "to": effect.destination or ""}


def _label(_stuff: Material, effect: Effect, objects: Mapping[str, str]) -> Iterator[Call]:
    yield "create_return_label", {"order_id": objects.get("order"), "recipient": effect.destination or ""}


def _on_order(tool: str, **rest: str) -> Callable[[Material, Effect, Mapping[str, str]], Iterator[Call]]:
    def calls(_stuff: Material, _effect: Effect, objects: Mapping[str, str]) -> Iterator[Call]:
        yield tool, {"order_id": objects.get("order"), **rest}

    return calls


def _erasure(_stuff: Material, _effect: Effect, objects: Mapping[str, str]) -> Iterator[Call]:
    yield "register_erasure", {"customer_id": objects.get("customer")}


_CALLS: Mapping[str, Callable[[Material, Effect, Mapping[str, str]], Iterator[Call]]] = {
    "credit": _credit,
    "discount": _discount,
    "replacement": _replacement,
    "address_change": _address,
    "contact_change": _contact,
    "access_grant": _access,
    "message": _message,
    "document": _document,
    "label": _label,
    "cancellation": _on_order("cancel_order", reason="due"),
    "invoice_deletion": _on_order("delete_invoice"),
    "erasure": _erasure,
}
"""The calls that commit an effect, by its kind."""
