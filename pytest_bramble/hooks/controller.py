"""The controller: registers the plan before the first trial, concludes from files at the end."""

from __future__ import annotations

import contextlib
import functools
import os
from collections.abc import Generator, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from ..candidates.registry import resolution_line
from ..engine.examination import Examination
from ..errors import BrambleError
from ..evidence.record import TrialKey
from ..printable import printable
from ..session.purse import Purse
from .collect import TicketItem, is_ticket
from .keys import TRIAL
from .options import jobs_reached
from .progress import Progress

if TYPE_CHECKING:
    from ..session.conclusion import Conclusion
    from ..session.registration import Registration


class Controller:
    """The hooks of the one process that plans and concludes; with -n it works no trial itself."""

    def __init__(self, config: pytest.Config, examination: Examination) -> None:
        self._config = config
        self._examination = examination
        self._purse = Purse(examination)
        self.progress = Progress(config, examination)
        self._registration: Registration | None = None
        self._conclusion: Conclusion | None = None
        self._problem: str | None = None

    def pytest_report_header(self) -> list[str]:
        """Who is examined, and what an alias stands for."""
        candidates = self._examination.candidates
        lines = [f"bramble: examining {', '.join(candidates)}; session {self._examination.folder.name}"]
        resolved = (resolution_line(name, candidate) for name, candidate in candidates.items())
        jobs = jobs_reached(self._config.args, self._config.invocation_params.dir)
        told = [*(line for line in resolved if line), *self._purse.header(jobs)]
        return lines + [f"bramble: {line}" for line in told]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtestloop(self) -> Generator[None, object, object]:
        """End on SIGTERM as on Ctrl-C."""
        from .termination import terminated_like_interrupted

        with terminated_like_interrupted():
            return (yield)

    # -- planning -----------------------------------------------------------------------------

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Register the plan when this process collects; UsageError when nothing would be examined."""
        broken = session.testsfailed and not self._config.option.continue_on_collection_errors
        if broken or self._config.pluginmanager.hasplugin("dsession"):
            return
        keys = [item.stash[TRIAL].key for item in session.items if isinstance(item, TicketItem)]
        jobs = dict.fromkeys(
            item.stash[TRIAL].job.path for item in session.items if isinstance(item, TicketItem)
        )
        if keys and not self._config.option.collectonly:
            self._register(list(jobs), keys)
            self._examination.engine.at_first_wait.append(_prepare)
        elif not keys and self._examination.settings.asked and not session.testsfailed:
            raise pytest.UsageError(self._nothing())

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Tell an xdist worker which session it writes to."""
        node.workerinput["bramble_session"] = self._examination.folder.name

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: Iterable[str]) -> None:
        """Register the plan from the first worker's collection; all workers collect the same."""
        if self._registration is not None:
            return
        bases = self._bases()
        ours = [node_id.partition("::") for node_id in ids]
        files = {path: _first_ticket(bases, path) for path, _, _ in ours}
        tickets = {path: file for path, file in files.items() if file is not None}
        keys = self._keys([(tickets[path], label) for path, _, label in ours if path in tickets])
        if keys:
            self._register(list(dict.fromkeys(file.parent.parent for file in tickets.values())), keys)

    @pytest.hookimpl(optionalhook=True)
    def pytest_handlecrashitem(self, crashitem: str, report: pytest.TestReport) -> None:
        """A trial in which a worker died is unknown: it gets a record that says so, and pytest's ERROR."""
        from ..session.crash import record_crash

        path, _, label = crashitem.partition("::")
        file = _first_ticket(self._bases(), path)
        if file is not None:
            report.when = "setup"
            key = self._keys([(file, label)])[0]
            record_crash(self._examination, key, file, str(report.longrepr))

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_make_scheduler(self, config: pytest.Config, log: Any) -> Any:
        """Our own scheduling for ``--dist load``, the only mode a session of trials runs in."""
        from .xdist_scheduler import WindowScheduling

        workers = max(1, len(config.option.tx))
        return WindowScheduling(config, log, 2 + self._examination.depth // workers)

    def _bases(self) -> tuple[Path, ...]:
        """Where node ids may start: rootdir, or the folder of a job outside it."""
        jobs = jobs_reached(self._config.args, self._config.invocation_params.dir)
        return (self._config.rootpath, *(job.parent for job in jobs))

    def _keys(self, selected: list[tuple[Path, str]]) -> list[TrialKey]:
        found = []
        schedules: dict[Path, dict[str, TrialKey]] = {}
        for file, label in selected:
            if file not in schedules:
                job, ticket = self._examination.ticket(file)
                schedules[file] = {key.label: key for key in self._examination.schedule(job, ticket)}
            found.append(schedules[file][label])
        return found

    def _register(self, jobs: list[Path], selected: list[TrialKey]) -> None:
        from ..session.registration import register  # collecting needs none of what this imports

        try:
            self._purse.refuse_small_budget(jobs)
            self._registration = register(self._examination, jobs, selected)
            self._purse.open(jobs)
            self.progress.begin(selected)
        except (BrambleError, OSError) as exc:
            raise pytest.UsageError(f"bramble: {exc}") from None

    def _nothing(self) -> str:
        names = ", ".join(self._examination.candidates)
        reached = jobs_reached(self._config.args, self._config.invocation_params.dir)
        where = "the paths given reach no job" if not reached else "the selection leaves no ticket"
        return f"bramble: --candidate names {names}, but no trial was collected: {where}"

    # -- concluding ---------------------------------------------------------------------------

    def pytest_runtest_logstart(self) -> None:
        """With -n this process has nothing to do once the workers have begun."""
        if self._config.pluginmanager.hasplugin("dsession"):
            _prepare()

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Conclude from the files; a plain hook, so that xdist's workers have stopped and pytest-html has not."""
        if self._registration is None:
            if self._examination.settings.asked and self._asked_in_vain(session):
                self._problem = self._nothing()
                session.exitstatus = pytest.ExitCode.USAGE_ERROR
            return
        from ..session.conclusion import conclude

        try:
            self._conclusion = conclude(self._examination.folder)
        except (BrambleError, OSError) as exc:
            self._problem = f"bramble: the report could not be written: {exc}"
            session.exitstatus = pytest.ExitCode.INTERNAL_ERROR

        else:
            self._offer_scorecard(self._conclusion)

    def _offer_scorecard(self, conclusion: Conclusion) -> None:
        """Hand pytest-html, whose own hook comes after ours, a scorecard and a link."""
        target = self._config.getoption("htmlpath", None)
        if not target:
            return
        from ..report.pytest_html import Scorecard

        card = Scorecard()
        card.report = conclusion.report
        card.html_path = os.path.relpath(conclusion.html, Path(target).absolute().parent)
        self._config.pluginmanager.register(card, "bramble-scorecard")

    def pytest_unconfigure(self) -> None:
        """Give the session free for others."""
        if self._registration is not None:
            self._purse.close()
            self._registration.lock.close()

    def _asked_in_vain(self, session: pytest.Session) -> bool:
        fine = (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)
        return session.exitstatus in fine and not self._config.option.collectonly

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print the result in at most fifteen lines."""
        if self._problem:
            terminalreporter.section("bramble", red=True)
            terminalreporter.write_line(printable(self._problem))
        if self._conclusion is None:
            return
        from ..report.terminal import LEAST_WIDTH, summary_lines

        writer = terminalreporter._tw
        terminalreporter.section("bramble")
        lines = summary_lines(
            self._conclusion.report,
            html_path=str(_relative(self._conclusion.html, self._config.invocation_params.dir)),
            width=max(writer.fullwidth, LEAST_WIDTH),
            colour=writer.hasmarkup,
        )
        for line in lines:
            terminalreporter.write_line(line)


@functools.cache
def _prepare() -> None:
    from ..session.conclusion import prepare

    with contextlib.suppress(Exception):  # what is broken here is told when the session is concluded
        prepare()


def _first_ticket(bases: tuple[Path, ...], path: str) -> Path | None:
    places = ((base / path).resolve() for base in bases)
    return next((place for place in places if is_ticket(place) and place.is_file()), None)


def _relative(path: Path, base: Path) -> Path:
    return path.relative_to(base) if path.is_relative_to(base) else path
