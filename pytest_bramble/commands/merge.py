"""`bramble merge`: several sessions made one."""

from __future__ import annotations

import argparse
from typing import Any

from ..evidence.sessions import open_session
from ..evidence.store import new_session_name
from ..session.merge import merge
from .sessions import add_reports, say_summary


def add_merge(commands: Any) -> None:
    """Add the subcommand to *commands*."""
    command = commands.add_parser(
        "merge",
        help="make one session of several",
        description="Makes a new session of several: one candidate's disjoint parts become whole, different "
        "candidates stand side by side.  They must agree in job, tickets, runs, bar, caps, seal and evaluator, one "
        "candidate's parts in its fingerprint too; no trial may be in two of them.  Records are copied unchanged.",
    )
    sessions = "each by its name in the reports folder, a path, last or latest"
    command.add_argument("session", help=sessions)
    command.add_argument("other", nargs="+", metavar="session", help="and at least one more")
    command.add_argument("--into", metavar="NAME", help="the new session's name (a new one by the clock)")
    add_reports(command)
    command.set_defaults(run=_merge)


def _merge(arguments: argparse.Namespace) -> int:
    names = [arguments.session, *arguments.other]
    folders = [open_session(arguments.reports, name) for name in names]
    done = merge(folders, arguments.reports, arguments.into or new_session_name())
    say_summary(done.report, done.html)
    return 0
