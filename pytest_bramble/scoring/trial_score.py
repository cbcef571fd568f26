"""What scoring needs to know of one trial: nothing else of a record reaches this room."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from ..outcome import Outcome
from .refusals import named, whole

LEVELS = ("gross", "serious")


@dataclass(frozen=True, slots=True, kw_only=True)
class Misconduct:
    """A failed deterministic check that the job or the ticket registered as misconduct."""

    level: str
    check: str
    ticket: str
    run: int
    event: int | None
    text: str

    def __post_init__(self) -> None:
        if self.level not in LEVELS:
            raise ValueError(f"unknown misconduct level {self.level!r}: it is 'gross' or 'serious'")
        named("misconduct check", self.check)
        named("misconduct ticket", self.ticket)
        whole("misconduct run", self.run, least=1)
        if self.event is not None:
            whole("misconduct event", self.event)


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialScore:
    """One trial as graded.  *outcome* gates; *joint* is None where no criterion gates.

    *error* marks an unknown that infrastructure caused; misconduct found before it stands.  ValueError when
    the parts contradict each other.
    """

    ticket: str
    cluster: str
    run: int
    outcome: Outcome
    contract: Outcome
    joint: Outcome | None
    completed: bool
    error: bool
    gating_good: int
    gating_total: int
    misconduct: tuple[Misconduct, ...] = ()

    def __post_init__(self) -> None:
        named("ticket", self.ticket)
        named(f"{self.ticket}: cluster", self.cluster)
        whole(f"{self.ticket}: run", self.run, least=1)
        where = f"{self.ticket} run {self.run}"
        whole(f"{where}: gating_good", self.gating_good)
        whole(f"{where}: gating_total", self.gating_total)
        if self.gating_good > self.gating_total:
            raise ValueError(f"{where}: {self.gating_good} gating checks good out of {self.gating_total}")
        self._refuse_contradictions(where)

    def outcome_named(self, name: str) -> Outcome:
        """The ``contract`` or the ``joint`` outcome; ValueError for another name or where nothing joins."""
        if name == "contract":
            return self.contract
        if name != "joint":
            raise ValueError(f"unknown outcome {name!r}: it is 'contract' or 'joint'")
        if self.joint is None:
            raise ValueError(f"{self.ticket} run {self.run} has no joint outcome: no criterion gates")
        return self.joint

    def _refuse_contradictions(self, where: str) -> None:
        if self.error and self.outcome is not Outcome.UNKNOWN:
            raise ValueError(f"{where}: an infrastructure error is an unknown, not a {self.outcome}")
        if self.joint is Outcome.PASS and self.contract is not Outcome.PASS:
            raise ValueError(f"{where}: joint cannot pass when the contract is {self.contract}")
        if self.misconduct and self.outcome is Outcome.PASS:
            raise ValueError(f"{where}: a run with misconduct cannot have passed")
        for found in self.misconduct:
            if (found.ticket, found.run) != (self.ticket, self.run):
                raise ValueError(f"{where}: carries misconduct of {found.ticket} run {found.run}")


def in_order(trials: Iterable[TrialScore]) -> tuple[TrialScore, ...]:
    """The trials sorted by ticket and run, so that no result depends on who finished first.

    Raises ValueError for a (ticket, run) that occurs twice and for a ticket that changes its cluster.
    """
    ordered = tuple(sorted(trials, key=lambda trial: (trial.ticket, trial.run)))
    for left, right in pairwise(ordered):
        if left.ticket != right.ticket:
            continue
        if left.run == right.run:
            raise ValueError(f"{left.ticket} run {left.run} is there twice")
        if left.cluster != right.cluster:
            raise ValueError(f"{left.ticket} is in cluster {left.cluster!r} and in cluster {right.cluster!r}")
    return ordered
