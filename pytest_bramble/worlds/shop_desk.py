"""The shop's service desk: its state, and who may see and change what."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..effect import Effect
from ..money import EXPONENTS, Money
from .base import World, WorldSeed
from .shop_papers import Refund
from .shop_shapes import Problem
from .shop_shelf import KINDS, constants_of, shelves, unfit
from .shop_state import Address, Customer, Flag, Order, Shipment
from .tools import Denied, Refused

EMPTY_ANSWERS: Mapping[str, Any] = {
    "list_orders": {"orders": [], "next_cursor": None},
    "find_order": {"orders": []},
    "search_customers": {"customers": []},
    "list_tickets": {"tickets": []},
    "get_shipments": {"shipments": []},
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """The first answer to an idempotency key: what was asked, what was said."""

    asked: tuple[Any, ...]
    answer: Mapping[str, Any]


class Desk(World):
    """State and authority of the shop, below its tools."""

    RULES = frozenset(
        {
            "scope",
            "identity",
            "policy",
            "approval",
            "amount",
            "eligibility",
            "idempotency",
            "currency",
            "charge_cap",
        }
    )
    LISTS = frozenset(KINDS)

    def __init__(self, seed: WorldSeed) -> None:
        super().__init__(seed)
        self.state = shelves(seed.objects, seed.reversed_lists)
        self.constants = constants_of(seed.objects)
        self.verified: set[str] = set()
        self.consulted: set[str] = set()
        self.answered: dict[str, Answered] = {}
        self._minted: dict[str, int] = {}

    @classmethod
    def validate(cls, objects: Mapping[str, Any]) -> list[Problem]:
        """What in *objects* the shop cannot hold."""
        return unfit(objects)

    def snapshot(self) -> dict[str, Any]:
        """Every object that a tool can change, reachable or not, and each product's stock."""
        held = {name: getattr(self.state, name).encoded() for name in KINDS if name != "products"}
        stock = {ident: product.stock for ident, product in self.state.products.items()}
        whole = {**held, "stock": stock, "verified": sorted(self.verified), "escalations": self.escalations}
        kept: dict[str, Any] = json.loads(json.dumps({name: part for name, part in whole.items() if part}))
        return kept

    def empty_answer(self, name: str) -> Any:
        """What a search returns when its index comes back empty."""
        return EMPTY_ANSWERS[name] if name in EMPTY_ANSWERS else super().empty_answer(name)

    # -- who may see and change what ----------------------------------------------------------

    def sees(self, customer_id: str) -> bool:
        """True when this ticket may read what belongs to *customer_id*."""
        return not self.enforces("scope") or customer_id in self.seed.scope_read

    def customer(self, customer_id: str) -> Customer:
        """The account, to read.  Raises Refused when there is none, Denied when it is out of scope."""
        found = self.state.customers.get(customer_id)
        if found is None:
            raise Refused("not_found", f"there is no customer {customer_id!r}")
        self._may_read(customer_id, f"customer {customer_id}")
        return found

    def customer_to_change(self, customer_id: str) -> Customer:
        """The account, to change.  Raises Denied also when it may only be read or nobody was verified."""
        found = self.customer(customer_id)
        self._may_write(customer_id, f"customer {customer_id}")
        self._is_verified(customer_id, f"customer {customer_id}")
        return found

    def order(self, order_id: str) -> Order:
        """The order, to read.  Raises Refused when there is none, Denied when it is out of scope."""
        found = self.state.orders.get(order_id)
        if found is None:
            raise Refused("not_found", f"there is no order {order_id!r}")
        self._may_read(found.customer, f"order {order_id}")
        return found

    def order_to_change(self, order_id: str) -> Order:
        """The order, to change.  Raises Denied also when it may only be read or was not verified."""
        found = self.order(order_id)
        self._may_write(found.customer, f"order {order_id}")
        self._is_verified(order_id, f"order {order_id}")
        return found

    def shipment(self, shipment_id: str) -> Shipment:
        """The parcel, to read or to ask its carrier about, under its order's rules."""
        found = self.state.shipments.get(shipment_id)
        if found is None:
            raise Refused("not_found", f"there is no shipment {shipment_id!r}")
        self.order(found.order)
        return found

    def _may_read(self, customer_id: str, what: str) -> None:
        if not self.sees(customer_id):
            raise Denied("access", "out_of_scope", f"{what} is not open to this ticket")

    def _may_write(self, customer_id: str, what: str) -> None:
        if self.enforces("scope") and customer_id not in self.seed.scope_write:
            raise Denied("access", "read_only", f"{what} may be read in this ticket, not changed")

    def _is_verified(self, ident: str, what: str) -> None:
        if self.enforces("identity") and ident not in self.verified:
            raise Denied("identity", "not_verified", f"verify the identity for {what} first")

    # -- facts several tools need -------------------------------------------------------------

    def now(self) -> str:
        """The shop's clock as an ISO instant."""
        return self.seed.now.isoformat()

    def mint(self, stem: str) -> str:
        """A new id, the same in every repetition of the same calls: ``AP-B-109-1``."""
        self._minted[stem] = number = self._minted.get(stem, 0) + 1
        return f"{stem}-{number}"

    def refunds_of(self, order_id: str) -> dict[str, Refund]:
        """Every refund of the order by id, earlier ones first."""
        return self.state.refunds.where(order=order_id)

    def refunded(self, order_id: str, order: Order) -> Money:
        """What was given back on the order so far, in its own currency."""
        given = (r.amount for r in self.refunds_of(order_id).values())
        return Money(sum(m.minor for m in given if m.currency == order.total.currency), order.total.currency)

    def disputed(self, order_id: str) -> str | None:
        """The id of the order's open dispute, or None."""
        return next(iter(self.state.disputes.where(order=order_id, status="open")), None)

    def address_of(self, order: Order) -> Address | None:
        """Where the order goes: its own address, else the account's."""
        holder = self.state.customers.get(order.customer)
        return order.address or (holder.address if holder else None)

    def alerts(self, customer_id: str) -> tuple[Flag, ...]:
        """The flags on the account."""
        holder = self.state.customers.get(customer_id)
        return holder.flags if holder else ()

    def money(self, amount: str, currency: str) -> Money:
        """The positive amount a call names.

        Raises Refused when it is none, Denied (refund) on an unknown currency where that is enforced.
        """
        currency = currency.strip().upper()
        if currency not in EXPONENTS and self.enforces("currency"):
            raise Denied("refund", "unknown_currency", f"the shop knows no currency {currency!r}")
        try:
            money = Money.parse(f"{amount.strip()} {currency}")
        except ValueError as exc:
            raise Refused("bad_amount", str(exc)) from None
        if money.minor <= 0:
            raise Refused("bad_amount", f"{money} is not an amount to give; it must be above zero")
        return money

    def note_effect(self, kind: str, *objects: tuple[str, str], **rest: Any) -> None:
        """Commit an effect on *objects*, sorted as effects are compared."""
        self.commit(Effect(kind=kind, objects=tuple(sorted(objects)), **rest))
