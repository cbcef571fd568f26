"""One session's examination: who is examined, on what, in which order, and where the evidence goes."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Coroutine, Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..candidates.litellm_import import aclose_clients, expect_odd_answers, load_litellm
from ..candidates.litellm_model import LiteLLMCandidate
from ..candidates.registry import AnyCandidate
from ..errors import SettingsError
from ..evidence.record import TrialKey
from ..evidence.redaction import Redactor
from ..evidence.store import Journal, SessionFolder
from ..exam.job import Job
from ..exam.loader import load_job, load_ticket
from ..exam.ticket import Ticket
from ..exam.validate import Vocabulary
from ..settings import Settings
from ..sharing.limits import Limiter
from ..sharing.shared import NAME as SHARED
from ..sharing.shared import Shared
from ..trial.schedule import Arm, Place, scheduled, slug
from .earlier import Earlier, earlier_trials
from .loop import Engine
from .prefetch import Prefetch
from .slots import OwnSlots, SharedSlots, Slots
from .spending import Ledger

if TYPE_CHECKING:
    from .telling import Told

LOOK_AHEAD = 4  # a strict window as wide as the concurrency waits for its slowest trial


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """A trial with what it takes to work it."""

    key: TrialKey
    job: Job
    ticket: Ticket


class Examination:
    """Everything a process needs to examine candidates.  Controller and workers each build their own."""

    def __init__(
        self, settings: Settings, candidates: Mapping[str, AnyCandidate], folder: SessionFolder, worker: str
    ) -> None:
        self.settings = settings
        self.candidates = candidates
        self.arms = _arms(settings, candidates)
        self.folder = folder
        self.engine = Engine()
        self.engine.at_first_wait.append(_get_ready)
        self._prefetch: Prefetch[Told] = Prefetch(self.engine)
        self._asks_models = False
        self.workers = 1
        self.distributed = False
        self.redactor = Redactor.of(os.environ, _key_names(candidates))
        self.journal = Journal(folder.path, worker, self.redactor.value)

    @functools.cache  # noqa: B019  one examination per process
    def job(self, path: Path) -> Job:
        """The job in the folder *path*.  Raises ExamError."""
        return load_job(path, known_to)

    def ticket(self, path: Path) -> tuple[Job, Ticket]:
        """The ticket file at *path* and its job.  Raises ExamError."""
        job = self.job(path.parent.parent)
        return job, load_ticket(job, path, known_to)

    def schedule(self, job: Job, ticket: Ticket) -> list[TrialKey]:
        """The trials of *ticket* in registered order: run by run, the arms rotated by ticket index + run."""
        runs = self.settings.runs or ticket.examiner.runs
        index = _stems(job.path).index(ticket.id)
        return scheduled(Place(job=job.name, ticket=ticket.id, index=index, runs=runs), self.arms)

    def conduct(self, planned: Planned) -> Told:
        """What is told of the trial, graded and recorded; starts it unless that has happened, and waits."""
        self._make_ready([planned])
        return self._prefetch.result(*self._named(planned))

    def look_ahead(self, upcoming: Iterable[Planned]) -> None:
        """Start the next trials of *upcoming*, as far ahead as the settings allow.

        Looks only when an eighth of that has been consumed since: to look at each of them at every test is work.
        """
        if self._prefetch.untaken > self.depth - self.depth // 8:
            return
        near = tuple(islice(upcoming, self.depth))
        self._make_ready(near)
        self._prefetch.start(map(self._named, near))

    def _make_ready(self, near: Iterable[Planned]) -> None:
        """Import LiteLLM here, in pytest's thread: its warnings filters are the process's, not a thread's.

        A model that is asked may answer in any test that comes after, whichever trial that test waits for.
        """
        if any(self.candidates[planned.key.candidate].kind == "litellm" for planned in near):
            load_litellm()
            self._asks_models = True
        if self._asks_models:
            expect_odd_answers()

    @property
    def depth(self) -> int:
        """How many trials ahead of the one consumed may be started."""
        return LOOK_AHEAD * self.settings.concurrency if self.settings.prefetch else 0

    def _named(self, planned: Planned) -> tuple[str, Callable[[], Coroutine[Any, Any, Told]]]:
        # Collecting needs neither worlds nor checks, and they are most of what there is to import.
        from .telling import work_and_tell

        return planned.key.stem, lambda: work_and_tell(self, planned)

    @functools.cached_property
    def slots(self) -> Slots:
        """What trials in flight are counted by."""
        limit = self.settings.concurrency
        return SharedSlots(self.shared, limit) if self.workers > 1 else OwnSlots(limit)

    @functools.cached_property
    def shared(self) -> Shared:
        """What this process shares with the session's others."""
        return Shared(self.folder.path / SHARED if self.distributed else None, self.workers)

    @functools.cached_property
    def limiter(self) -> Limiter:
        """How fast providers may be called."""
        return Limiter(self.shared)

    @functools.cached_property
    def ledger(self) -> Ledger:
        """What the session spends."""
        free = frozenset(name for name, candidate in self.candidates.items() if candidate.kind == "scripted")
        return Ledger(self.shared, self.settings.budget_usd, free)

    @functools.cached_property
    def earlier(self) -> Mapping[str, Earlier]:
        """What the session held before this process; empty unless it is resumed."""
        return earlier_trials(self.folder) if self.settings.resume is not None else {}

    @functools.cached_property
    def manifest_sha256(self) -> str:
        """The hash of the manifest every record is bound to."""
        return str(self.folder.manifest()["sha256"])

    def close(self) -> None:
        """Close what models left open, stop the engine, close the journal."""
        self.engine.close(aclose_clients)
        self.journal.close()
        self.shared.close()


def _get_ready() -> None:
    from .working import get_ready

    get_ready()


def known_to(job_path: Path, world: str) -> Vocabulary:
    """What the files of a job may name; imported when a file is read that no seal vouches for."""
    from ..vocabulary import vocabulary

    return vocabulary(job_path, world)


def _key_names(candidates: Mapping[str, AnyCandidate]) -> list[str]:
    """The environment variables that hold the candidates' keys."""
    models = [one for one in candidates.values() if isinstance(one, LiteLLMCandidate)]
    return [name for name in (model.endpoint().key_env for model in models) if name is not None]


def _arms(settings: Settings, candidates: Mapping[str, AnyCandidate]) -> tuple[Arm, ...]:
    """The candidates in command-line order, then the baseline; SettingsError when two share their labels."""
    asked = {slug(name) for name in settings.candidates}
    arms = [Arm(name=name) for name in candidates if name in asked]
    if settings.baseline is not None:
        arms.append(Arm(name=slug(settings.baseline), arm="baseline"))
    labels = [arm.label for arm in arms]
    for label in labels:
        if labels.count(label) > 1:
            raise SettingsError(f"two arms would both be called {label!r} in node ids; rename a candidate")
    return tuple(arms)


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
