"""An effect: one committed consequence, as the ledger holds it and as a ticket expects it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .money import Money

_NOT_OBJECTS = ("kind", "amount", "destination")


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """Money, goods, contact data, discounts, messages, labels or registrations that really changed.

    *objects* are (name, id) pairs such as ``("order", "B-109")``, sorted by name.  Two effects are the same
    when kind, objects, amount (with its currency) and destination agree.
    """

    kind: str
    objects: tuple[tuple[str, str], ...]
    amount: Money | None = None
    destination: str | None = None

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Effect:
        """Read the flat form used in YAML and records: every key but kind, amount, destination is an object.

        Raises ValueError when the amount is not one.
        """
        amount = value.get("amount")
        objects = sorted((k, str(v)) for k, v in value.items() if k not in _NOT_OBJECTS)
        return cls(
            kind=str(value["kind"]),
            objects=tuple(objects),
            amount=None if amount is None else Money.parse(amount),
            destination=value.get("destination"),
        )

    def to_json(self) -> dict[str, Any]:
        """The flat form; absent amount and destination are left out."""
        flat: dict[str, Any] = {"kind": self.kind, **dict(self.objects)}
        if self.amount is not None:
            flat["amount"] = str(self.amount)
        if self.destination is not None:
            flat["destination"] = self.destination
        return flat

    def __str__(self) -> str:
        parts = [self.kind, *(f"{name} {ident}" for name, ident in self.objects)]
        if self.amount is not None:
            parts.append(str(self.amount))
        if self.destination is not None:
            parts.append(f"to {self.destination}")
        return ", ".join(parts)
