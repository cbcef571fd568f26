"""One record replayed: its trial repeated, regraded, written again, and held to the bytes on file."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..contrast import contrasts
from ..errors import BrambleError, EvidenceError
from ..evidence.record import Evidence, check_hashes, seal_record
from ..grade import grade
from ..report.reading import read_trial
from .difference import FORM, Contradiction, contradictions
from .trial import Bench, repeat

Record = Mapping[str, Any] | EvidenceError


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """A record as it must be, for the report; what contradicts it; *regraded* says what another grader changed."""

    record: Record
    contradictions: tuple[Contradiction, ...] = ()
    regraded: tuple[Contradiction, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Grader:
    """Whose grades are due: *recorded* is the evaluator in the manifest, *same* whether it is the one installed."""

    recorded: str
    same: bool


def read_record(path: Path) -> tuple[bytes, dict[str, Any]]:
    """The bytes of the record at *path* and their value.  Raises EvidenceError (record_rejected)."""
    try:
        raw = path.read_bytes()
        value = json.loads(raw)
    except (OSError, ValueError, RecursionError) as exc:
        raise EvidenceError("record_rejected", f"{path.name}: cannot be read: {exc}") from None
    if not isinstance(value, dict):
        raise EvidenceError("record_rejected", f"{path.name}: not a JSON object")
    return raw, value


def only_read(path: Path) -> Outcome:
    """The record at *path* held to its own hashes and form, where nothing can be repeated."""
    file = named(path)
    try:
        record = read_record(path)[1]
        check_hashes(record, path.name)
        read_trial(path.name, record)
    except (EvidenceError, ValueError, RecursionError) as exc:
        return _rejected(file, exc)
    return Outcome(record=record)


def replay_record(path: Path, bench_for: Callable[[Mapping[str, Any]], Bench], grader: Grader) -> Outcome:
    """The record at *path*, replayed on the bench that *bench_for* makes of its evidence."""
    try:
        return _replayed(path, bench_for, grader)
    except Exception as exc:  # a hostile record may break a world or a check in any way
        return _rejected(named(path), exc)


def _replayed(path: Path, bench_for: Callable[[Mapping[str, Any]], Bench], grader: Grader) -> Outcome:
    file = named(path)
    raw, recorded = read_record(path)
    evidence, old = recorded.get("evidence"), recorded.get("grades")
    if not isinstance(evidence, Mapping) or not isinstance(old, Mapping):
        raise EvidenceError("record_rejected", "evidence and grades must be objects")
    bench = bench_for(evidence)
    repeated = repeat(bench, evidence)
    grades: Mapping[str, Any] = grade(Evidence.from_json(repeated.evidence), bench.ticket).to_json()
    found = [Contradiction(file=file, where=where, told=told) for where, told in repeated.problems]
    regraded: list[Contradiction] = []
    if not grader.same:
        regraded = _old_and_new(file, old, grades)
        grades = {**(old if regraded else grades), "evaluator": grader.recorded}
    due = seal_record(repeated.evidence, grades)
    if raw != due.text.encode("utf-8", "surrogatepass"):
        found += _against(file, recorded, repeated.evidence, grades)
    record = {"evidence": repeated.evidence, "grades": grades, "sha256": due.sha256}
    return Outcome(record=record, contradictions=tuple(found), regraded=tuple(regraded))


def named(path: Path) -> str:
    """The record's file inside its session."""
    return f"trials/{path.name}"


def _rejected(file: str, exc: Exception) -> Outcome:
    text = str(exc) if isinstance(exc, BrambleError | ValueError) else f"{type(exc).__name__}: {exc}"
    told = text.removeprefix(f"{file.removeprefix('trials/')}: ")
    return Outcome(
        record=EvidenceError("record_rejected", f"{file.removeprefix('trials/')}: {told}"),
        contradictions=(Contradiction(file=file, where="", told=told),),
    )


def _old_and_new(file: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> list[Contradiction]:
    """What the installed grader says otherwise than the session's; empty when it agrees."""
    then, now = (_by_check({**grades, "evaluator": None}) for grades in (old, new))
    words = ("graded", "now graded")
    return [
        Contradiction(file=file, where=where, told=told)
        for where, told in contrasts(then, now, "grades", words)
    ]


def _against(
    file: str, recorded: Mapping[str, Any], evidence: Mapping[str, Any], grades: Mapping[str, Any]
) -> list[Contradiction]:
    found: list[Contradiction] = []
    try:
        check_hashes(recorded, file)
        read_trial(file, recorded)
    except (EvidenceError, ValueError, RecursionError) as exc:
        found.append(Contradiction(file=file, where="", told=str(exc).removeprefix(f"{file}: ")))
    found += contradictions(file, recorded["evidence"], evidence, "evidence")
    found += contradictions(file, _by_check(recorded["grades"]), _by_check(grades), "grades")
    if not found:
        found.append(Contradiction(file=file, where="", told=FORM))
    return found


def _by_check(grades: Mapping[str, Any]) -> dict[str, Any]:
    """*grades* with its findings by the name of their check, where each has one of its own."""
    findings = grades.get("findings")
    if not isinstance(findings, list) or not all(isinstance(one, Mapping) for one in findings):
        return dict(grades)
    by_name = {str(finding.get("check")): finding for finding in findings}
    if len(by_name) < len(findings):
        return dict(grades)
    return {**grades, "findings": by_name, "order": list(by_name)}
