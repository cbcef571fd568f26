"""The registered schedule: run by run, the arms taking turns at going first."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..evidence.record import TrialKey

_NAME = re.compile(r"[^A-Za-z0-9._-]")


def slug(name: str) -> str:
    """*name* with every character that a node id or file name should not hold made ``-``."""
    return _NAME.sub("-", name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Arm:
    """A candidate in one of its roles; *arm* is ``candidate`` or ``baseline``."""

    name: str
    arm: str = "candidate"

    @property
    def label(self) -> str:
        """The arm in node ids, without the run."""
        return f"{self.name}-base" if self.arm == "baseline" else self.name


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A ticket in its job: its *index* among the job's ticket files, sorted, and its registered *runs*."""

    job: str
    ticket: str
    index: int
    runs: int


def scheduled(place: Place, arms: Sequence[Arm]) -> list[TrialKey]:
    """The trials of one ticket in order: run by run, *arms* rotated by the ticket's index + run."""
    return [
        TrialKey(job=place.job, ticket=place.ticket, candidate=arm.name, arm=arm.arm, run=run)
        for run in range(1, place.runs + 1)
        for arm in _rotated(arms, place.index + run)
    ]


def plan_row(key: TrialKey) -> dict[str, Any]:
    """The trial *key* as a row of the manifest's plan; lists are reversed on even runs."""
    return {**{name: getattr(key, name) for name in TrialKey.__slots__}, "permuted": key.permuted}


def _rotated(arms: Sequence[Arm], by: int) -> list[Arm]:
    turn = by % len(arms)
    return [*arms[turn:], *arms[:turn]]
