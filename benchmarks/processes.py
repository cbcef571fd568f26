"""Whole processes, measured by the operating system's own accounting of each finished one."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ACCOUNT = Path(__file__).resolve().parent / "account.py"
PLUGINS_OF_OTHERS = ("-p", "no:cacheprovider", "-p", "no:hypothesispytest", "-p", "no:anyio")


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One finished process: user plus system seconds, wall seconds, peak memory of the process in MB."""

    cpu_s: float
    wall_s: float
    peak_mb: float
    code: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A figure over several runs, in the unit of what was measured."""

    least: float
    median: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Figure:
        """Minimum and median of *values*."""
        return cls(least=min(values), median=statistics.median(values))


def pytest_run(
    arguments: Sequence[str],
    folder: Path,
    environment: Mapping[str, str] | None = None,
    fine: Sequence[int] = (0,),
) -> Run:
    """Run pytest with *arguments* in *folder* and account for it and all its children.

    What other packages add to pytest, and its cache, are left out.
    """
    return run(
        [sys.executable, "-m", "pytest", *PLUGINS_OF_OTHERS, "-q", *arguments], folder, environment, fine
    )


def run(
    command: Sequence[str],
    folder: Path,
    environment: Mapping[str, str] | None = None,
    fine: Sequence[int] = (0,),
) -> Run:
    """Run *command* in *folder*; SystemExit with the end of its output when its exit code is not *fine*."""
    output = folder / "output.txt"
    done = subprocess.run(
        [sys.executable, str(ACCOUNT), str(output), *command],
        cwd=folder,
        env=surroundings(environment or {}),
        stdout=subprocess.PIPE,
        check=True,
    )
    figures = Run(**json.loads(done.stdout))
    if figures.code not in fine:
        tail = output.read_text(encoding="utf-8", errors="replace")[-2000:]
        raise SystemExit(f"{tail}\nended with {figures.code}, so nothing was measured: {command}")
    return figures


def surroundings(more: Mapping[str, str]) -> dict[str, str]:
    """The environment of what is measured: *more*, and Python's bytecode written as for anybody."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"} | dict(
        more
    )


def alternate(first: Sequence[str], second: Sequence[str], folder: Path, times: int) -> list[tuple[Run, Run]]:
    """Two pytest command lines in turn, after one uncounted run of each: a drift of the machine hits both."""
    pytest_run(first, folder)
    pytest_run(second, folder)
    return [(pytest_run(first, folder), pytest_run(second, folder)) for _ in range(times)]
