"""Collection: a ticket file is a module, each of its trials a function item.

A module, because fixtures of module scope and conftest.py files beside the tickets need one; plain names
without parameters, because pytest 9 drops them from ids made with ``originalname`` and VS Code loses a YAML
file whose items carry a ``callspec``.
"""

from __future__ import annotations

import types
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest

from ..engine.examination import Examination, Planned
from ..errors import BrambleError
from . import runner
from .keys import EXAMINATION, TRIAL
from .upcoming import upcoming


def is_ticket(path: Path) -> bool:
    """True for a YAML file in the ``tickets`` folder of a job."""
    return (
        path.suffix == ".yaml"
        and path.parent.name == "tickets"
        and (path.parent.parent / "job.yaml").is_file()
    )


def job_base(ticket: Path) -> Path:
    """The folder that holds the job of the file *ticket*: ids outside rootdir start there."""
    return ticket.parents[2]


class TicketFile(pytest.Module):
    """One ticket file; yields a TicketItem for every trial registered for it."""

    def _getobj(self) -> types.ModuleType:
        return runner

    def collect(self) -> Iterator[pytest.Item]:
        """The trials of this ticket in registered order.  An ExamError becomes a collection error."""
        examination: Examination = self.config.stash[EXAMINATION]
        job, ticket = examination.ticket(self.path)
        for key in examination.schedule(job, ticket):
            yield TicketItem.of(self, Planned(key=key, job=job, ticket=ticket))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException]) -> Any:  # type: ignore[override]  # as pytest's own collectors do
        """An exam file's own error as its message alone; anything else as pytest shows it."""
        if isinstance(excinfo.value, BrambleError):
            return str(excinfo.value)
        return super().repr_failure(excinfo)


class TicketItem(pytest.Function):
    """One trial: a ticket, a candidate, an arm and a run."""

    @classmethod
    def of(cls, parent: TicketFile, planned: Planned) -> TicketItem:
        """The item of one trial; its slices, ticket and candidate select it with ``-k``."""
        key, slices = planned.key, planned.ticket.examiner.slices
        item: TicketItem = cls.from_parent(parent, name=key.label, callobj=runner.work_ticket)
        item.stash[TRIAL] = planned
        item.extra_keyword_matches |= {key.ticket, key.candidate, key.job, *slices}
        return item

    def reportinfo(self) -> tuple[Path, int, str]:
        """File, line and the words pytest heads a failure with."""
        key = self.stash[TRIAL].key
        return self.path, 0, f"{key.ticket} {key.label}"

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException]) -> Any:  # type: ignore[override]  # as above
        """Our own outcomes as text; pytest's traceback of them would be work thrown away."""
        return str(excinfo.value) if _is_ours(excinfo) else super().repr_failure(excinfo)


class TicketCollector:
    """The hooks every process of the session needs, controller and worker alike."""

    def __init__(self, examination: Examination) -> None:
        self._examination = examination

    def pytest_collect_file(self, file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
        """Collect ticket files."""
        if not is_ticket(file_path):
            return None
        # Outside rootdir pytest has no name for a file it was given, and all tickets would share their ids.
        if file_path.is_relative_to(parent.config.rootpath):
            return TicketFile.from_parent(parent, path=file_path)
        node_id = file_path.relative_to(job_base(file_path)).as_posix()
        file: TicketFile = TicketFile.from_parent(parent, path=file_path, nodeid=node_id)
        return file

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> None:
        """Start the trials that come after *item* before it is waited for."""
        if isinstance(item, TicketItem) and self._examination.depth:
            self._examination.look_ahead(i.stash[TRIAL] for i in upcoming(item) if isinstance(i, TicketItem))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Show our own outcomes, in setup and call alike, as text whose first line says it all."""
        report = yield
        if call.excinfo is not None and _is_ours(call.excinfo):
            report.longrepr = str(call.excinfo.value)
        return report

    def pytest_unconfigure(self) -> None:
        """Stop the engine and close the journal of this process."""
        self._examination.close()


def _is_ours(excinfo: pytest.ExceptionInfo[BaseException]) -> bool:
    return isinstance(excinfo.value, runner.TrialOutcome | BrambleError)
