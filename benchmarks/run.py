"""Measure the budgets and print them as a table: ``python benchmarks/run.py``.

Every figure is of whole processes, as minimum and median over several runs.  Differences are taken pair by
pair between two command lines run in turn.
"""

from __future__ import annotations

import argparse
import platform
import shutil
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from processes import Figure, alternate, run

from pytest_bramble.cli import main as bramble

HERE = Path(__file__).parent
REPOSITORY = HERE.parent


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of the table."""

    what: str
    budget: str
    figure: Figure
    unit: str

    def __str__(self) -> str:
        return (
            f"| {self.what} | {self.budget} | {self.figure.least:.3g} {self.unit} | "
            f"{self.figure.median:.3g} {self.unit} |"
        )


def idle(times: int) -> Row:
    """CPU the installed plugin adds to an unrelated collection."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "test_one.py").write_text("def test_one(): pass\n", encoding="utf-8")
        with_it, without = alternate(
            ["--collect-only"], ["--collect-only", "-p", "no:bramble"], folder, times
        )
    added = [1000 * (a.cpu_s - b.cpu_s) for a, b in zip(with_it, without, strict=True)]
    return Row(
        what="CPU added to an unrelated `pytest --collect-only`",
        budget="20 ms",
        figure=Figure.of(added),
        unit="ms",
    )


def collection(tickets: int, runs: int, budget: str, times: int) -> Row:
    """CPU of collecting a sealed job over a bare pytest with as many items."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        exam(folder, tickets)
        items = "\n".join(f"def test_{n}(): pass" for n in range(tickets * runs))
        (folder / "test_bare.py").write_text(items, encoding="utf-8")
        ours = ["--collect-only", "jobs/support", "--candidate=control", f"--bramble-runs={runs}"]
        bare = ["--collect-only", "test_bare.py", "-p", "no:bramble"]
        with_it, without = alternate(ours, bare, folder, times)
    if any(r.code for r in (*with_it, *without)):
        raise SystemExit("a benchmark run failed; nothing was measured")
    added = [a.cpu_s - b.cpu_s for a, b in zip(with_it, without, strict=True)]
    what = f"CPU to collect {tickets:,} sealed tickets x {runs} runs over bare pytest with as many items"
    return Row(what=what, budget=budget, figure=Figure.of(added), unit="s")


def trial(times: int) -> Row:
    """CPU of one scripted trial of about six calls, graded, its record written; start-up subtracted."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        exam(folder, 34)
        few, many = ([sys.executable, str(HERE / "one_trial.py"), "jobs/support", str(n)] for n in (34, 544))
        run(few, folder)
        pairs = [(run(many, folder), run(few, folder)) for _ in range(times)]
    if any(r.code for pair in pairs for r in pair):
        raise SystemExit("benchmarks/one_trial.py failed; nothing was measured")
    spent = [1000 * (a.cpu_s - b.cpu_s) / 510 for a, b in pairs]
    return Row(
        what="CPU per scripted trial, graded, record written",
        budget="5 ms",
        figure=Figure.of(spent),
        unit="ms",
    )


def session(times: int) -> Row:
    """The same as pytest runs it, report included; collection subtracted."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        tickets, runs = 34, 10
        exam(folder, tickets)
        common = ["jobs/support", "--candidate=gold", f"--bramble-runs={runs}"]
        worked, collected = alternate([*common, "--tb=no"], [*common, "--collect-only"], folder, times)
    spent = [1000 * (a.cpu_s - b.cpu_s) / (tickets * runs) for a, b in zip(worked, collected, strict=True)]
    return Row(
        what="the same under pytest, HTML and JSON report included",
        budget="",
        figure=Figure.of(spent),
        unit="ms",
    )


def exam(folder: Path, tickets: int) -> None:
    """A sealed support job of exactly *tickets* tickets in *folder*, the shipped ones copied under new ids."""
    job = folder / "jobs" / "support"
    shutil.copytree(REPOSITORY / "jobs" / "support", job, ignore=shutil.ignore_patterns("audit.json"))
    texts = [(p.stem, p.read_text(encoding="utf-8")) for p in sorted((job / "tickets").glob("*.yaml"))]
    for path in (job / "tickets").glob("*.yaml"):
        path.unlink()
    for number in range(tickets):
        stem, text = texts[number % len(texts)]
        own = text.replace(f"id: {stem}\n", f"id: X{number:04}\n").replace(
            "\ncluster: C-", f"\ncluster: X{number}-"
        )
        (job / "tickets" / f"X{number:04}.yaml").write_text(own, encoding="utf-8")
    if bramble(["freeze", str(folder / "jobs")]) != 0:
        raise SystemExit("the benchmark's exam could not be sealed")


def main(argv: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=7, help="counted runs of each command")
    times = parser.parse_args(argv).times
    rows = [
        idle(3 * times),
        collection(34, 3, "0.25 s", times),
        collection(1000, 1, "2 s", times),
        trial(times),
        session(times),
    ]
    print(f"Python {platform.python_version()}, {platform.machine()}, {times} runs each\n")
    print("| what | at most | minimum | median |\n|---|---|---|---|")
    print("\n".join(map(str, rows)))


if __name__ == "__main__":
    main()
