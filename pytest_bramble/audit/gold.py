"""Gold: plays a ticket's gold script line by line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..candidates.protocol import Kind, Shown
from ..candidates.scripted import Action, Call, Say, Script, ScriptedModel, Sight
from ..exam.ticket import GoldLine, Ticket
from .material import material_of
from .operator import Operator

Lines = Callable[[Ticket], tuple[GoldLine, ...]]


def action_of(line: GoldLine) -> Action:
    """What a candidate does to play *line*."""
    return Say(line.say) if line.say is not None else Call(line.call or "", line.args)


def model_of(lines: tuple[GoldLine, ...]) -> ScriptedModel:
    """A model that plays *lines*."""

    def play(_sight: Sight) -> Script:
        for line in lines:
            yield action_of(line)

    return ScriptedModel(play)


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldCandidate:
    """Plays what *lines* makes of a ticket's gold script.  Always synthetic: it has read the answer.

    *closes*: False for one of those agents that need not close a ticket.
    """

    name: str
    lines: Lines
    closes: bool = True
    kind: Kind = "scripted"
    synthetic: bool = True
    family: str | None = "none"
    shown: Shown = field(default_factory=Shown)

    def describe(self) -> Mapping[str, Any]:
        """Whose reading of the gold script is played."""
        closing = "due" if self.closes else "optional"
        return {
            "script": f"{__name__}.{self.name}",
            "reads": "the examiner's half",
            "closing": closing,
        }

    def model_for(self, ticket: Ticket) -> ScriptedModel:
        """A model that plays *ticket*."""
        return model_of(self.lines(ticket))


def as_written(ticket: Ticket) -> tuple[GoldLine, ...]:
    """The gold script itself."""
    return ticket.examiner.gold


def spoilt(operator: Operator) -> Lines:
    """The gold script with the mistake of *operator*, and gold itself where that cannot be made."""

    def lines(ticket: Ticket) -> tuple[GoldLine, ...]:
        changed = operator.lines(material_of(ticket))
        return ticket.examiner.gold if changed is None else changed

    return lines
