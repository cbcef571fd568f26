"""Several sessions made one: a candidate's parts whole, candidates side by side.  Nothing is graded anew."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ..errors import EvidenceError
from ..evidence.manifest import check_manifest, seal_manifest
from ..evidence.merged import in_order, leaves_of, merged_body
from ..evidence.record import TrialKey
from ..evidence.sessions import POINTERS
from ..evidence.store import SessionFolder, point_to, pretty
from ..report.gather import gather
from ..report.plan import read_plan
from .conclusion import Conclusion, conclude

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Part:
    """A session to be merged: the manifests its records are bound to, and its trials."""

    folder: SessionFolder
    leaves: tuple[Mapping[str, Any], ...]
    trials: frozenset[TrialKey]


def merge(folders: Sequence[SessionFolder], reports: Path, name: str) -> Conclusion:
    """The session *name* in *reports*, made of *folders*, whose records are copied byte for byte, and concluded.

    Raises EvidenceError naming the field in which they do not agree (cannot_merge), the trial that two of them
    hold (duplicate_record), or what is wrong with one of them; would_overwrite when there is such a session.
    """
    into = _new(reports, name)
    _refuse_twice(folders)
    with ExitStack() as held:
        for folder in folders:
            with suppress(OSError):  # a copy that cannot be written to is not being written either
                held.enter_context(folder.lock())
        parts = [_part(folder) for folder in folders]
        leaves = in_order(leaf for part in parts for leaf in part.leaves)
        _refuse_duplicates(parts)
        _write(into, parts, leaves)
    point_to(into, "last")
    return conclude(into)


def _new(reports: Path, name: str) -> SessionFolder:
    if not _NAME.fullmatch(name) or name in POINTERS:
        told = f"--into {name!r} is no name of a session: use letters, digits, '.', '_' and '-'"
        raise EvidenceError("cannot_merge", told)
    into = SessionFolder(reports / name)
    if into.path.exists():
        raise EvidenceError("would_overwrite", f"{into.path} exists; a session is never overwritten")
    return into


def _refuse_twice(folders: Sequence[SessionFolder]) -> None:
    places = [folder.path.resolve() for folder in folders]
    for folder, place in zip(folders, places, strict=True):
        if places.count(place) > 1:
            raise EvidenceError("cannot_merge", f"session {folder.name} is given twice")


def _part(folder: SessionFolder) -> _Part:
    """*folder*, held to its own hashes.  Raises EvidenceError when its report would refuse any of it."""
    manifest = folder.manifest()
    try:
        check_manifest(manifest)
        gathered = gather(read_plan(manifest), folder.records())
    except EvidenceError as exc:
        raise EvidenceError(exc.code, f"session {folder.name} cannot be merged: {exc}") from None
    for refusal in gathered.refusals:
        reason = refusal.reason
        raise EvidenceError(reason.code, f"session {folder.name} cannot be merged: {reason.text}")
    every = (*gathered.trials, *(trial.key for trial in gathered.superseded))
    return _Part(folder=folder, leaves=leaves_of(folder, manifest), trials=frozenset(every))


def _refuse_duplicates(parts: Sequence[_Part]) -> None:
    seen: dict[TrialKey, str] = {}
    for part in parts:
        for key in sorted(part.trials, key=lambda one: one.stem):
            if key in seen:
                told = f"{key.job} {key.ticket} {key.label} is in {seen[key]} and in {part.folder.name}"
                raise EvidenceError("duplicate_record", f"these sessions cannot be merged: {told}")
        seen.update(dict.fromkeys(part.trials, part.folder.name))


def _write(into: SessionFolder, parts: Sequence[_Part], leaves: Sequence[Mapping[str, Any]]) -> None:
    """All of the session but its report, at once: under another name first, so that no half of it is ever seen."""
    created = datetime.now(UTC).isoformat(timespec="seconds")
    try:
        manifest = seal_manifest(merged_body(leaves, into.name, created))
    except (AttributeError, KeyError, TypeError, ValueError) as exc:
        raise EvidenceError("manifest_changed", f"a manifest cannot be read: {exc!r}") from None
    draft = SessionFolder(into.path.with_name(f".{into.name}.{os.getpid()}"))
    try:
        draft.create(manifest)
        draft.parents.mkdir()
        for number, leaf in enumerate(leaves, start=1):
            (draft.parents / f"{number}.json").write_text(pretty(leaf), encoding="utf-8")
        for part in parts:
            for path in part.folder.record_files():
                shutil.copyfile(path, draft.trials / path.name)
        draft.path.rename(into.path)
    finally:
        shutil.rmtree(draft.path, ignore_errors=True)
