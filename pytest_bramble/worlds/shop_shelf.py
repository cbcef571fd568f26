"""The shop's collections: objects by id in stored order, read from YAML values when first looked at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from .shop_papers import (
    Approval,
    Credit,
    Deletion,
    Discount,
    Dispute,
    Document,
    Erasure,
    Incident,
    Intercept,
    Label,
    Note,
    OtherTicket,
    Refund,
    Replacement,
    Sent,
    Trace,
)
from .shop_shapes import Problem, encode, problems_of, read
from .shop_state import Constants, Customer, Order, Product, Shipment

Thing = TypeVar("Thing")


class Shelf(Generic[Thing]):
    """One collection.  Its objects are frozen: a change is a new object under the same id."""

    def __init__(self, kind: type[Thing], raw: Mapping[str, Any], *, backwards: bool = False) -> None:
        self._kind = kind
        self._raw = dict(reversed(list(raw.items()))) if backwards else dict(raw)
        self._read: dict[str, Thing] = {}

    def get(self, ident: str) -> Thing | None:
        """The object called *ident*, or None."""
        if ident not in self._read and ident in self._raw:
            self._read[ident] = read(self._kind, self._raw[ident])
        return self._read.get(ident)

    def put(self, ident: str, thing: Thing) -> None:
        """Store *thing* under *ident*; a new one goes to the end."""
        self._raw.setdefault(ident, None)
        self._read[ident] = thing

    def items(self) -> Iterator[tuple[str, Thing]]:
        """Every id with its object, in stored order."""
        for ident in tuple(self._raw):
            thing = self.get(ident)
            if thing is not None:
                yield ident, thing

    def where(self, **fields: str) -> dict[str, Thing]:
        """The objects whose *fields* have these values, in stored order."""
        return {
            ident: thing
            for ident, thing in self.items()
            if all(getattr(thing, name) == value for name, value in fields.items())
        }

    def encoded(self) -> dict[str, Any]:
        """Every object as JSON, by id."""
        return {ident: encode(thing) for ident, thing in self.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelves:
    """All collections of the shop."""

    customers: Shelf[Customer]
    orders: Shelf[Order]
    shipments: Shelf[Shipment]
    products: Shelf[Product]
    refunds: Shelf[Refund]
    approvals: Shelf[Approval]
    disputes: Shelf[Dispute]
    notes: Shelf[Note]
    tickets: Shelf[OtherTicket]
    replacements: Shelf[Replacement]
    labels: Shelf[Label]
    discounts: Shelf[Discount]
    credits: Shelf[Credit]
    messages: Shelf[Sent]
    documents: Shelf[Document]
    erasures: Shelf[Erasure]
    traces: Shelf[Trace]
    intercepts: Shelf[Intercept]
    incidents: Shelf[Incident]
    deletions: Shelf[Deletion]


KINDS: Mapping[str, type[Any]] = {
    "customers": Customer,
    "orders": Order,
    "shipments": Shipment,
    "products": Product,
    "refunds": Refund,
    "approvals": Approval,
    "disputes": Dispute,
    "notes": Note,
    "tickets": OtherTicket,
    "replacements": Replacement,
    "labels": Label,
    "discounts": Discount,
    "credits": Credit,
    "messages": Sent,
    "documents": Document,
    "erasures": Erasure,
    "traces": Trace,
    "intercepts": Intercept,
    "incidents": Incident,
    "deletions": Deletion,
}


def shelves(objects: Mapping[str, Any], backwards: frozenset[str]) -> Shelves:
    """The collections in *objects*; those named in *backwards* are stored in reverse."""
    built = {
        name: Shelf(kind, objects.get(name, {}), backwards=name in backwards) for name, kind in KINDS.items()
    }
    return Shelves(**built)


def constants_of(objects: Mapping[str, Any]) -> Constants:
    """The shop's numbers.  Raises ValueError when one does not fit."""
    return read(Constants, objects.get("constants", {}))


def unfit(objects: Mapping[str, Any]) -> list[Problem]:
    """Everything in *objects* that the shop cannot hold, each with its path; empty when all is well."""
    problems: list[Problem] = []
    for name, things in objects.items():
        if name == "constants":
            problems += problems_of(Constants, things, (name,))
        elif name == "queues":
            problems += problems_of(Mapping[str, str], things, (name,))
        elif name not in KINDS:
            known = ", ".join(("constants", "queues", *KINDS))
            problems.append(((name,), f"unknown collection {name!r}. Known: {known}"))
        elif not isinstance(things, Mapping):
            problems.append(((name,), f"must be a mapping from id to object, not {things!r}"))
        else:
            for ident, thing in things.items():
                problems += problems_of(KINDS[name], thing, (name, str(ident)))
    return problems
