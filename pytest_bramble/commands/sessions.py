"""What the commands that read a session have in common: how it is named, and how they speak."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from ..printable import one_line
from ..settings import ini_value

SESSION_HELP = "its name in the reports folder, a path, last or latest"
_LONGEST_LINE = 2_000


def add_reports(parser: argparse.ArgumentParser) -> None:
    """Add ``--reports`` to *parser*; else BRAMBLE_REPORTS counts, then ``bramble_reports`` of pyproject.toml."""
    declared = os.environ.get("BRAMBLE_REPORTS") or ini_value(Path("pyproject.toml"), "bramble_reports")
    parser.add_argument(
        "--reports",
        type=Path,
        default=Path(declared or "reports"),
        metavar="DIR",
        help="where sessions lie (%(default)s)",
    )


def say(text: str, *, indent: int = 0) -> None:
    """Print *text* as one line that no model can make do anything."""
    print(" " * indent + one_line(text, _LONGEST_LINE))  # noqa: T201  a command prints
