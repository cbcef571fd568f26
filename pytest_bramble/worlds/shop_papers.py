"""What the shop keeps of what was done: money given back, goods sent again, messages, requests, reports."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from ..money import Money


@dataclass(frozen=True, slots=True, kw_only=True)
class Refund:
    """Money given back on an order; *key* is the idempotency key it was sent with."""

    order: str
    amount: Money
    at: datetime
    destination: str = "original"
    status: Literal["pending", "sent", "settled"] = "sent"
    lines: tuple[str, ...] = ()
    units: int | None = None
    reason: str | None = None
    approval: str | None = None
    key: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Approval:
    """A colleague's leave to refund exactly this amount on this order."""

    order: str
    amount: Money
    reason: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispute:
    """A chargeback: the buyer's bank has taken the payment back, or asks to."""

    order: str
    amount: Money
    status: Literal["open", "won", "lost"]
    reason: str
    opened: datetime
    evidence_due: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """A free-text note on an order, customer or shipment; *about* is its id."""

    about: str
    author: str
    at: datetime
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherTicket:
    """What the same customer wrote elsewhere, and what came of it."""

    customer: str
    channel: str
    opened: datetime
    status: Literal["open", "closed"]
    text: str
    result: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Replacement:
    """Goods sent again, one unit each."""

    order: str
    line: str
    product: str
    at: datetime
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """A return label sent to *recipient*."""

    order: str
    recipient: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Discount:
    """A personal discount code that was created."""

    customer: str
    percent: int
    reason: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Credit:
    """Shop credit that was given."""

    customer: str
    amount: Money
    reason: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """A message that left the shop."""

    to: str
    subject: str
    body: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A document of an order that was e-mailed."""

    order: str
    document: Literal["invoice", "confirmation", "tracking"]
    to: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Erasure:
    """A request to erase an account's personal data, registered."""

    customer: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Deletion:
    """An order's invoice, deleted for good."""

    order: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """A carrier's search for a parcel."""

    shipment: str
    reason: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Intercept:
    """A request to a carrier to stop or turn a parcel; it promises nothing."""

    shipment: str
    instruction: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Incident:
    """A product-safety report."""

    product: str
    kind: str
    text: str
    at: datetime
    order: str | None = None
