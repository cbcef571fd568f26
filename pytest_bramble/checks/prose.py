"""The outbound texts that a customer reads as sentences."""

from __future__ import annotations

from collections.abc import Iterator

from .base import Case, Surface

PROSE = (
    "text",
    "ask_customer.question",
    "close_ticket.message",
    "send_message.subject",
    "send_message.body",
)


def prose(case: Case, surface: str | None = None) -> Iterator[Surface]:
    """Every outbound text that is prose, in order; only that of *surface* when one is named."""
    wanted = PROSE if surface is None else (surface,)
    return (part for part in case.outbound() if part.name in wanted)
