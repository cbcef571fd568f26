"""What several sittings say together: comparisons, slices, topics and the ranking, worked out once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..errors import unknown_name
from ..scoring.slices import required_slices
from ..scoring.verdict_facts import RequiredSlice
from ..scoring.wording import listing
from .paired import Compared, Scored, baseline_of, compared, comparison_json, not_compared_json
from .placing import ranking_json
from .plan import ArmKey, Plan
from .slicing import (
    OVERLAP_NOTE,
    JobSlices,
    LaterSlices,
    Sliced,
    job_slices,
    overlaps_json,
    sliced,
    slices_json,
    topics_json,
)
from .verdicts import Surroundings


@dataclass(frozen=True, slots=True, kw_only=True)
class Survey:
    """All that is seen across sittings.  *compared* and *sliced* have one entry per outcome, contract first."""

    seats: tuple[Scored, ...]
    slices: Mapping[str, JobSlices]
    compared: Mapping[ArmKey, tuple[Compared, ...]]
    sliced: Mapping[ArmKey, tuple[Sliced, ...]]

    def around(self, seat: Scored, *, rehearsal: bool, session_complete: bool) -> Surroundings:
        """What the verdict on *seat* takes from here; the last outcome is the one that gates."""
        found = self.compared.get(seat.arm, ())
        return Surroundings(
            rehearsal=rehearsal,
            session_complete=session_complete,
            required=self._required(seat),
            compared=found[-1] if found else None,
        )

    def _required(self, seat: Scored) -> tuple[RequiredSlice, ...]:
        return required_slices(self.sliced[seat.arm][-1].rows)


def surveyed(plan: Plan, seats: Sequence[Scored], later: LaterSlices | None) -> Survey:
    """The survey of *seats*.  Raises ValueError when *later* is not of this session."""
    whose = None if later is None else _job_of(plan, later)
    slices = {name: job_slices(job, later if name == whose else None) for name, job in plan.jobs.items()}
    against = {seat.arm: baseline_of(seats, seat) for seat in seats}
    found = {seat.arm: compared(seat, base) for seat in seats if (base := against[seat.arm]) is not None}
    return Survey(
        seats=tuple(seats),
        slices=slices,
        compared=found,
        sliced={
            seat.arm: sliced(slices[seat.arm.job], seat, _paired_with(found, against, seat)) for seat in seats
        },
    )


def _job_of(plan: Plan, later: LaterSlices) -> str:
    names = list(plan.jobs)
    if later.job is None and len(names) > 1:
        raise ValueError(f"the session examined {listing(names)}: say 'job:' which one the slices are of")
    job = names[0] if later.job is None else later.job
    if job not in plan.jobs:
        raise ValueError(unknown_name("job", job, names))
    return job


def _paired_with(
    found: Mapping[ArmKey, tuple[Compared, ...]], against: Mapping[ArmKey, Scored | None], seat: Scored
) -> Scored | None:
    """The baseline, unless the two could not be paired: then slices are told of the candidate alone."""
    return against[seat.arm] if any(one.comparison for one in found.get(seat.arm, ())) else None


def survey_json(survey: Survey) -> dict[str, Any]:
    """The parts of report.json that several sittings make together."""
    candidates = [seat for seat in survey.seats if seat.arm.arm == "candidate"]
    found = [one for seat in candidates for one in survey.compared.get(seat.arm, ())]
    shared = [entry for job, slices in survey.slices.items() for entry in overlaps_json(job, slices.all)]
    return {
        "comparisons": [comparison_json(one, one.comparison) for one in found if one.comparison],
        "not_compared": [not_compared_json(one) for one in found if one.comparison is None],
        "slices": [row for seat in candidates for one in survey.sliced[seat.arm] for row in slices_json(one)],
        "slices_note": OVERLAP_NOTE if shared else None,
        "overlaps": shared,
        "topics": [row for seat in candidates for row in topics_json(survey.slices[seat.arm.job], seat)],
        "ranking": [row for job in survey.slices for row in ranking_json(job, survey.seats)],
    }
