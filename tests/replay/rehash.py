"""Alters a session and recomputes every hash that depends on what was altered, so that only replay can tell."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pytest_bramble.canonical import sha256_of
from pytest_bramble.errors import EvidenceError
from pytest_bramble.evidence.manifest import seal_manifest
from pytest_bramble.evidence.record import seal_record
from pytest_bramble.evidence.store import pretty
from pytest_bramble.report.model import build

Json = dict[str, Any]


class Tampering:
    """The files of one session, to be changed in place; write() then makes their hashes agree again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.manifest: Json = json.loads((folder / "manifest.json").read_text())
        self.records: dict[str, Json] = {
            path.name: json.loads(path.read_text()) for path in sorted((folder / "trials").glob("*.json"))
        }
        self._hashes = {record["sha256"]: name for name, record in self.records.items()}

    def evidence(self, name: str) -> Json:
        """The evidence of the record called *name* (without .json)."""
        return self.records[f"{name}.json"]["evidence"]

    def grades(self, name: str) -> Json:
        """The grades of the record called *name* (without .json)."""
        return self.records[f"{name}.json"]["grades"]

    def write(self, report: Callable[[Json], None] = lambda _: None) -> None:
        """Write everything back, hashes first; *report* may then change the report that follows."""
        self._seal_manifest()
        self._seal_records()
        self._journals()
        try:
            built = build(self.manifest, self.records.items())
        except EvidenceError:
            return  # there is no report of such a manifest
        report(built)
        (self.folder / "report.json").write_text(pretty(built))

    def _seal_manifest(self) -> None:
        for candidate in self._fingerprinted():
            parts = {k: v for k, v in candidate["fingerprint"].items() if k != "sha256"}
            candidate["fingerprint"] = {**parts, "sha256": sha256_of(parts)}
        self.manifest = seal_manifest(
            {k: v for k, v in self.manifest.items() if k not in ("schema", "sha256")}
        )
        (self.folder / "manifest.json").write_text(pretty(self.manifest))

    def _fingerprinted(self) -> list[Json]:
        candidates = self.manifest.get("candidates")
        entries = candidates.values() if isinstance(candidates, dict) else ()
        return [one for one in entries if isinstance(one, dict) and isinstance(one.get("fingerprint"), dict)]

    def _seal_records(self) -> None:
        for path in (self.folder / "trials").glob("*.json"):
            path.unlink()
        for name, record in self.records.items():
            if isinstance(record["evidence"].get("bound"), dict):
                record["evidence"]["bound"]["manifest_sha256"] = self.manifest["sha256"]
            sealed = seal_record(record["evidence"], record["grades"])
            self.records[name] = json.loads(sealed.text)
            (self.folder / "trials" / name).write_text(sealed.text)

    def _journals(self) -> None:
        for path in self.folder.glob("journal-*.jsonl"):
            told = [json.loads(line) for line in path.read_text().splitlines()]
            kept = [line for line in map(self._line, told) if line is not None]
            path.write_text("".join(json.dumps(line) + "\n" for line in kept))

    def _line(self, line: Json) -> Json | None:
        if line["note"] != "end":
            return line
        record = self.records.get(self._hashes[line["sha256"]])
        return None if record is None else {**line, "sha256": record["sha256"]}
