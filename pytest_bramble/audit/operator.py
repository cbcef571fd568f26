"""An operator: one small mistake, made wherever it can be made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .material import Material
from .script import Lines

Change = Callable[[Material], Lines | None]
Aim = Callable[[Material], tuple[str, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Operator:
    """A bad agent made from gold.

    *change* returns the spoilt script, None where the mistake cannot be made.  *aim* names the checks of the
    ticket that the mistake is built against: they must catch it; None means that the ticket says which do.
    *leaks*: it tells secrets on purpose.  *closes*: False for an agent that need not close the ticket.
    """

    name: str
    change: Change
    aim: Aim | None = None
    leaks: bool = False
    closes: bool = True

    def lines(self, material: Material) -> Lines | None:
        """The spoilt script, None where it would be gold itself or nothing there could catch it."""
        if self.aim is not None and not self.aim(material):
            return None
        changed = self.change(material)
        return None if changed == material.gold else changed

    def aimed_at(self, material: Material) -> tuple[str, ...]:
        """The names of the checks it is built against; empty when the ticket names them."""
        return () if self.aim is None else self.aim(material)


def at(*families: str) -> Aim:
    """The aim at every gating check of *families*."""

    def aimed(material: Material) -> tuple[str, ...]:
        return tuple(spec.name for spec in material.gates(*families))

    return aimed
