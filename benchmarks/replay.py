"""Measure what replaying a session takes: ``python benchmarks/replay.py``.

The session is 1,000 trials of gold on the support job, 40 tickets with 25 runs each; each figure is of one whole
``bramble replay`` process, its start included.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from processes import Figure, pytest_run, run
from run import exam

TICKETS, RUNS = 40, 25
COMMAND = "from pytest_bramble.cli import main; raise SystemExit(main(['replay', 'last']))"


def measure(times: int) -> tuple[Figure, Figure, Figure]:
    """Wall seconds, CPU seconds and peak megabytes of replaying the session, over *times* processes."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        exam(folder, TICKETS)
        worked = pytest_run(["jobs/support", "--candidate=gold", f"--bramble-runs={RUNS}", "--tb=no"], folder)
        if worked.code:
            raise SystemExit("the session to be replayed did not pass; nothing was measured")
        done = [run([sys.executable, "-c", COMMAND], folder) for _ in range(times)]
    if any(one.code for one in done):
        raise SystemExit("an honest session did not replay; nothing was measured")
    return (
        Figure.of([one.wall_s for one in done]),
        Figure.of([one.cpu_s for one in done]),
        Figure.of([one.peak_mb for one in done]),
    )


def main(argv: Sequence[str] | None = None) -> None:
    """Print one row per figure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=5, help="counted runs")
    wall, cpu, memory = measure(parser.parse_args(argv).times)
    print("| what | at most | minimum | median |\n|---|---|---|---|")
    what = f"replay of {TICKETS * RUNS:,} trials"
    print(f"| {what}, wall | 10 s | {wall.least:.3g} s | {wall.median:.3g} s |")
    print(f"| {what}, CPU | | {cpu.least:.3g} s | {cpu.median:.3g} s |")
    print(f"| {what}, peak memory | | {memory.least:.3g} MB | {memory.median:.3g} MB |")


if __name__ == "__main__":
    main()
