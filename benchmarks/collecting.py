"""What the plugin costs before the first trial: in a run that is not its business, and in collecting an exam."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from exams import support
from processes import Figure, alternate
from tables import Row


def measured(times: int) -> Iterator[Row]:
    """Three rows, each over *times* pairs of processes."""
    yield _idle(3 * times)
    yield _collection(34, 3, "0.25 s", times)
    yield _collection(1000, 1, "2 s", times)


def _idle(times: int) -> Row:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "test_one.py").write_text("def test_one(): pass\n", encoding="utf-8")
        pairs = alternate(["--collect-only"], ["--collect-only", "-p", "no:bramble"], folder, times)
    added = [1000 * (ours.cpu_s - bare.cpu_s) for ours, bare in pairs]
    what = "CPU added to an unrelated `pytest --collect-only`"
    return Row(what=what, budget="20 ms", figure=Figure.of(added), unit="ms")


def _collection(tickets: int, runs: int, budget: str, times: int) -> Row:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        support(folder, tickets)
        items = "\n".join(f"def test_{n}(): pass" for n in range(tickets * runs))
        (folder / "test_bare.py").write_text(items, encoding="utf-8")
        ours = ["--collect-only", "jobs/support", "--candidate=control", f"--bramble-runs={runs}"]
        bare = ["--collect-only", "test_bare.py", "-p", "no:bramble"]
        pairs = alternate(ours, bare, folder, times)
    added = [ours.cpu_s - bare.cpu_s for ours, bare in pairs]
    what = f"CPU to collect {tickets:,} sealed tickets x {runs}, over bare pytest with as many items"
    return Row(what=what, budget=budget, figure=Figure.of(added), unit="s")
