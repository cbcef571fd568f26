"""``slices`` and ``topics``: the parts of an exam, required or only looked at, and the manager's table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from ..outcome import Outcome
from ..scoring.slices import (
    LabelledTicket,
    Slice,
    SliceArms,
    SliceRow,
    overlaps,
    slice_plan,
    slice_rows,
)
from ..scoring.topics import Topic, topic_table
from ..scoring.trial_score import TrialScore
from .paired import Scored
from .plan import JobPlan

OVERLAP_NOTE = "Slices share tickets, so their counts must never be added up."


@dataclass(frozen=True, slots=True, kw_only=True)
class LaterSlices:
    """Slices of *job* thought of after the first trial: for each of its tickets the labels it has.

    *required* ones are refused when they are read; None as *job* is the only job of the session.
    """

    job: str | None
    labels: Mapping[str, tuple[str, ...]]
    required: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class JobSlices:
    """The slices of one job: those its author named, and those that follow from the tickets.

    *later* were thought of after the first trial: they are only looked at.
    """

    authored: tuple[Slice, ...]
    derived: tuple[Slice, ...]
    later: tuple[Slice, ...] = ()

    @property
    def all(self) -> tuple[Slice, ...]:
        """Every slice, each label once."""
        return (*self.authored, *self.derived, *self.later)

    def origin(self, label: str) -> str:
        """Where a slice comes from: ``ticket``, ``feature`` or ``later``."""
        for name, group in (("ticket", self.authored), ("feature", self.derived)):
            if any(part.label == label for part in group):
                return name
        return "later"


def job_slices(job: JobPlan, later: LaterSlices | None = None) -> JobSlices:
    """The slices of *job*, and the *later* ones that somebody thought of since.

    Raises ValueError when *later* names other tickets than the job's, a label that is registered, or requires
    one.
    """
    authored = _plan({t.id: t.slices for t in job.tickets.values()}, job)
    names = {part.label for part in authored}
    features = {t.id: tuple(f for f in t.features if f not in names) for t in job.tickets.values()}
    derived = _plan(features, job, required=False)
    known = names | {part.label for part in derived}
    return JobSlices(
        authored=authored, derived=derived, later=() if later is None else _later(job, later, known)
    )


def _plan(labels: Mapping[str, tuple[str, ...]], job: JobPlan, *, required: bool = True) -> tuple[Slice, ...]:
    return slice_plan(
        (LabelledTicket(ticket=ticket, labels=given) for ticket, given in labels.items()),
        job.tickets,
        job.required_slices if required else (),
        job.bar.min_clusters_slice,
    )


def _later(job: JobPlan, later: LaterSlices, known: set[str]) -> tuple[Slice, ...]:
    listed = (LabelledTicket(ticket=ticket, labels=given) for ticket, given in later.labels.items())
    found = slice_plan(listed, job.tickets, later.required, retrospective=True)
    for part in found:
        if part.label in known:
            raise ValueError(f"slice {part.label!r} is registered: a later one needs a name of its own")
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Sliced:
    """One candidate's slices, measured in one outcome; *baseline* is None where it is not compared."""

    job: str
    candidate: str
    baseline: str | None
    slices: JobSlices
    rows: tuple[SliceRow, ...]


def sliced(slices: JobSlices, candidate: Scored, baseline: Scored | None) -> tuple[Sliced, ...]:
    """The slices of *candidate* in each of its outcomes, paired with *baseline* when there is one."""
    outcomes = [n for n in candidate.outcomes if baseline is None or n in baseline.outcomes]
    return tuple(_sliced(slices, candidate, baseline, outcome) for outcome in outcomes)


def _sliced(slices: JobSlices, candidate: Scored, baseline: Scored | None, outcome: str) -> Sliced:
    arms = SliceArms(
        candidate=candidate.trials,
        baseline=None if baseline is None else baseline.trials,
        outcome=outcome,
        margin=candidate.sitting.job.bar.margin,
    )
    return Sliced(
        job=candidate.arm.job,
        candidate=candidate.arm.candidate,
        baseline=None if baseline is None else baseline.arm.candidate,
        slices=slices,
        rows=slice_rows(_examined(slices.all, candidate.trials), arms),
    )


def _examined(slices: Iterable[Slice], trials: Iterable[TrialScore]) -> list[Slice]:
    """Required slices whole, the others as far as they were run at all."""
    there = {trial.ticket for trial in trials}
    kept = []
    for part in slices:
        tickets = tuple(ticket for ticket in part.tickets if ticket in there)
        if part.required or tickets:
            kept.append(part if part.required else replace(part, tickets=tickets))
    return kept


def slices_json(found: Sliced) -> list[dict[str, Any]]:
    """The entries of ``slices`` for one candidate and outcome."""
    fewest = {part.label: part.min_clusters for part in found.slices.all}
    return [
        {
            "job": found.job,
            "candidate": found.candidate,
            "baseline": found.baseline,
            **asdict(row),
            "origin": found.slices.origin(row.label),
            "min_clusters": fewest[row.label] if row.membership == "required" else None,
        }
        for row in found.rows
    ]


def overlaps_json(job: str, slices: Sequence[Slice]) -> list[dict[str, Any]]:
    """The entries of ``overlaps`` for one job: which slices share how many tickets."""
    return [{"job": job, **asdict(shared)} for shared in overlaps(slices)]


def topics_json(slices: JobSlices, seat: Scored) -> list[dict[str, Any]]:
    """The manager's table of one sitting: a topic for each slice that the author named."""
    return [_topic(seat, topic) for topic in topic_table(slices.authored, _settled(seat))]


def _settled(seat: Scored) -> tuple[TrialScore, ...]:
    """The trials of tickets that are finished, or of which something bad is known already."""
    have: dict[str, list[TrialScore]] = {}
    for trial in seat.trials:
        have.setdefault(trial.ticket, []).append(trial)
    return tuple(
        trial
        for ticket, trials in have.items()
        if len(trials) == seat.sitting.planned_runs(ticket)
        or any(known.misconduct or known.outcome is Outcome.FAIL for known in trials)
        for trial in trials
    )


def _topic(seat: Scored, topic: Topic) -> dict[str, Any]:
    who = {"job": seat.arm.job, "candidate": seat.arm.candidate, "arm": seat.arm.arm}
    return {**who, **asdict(topic), "advice": str(topic.advice)}
