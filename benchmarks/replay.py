"""What replaying a session takes: 1,000 trials of gold on the support job, 40 tickets with 25 runs each."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from exams import support
from processes import Figure, pytest_run, run
from tables import Row

TICKETS, RUNS = 40, 25
COMMAND = "from pytest_bramble.cli import main; raise SystemExit(main(['replay', 'last']))"


def measured(times: int) -> Iterator[Row]:
    """Two rows over *times* whole ``bramble replay`` processes."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        support(folder, TICKETS)
        pytest_run(["jobs/support", "--candidate=gold", f"--bramble-runs={RUNS}", "--tb=no"], folder)
        done = [run([sys.executable, "-c", COMMAND], folder) for _ in range(times)]
    what = f"replay of {TICKETS * RUNS:,} trials"
    yield Row(what=f"{what}, wall", budget="10 s", figure=Figure.of([one.wall_s for one in done]), unit="s")
    yield Row(what=f"{what}, peak memory", figure=Figure.of([one.peak_mb for one in done]), unit="MB")
