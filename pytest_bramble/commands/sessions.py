"""What the commands that read a session have in common: how it is named, and how they speak."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..printable import one_line
from ..report.terminal import LEAST_WIDTH, summary_lines
from ..settings import ini_value

SESSION_HELP = "its name in the reports folder, a path, last or latest"
_LONGEST_LINE = 2_000


def add_reports(parser: argparse.ArgumentParser) -> None:
    """Add ``--reports`` to *parser*; else BRAMBLE_REPORTS counts, then ``bramble_reports`` of pyproject.toml."""
    told = "where sessions lie (else as BRAMBLE_REPORTS or pyproject.toml says, else reports)"
    # A default that is a text is read by `type`, and only for the command that runs.
    parser.add_argument("--reports", type=_reports, default="", metavar="DIR", help=told)


def _reports(named: str) -> Path:
    declared = named or os.environ.get("BRAMBLE_REPORTS")
    return Path(declared or ini_value(Path("pyproject.toml"), "bramble_reports") or "reports")


def say_summary(report: Mapping[str, Any], html: Path) -> None:
    """Print what pytest would have printed last of *report*, whose page is *html*."""
    width = max(shutil.get_terminal_size().columns, LEAST_WIDTH)
    for line in summary_lines(report, html_path=str(html), width=width, colour=sys.stdout.isatty()):
        print(line)  # noqa: T201  a command prints


def say(text: str, *, indent: int = 0) -> None:
    """Print *text* as one line that no model can make do anything."""
    print(" " * indent + one_line(text, _LONGEST_LINE))  # noqa: T201  a command prints
