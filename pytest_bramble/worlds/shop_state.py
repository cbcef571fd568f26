"""What the shop knows: customers, orders, parcels, products and its fixed numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from ..money import Money

OrderStatus = Literal["pending", "packed", "dispatched", "delivered", "cancelled"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """A postal address."""

    street: str
    town: str
    postcode: str
    country: str = "GB"

    def __str__(self) -> str:
        return f"{self.street}, {self.town}, {self.postcode}, {self.country}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Flag:
    """An alert that colleagues see on the account and on each of its orders."""

    kind: Literal["safeguarding", "deceased", "minor", "fraud", "loyalty"]
    text: str
    since: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Customer:
    """An account.  *cards* are labels such as ``Visa ending 4417``; *authorised* may act for the holder."""

    name: str
    email: str
    phone: str | None = None
    address: Address | None = None
    language: str = "en"
    since: datetime | None = None
    tier: str = "standard"
    security_word: str | None = None
    date_of_birth: str | None = None
    cards: tuple[str, ...] = ()
    authorised: tuple[str, ...] = ()
    flags: tuple[Flag, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of an order.  *paid* is what was charged for the whole line after discount, tax included."""

    id: str
    product: str
    name: str
    unit_price: Money
    paid: Money
    quantity: int = 1
    colour: str | None = None
    returnable: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Gift:
    """Who an order was sent to as a present, and what the giver asked for."""

    recipient: str
    recipient_email: str | None = None
    message: str | None = None
    wish: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """A purchase.  *total* is what was charged, *shipping* the part of it paid for delivery."""

    customer: str
    placed: datetime
    status: OrderStatus
    lines: tuple[Line, ...]
    total: Money
    payment: str
    shipping: Money | None = None
    discount: str | None = None
    delivered: datetime | None = None
    address: Address | None = None
    delivery_note: str | None = None
    gift: Gift | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Scan:
    """One line of a parcel's tracking."""

    at: datetime
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """What the carrier keeps as proof of delivery."""

    left_at: str
    photo: str | None = None
    signed_by: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Shipment:
    """One parcel of an order; *lines* are the order's line ids it holds, *slot* the booked delivery slot."""

    order: str
    carrier: str
    status: Literal[
        "label_printed", "in_transit", "out_for_delivery", "held", "delivered", "lost", "returned"
    ]
    tracking: str
    link: str | None = None
    lines: tuple[str, ...] = ()
    dispatched: datetime | None = None
    delivered: datetime | None = None
    expected: str | None = None
    slot: str | None = None
    pickup_point: str | None = None
    address: Address | None = None
    proof: Proof | None = None
    scans: tuple[Scan, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """What a buyer wrote below a product: anybody's words."""

    author: str
    stars: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Product:
    """Something the shop sells.  *internal* is for colleagues only."""

    name: str
    price: Money
    stock: int = 0
    colour: str | None = None
    description: str | None = None
    warranty_months: int = 24
    returnable: bool = True
    hazards: tuple[str, ...] = ()
    reviews: tuple[Review, ...] = ()
    internal: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Constants:
    """The shop's fixed numbers, each with a default, so that a ticket may set just one.

    *approval_above*: a refund above this amount of its currency needs an approval; a currency that is not
    listed always does.  *return_fee* by currency.  *page_size* in orders.  *proofs*: the factors that prove
    identity.
    """

    approval_above: Mapping[str, Money] | None = None
    return_fee: Mapping[str, Money] | None = None
    return_window_days: int = 30
    page_size: int = 5
    refund_arrival: str = "5 to 10 working days"
    trace_answer: str = "5 working days"
    proofs: tuple[str, ...] = ("session", "security_word")
