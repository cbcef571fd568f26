"""How far a session is: a live line below pytest's own on a terminal, now and then a plain line elsewhere."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Collection, Generator, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from typing import Any

import pytest

from ..engine.examination import Examination
from ..engine.spending import Board
from ..evidence.record import TrialKey
from ..session.projection import duration, money

LIVE_S, PLAIN_S = 0.5, 30.0
_SLACK = 1  # a line that ends in a terminal's last column may or may not wrap


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """Where a session stands *elapsed_s* seconds after its first trial: *total* trials are to be run."""

    total: int
    elapsed_s: float
    board: Board
    budget_usd: float | None = None


def progress_line(standing: Standing) -> str:
    """For example ``34 of 102 done, 16 in flight, 3 waiting for a provider (12 s), about 2 min left, $0.42``."""
    board = standing.board
    parts = [f"{board.done} of {standing.total} done", f"{board.in_flight} in flight"]
    if board.waiting:
        parts.append(f"{board.waiting} waiting for a provider ({duration(board.longest_wait_s)})")
    left = standing.total - board.done
    if board.done and left > 0:
        parts.append(f"about {duration(standing.elapsed_s / board.done * left)} left")
    if board.known_usd or board.unknown_calls or standing.budget_usd is not None:
        parts.append(_spending(board, standing.budget_usd))
    return f"bramble: {', '.join(parts)}"


def _spending(board: Board, budget_usd: float | None) -> str:
    unknown = f" + {board.unknown_calls} unknown" if board.unknown_calls else ""
    return f"{money(board.known_usd)}{unknown}{'' if budget_usd is None else f' of {money(budget_usd)}'}"


class Screen:
    """pytest's terminal, as far as a line of ours may be written to it without disturbing pytest's own."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._reporter: Any = config.pluginmanager.get_plugin("terminalreporter")
        self._shown = False

    @property
    def there(self) -> bool:
        """False under ``-q``, where nothing of ours is wanted, and where pytest itself writes nothing."""
        return self._reporter is not None and self._config.option.verbose >= 0

    @property
    def live(self) -> bool:
        """True where a line can be written over: a terminal on which neither pytest nor a test writes others."""
        quiet = self._config.option.verbose == 0 and self._config.option.capture != "no"
        return bool(quiet and self._reporter.isatty() and os.environ.get("TERM") != "dumb")

    def write(self, text: str) -> None:
        """Write *text* as a line of its own; pytest begins a new one after it."""
        with self._uncaptured():
            if self._reporter.currentfspath:
                self._reporter.ensure_newline()
            elif self._reporter._tw.width_of_current_line:
                self._reporter.line("")
            self._reporter.write_line(text)
            self._reporter.flush()

    def show(self, text: str) -> None:
        """Show *text* below the line pytest is writing, in place of what was shown there."""
        self.clear()
        with self._uncaptured():
            cut = text[: self._reporter._tw.fullwidth - _SLACK]
            self._reporter.write_raw(f"\n{cut}", flush=True)
        self._shown = True

    def clear(self) -> None:
        """Take away what is shown, and go back to where pytest was writing."""
        if not self._shown:
            return
        self._shown = False
        column = self._reporter._tw.width_of_current_line
        with self._uncaptured():
            right = f"\x1b[{column}C" if column else ""
            self._reporter.write_raw(f"\r\x1b[2K\x1b[1A\r{right}", flush=True)

    def _uncaptured(self) -> Any:
        """Out of pytest's capture, which belongs to the test that runs."""
        capture = self._config.pluginmanager.get_plugin("capturemanager")
        return nullcontext() if capture is None else capture.global_and_fixture_disabled()


class Progress:
    """The hooks of the controlling process that show how far the session is.  *clock* counts seconds."""

    def __init__(
        self, config: pytest.Config, examination: Examination, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._config = config
        self._examination = examination
        self._clock = clock
        self._screen: Screen | None = None
        self._total = 0
        self._began = self._told = 0.0

    def begin(self, selected: Collection[TrialKey]) -> None:
        """Count from now on, *selected* being the session's trials; those that stand from before are not run."""
        earlier = self._examination.earlier
        standing = sum(key.stem in earlier and earlier[key.stem].stands for key in selected)
        self._total = len(selected) - standing
        self._began = self._told = self._clock()
        screen = Screen(self._config)
        if screen.there and self._total:
            self._screen = screen
            self._examination.engine.while_waiting = self.tick

    def tick(self) -> None:
        """Show where the session stands, unless that was done just before."""
        now = self._clock()
        if self._screen is None or now - self._told < (LIVE_S if self._screen.live else PLAIN_S):
            return
        self._told = now
        line = progress_line(
            Standing(
                total=self._total,
                elapsed_s=now - self._began,
                board=self._examination.ledger.board(),
                budget_usd=self._examination.settings.budget_usd,
            )
        )
        if self._screen.live:
            self._screen.show(line)
        else:
            self._screen.write(line)

    def clear(self) -> None:
        """Leave the terminal to pytest."""
        if self._screen is not None:
            self._screen.clear()

    @pytest.hookimpl(wrapper=True, trylast=True)
    def pytest_runtestloop(self) -> Generator[None, object, object]:
        """Beat time while xdist's controller waits for its workers; at the end take the line away."""
        with _beating(self._config, self.tick):
            try:
                return (yield)
            finally:
                self.clear()
                self._screen = None

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logstart(self) -> None:
        """Make room: pytest writes next."""
        self.clear()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logreport(self) -> None:
        """Make room: pytest writes next."""
        self.clear()

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logfinish(self) -> None:
        """Show where the session stands after a test."""
        self.tick()

    @pytest.hookimpl(tryfirst=True)
    def pytest_internalerror(self) -> None:
        """Make room: pytest writes next."""
        self.clear()

    @pytest.hookimpl(tryfirst=True)
    def pytest_keyboard_interrupt(self) -> None:
        """Make room: pytest writes next."""
        self.clear()

    @pytest.hookimpl(tryfirst=True, optionalhook=True)
    def pytest_testnodedown(self) -> None:
        """Make room: xdist writes next."""
        self.clear()

    @pytest.hookimpl(tryfirst=True, optionalhook=True)
    def pytest_testnodeready(self) -> None:
        """Make room: xdist writes next."""
        self.clear()


@contextmanager
def _beating(config: pytest.Config, tick: Callable[[], None]) -> Iterator[None]:
    """Have xdist's controller call *tick* now and then: it waits for its workers in pytest's thread.

    xdist offers no public way into that loop; where this one is gone the line only moves with the reports.
    """
    session: Any = config.pluginmanager.get_plugin("dsession")
    if getattr(session, "queue", None) is None:
        yield
        return
    over = threading.Event()

    def ask() -> None:
        while not over.wait(LIVE_S):
            session.queue.put(("bramble_tick", {}))

    session.worker_bramble_tick = tick
    threading.Thread(target=ask, name="bramble-beat", daemon=True).start()
    try:
        yield
    finally:
        over.set()
