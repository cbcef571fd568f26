"""A session replayed: nothing it says of itself is believed that its exam, its plan and its calls do not bear out.

No candidate, no judge and no provider is asked anything.  What a replay shows is that a session is consistent, not
that it happened: a record made up by somebody who followed every rule of the world passes.
"""

from __future__ import annotations

import importlib.metadata
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..errors import EvidenceError
from ..evaluator import evaluator_hash
from ..evidence.record import TrialKey
from ..evidence.store import SessionFolder
from ..report.gather import RecordFile
from ..report.model import build
from .difference import Contradiction
from .exam import Exam, Homes, find_exam, homes_of
from .files import journal_problems, manifest_form, report_problems
from .leaves import Leaves, bench_of, leaf_problems, read_leaves
from .manifest import COPIED, TAKEN, Registry, read_registry
from .record import Grader, Outcome, Record, only_read, replay_record
from .stop import CRASHED
from .trial import Bench

CONSISTENT, CONTRADICTED, NOT_REPLAYED = 0, 1, 2
OF_RECORDS = (
    "started",
    "seconds",
    "model_calls (held to its sum and its retained answers)",
    "a stop from outside",
)
_FILE = re.compile(r"(?P<stem>.+?)(?:\.attempt(?P<attempt>[1-9][0-9]*))?\.json")


@dataclass(frozen=True, slots=True, kw_only=True)
class Replayed:
    """What came of a replay.

    *contradictions*: what cannot be so.  *undecided*: what another evaluator or version than the session's says
    otherwise.  *missing*: why something could not be repeated.  *copied*: what replay cannot know, by file.
    """

    session: str
    records: int
    evaluator: str
    installed: str
    contradictions: tuple[Contradiction, ...]
    undecided: tuple[Contradiction, ...]
    missing: tuple[str, ...]
    copied: Mapping[str, tuple[str, ...]]
    notes: tuple[str, ...] = ()

    @property
    def code(self) -> int:
        """The exit code: consistent, contradicted, or not replayed."""
        if self.contradictions:
            return CONTRADICTED
        return NOT_REPLAYED if self.missing or self.undecided else CONSISTENT


@dataclass(slots=True)
class _Findings:
    """What has been found so far."""

    contradictions: list[Contradiction] = field(default_factory=list)
    undecided: list[Contradiction] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    written: dict[str, set[str]] = field(default_factory=dict)
    attempts: dict[str, dict[int, bool]] = field(default_factory=dict)
    records: int = 0


def replay(folder: SessionFolder, jobs: Path | None = None) -> Replayed:
    """*folder* replayed against the jobs found in *jobs*, or beside it, here, or packaged.

    Raises EvidenceError (manifest_changed) when there is no manifest that is JSON.
    """
    manifest, found = folder.manifest(), _Findings()
    try:
        registry = read_registry(manifest)
    except EvidenceError as exc:
        return _unreadable(manifest, exc)
    found.contradictions += manifest_form(folder, manifest)
    exams = _exams(registry, homes_of(folder.path, jobs), found)
    leaves = read_leaves(folder, registry)
    found.contradictions += leaf_problems(leaves, exams)
    grader = Grader(recorded=registry.plan.evaluator, same=registry.plan.evaluator == evaluator_hash())
    report = _built(manifest, _records(folder, _Ground(registry, leaves, exams, grader), found), found)
    found.contradictions += _attempts(found.attempts)
    found.contradictions += journal_problems(folder, found.written)
    if report is not None:
        _report(folder, registry, report, grader, found)
    return Replayed(
        session=str(manifest.get("session")),
        records=found.records,
        evaluator=grader.recorded,
        installed=evaluator_hash(),
        contradictions=tuple(found.contradictions),
        undecided=tuple(found.undecided),
        missing=tuple(found.missing),
        copied={"manifest.json": (*COPIED, *registry.unknown, *TAKEN), "trials/*.json": OF_RECORDS},
        notes=tuple(found.notes),
    )


def _built(
    manifest: Mapping[str, Any], records: Iterator[RecordFile], found: _Findings
) -> Mapping[str, Any] | None:
    try:
        return build(manifest, records)
    except Exception as exc:  # a manifest may be of the right form and still make no sense to a count
        told = f"no report follows from it: {type(exc).__name__}: {exc}"
        found.contradictions.append(Contradiction(file="manifest.json", where="", told=told))
        return None


def _unreadable(manifest: Mapping[str, Any], exc: EvidenceError) -> Replayed:
    told = str(exc).removeprefix("manifest.json ")
    return Replayed(
        session=str(manifest.get("session")),
        records=0,
        evaluator=str(manifest.get("evaluator")),
        installed=evaluator_hash(),
        contradictions=(Contradiction(file="manifest.json", where="", told=told),),
        undecided=(),
        missing=(),
        copied={},
    )


def _exams(registry: Registry, homes: Homes, found: _Findings) -> dict[str, Exam]:
    exams: dict[str, Exam] = {}
    for name in registry.plan.jobs:
        here = find_exam(name, registry.manifest["jobs"][name], registry.runs, homes)
        found.missing += here.wrong if here.exam is None else ()
        found.contradictions += [
            Contradiction(file="manifest.json", where=where, told=told) for where, told in here.problems
        ]
        if here.exam is not None:
            exams[name] = here.exam
    return exams


@dataclass(frozen=True, slots=True)
class _Ground:
    """What records are replayed on: the session's plan, the manifests they are bound to, the exams, the grader."""

    registry: Registry
    leaves: Leaves
    exams: Mapping[str, Exam]
    grader: Grader


def _records(folder: SessionFolder, ground: _Ground, found: _Findings) -> Iterator[RecordFile]:
    """Each record as it must be; what contradicts it is *found* on the way."""
    stems = {key.stem: key for key in ground.registry.plan.trials}
    for path in folder.record_files():
        outcome = _replayed(path, stems, ground)
        found.records += 1
        found.contradictions += outcome.contradictions
        found.undecided += outcome.regraded
        _note(path, outcome.record, found)
        yield path, outcome.record


def _replayed(path: Path, stems: Mapping[str, TrialKey], ground: _Ground) -> Outcome:
    stem, attempt = _told_by_name(path)
    key = stems.get(stem)
    if key is None:
        read = only_read(path)
        stray = Contradiction(file=f"trials/{path.name}", where="", told="is a record of no planned trial")
        return Outcome(record=read.record, contradictions=(stray, *read.contradictions))
    exam = ground.exams.get(key.job)
    if exam is None or key.ticket not in exam.tickets:
        return only_read(path)

    def bench_for(recorded: Mapping[str, Any]) -> Bench:
        return bench_of(ground.leaves.of(key, recorded), exam, key, attempt, recorded.get("settings"))

    return replay_record(path, bench_for, ground.grader)


def _told_by_name(path: Path) -> tuple[str, int]:
    match = _FILE.fullmatch(path.name)
    if match is None:
        return path.stem, 1
    return match.group("stem"), int(match.group("attempt") or 1)


def _note(path: Path, record: Record, found: _Findings) -> None:
    stem, attempt = _told_by_name(path)
    attempts = found.attempts.setdefault(stem, {})
    attempts[attempt] = False
    if isinstance(record, EvidenceError):
        return
    stop = record["evidence"]["stop"]
    attempts[attempt] = record["grades"]["outcome"] != "unknown" or stop["by"] != "infrastructure"
    if stop["reason"] != CRASHED:  # whoever died over a trial noted no end of it
        found.written.setdefault(stem, set()).add(str(record.get("sha256")))


def _attempts(attempts: Mapping[str, Mapping[int, bool]]) -> Iterator[Contradiction]:
    """What is wrong with the attempts at each trial; each is told by its number, and whether it stands."""
    for stem, stands in sorted(attempts.items()):
        last = max(stands)
        for number in range(1, last):
            if number not in stands:
                told = f"attempt {last} is here, attempt {number} is not: no attempt is ever erased"
            elif stands[number]:
                told = f"attempt {number} stands, for infrastructure did not end it, and was tried again"
            else:
                continue
            yield Contradiction(file=f"trials/{stem}.json", where="", told=told)


def _report(
    folder: SessionFolder, registry: Registry, due: Mapping[str, Any], grader: Grader, found: _Findings
) -> None:
    if not (folder.path / "report.json").exists():
        found.notes.append("there is no report.json: the session was not concluded")
    differences = report_problems(folder, due)
    said = registry.manifest.get("versions")
    version = said.get("pytest-bramble") if isinstance(said, Mapping) else None
    same = grader.same and version == importlib.metadata.version("pytest-bramble")
    (found.contradictions if same else found.undecided).extend(differences)
