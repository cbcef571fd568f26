"""The session folder: nothing in it is ever overwritten."""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import os
import secrets
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TextIO

from ..canonical import canonical
from ..errors import EvidenceError
from .record import SealedRecord, check_hashes

_KEPT_BYTES = 4_000_000  # of records as text; as objects they take some eight times as much


def new_session_name() -> str:
    """A name no other session has: UTC time and four random hex digits, sortable by time."""
    return f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(2)}"


def write_once(path: Path, text: str) -> None:
    """Write *text* to *path* atomically; a reader sees all of it or nothing.

    Raises EvidenceError (would_overwrite) when *path* exists, OSError when the disk refuses.
    """
    temporary = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(3)}")
    try:
        temporary.write_text(text, encoding="utf-8")
        os.link(temporary, path)
    except FileExistsError:
        raise EvidenceError("would_overwrite", f"{path} exists; evidence is never overwritten") from None
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)


def point_to(folder: SessionFolder, name: str) -> None:
    """Make ``reports/<name>`` (``last``, ``latest``) a plain file that holds the session's name."""
    temporary = folder.path.parent / f".{name}.{os.getpid()}"
    temporary.write_text(folder.name + "\n", encoding="utf-8")
    temporary.replace(folder.path.parent / name)


def session_name(reports: Path, named: str) -> str:
    """The session *named*: its own name, or what the pointer ``last`` or ``latest`` holds.

    Raises EvidenceError (no_session) when there is none.
    """
    name = named
    if named in ("last", "latest"):
        try:
            name = (reports / named).read_text(encoding="utf-8").strip()
        except OSError:
            raise EvidenceError("no_session", f"{reports / named}: no session yet") from None
    if not name or not (reports / name / "manifest.json").is_file():
        raise EvidenceError("no_session", f"{reports / name}: no session, it has no manifest.json")
    return name


class SessionFolder:
    """``reports/<session>/`` and the files of DESIGN.md section 8 in it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._checked: dict[str, bytes] = {}
        self._kept: dict[bytes, dict[str, Any]] = {}

    @property
    def name(self) -> str:
        """The session's name."""
        return self.path.name

    @property
    def trials(self) -> Path:
        """Where the records lie."""
        return self.path / "trials"

    @property
    def parents(self) -> Path:
        """Where a merged session keeps the manifests of those it was merged from."""
        return self.path / "parents"

    def create(self, manifest: Mapping[str, Any]) -> None:
        """Make the folder and register *manifest* in it.

        Raises EvidenceError (would_overwrite) when the session exists already.
        """
        try:
            self.path.mkdir(parents=True)
        except FileExistsError:
            raise EvidenceError(
                "would_overwrite", f"{self.path} exists; a session is never overwritten"
            ) from None
        self.trials.mkdir()
        write_once(self.path / "manifest.json", pretty(manifest))

    def manifest(self) -> dict[str, Any]:
        """The manifest as registered.  Raises EvidenceError (manifest_changed) when it cannot be read."""
        return _load(self.path / "manifest.json", "manifest_changed")

    def parent(self, number: int) -> dict[str, Any]:
        """The manifest of parent *number*, from 1, of a merged session.  EvidenceError (manifest_changed)."""
        return _load(self.parents / f"{number}.json", "manifest_changed")

    def lock(self) -> TextIO:
        """Hold the session for this process until the file returned is closed.

        Raises EvidenceError (in_use) when another process holds it.
        """
        file = (self.path / ".lock").open("a", encoding="utf-8")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.close()
            raise EvidenceError("in_use", f"{self.path}: another process is writing this session") from None
        return file

    def set_aside_reports(self) -> None:
        """Give the reports of an earlier conclusion a number of their own, so that nothing is overwritten."""
        number = 1
        while (self.path / f"report.{number}.json").exists():
            number += 1
        for suffix in ("json", "html"):
            report = self.path / f"report.{suffix}"
            if report.exists():
                report.rename(self.path / f"report.{number}.{suffix}")

    def write_record(self, stem: str, attempt: int, record: SealedRecord) -> Path:
        """Store *record* as ``<stem>.json``, a later attempt as ``<stem>.attemptN.json``."""
        path = self.trials / (f"{stem}.json" if attempt == 1 else f"{stem}.attempt{attempt}.json")
        write_once(path, record.text)
        self._checked[path.name] = hashlib.sha256(record.text.encode("utf-8")).digest()
        return path

    def record_files(self) -> list[Path]:
        """The files of the records by name; a hidden one is a write that never finished, so its trial has none."""
        return [path for path in sorted(self.trials.glob("*.json")) if not path.name.startswith(".")]

    def records(self) -> Iterator[tuple[Path, dict[str, Any] | EvidenceError]]:
        """Every record by file name, or why it is rejected; not to be changed.

        A file that is as this process read or wrote it before is not checked again, and where the records are few
        not parsed again.
        """
        paths = self.record_files()
        few = sum(path.lstat().st_size for path in paths) <= _KEPT_BYTES
        for path in paths:
            try:
                yield path, self._record(path, keep=few)
            except EvidenceError as exc:
                yield path, exc

    def record(self, name: str) -> dict[str, Any]:
        """The record in the file *name*.  Raises EvidenceError (record_rejected)."""
        return self._record(self.trials / name)

    def _record(self, path: Path, *, keep: bool = False) -> dict[str, Any]:
        raw = _bytes(path, "record_rejected")
        digest = hashlib.sha256(raw).digest()
        kept = self._kept.get(digest)
        record = _object(raw, path, "record_rejected") if kept is None else kept
        if self._checked.get(path.name) != digest:
            try:
                check_hashes(record, path.name)
            except (ValueError, RecursionError) as exc:  # NaN, or nested without end
                raise EvidenceError("record_rejected", f"{path.name}: not canonical JSON: {exc}") from None
            self._checked[path.name] = digest
        if keep:
            self._kept[digest] = record
        return record


class Journal:
    """``journal-<worker>.jsonl``: what was in flight when a process died.  Opened at the first line.

    *clean* takes secrets out of a line.
    """

    def __init__(self, folder: Path, worker: str, clean: Callable[[dict[str, Any]], Any] = dict) -> None:
        self._path = folder / f"journal-{worker}.jsonl"
        self._clean = clean
        self._file: TextIO | None = None

    def note(self, line: Mapping[str, Any]) -> None:
        """Append *line* with the time, flushed, so that a killed process leaves it behind.

        A disk that refuses costs the line and nothing else: the records are the evidence.
        """
        with contextlib.suppress(OSError):
            if self._file is None:
                self._file = self._path.open("a", encoding="utf-8", buffering=1)
            at = datetime.now(UTC).isoformat(timespec="milliseconds")
            self._file.write(canonical(self._clean({"at": at, **line})) + "\n")

    def close(self) -> None:
        """Close the file when it was opened."""
        if self._file is not None:
            self._file.close()
            self._file = None


def pretty(value: Any) -> str:
    """*value* as JSON for people: two spaces, keys in the order given, one line feed at the end."""
    return json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def _load(path: Path, code: str) -> dict[str, Any]:
    return _object(_bytes(path, code), path, code)


def _bytes(path: Path, code: str) -> bytes:
    try:
        return path.read_bytes()
    except OSError as exc:
        raise EvidenceError(code, f"{path.name}: cannot be read: {exc}") from None


def _object(raw: bytes, path: Path, code: str) -> dict[str, Any]:
    try:
        value = json.loads(raw)
    except (ValueError, RecursionError) as exc:
        raise EvidenceError(code, f"{path.name}: cannot be read: {exc}") from None
    if not isinstance(value, dict):
        raise EvidenceError(code, f"{path.name}: not a JSON object")
    return value
