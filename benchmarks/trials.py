"""CPU per scripted trial: worked, graded and recorded in one process, and in a whole session under pytest."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from exams import support
from processes import Figure, alternate, run
from tables import Row

FEW, MANY = 34, 544
TICKETS, RUNS = 34, 10


def measured(times: int) -> Iterator[Row]:
    """Two rows, each over *times* pairs of processes."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        support(folder, TICKETS)
        script = str(Path(__file__).parent / "one_process.py")
        few, many = ([sys.executable, script, "jobs/support", str(trials)] for trials in (FEW, MANY))
        run(few, folder)
        pairs = [(run(many, folder), run(few, folder)) for _ in range(times)]
        spent = [1000 * (a.cpu_s - b.cpu_s) / (MANY - FEW) for a, b in pairs]
        what = "our CPU per scripted trial of six calls, graded, record written"
        yield Row(what=what, budget="5 ms", figure=Figure.of(spent), unit="ms")

        common = ["jobs/support", "--candidate=gold", f"--bramble-runs={RUNS}"]
        sessions = alternate([*common, "--tb=no"], [*common, "--collect-only"], folder, times)
        spent = [1000 * (worked.cpu_s - listed.cpu_s) / (TICKETS * RUNS) for worked, listed in sessions]
        what = "a whole session's CPU per trial, pytest's and both reports' included"
        yield Row(what=what, figure=Figure.of(spent), unit="ms")
