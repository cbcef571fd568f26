"""The work on one trial: conduct it, grade it, store its record."""

from __future__ import annotations

import importlib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from ..candidates.litellm_model import LiteLLMCandidate
from ..candidates.price_list import first_trial_usd
from ..candidates.protocol import ExaminersCandidate, Model
from ..candidates.python_agent import Agent, PythonCandidate
from ..candidates.registry import AnyCandidate
from ..canonical import canonical
from ..errors import InfrastructureError
from ..evidence.record import Binding, Evidence, seal_texts
from ..exam.ticket import Ticket
from ..sharing.limits import Limiter
from ..trial.conduct import Trial, conduct
from ..trial.shown import shown_job
from .earlier import left_behind
from .examination import Examination, Planned
from .spending import Spent

if TYPE_CHECKING:
    from ..grade import Grades


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
        grades = _graded(evidence, ticket)
        return Conducted(evidence=evidence, grades=grades, path=earlier.path, sha256=earlier.sha256)
    trial = _trial(examination, planned, 1 if earlier is None else earlier.attempt + 1)
    # The slot is given back once the record is on file: what comes next may be the end of us.
    async with examination.slots.taken():
        return await _recorded(examination, planned, trial)


async def _recorded(examination: Examination, planned: Planned, trial: Trial) -> Conducted:
    key = planned.key
    seen = await _paid_for(examination, planned, trial)
    evidence, text = examination.redactor.evidence(seen, lambda: _exam_text(planned))
    grades = _graded(evidence, planned.ticket)
    sealed = seal_texts(text, canonical(grades.to_json()))
    try:
        path = examination.folder.write_record(key.stem, trial.attempt, sealed)
    except OSError as exc:  # a full or read-only disk: the trial has no record and is run again by a resume
        raise InfrastructureError("record_not_written", f"the record could not be written: {exc}") from None
    examination.journal.note({"note": "end", "trial": key.stem, "sha256": sealed.sha256})
    return Conducted(evidence=evidence, grades=grades, path=path, sha256=sealed.sha256)


def get_ready() -> None:
    """Import, while the first trials wait for their models, what each needs at its first call and at its end."""
    importlib.import_module("jsonschema")
    importlib.import_module("..grade", __package__)


def _graded(evidence: Evidence, ticket: Ticket) -> Grades:
    from ..grade import grade  # with it come all checks

    return grade(evidence, ticket)


async def _paid_for(examination: Examination, planned: Planned, trial: Trial) -> Evidence:
    """The evidence of *trial*, once there is money for it.  Raises BudgetSpent when there is none."""
    key, caps = planned.key, planned.job.caps
    candidate = examination.candidates[key.candidate]
    first = None
    if examination.settings.budget_usd is not None:
        first = first_trial_usd(candidate, caps.calls, caps.output_tokens)
    async with examination.ledger.trial(key.job, key.candidate, first or 0.0) as account:
        examination.journal.note({"note": "start", "trial": key.stem})
        model = model_of(candidate, planned.ticket, examination.limiter)
        evidence = await conduct(trial, model, examination.journal.note)
        account.settle(Spent.of(evidence), whole=not evidence.interrupted)
    return evidence


def _exam_text(planned: Planned) -> str:
    """All that the exam itself says in a trial: what stands there is no secret of ours."""
    names = ("world.yaml", "policy.md", "prompt.md")
    files = (planned.ticket.path, *(planned.job.path / name for name in names))
    return "\n".join(file.read_text(encoding="utf-8") for file in files if file.is_file())


def _trial(examination: Examination, planned: Planned, attempt: int) -> Trial:
    candidate = examination.candidates[planned.key.candidate]
    trial = trial_of(planned, candidate, examination.manifest_sha256)
    return replace(trial, attempt=attempt, timeout_s=examination.settings.timeout_s)


def trial_of(planned: Planned, candidate: AnyCandidate, manifest_sha256: str) -> Trial:
    """The trial *planned* as *candidate* is to work it, bound to a manifest."""
    key, job, ticket = planned.key, planned.job, planned.ticket
    return Trial(
        key=key,
        job=shown_job(job, candidate.name, candidate.shown.prompt, candidate.shown.policy),
        visible=ticket.visible,
        setup=ticket.setup,
        shown=candidate.shown,
        permuted=key.permuted,
        bound=Binding(
            manifest_sha256=manifest_sha256,
            ticket_sha256=ticket.sha256,
            seal_sha256=job.seal.sha256,
        ),
        settings={"closing": "optional" if candidate.kind == "python" else "due", **candidate.describe()},
    )


def model_of(candidate: AnyCandidate, ticket: Ticket, limiter: Limiter | None = None) -> Model | Agent:
    """A model for one trial; only an examiner's candidate is shown the ticket, only a real one is paced."""
    if isinstance(candidate, ExaminersCandidate):
        return candidate.model_for(ticket)
    if isinstance(candidate, LiteLLMCandidate):
        return candidate.model(limiter)
    return candidate.agent() if isinstance(candidate, PythonCandidate) else candidate.model()
