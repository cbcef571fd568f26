"""What a test needs of its trial; the evidence is in the record, and of many trials ahead it would fill memory."""

from __future__ import annotations

from dataclasses import dataclass

from ..outcome import Outcome
from .examination import Examination, Planned
from .excerpt import failure_text
from .working import work


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """The outcome of a trial, what to print of it ("" when it passed), the file of its record and its hash."""

    outcome: Outcome
    text: str
    record: str
    sha256: str


async def work_and_tell(examination: Examination, planned: Planned) -> Told:
    """Work one planned trial."""
    conducted = await work(examination, planned)
    outcome = conducted.grades.outcome
    return Told(
        outcome=outcome,
        text="" if outcome is Outcome.PASS else failure_text(conducted),
        record=conducted.path.name,
        sha256=conducted.sha256,
    )
