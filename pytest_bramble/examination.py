"""One session's examination: who is examined, on what, in which order, and where the evidence goes."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from .candidates.protocol import ExaminersCandidate, Model
from .candidates.registry import AnyCandidate
from .engine import Engine
from .errors import SettingsError
from .evidence.record import Binding, Evidence, TrialKey, seal_record
from .evidence.store import Journal, SessionFolder
from .exam.job import Job
from .exam.loader import load_job, load_ticket
from .exam.policy import parse_policy
from .exam.ticket import Ticket
from .grade import Grades, grade
from .settings import Settings
from .trial import Trial, conduct
from .vocabulary import vocabulary

_NAME = re.compile(r"[^A-Za-z0-9._-]")


def slug(name: str) -> str:
    """*name* with every character that a node id or file name should not hold made ``-``."""
    return _NAME.sub("-", name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Arm:
    """A candidate in one of its roles; *arm* is ``candidate`` or ``baseline``."""

    name: str
    arm: str = "candidate"


@dataclass(frozen=True, slots=True, kw_only=True)
class Conducted:
    """A finished trial: what was seen, its grades, and the record that holds both."""

    evidence: Evidence
    grades: Grades
    path: Path
    sha256: str


class Examination:
    """Everything a process needs to examine candidates.  Controller and workers each build their own."""

    def __init__(
        self, settings: Settings, candidates: Mapping[str, AnyCandidate], folder: SessionFolder, worker: str
    ) -> None:
        self.settings = settings
        self.candidates = candidates
        self.arms = tuple(Arm(name=name) for name in candidates)
        self.folder = folder
        self.engine = Engine()
        self.journal = Journal(folder.path, worker)

    @functools.cache  # noqa: B019  one examination per process
    def job(self, path: Path) -> Job:
        """The job in the folder *path*.  Raises ExamError."""
        return load_job(path, vocabulary)

    def ticket(self, path: Path) -> tuple[Job, Ticket]:
        """The ticket file at *path* and its job.  Raises ExamError."""
        job = self.job(path.parent.parent)
        return job, load_ticket(job, path, vocabulary)

    def schedule(self, job: Job, ticket: Ticket) -> list[TrialKey]:
        """The trials of *ticket* in registered order: run by run, the arms rotated by ticket index + run."""
        runs = self.settings.runs or ticket.examiner.runs
        index = _stems(job.path).index(ticket.id)
        return [
            TrialKey(job=job.name, ticket=ticket.id, candidate=arm.name, arm=arm.arm, run=run)
            for run in range(1, runs + 1)
            for arm in _rotated(self.arms, index + run)
        ]

    def conduct(self, key: TrialKey, job: Job, ticket: Ticket) -> Conducted:
        """Work one trial, grade it and store its record; blocks until that is done."""
        return self.engine.run(self._conduct(key, job, ticket))

    async def _conduct(self, key: TrialKey, job: Job, ticket: Ticket) -> Conducted:
        candidate = self.candidates[key.candidate]
        trial = self._trial(key, job, ticket, candidate)
        self.journal.note({"note": "start", "trial": key.stem})
        evidence = await conduct(trial, _model(candidate, ticket), self.journal.note)
        grades = grade(evidence, ticket)
        record = seal_record(evidence.to_json(), grades.to_json())
        path = self.folder.write_record(key.stem, record)
        self.journal.note({"note": "end", "trial": key.stem, "sha256": record["sha256"]})
        return Conducted(evidence=evidence, grades=grades, path=path, sha256=record["sha256"])

    def _trial(self, key: TrialKey, job: Job, ticket: Ticket, candidate: AnyCandidate) -> Trial:
        return Trial(
            key=key,
            job=shown_job(job, candidate),
            visible=ticket.visible,
            setup=ticket.setup,
            shown=candidate.shown,
            permuted=key.run % 2 == 0,
            bound=Binding(
                manifest_sha256=self.manifest_sha256,
                ticket_sha256=ticket.sha256,
                seal_sha256=job.seal.sha256,
            ),
            timeout_s=self.settings.timeout_s,
            settings={"closing": "due", **candidate.describe()},
        )

    @functools.cached_property
    def manifest_sha256(self) -> str:
        """The hash of the manifest every record is bound to."""
        return str(self.folder.manifest()["sha256"])

    def close(self) -> None:
        """Stop the engine and close the journal."""
        self.engine.close()
        self.journal.close()


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


def _model(candidate: AnyCandidate, ticket: Ticket) -> Model:
    if isinstance(candidate, ExaminersCandidate):
        return candidate.model_for(ticket)
    return candidate.model()


def _rotated(arms: tuple[Arm, ...], by: int) -> tuple[Arm, ...]:
    turn = by % len(arms)
    return arms[turn:] + arms[:turn]


def by_slug(candidates: list[AnyCandidate]) -> dict[str, AnyCandidate]:
    """*candidates* by the name used in node ids; SettingsError when two share one."""
    found: dict[str, AnyCandidate] = {}
    for candidate in candidates:
        name = slug(candidate.name)
        if name in found:
            both = f"{found[name].name!r} and {candidate.name!r}"
            raise SettingsError(f"candidates {both} would both be called {name!r} in node ids; rename one")
        found[name] = candidate
    return found


@functools.cache
def _stems(job_path: Path) -> list[str]:
    return sorted(path.stem for path in (job_path / "tickets").glob("*.yaml"))
