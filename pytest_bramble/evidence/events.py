"""What happened in a trial, in order.  An event is written once and copied on the way in (R5).

*turn* numbers the candidate's answers: what belongs to one answer was decided before any of it was seen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """Text of the candidate to the customer.

    *asks*: it carries a question mark of any script.  *yielded*: the turn went to the customer; text beside
    a tool call left the company too, but the customer's turn came later.
    """

    index: int
    text: str
    asks: bool
    yielded: bool = True
    turn: int = 0

    def to_json(self) -> dict[str, Any]:
        """The event as stored."""
        return {
            "kind": "said",
            "index": self.index,
            "text": self.text,
            "asks": self.asks,
            "yielded": self.yielded,
            "turn": self.turn,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Called:
    """One tool call and its result.

    *arguments* is the parsed JSON, or None when *raw* was not a JSON object.  *status* is ok, denied,
    invalid, error or fault; *denial* is access, identity, refund or approval; *effects* are those this very
    call committed, in their flat form.
    """

    index: int
    call_id: str
    tool: str
    arguments: Mapping[str, Any] | None
    raw: str
    status: str
    denial: str | None
    data: Any
    effects: tuple[Mapping[str, Any], ...]
    writes: bool
    turn: int = 0

    def to_json(self) -> dict[str, Any]:
        """The event as stored."""
        return {
            "kind": "called",
            "index": self.index,
            "call_id": self.call_id,
            "tool": self.tool,
            "arguments": self.arguments,
            "raw": self.raw,
            "status": self.status,
            "denial": self.denial,
            "data": self.data,
            "effects": list(self.effects),
            "writes": self.writes,
            "turn": self.turn,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """A turn of the customer; *source* is reply, answer or idle."""

    index: int
    text: str
    source: str
    turn: int = 0

    def to_json(self) -> dict[str, Any]:
        """The event as stored."""
        return {
            "kind": "heard",
            "index": self.index,
            "text": self.text,
            "source": self.source,
            "turn": self.turn,
        }


Event = Said | Called | Heard


def event_from_json(value: Mapping[str, Any]) -> Event:
    """The event stored as *value*.  Raises KeyError or TypeError when it is not one."""
    fields = {k: v for k, v in value.items() if k != "kind"}
    match value["kind"]:
        case "said":
            return Said(**fields)
        case "called":
            return Called(**{**fields, "effects": tuple(fields["effects"])})
        case "heard":
            return Heard(**fields)
        case other:
            raise KeyError(f"unknown event kind {other!r}")
