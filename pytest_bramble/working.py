"""The work on one trial: conduct it, grade it, store its record."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from .candidates.protocol import ExaminersCandidate, Model
from .candidates.python_agent import Agent, PythonCandidate
from .candidates.registry import AnyCandidate
from .earlier import left_behind
from .errors import InfrastructureError
from .evidence.record import Binding, Evidence, seal_record
from .exam.job import Job
from .exam.policy import parse_policy
from .exam.ticket import Ticket
from .examination import Examination, Planned
from .grade import Grades, grade
from .trial import Trial, conduct


@dataclass(frozen=True, slots=True, kw_only=True)
class Conducted:
    """A finished trial: what was seen, its grades, and the record that holds both."""

    evidence: Evidence
    grades: Grades
    path: Path
    sha256: str


async def work(examination: Examination, planned: Planned) -> Conducted:
    """Work one planned trial; its record is stored before anybody hears of it."""
    key, ticket = planned.key, planned.ticket
    earlier = examination.earlier.get(key.stem)
    if earlier is None and examination.workers > 1:
        earlier = left_behind(examination.folder, key.stem)
    if earlier is not None and earlier.stands:
        evidence = earlier.evidence()
        grades = grade(evidence, ticket)
        return Conducted(evidence=evidence, grades=grades, path=earlier.path, sha256=earlier.sha256)
    candidate = examination.candidates[key.candidate]
    trial = _trial(examination, planned, 1 if earlier is None else earlier.attempt + 1)
    examination.journal.note({"note": "start", "trial": key.stem})
    evidence = await conduct(trial, model_of(candidate, ticket), examination.journal.note)
    grades = grade(evidence, ticket)
    sealed = seal_record(evidence.to_json(), grades.to_json())
    try:
        path = examination.folder.write_record(key.stem, trial.attempt, sealed)
    except OSError as exc:  # a full or read-only disk: the trial has no record and is run again by a resume
        raise InfrastructureError("record_not_written", f"the record could not be written: {exc}") from None
    examination.journal.note({"note": "end", "trial": key.stem, "sha256": sealed.sha256})
    return Conducted(evidence=evidence, grades=grades, path=path, sha256=sealed.sha256)


def _trial(examination: Examination, planned: Planned, attempt: int) -> Trial:
    key, job, ticket = planned.key, planned.job, planned.ticket
    candidate = examination.candidates[key.candidate]
    return Trial(
        key=key,
        job=shown_job(job, candidate),
        visible=ticket.visible,
        setup=ticket.setup,
        shown=candidate.shown,
        permuted=key.run % 2 == 0,
        attempt=attempt,
        bound=Binding(
            manifest_sha256=examination.manifest_sha256,
            ticket_sha256=ticket.sha256,
            seal_sha256=job.seal.sha256,
        ),
        timeout_s=examination.settings.timeout_s,
        settings={"closing": "optional" if candidate.kind == "python" else "due", **candidate.describe()},
    )


def shown_job(job: Job, candidate: AnyCandidate) -> Job:
    """*job* with prompt and policy replaced by what the candidate's entry shows instead."""
    shown = candidate.shown
    prompt = job.prompt if shown.prompt is None else shown.prompt
    policy = (
        job.policy
        if shown.policy is None
        else parse_policy(Path(f"policy of {candidate.name}"), shown.policy)
    )
    return replace(job, prompt=prompt, policy=policy)


def model_of(candidate: AnyCandidate, ticket: Ticket) -> Model | Agent:
    """A model for one trial; only an examiner's candidate is shown the ticket."""
    if isinstance(candidate, ExaminersCandidate):
        return candidate.model_for(ticket)
    return candidate.agent() if isinstance(candidate, PythonCandidate) else candidate.model()
