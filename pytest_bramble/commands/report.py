"""`bramble report`: a session's report once more, from its own manifest and records and nothing else."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..errors import EvidenceError, SettingsError
from ..evidence.manifest import check_manifest
from ..evidence.sessions import open_session
from ..evidence.store import SessionFolder, pretty, write_once
from ..report.html import write_html
from ..report.model import build
from ..session.differences import differences
from ..session.later_slices import read_slices
from .sessions import SESSION_HELP, add_reports, say, say_summary


def add_report(commands: Any) -> None:
    """Add the subcommand to *commands*."""
    report = commands.add_parser(
        "report",
        help="rebuild a session's report from its manifest and records",
        description="Rebuilds the report from the session's own manifest and records, never from today's job.yaml. "
        "Files that are missing are written, and nothing is ever overwritten.",
    )
    report.add_argument("session", help=SESSION_HELP)
    report.add_argument(
        "--slices", type=Path, metavar="FILE", help="look at these slices too; they gate nothing"
    )
    report.add_argument(
        "--output", type=Path, metavar="FILE", help="write to this new file: .html, else JSON"
    )
    report.add_argument("--json", action="store_true", help="print report.json instead of the summary")
    add_reports(report)
    report.set_defaults(run=_report)


def _report(arguments: argparse.Namespace) -> int:
    folder = open_session(arguments.reports, arguments.session)
    manifest = folder.manifest()
    report = _built(folder, manifest, arguments.slices)
    notes = [_today(folder, manifest)]
    if arguments.output is not None:
        _write(folder, report, arguments.output)
        notes.append(f"written: {arguments.output}")
    elif arguments.slices is None:
        notes += _complete(folder, report)
    _tell(folder, report, [note for note in notes if note], as_json=arguments.json)
    return 0


def _today(folder: SessionFolder, manifest: Mapping[str, Any]) -> str:
    """What differs from the manifest today, or that the manifest itself is not to be believed."""
    try:
        check_manifest(manifest)
    except EvidenceError:
        return "manifest.json was changed after it was registered, so nothing in it counts"
    return differences(manifest, (folder.path.resolve().parent.parent, Path.cwd()))


def _built(folder: SessionFolder, manifest: Mapping[str, Any], slices: Path | None) -> dict[str, Any]:
    if slices is None:
        return build(manifest, folder.records())
    later = read_slices(slices)
    try:
        return build(manifest, folder.records(), later)
    except ValueError as exc:
        raise SettingsError(f"{slices}: {exc}") from None


def _tell(folder: SessionFolder, report: Mapping[str, Any], notes: list[str], *, as_json: bool) -> None:
    if as_json:
        sys.stdout.write(pretty(report))
        for note in notes:
            print(note, file=sys.stderr)  # noqa: T201  a command prints
        return
    say_summary(report, folder.path / "report.html")
    for note in notes:
        say(note)


def _write(folder: SessionFolder, report: Mapping[str, Any], path: Path) -> None:
    if path.suffix == ".html":
        write_html(report, folder.records(), path)
    else:
        write_once(path, pretty(report))


def _complete(folder: SessionFolder, report: Mapping[str, Any]) -> list[str]:
    """Write what is missing of the session's own report; say so, and say when what is there reads otherwise."""
    paths = [folder.path / f"report.{suffix}" for suffix in ("json", "html")]
    notes = []
    if paths[0].exists() and paths[0].read_text(encoding="utf-8") != pretty(report):
        notes.append(f"{paths[0]} says something else: it was written from other files or by another version")
    missing = [path for path in paths if not path.exists()]
    if not missing:
        return notes
    with folder.lock():  # a session that is still being written concludes by itself
        for path in missing:
            _write(folder, report, path)
    return [*notes, *(f"written: {path}" for path in missing)]
