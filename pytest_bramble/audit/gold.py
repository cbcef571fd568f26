"""Gold: plays a ticket's gold script line by line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..candidates.protocol import Kind, Shown
from ..candidates.scripted import Action, Call, Say, Script, ScriptedModel, Sight
from ..exam.ticket import GoldLine, Ticket

Lines = Callable[[Ticket], tuple[GoldLine, ...]]


def action_of(line: GoldLine) -> Action:
    """What a candidate does to play *line*."""
    return Say(line.say) if line.say is not None else Call(line.call or "", line.args)


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldCandidate:
    """Plays what *lines* makes of a ticket's gold script.  Always synthetic: it has read the answer."""

    name: str
    lines: Lines
    kind: Kind = "scripted"
    synthetic: bool = True
    family: str | None = "none"
    shown: Shown = field(default_factory=Shown)

    def describe(self) -> Mapping[str, Any]:
        """Which reading of the gold script is played."""
        return {
            "script": f"{self.lines.__module__}.{self.lines.__qualname__}",
            "reads": "the examiner's half",
        }

    def model_for(self, ticket: Ticket) -> ScriptedModel:
        """A model that plays *ticket*."""
        lines = self.lines(ticket)

        def play(_sight: Sight) -> Script:
            for line in lines:
                yield action_of(line)

        return ScriptedModel(play)


def as_written(ticket: Ticket) -> tuple[GoldLine, ...]:
    """The gold script itself."""
    return ticket.examiner.gold
