"""Peak memory of the process that works and concludes a long session, LiteLLM not imported."""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import Iterator
from pathlib import Path

from exams import resolution
from processes import Figure, pytest_run
from tables import Row

TRIALS = 5000


def measured(times: int) -> Iterator[Row]:
    """One row over *times* sessions of one process."""
    peaks, size_kb = [], 0.0
    for _ in range(times):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            resolution(folder)
            counts = [f"--bramble-runs={TRIALS // 4}", "--bramble-concurrency=32", "--tb=no"]
            done = pytest_run(["jobs/resolution", "--candidate=talker", *counts], folder, fine=(1,))
            peaks.append(done.peak_mb)
            records = folder.glob("reports/2*/trials/*.json")
            size_kb = statistics.mean(path.stat().st_size for path in records) / 1000
    what = f"peak memory, {TRIALS:,} trials of {size_kb:.0f} kB, all failed, LiteLLM not imported"
    yield Row(what=what, budget="150 MB", figure=Figure.of(peaks), unit="MB")
