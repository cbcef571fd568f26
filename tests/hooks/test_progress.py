"""How far a session is: what the line says, when it is written, and that it leaves pytest's own output alone."""

from __future__ import annotations

import asyncio
import io
import re
import threading
from types import SimpleNamespace

import pytest
from _pytest.terminal import TerminalReporter

from pytest_bramble.engine.loop import Engine
from pytest_bramble.engine.spending import Board
from pytest_bramble.hooks.progress import Progress, Screen, Standing, progress_line

BOARD = Board(done=34, in_flight=16, waiting=0, longest_wait_s=0.0, known_usd=0.0, unknown_calls=0)


def board(**rest):
    values = {name: getattr(BOARD, name) for name in Board.__slots__}
    return Board(**{**values, **rest})


def line(*, total=102, elapsed_s=60.0, budget_usd=None, **rest):
    standing = Standing(total=total, elapsed_s=elapsed_s, board=board(**rest), budget_usd=budget_usd)
    return progress_line(standing)


def test_the_line_says_what_is_done_and_when_it_will_be_over():
    assert line() == "bramble: 34 of 102 done, 16 in flight, about 2 min left"


def test_the_line_says_who_waits_and_how_long():
    assert line(waiting=3, longest_wait_s=11.2) == (
        "bramble: 34 of 102 done, 16 in flight, 3 waiting for a provider (12 s), about 2 min left"
    )


@pytest.mark.parametrize(
    ("rest", "told"),
    [
        ({"known_usd": 0.42}, "$0.42"),
        ({"known_usd": 0.42, "unknown_calls": 3}, "$0.42 + 3 unknown"),
        ({"unknown_calls": 1}, "$0.00 + 1 unknown"),
        ({"budget_usd": 5.0}, "$0.00 of $5.00"),
    ],
)
def test_the_line_says_what_was_spent(rest, told):
    assert line(**rest) == f"bramble: 34 of 102 done, 16 in flight, about 2 min left, {told}"


def test_before_a_trial_is_done_nobody_knows_how_long_it_takes():
    assert line(done=0) == "bramble: 0 of 102 done, 16 in flight"


def test_when_all_is_done_nothing_is_left():
    assert line(done=102, in_flight=0) == "bramble: 102 of 102 done, 0 in flight"


class Output(io.StringIO):
    """Where a terminal reporter writes."""

    def __init__(self, *, tty):
        super().__init__()
        self._tty = tty

    def isatty(self):
        return self._tty


def on_screen(output):
    """The lines a terminal shows after *output*, and the column of its cursor."""
    rows, row, column = [""], 0, 0
    for piece in re.findall(r"\x1b\[\d*[A-Za-z]|[^\x1b]", output.getvalue()):
        if piece == "\n":
            row, column = row + 1, 0
            rows += [""] * (row + 1 - len(rows))
        elif piece == "\r":
            column = 0
        elif piece == "\x1b[2K":
            rows[row] = ""
        elif piece == "\x1b[1A":
            row -= 1
        elif piece.endswith("C"):
            column += int(piece[2:-1])
        elif not piece.startswith("\x1b"):
            rows[row] = rows[row][:column].ljust(column) + piece + rows[row][column + 1 :]
            column += 1
    return rows, column


@pytest.fixture
def terminal(pytester, monkeypatch):
    """A configured pytest whose terminal is one of ours."""
    monkeypatch.setenv("TERM", "xterm")

    def made(*options, tty=True):
        config = pytester.parseconfig(*options)
        output = Output(tty=tty)
        reporter = TerminalReporter(config, output)
        config.pluginmanager.register(reporter, "terminalreporter")
        config.option.capture = "fd" if "-s" not in options else "no"
        return SimpleNamespace(config=config, output=output, reporter=reporter)

    return made


def test_what_is_shown_stands_below_the_line_pytest_writes(terminal):
    at = terminal()
    at.reporter.write("T01.yaml ..")
    Screen(at.config).show("half way")
    assert on_screen(at.output)[0] == ["T01.yaml ..", "half way"]


def test_a_new_line_takes_the_place_of_the_old_one(terminal):
    at = terminal()
    screen = Screen(at.config)
    at.reporter.write("T01.yaml ..")
    screen.show("a long line of ours")
    screen.show("short")
    assert on_screen(at.output)[0] == ["T01.yaml ..", "short"]


def test_pytest_goes_on_where_it_was(terminal):
    at = terminal()
    screen = Screen(at.config)
    at.reporter.write("T01.yaml ..")
    screen.show("half way")
    screen.clear()
    assert on_screen(at.output) == (["T01.yaml ..", ""], 11)
    at.reporter.write("F")
    assert on_screen(at.output)[0] == ["T01.yaml ..F", ""]


def test_clearing_what_is_not_shown_writes_nothing(terminal):
    at = terminal()
    Screen(at.config).clear()
    assert at.output.getvalue() == ""


def test_a_line_is_cut_before_it_wraps(terminal):
    at = terminal()
    at.reporter._tw.fullwidth = 20
    Screen(at.config).show("x" * 50)
    assert on_screen(at.output)[0] == ["", "x" * 19]


def test_a_plain_line_stands_alone_between_dots(terminal):
    at = terminal(tty=False)
    screen = Screen(at.config)
    at.reporter.write("..")
    screen.write("half way")
    at.reporter.write("..")
    assert on_screen(at.output)[0] == ["..", "half way", ".."]


def test_a_plain_line_makes_pytest_name_the_file_again(terminal):
    at = terminal(tty=False)
    screen = Screen(at.config)
    at.reporter.write_fspath_result("T01.yaml::a-r1", ".")
    screen.write("half way")
    at.reporter.write_fspath_result("T01.yaml::a-r2", ".")
    assert on_screen(at.output)[0] == ["", "T01.yaml .", "half way", "", "T01.yaml ."]


@pytest.mark.parametrize(
    ("options", "tty", "live"),
    [((), True, True), ((), False, False), (("-v",), True, False), (("-s",), True, False)],
)
def test_only_a_quiet_terminal_is_written_over(terminal, options, tty, live):
    assert Screen(terminal(*options, tty=tty).config).live is live


def test_a_dumb_terminal_is_not_written_over(terminal, monkeypatch):
    at = terminal()
    monkeypatch.setenv("TERM", "dumb")
    assert Screen(at.config).live is False


class Session:
    """As much of an examination as progress looks at."""

    def __init__(self, earlier=()):
        self.earlier = {stem: SimpleNamespace(stands=stands) for stem, stands in earlier}
        self.engine = Engine()
        self.ledger = SimpleNamespace(board=lambda: BOARD)
        self.settings = SimpleNamespace(budget_usd=None)


def progress(at, session=None, trials=102):
    """A progress that has begun, and its clock."""
    now = [1000.0]
    made = Progress(at.config, session or Session(), lambda: now[0])
    made.begin([SimpleNamespace(stem=f"t{n}") for n in range(trials)])
    return made, now


def test_without_a_terminal_a_line_comes_every_half_minute(terminal):
    at = terminal(tty=False)
    made, now = progress(at)
    for seconds in (0.0, 29.9, 0.2, 29.0, 0.5, 0.5):
        now[0] += seconds
        made.tick()
    assert [text for text in on_screen(at.output)[0] if text] == [
        "bramble: 34 of 102 done, 16 in flight, about 61 s left",
        "bramble: 34 of 102 done, 16 in flight, about 2 min left",
    ]


def test_on_a_terminal_the_line_moves_twice_a_second(terminal):
    at = terminal()
    made, now = progress(at)
    for seconds in (0.4, 0.1, 0.1, 0.4):
        now[0] += seconds
        made.tick()
    assert at.output.getvalue().count("34 of 102") == 2
    assert len(on_screen(at.output)[0]) == 2


@pytest.mark.parametrize("hook", ["logstart", "logreport"])
def test_the_line_goes_before_pytest_writes(terminal, hook):
    at = terminal()
    made, now = progress(at)
    now[0] += 1
    made.tick()
    getattr(made, f"pytest_runtest_{hook}")()
    assert on_screen(at.output)[0] == ["", ""]


def test_under_q_nothing_is_written(terminal):
    at = terminal("-q")
    session = Session()
    made, now = progress(at, session)
    now[0] += 100
    made.tick()
    assert (at.output.getvalue(), session.engine.while_waiting) == ("", None)


def test_trials_that_stand_from_before_are_not_counted(terminal):
    at = terminal(tty=False)
    made, now = progress(at, Session([("t0", True), ("t1", False), ("other", True)]), trials=40)
    now[0] += 30
    made.tick()
    assert "34 of 39 done" in at.output.getvalue()


def test_where_all_trials_stand_there_is_nothing_to_wait_for(terminal):
    session = Session([("t0", True)])
    progress(terminal(), session, trials=1)
    assert session.engine.while_waiting is None


def test_who_waits_for_a_trial_calls_in_between():
    engine, called = Engine(), threading.Event()

    async def until_called():
        return await asyncio.to_thread(called.wait, 10)

    engine.while_waiting = called.set
    assert engine.wait(engine.submit(until_called())) is True
    engine.close()
