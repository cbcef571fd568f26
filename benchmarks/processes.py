"""Whole processes, measured by the operating system's own accounting of each finished one."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path


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


def pytest_run(arguments: Sequence[str], folder: Path, environment: dict[str, str] | None = None) -> Run:
    """Run pytest with *arguments* in *folder* and account for it and all its children."""
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q", *arguments]
    return run(command, folder, environment)


def run(command: Sequence[str], folder: Path, environment: dict[str, str] | None = None) -> Run:
    """Run *command* in *folder*; its output is thrown away."""
    import time

    started = time.perf_counter()
    with subprocess.Popen(
        command,
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, **(environment or {})},
    ) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    return Run(
        cpu_s=usage.ru_utime + usage.ru_stime,
        wall_s=time.perf_counter() - started,
        peak_mb=usage.ru_maxrss / 1024,
        code=process.returncode,
    )


def alternate(
    first: Sequence[str], second: Sequence[str], folder: Path, times: int
) -> tuple[list[Run], list[Run]]:
    """Two pytest command lines in turn, after one uncounted run of each: a drift of the machine hits both."""
    pytest_run(first, folder)
    pytest_run(second, folder)
    pairs = [(pytest_run(first, folder), pytest_run(second, folder)) for _ in range(times)]
    return [a for a, _ in pairs], [b for _, b in pairs]
