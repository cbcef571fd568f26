"""How close the engine comes to a greedy list schedule: ``python benchmarks/schedule.py``.

240 trials of four calls, each waiting a quarter of a second, 32 in flight.  Whole-process wall time, start-up
and collection subtracted by a run of the same exam whose calls wait for nothing, over the greedy schedule.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from pathlib import Path

from processes import Figure, Run, pytest_run

REPOSITORY = Path(__file__).parent.parent
TRIALS, CALLS, WAIT_S, CONCURRENCY = 240, 4, 0.25, 32
AGENT = """
import asyncio, os

WAIT = float(os.environ["BENCHMARK_WAIT_S"])

async def agent(ticket):
    for _ in range(3):
        await asyncio.sleep(WAIT)
        await ticket.call("list_orders")
    await asyncio.sleep(WAIT)
    await ticket.call("close_ticket", outcome="waiting_for_customer", message="Which one?")
"""
PYPROJECT = """
[tool.pytest.ini_options]
[tool.bramble.candidates.sleeper]
python = "sleeper:agent"
synthetic = true
"""


def greedy(trials: int, seconds: float, machines: int) -> float:
    """The makespan of equal jobs given out one by one to the machine that is free first."""
    free = [0.0] * machines
    for _ in range(trials):
        first = free.index(min(free))
        free[first] += seconds
    return max(free)


def examine(folder: Path, wait_s: float, *options: str) -> Run:
    """One session of TRIALS trials."""
    arguments = [
        "jobs/resolution", "--candidate=sleeper", f"--bramble-runs={TRIALS // 4}",
        f"--bramble-concurrency={CONCURRENCY}", "--tb=no", *options,
    ]  # fmt: skip
    return pytest_run(arguments, folder, {"BENCHMARK_WAIT_S": str(wait_s)})


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=5, help="counted runs of each command")
    times = parser.parse_args().times
    ideal = greedy(TRIALS, CALLS * WAIT_S, CONCURRENCY)
    print(f"greedy schedule: {ideal:.2f} s\n")
    print("| how | at most | minimum | median |\n|---|---|---|---|")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(REPOSITORY / "jobs" / "resolution", folder / "jobs" / "resolution")
        (folder / "sleeper.py").write_text(AGENT, encoding="utf-8")
        (folder / "pyproject.toml").write_text(PYPROJECT, encoding="utf-8")
        for how, bound, options in (("one process", "1.15", ()), ("-n 2", "", ("-n", "2"))):
            examine(folder, 0.0, *options)
            pairs = [
                (examine(folder, WAIT_S, *options), examine(folder, 0.0, *options)) for _ in range(times)
            ]
            whole = Figure.of([waiting.wall_s / ideal for waiting, _ in pairs])
            spent = Figure.of([(waiting.wall_s - instant.wall_s) / ideal for waiting, instant in pairs])
            print(f"| {how}, whole process | {bound} | {whole.least:.3f} | {whole.median:.3f} |")
            print(f"| {how}, less the same without waits | | {spent.least:.3f} | {spent.median:.3f} |")


if __name__ == "__main__":
    main()
