"""A session's money: checked before it starts, told in its header, kept for the next one's projection."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from ..candidates.litellm_model import LiteLLMCandidate
from ..candidates.price_list import first_trial_usd
from ..candidates.python_agent import PythonCandidate
from ..candidates.registry import AnyCandidate
from ..engine.examination import Examination, known_to
from ..engine.spending import Earlier, Spent
from ..errors import BrambleError, EvidenceError, SettingsError
from ..evidence.journals import unfinished
from ..evidence.record import TrialKey
from ..exam.job import Caps, Job
from ..exam.loader import load_tickets
from ..settings import FULL, Settings
from ..sharing.shared import forget
from .plans import in_plan
from .projection import Extent, Measured, latest, money, projection_line, remember


class Purse:
    """A session's money, in the process that holds the session."""

    def __init__(self, examination: Examination) -> None:
        self._examination = examination

    def header(self, jobs: Iterable[Path]) -> list[str]:
        """The budget, and the projection of every paid candidate on *jobs*."""
        budget = self._examination.settings.budget_usd
        lines = [] if budget is None else [f"budget {money(budget)}"]
        return [*lines, *projections(self._examination, list(jobs))]

    def refuse_small_budget(self, jobs: Iterable[Path]) -> None:
        """Raise SettingsError when the budget does not even allow the first trial of a candidate."""
        settings = self._examination.settings
        if settings.budget_usd is None or settings.resume is not None:
            return
        for job in map(self._examination.job, jobs):
            for name, candidate in self._examination.candidates.items():
                first = first_trial_usd(candidate, job.caps.calls, job.caps.output_tokens) or 0.0
                if first > settings.budget_usd:
                    raise SettingsError(
                        f"--bramble-budget {settings.budget_usd:g}: a first trial of {name} is taken to cost up to "
                        f"{money(first)}; raise the budget, or declare max_trial_cost in the candidate's entry. "
                        "Nothing was sent."
                    )

    def open(self, jobs: Iterable[Path]) -> None:
        """Begin the ledger of the session: what an earlier process shared goes, what it spent stays."""
        forget(self._examination.folder.path)
        if self._examination.settings.resume is not None:
            caps = {job.name: job.caps for job in map(self._examination.job, jobs)}
            self._examination.ledger.carry(_spent_before(self._examination, caps))

    def close(self) -> None:
        """Keep what was measured for later projections, and clear away what was shared."""
        folder = self._examination.folder.path
        remember(folder.parent, _measured(self._examination))
        self._examination.shared.close()
        forget(folder)


def _spent_before(examination: Examination, caps: Mapping[str, Caps]) -> Iterator[Earlier]:
    """What earlier processes of the session spent: by its records, and on trials that died with them."""

    def earlier(job: str, candidate: str, spent: Spent) -> Earlier:
        cap, who = caps[job], examination.candidates[candidate]
        first = first_trial_usd(who, cap.calls, cap.output_tokens) or 0.0
        return Earlier(job=job, candidate=candidate, spent=spent, first_usd=first)

    for _, record in examination.folder.records():
        if not isinstance(record, EvidenceError):
            told = record["evidence"]
            costs = (call["usage"]["cost_usd"] for call in told["model_calls"])
            yield earlier(told["job"], told["candidate"], Spent.of_calls(costs))
    lost = unfinished(examination.folder.path)
    for row in examination.folder.manifest()["plan"] if lost else ():
        stem = TrialKey(**{name: row[name] for name in TrialKey.__slots__}).stem
        for _ in range(lost[stem]):
            yield earlier(row["job"], row["candidate"], Spent(unknown_calls=1))


def projections(examination: Examination, jobs: list[Path]) -> Iterator[str]:
    """One line per paid candidate and job."""
    settings = examination.settings
    for name, candidate in examination.candidates.items():
        for path in jobs if candidate.kind != "scripted" else ():
            try:
                extent = extent_of(settings, examination.job(path), candidate)
            except BrambleError:
                continue  # collection will say what is wrong with the job, in its own place
            yield projection_line(
                name, extent, latest(settings.reports, path.name, name, stands_for(candidate))
            )


def extent_of(settings: Settings, job: Job, candidate: AnyCandidate) -> Extent:
    """What the plan of *settings* asks of *candidate* on *job*.  Raises ExamError when a ticket is wrong."""
    trials = sum(
        in_plan(settings, job, ticket, run)
        for ticket in load_tickets(job, known_to)
        for run in range(1, (settings.runs or ticket.examiner.runs) + 1)
    )
    limits = candidate.limits if isinstance(candidate, LiteLLMCandidate) else None
    most = settings.concurrency if limits is None or limits.concurrency is None else limits.concurrency
    return Extent(
        what="the whole exam" if settings.plan == FULL else f"the plan {settings.plan}",
        trials=trials,
        concurrency=min(settings.concurrency, most),
        per_minute=None if limits is None else limits.per_minute,
    )


def stands_for(candidate: AnyCandidate) -> str:
    """The model or the agent behind a candidate's name: what was measured of another tells nothing."""
    if isinstance(candidate, LiteLLMCandidate):
        return candidate.model_name
    return candidate.target if isinstance(candidate, PythonCandidate) else candidate.kind


def _measured(examination: Examination) -> Iterator[Measured]:
    for each in examination.ledger.sums():
        candidate = examination.candidates[each.candidate]
        if candidate.kind != "scripted":
            yield Measured(
                source=examination.folder.name,
                job=each.job,
                candidate=each.candidate,
                model=stands_for(candidate),
                trials=each.trials,
                usd=None if each.spent.unknown_calls else each.spent.known_usd,
                calls=each.spent.calls,
                seconds=each.spent.seconds,
            )
