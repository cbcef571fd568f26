"""Kill a session again and again, resume it each time, and hold the end to a session nobody disturbed.

``python -m tests.killed.killing [--kills 10] [--workers 0] [--runs 1] [--concurrency 4] [--seed N]``, or `make killed`.

A served model plays gold over HTTP through LiteLLM.  Each session gets SIGKILL at a moment drawn at random: when
the server has answered so many requests.  Two more are killed at the ends: when the plan has just been registered,
and when the last trial has just been recorded.  Ends with 1 when the report differs from the undisturbed one's, a
record that stood has changed, or the server was asked to begin more conversations than there are trials and
trials that were in flight at a kill.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pytest_bramble.contrast import contrasts
from pytest_bramble.evidence.journals import unfinished

from ..comparable import comparable
from ..served.gold_desk import GoldDesk
from ..served.hiring import PYTEST, REPOSITORY, Office
from ..stub_server import Answer, Request, StubServer

FINE = (0, 1)  # pytest's exit codes of a session that came to its end
GLANCE_S = 0.01


@dataclass(frozen=True, slots=True, kw_only=True)
class Torment:
    """What is done to the session: how many kills at random moments, in how many processes, of how many trials."""

    kills: int
    workers: int = 0
    runs: int = 1
    concurrency: int = 4
    seed: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Kill:
    """One kill: at how many answered requests, how many trials had a record, which were in flight."""

    requests: int
    recorded: int
    in_flight: Counter[str]

    def __str__(self) -> str:
        flying = ", ".join(sorted(_ticket(stem) for stem in self.in_flight)) or "none"
        return f"killed at request {self.requests:4}, {self.recorded:3} recorded, in flight: {flying}"


class Desk:
    """The served model, with a count of its answers and a hook for the moment there have been enough."""

    def __init__(self, job: Path) -> None:
        self._job = job
        self.clear()

    def clear(self) -> None:
        """Count from nothing."""
        self.gold = GoldDesk(self._job)
        self.answered = 0
        self.moment = -1
        self.at_the_moment: Callable[[], None] = lambda: None

    def __call__(self, request: Request) -> Answer:
        answer = self.gold(request)
        self.answered += 1
        if self.answered == self.moment:
            self.at_the_moment()
        return answer


class Sitting:
    """One exam in a folder of its own."""

    def __init__(self, folder: Path, torment: Torment, desk: Desk, url: str) -> None:
        self.office = Office.in_folder(folder)
        self.office.serve(url)
        self.desk = desk
        self.torment = torment
        self.lost: Counter[str] = Counter()  # how often each trial was in flight at a kill, by its stem

    def begin(self, *options: str) -> subprocess.Popen[bytes]:
        """A session, in a process group of its own."""
        several = ["-n", str(self.torment.workers)] if self.torment.workers else []
        asked = self.torment
        counts = [f"--bramble-runs={asked.runs}", f"--bramble-concurrency={asked.concurrency}"]
        command = [*PYTEST, "--candidate=served", *counts, *several, *options]
        with (self.office.path / "output.txt").open("ab") as output:
            return subprocess.Popen(
                command,
                cwd=self.office.path,
                env=self.office.environment(),
                stdout=output,
                stderr=output,
                start_new_session=True,
            )

    @property
    def session(self) -> Path:
        """The folder of the session."""
        reports = self.office.path / "reports"
        return reports / (reports / "last").read_text(encoding="utf-8").strip()

    def records(self) -> dict[str, bytes]:
        """The records as they lie there, by file name."""
        return {path.name: path.read_bytes() for path in self.session.glob("trials/[!.]*.json")}

    def killed(self, process: subprocess.Popen[bytes]) -> Kill:
        """What the death of *process*, and of all it had started, left behind."""
        process.wait()
        _until(lambda: not _alive(process.pid))
        recorded = self.records()
        begun = unfinished(self.session) - self.lost
        flying = Counter({stem: times for stem, times in begun.items() if f"{stem}.json" not in recorded})
        self.lost += flying
        return Kill(requests=self.desk.answered, recorded=len(recorded), in_flight=flying)


def kill_and_resume(folder: Path, torment: Torment, say: Callable[[str], None] = print) -> list[str]:
    """Kill and resume; what was not as it must be."""
    desk = Desk(REPOSITORY / "jobs" / "support")
    with StubServer(desk) as server:
        calm = Sitting(folder / "undisturbed", torment, desk, server.url)
        _ended_well(calm, calm.begin())
        expected, requests = comparable(calm.office.report()), desk.answered
        planned = len(expected["trials"])
        say(f"undisturbed: {planned} trials, {requests} requests; seed {torment.seed}")
        desk.clear()
        sitting = Sitting(folder / "disturbed", torment, desk, server.url)
        found: list[str] = []
        kills = list(_kills(sitting, requests, planned, say, found))
        standing = sitting.records()
        _ended_well(sitting, sitting.begin("--bramble-resume=last"))
        found += _changed(standing, sitting.records())
    found += _paid_twice(sitting)
    found += [
        f"{place}: {told}"
        for place, told in contrasts(
            expected, comparable(sitting.office.report()), "report", ("undisturbed", "resumed")
        )
    ]
    flying = sum(sitting.lost.values())
    say(f"{len(kills)} kills, {flying} trials in flight at them, {desk.answered} requests in all")
    return found


def _kills(
    sitting: Sitting, requests: int, planned: int, say: Callable[[str], None], found: list[str]
) -> Iterator[Kill]:
    drawn = random.Random(sitting.torment.seed)
    reports = sitting.office.path / "reports"
    process = sitting.begin()
    _until((reports / "last").exists, process)
    process.kill()
    standing: Mapping[str, bytes] = {}
    for left in range(sitting.torment.kills, -1, -1):
        kill = sitting.killed(process)
        say(str(kill))
        yield kill
        found += _changed(standing, sitting.records())
        standing = sitting.records()
        process = sitting.begin("--bramble-resume=last")
        if left:
            due = requests * (planned - kill.recorded) // planned
            _kill_after(drawn.randint(1, max(1, 2 * due // (left + 1))), sitting.desk, process)
        else:
            _until(lambda: len(sitting.records()) >= planned, process)
            process.kill()
    kill = sitting.killed(process)
    say(str(kill))
    yield kill
    found += _changed(standing, sitting.records())


def _kill_after(requests: int, desk: Desk, process: subprocess.Popen[bytes]) -> None:
    """Have *process* killed when the server has got so many more *requests*, before it answers the last."""
    desk.at_the_moment = process.kill
    desk.moment = desk.answered + requests


def _changed(before: Mapping[str, bytes], after: Mapping[str, bytes]) -> list[str]:
    return [f"{name} stood and was changed" for name, text in before.items() if after.get(name) != text]


def _paid_twice(sitting: Sitting) -> list[str]:
    """The tickets on which more conversations began than there are trials and trials that were in flight."""
    lost: Counter[str] = Counter()
    for stem, times in sitting.lost.items():
        lost[_ticket(stem)] += times
    runs = sitting.torment.runs
    return [
        f"{ticket}: {begun} conversations for {runs} trials and {lost[ticket]} in flight at a kill"
        for ticket, begun in sitting.desk.gold.begun.items()
        if begun > runs + lost[ticket]
    ]


def _ticket(stem: str) -> str:
    return stem.split(".")[1]


def _ended_well(sitting: Sitting, process: subprocess.Popen[bytes]) -> None:
    if process.wait() not in FINE:
        raise SystemExit((sitting.office.path / "output.txt").read_text(encoding="utf-8", errors="replace"))


def _until(reached: Callable[[], bool], process: subprocess.Popen[bytes] | None = None) -> None:
    """Look again and again, as long as *process* lives; there is no event for what another process wrote."""
    while not reached() and (process is None or process.poll() is None):
        time.sleep(GLANCE_S)


def _alive(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def main(argv: Sequence[str] | None = None) -> int:
    """Print each kill and what came of it; 1 when something was not as it must be."""
    parser = argparse.ArgumentParser(description="kill a session at random moments and resume it")
    for name, default in (("kills", 10), ("workers", 0), ("runs", 1), ("concurrency", 4)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument(
        "--seed", type=int, default=None, help="where the moments come from; drawn when left out"
    )
    asked = parser.parse_args(argv)
    seed = random.SystemRandom().randrange(10**6) if asked.seed is None else asked.seed
    with tempfile.TemporaryDirectory() as name:
        found = kill_and_resume(Path(name), Torment(**{**vars(asked), "seed": seed}))
    print("\n".join(found) or "as if nobody had disturbed it: same report, nothing paid for twice")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
