"""What a replay finds that cannot be so."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import Any

from ..contrast import contrasts
from ..printable import one_line

MOST = 10
FORM = "the same values, but not the bytes that a session writes"
_DECIDES = ("contract", "joint", "outcome", "completed", "verdict")


@dataclass(frozen=True, slots=True, kw_only=True)
class Contradiction:
    """One thing recorded that cannot be so: the *file*, the place in it, and what is *told* of it."""

    file: str
    where: str
    told: str

    def __str__(self) -> str:
        place = f"{self.file}: {self.where}" if self.where else self.file
        return one_line(f"{place}: {self.told}", 400)


def contradictions(file: str, recorded: Any, replayed: Any, where: str = "") -> list[Contradiction]:
    """Every place where *replayed* is not *recorded*, type for type; at most MOST, and then how many are left.

    What decides comes first: outcomes before what they rest on.
    """
    found = sorted(contrasts(recorded, replayed, where), key=lambda one: not one[0].endswith(_DECIDES))
    said = [Contradiction(file=file, where=place, told=told) for place, told in islice(found, MOST)]
    if len(found) > MOST:
        said.append(Contradiction(file=file, where="", told=f"and {len(found) - MOST} more differences"))
    return said
