"""`bramble replay`: whether a session's records follow from its exam, its plan and the calls they hold."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..evidence.sessions import open_session
from ..replay.session import CONSISTENT, CONTRADICTED, Replayed, replay
from .sessions import SESSION_HELP, add_reports, say

LIMITS = (
    "A replay shows that a session is consistent, not that it was ever executed: a fabrication that keeps to every "
    "rule passes."
)


def add_replay(commands: Any) -> None:
    """Add the subcommand to *commands*."""
    command = commands.add_parser(
        "replay",
        help="repeat a session's recorded calls and regrade it, believing nothing",
        description="Rebuilds the world of every trial from the exam, repeats the recorded calls, regrades, and "
        "compares every record and report.json byte for byte.  No candidate, judge or provider is called.  "
        f"Exit 0: consistent; 1: contradicted; 2: could not be replayed.  {LIMITS}",
    )
    command.add_argument("session", help=SESSION_HELP)
    command.add_argument(
        "--jobs", type=Path, metavar="DIR", help="the folder that holds the jobs it examined"
    )
    add_reports(command)
    command.set_defaults(run=_replay)


def _replay(arguments: argparse.Namespace) -> int:
    folder = open_session(arguments.reports, arguments.session)
    replayed = replay(folder, arguments.jobs)
    for line in lines(replayed):
        say(line)
    return replayed.code


def lines(replayed: Replayed) -> list[str]:
    """What is printed of a replay."""
    return [
        _evaluator(replayed),
        *_told("contradiction", replayed.contradictions),
        *_told("cannot replay", replayed.missing),
        *_told("another grader or version", replayed.undecided),
        *_told("note", replayed.notes),
        *(f"copied, not recomputed: {file}: {', '.join(what)}" for file, what in replayed.copied.items()),
        _summary(replayed),
        LIMITS,
    ]


def _evaluator(replayed: Replayed) -> str:
    if replayed.evaluator == replayed.installed:
        return f"evaluator {replayed.evaluator}, the one installed"
    return f"evaluator {replayed.evaluator}; installed is another: {replayed.installed}"


def _told(word: str, things: Sequence[object]) -> list[str]:
    return [f"{word}: {thing}" for thing in things]


def _summary(replayed: Replayed) -> str:
    records = f"{replayed.records} record{'' if replayed.records == 1 else 's'}"
    match replayed.code:
        case code if code == CONSISTENT:
            return f"consistent: session {replayed.session}, {records}"
        case code if code == CONTRADICTED:
            return (
                f"CONTRADICTED: session {replayed.session}, {len(replayed.contradictions)} times in {records}"
            )
        case _:
            return f"NOT REPLAYED: session {replayed.session}, {records}"
