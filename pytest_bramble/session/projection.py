"""What an exam will cost and take, by what trials of the same candidate cost and took before."""

from __future__ import annotations

import contextlib
import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

NAME = "measured.jsonl"
_MINUTE, _HOUR = 60.0, 3600.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """What some *trials* of a candidate on a job took together; *usd* None where a call's cost is not known.

    *source* says who measured: a session's name, or ``doctor``.  *model* is what the candidate stood for.
    """

    source: str
    job: str
    candidate: str
    model: str
    trials: int
    usd: float | None
    calls: int
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Extent:
    """An exam still to be sat: how many *trials*, how many at once, how many calls a minute (None: no limit)."""

    what: str
    trials: int
    concurrency: int
    per_minute: float | None = None


def projection_line(name: str, extent: Extent, measured: Measured | None) -> str:
    """For example ``gemini: the whole exam is 102 trials, about $1.90 and 4 min, as in the session 2026…``."""
    exam = f"{name}: {extent.what} is {extent.trials} {'trial' if extent.trials == 1 else 'trials'}"
    if measured is None:
        return f"{exam}, cost and time unknown; 'bramble doctor {name}' measures both"
    share = extent.trials / measured.trials
    cost = "cost unknown" if measured.usd is None else f"about {money(measured.usd * share)}"
    source = "by bramble doctor" if measured.source == "doctor" else f"as in the session {measured.source}"
    return f"{exam}, {cost} and {duration(_seconds(extent, measured))}, {source}"


def money(usd: float) -> str:
    """``$1.90``, below ten cents ``$0.0042``."""
    return f"${usd:.4f}" if 0 < usd < 0.1 else f"${usd:.2f}"


def duration(seconds: float) -> str:
    """``40 s``, ``4 min``, ``2.5 h``."""
    if seconds < 100:
        return f"{math.ceil(seconds)} s"
    return f"{seconds / _MINUTE:.0f} min" if seconds < 100 * _MINUTE else f"{seconds / _HOUR:.1f} h"


def _seconds(extent: Extent, measured: Measured) -> float:
    """Wall seconds: the trials' own at so many at once, at least one trial's, at least what the rate asks for."""
    one = measured.seconds / measured.trials
    calls = measured.calls / measured.trials * extent.trials
    paced = 0.0 if extent.per_minute is None else calls / extent.per_minute * _MINUTE
    return max(one, one * extent.trials / extent.concurrency, paced)


def remember(reports: Path, found: Iterable[Measured]) -> None:
    """Add *found* to what was measured in *reports*; a disk that refuses costs an estimate, nothing else."""
    lines = [json.dumps(asdict(each), ensure_ascii=False) + "\n" for each in found]
    with contextlib.suppress(OSError):
        if lines:
            with (reports / NAME).open("a", encoding="utf-8") as file:
                file.writelines(lines)


def latest(reports: Path, job: str, candidate: str, model: str) -> Measured | None:
    """The last that was measured of *candidate* on *job* while it stood for *model*; None when nothing was."""
    try:
        lines = (reports / NAME).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return None
    for measured in (_read(line) for line in reversed(lines)):
        if measured and (measured.job, measured.candidate, measured.model) == (job, candidate, model):
            return measured
    return None


def _read(line: str) -> Measured | None:
    """A line as it was written; None for one that was not, or was cut short."""
    with contextlib.suppress(ValueError, TypeError, KeyError):
        told: Mapping[str, Any] = json.loads(line)
        usd = told["usd"]
        read = Measured(
            **{name: str(told[name]) for name in ("source", "job", "candidate", "model")},
            trials=int(told["trials"]),
            usd=None if usd is None else float(usd),
            calls=int(told["calls"]),
            seconds=float(told["seconds"]),
        )
        return read if read.trials > 0 else None
    return None
