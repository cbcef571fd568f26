"""What else lies in a session's folder: its report and its journals, held to the records."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from ..evidence.store import SessionFolder, pretty
from .difference import FORM, Contradiction, contradictions


def manifest_form(folder: SessionFolder, manifest: Mapping[str, Any]) -> Iterator[Contradiction]:
    """Whether manifest.json is written as a session writes it: a key that stands twice would hide one value."""
    if (folder.path / "manifest.json").read_bytes() != pretty(manifest).encode("utf-8", "surrogatepass"):
        yield Contradiction(file="manifest.json", where="", told=FORM)


def report_problems(folder: SessionFolder, due: Mapping[str, Any]) -> list[Contradiction]:
    """Where report.json of *folder* is not, byte for byte, the report that is *due*; nothing when it has none."""
    path = folder.path / "report.json"
    if not path.exists():
        return []
    try:
        raw = path.read_bytes()
        recorded = json.loads(raw)
    except (OSError, ValueError, RecursionError) as exc:
        return [Contradiction(file=path.name, where="", told=f"cannot be read: {exc}")]
    text = pretty(due)
    if raw == text.encode("utf-8", "surrogatepass"):
        return []
    return contradictions(path.name, recorded, json.loads(text)) or [
        Contradiction(file=path.name, where="", told=FORM)
    ]


def journal_problems(folder: SessionFolder, written: Mapping[str, set[str]]) -> Iterator[Contradiction]:
    """Records a journal of *folder* saw written that are not among *written*: hashes by the trial's stem."""
    for path in sorted(folder.path.glob("journal-*.jsonl")):
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
        for number, line in enumerate(lines, start=1):
            try:
                told = json.loads(line)
            except (ValueError, RecursionError):
                if number < len(lines):  # a killed process leaves half a line, and it is the last
                    yield Contradiction(file=path.name, where=f"line {number}", told="cannot be read")
                continue
            if isinstance(told, Mapping) and told.get("note") == "end":
                stem, sha256 = str(told.get("trial")), told.get("sha256")
                if sha256 not in written.get(stem, set()):
                    missing = f"a record of {stem} with sha256 {sha256} was written, and it is not here"
                    yield Contradiction(file=path.name, where=f"line {number}", told=missing)
