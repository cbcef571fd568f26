"""What a candidate sees, built here and nowhere else, from the visible half alone (R1)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from .ticket import Visible

_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
NOBODY = "The shop has not authenticated anybody in this conversation."


@dataclass(frozen=True, slots=True, kw_only=True)
class Office:
    """What surrounds every conversation of a job: system *prompt*, general *policy*, the shop's clock.

    *prompt* and *policy* are the job's own or what the candidate replaces them with; *clock* is an ISO
    instant with offset and *zone* the shop's IANA time zone.
    """

    prompt: str
    policy: str
    clock: str
    zone: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CandidateView:
    """The first two messages a candidate receives: *system*, then the customer's *opening*."""

    system: str
    opening: str


def candidate_view(visible: Visible, office: Office) -> CandidateView:
    """The view of one conversation: prompt, general policy, a block of facts, then the customer's words."""
    parts = (office.prompt.strip(), office.policy.strip(), _this_conversation(visible, office))
    return CandidateView(system="\n\n".join(part for part in parts if part), opening=visible.opening)


def _this_conversation(visible: Visible, office: Office) -> str:
    known = NOBODY if visible.customer is None else f"The shop has authenticated customer {visible.customer}."
    return "\n".join(
        (
            "# This conversation",
            "",
            f"- Channel: {visible.channel}",
            f"- Sender address: {visible.sender or 'not known'}",
            f"- {known}",
            f"- The shop's date and time: {shop_time(office.clock, office.zone)}",
        )
    )


def shop_time(clock: str, zone: str) -> str:
    """The instant *clock* on the shop's wall, e.g. ``Saturday 14 March 2026, 09:30 (Europe/London)``.

    Raises ValueError when *clock* is no ISO instant, zoneinfo.ZoneInfoNotFoundError when *zone* is unknown.
    """
    here = datetime.fromisoformat(clock).astimezone(ZoneInfo(zone))
    day = f"{_DAYS[here.weekday()]} {here.day} {_MONTHS[here.month - 1]} {here.year}"
    return f"{day}, {here.hour:02}:{here.minute:02} ({zone})"
