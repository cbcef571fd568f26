"""The ``bramble`` command.  Our own modules are imported when a subcommand needs them."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

_CUT_SHORT = 141  # what a shell makes of SIGPIPE


def main(argv: Sequence[str] | None = None) -> int:
    """Run one subcommand; the exit code of the process.  Bad input is one line on standard error and 2."""
    from .errors import BrambleError

    arguments = _parser().parse_args(argv)
    try:
        code = int(arguments.run(arguments))
        sys.stdout.flush()
        return code
    except BrambleError as exc:
        print(f"bramble: {exc}", file=sys.stderr)  # noqa: T201  a command prints
        return 2
    except BrokenPipeError:  # whoever read this has seen enough: `bramble report last | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _CUT_SHORT
    except OSError as exc:
        print(f"bramble: {exc.filename or ''}: {exc.strerror or exc}", file=sys.stderr)  # noqa: T201
        return 2


def _parser() -> argparse.ArgumentParser:
    from . import __version__
    from .commands.doctor import add_doctor
    from .commands.gate import add_gate
    from .commands.merge import add_merge
    from .commands.plan import add_plan
    from .commands.replay import add_replay
    from .commands.report import add_report

    parser = argparse.ArgumentParser(
        prog="bramble", description="Seal, verify and prove exams; read sessions."
    )
    parser.add_argument("--version", action="version", version=f"pytest-bramble {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    freeze = commands.add_parser("freeze", help="validate every job and write FROZEN.sha256")
    freeze.add_argument(
        "jobs", nargs="?", type=Path, default=Path("jobs"), help="the folder that holds the jobs"
    )
    freeze.set_defaults(run=_freeze)
    verify = commands.add_parser("verify", help="say whether the seal of every job holds")
    verify.add_argument(
        "jobs", nargs="?", type=Path, default=Path("jobs"), help="the folder that holds the jobs"
    )
    verify.set_defaults(run=_verify)
    audit = commands.add_parser("audit", help="prove that a job's tickets measure what they say")
    audit.add_argument("job", nargs="?", type=Path, default=Path("jobs/support"), help="the job's folder")
    audit.add_argument(
        "--ticket", action="append", default=[], metavar="ID", help="only this ticket; audit.json stays"
    )
    audit.set_defaults(run=_audit)
    add_doctor(commands)
    add_gate(commands)
    add_report(commands)
    add_merge(commands)
    add_plan(commands)
    add_replay(commands)
    return parser


def _freeze(arguments: argparse.Namespace) -> int:
    from .exam.loader import validate_job
    from .exam.seal import freeze
    from .vocabulary import vocabulary

    def validated(job: Path) -> None:
        validate_job(job, vocabulary)

    text = freeze(arguments.jobs, validated)
    print(f"FROZEN.sha256: {len(text.splitlines())} files sealed")  # noqa: T201
    return 0


def _verify(arguments: argparse.Namespace) -> int:
    from .exam.seal import verify

    changed = verify(arguments.jobs)
    for line in changed:
        print(line)  # noqa: T201
    print(f"the seal is broken: {len(changed)} files" if changed else "the seal holds")  # noqa: T201
    return 1 if changed else 0


def _audit(arguments: argparse.Namespace) -> int:
    from .audit.proof import audit

    return audit(arguments.job, arguments.ticket)
