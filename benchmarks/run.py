"""Measure the budgets and print them as a table: ``python benchmarks/run.py [--only NAME …] [--write FILE]``.

Every figure is of whole processes, as minimum and median over several runs; a difference is taken pair by pair
between two command lines run in turn.  ``make bench`` runs it in an environment of its own that holds the product
and nothing else, and writes docs/performance.md.  Ten minutes on a quiet machine.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path

import calls
import collecting
import memory
import replay
import schedule
import trials
from tables import Row, table

PARTS: Mapping[str, Callable[[int], Iterator[Row]]] = {
    "collecting": collecting.measured,
    "trials": trials.measured,
    "calls": calls.measured,
    "schedule": schedule.measured,
    "memory": memory.measured,
    "replay": replay.measured,
}
RARELY = {"memory": 2, "schedule": 3}  # long ones, and steady
PAGE = """# Performance

Written by `make bench` from what it measured: whole processes, by the operating system's own accounting of each
finished one. A difference is taken pair by pair between two command lines run in turn; of a difference the minimum
is the smallest one seen, so it can lie below nothing. {machine}

{table}

What a report takes to write and to load is measured by the browser tests (`make test-browser`). What the figures
mean for the size of an exam stands in [scale](scale.md).
"""


def main(argv: Sequence[str] | None = None) -> None:
    """Print the table, a line as soon as it is known."""
    parser = argparse.ArgumentParser(description="measure the budgets")
    parser.add_argument("--times", type=int, default=5, help="counted runs of each command")
    parser.add_argument(
        "--only", nargs="+", choices=PARTS, default=list(PARTS), metavar="NAME", help=", ".join(PARTS)
    )
    parser.add_argument("--write", type=Path, help="a Markdown page to write as well")
    asked = parser.parse_args(argv)
    here = machine()
    print(f"{here}\n\n{table([])}", flush=True)
    rows = []
    for name in asked.only:
        for row in PARTS[name](min(asked.times, RARELY.get(name, asked.times))):
            print(row, flush=True)
            rows.append(row)
    if asked.write is not None:
        asked.write.write_text(PAGE.format(machine=here, table=table(rows)), encoding="utf-8")


def machine() -> str:
    """On what, when, and how busy it was: figures of a busy machine are too high."""
    load = os.getloadavg()[0]
    return (
        f"Python {platform.python_version()}, {os.cpu_count()} cores {platform.machine()}, "
        f"load average {load:.1f}, {date.today().isoformat()}."  # noqa: DTZ011  the date where it was measured
    )


if __name__ == "__main__":
    sys.exit(main())
