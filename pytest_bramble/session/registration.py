"""Registration: plan, bar, seal and candidates go into the manifest before the first trial (R9)."""

from __future__ import annotations

import importlib.metadata
import json
import platform
from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TextIO

from ..candidates.registry import AnyCandidate, resolution_line
from ..canonical import canonical, sha256_of
from ..engine.examination import Examination, known_to
from ..errors import EvidenceError
from ..evaluator import evaluator_hash
from ..evidence.manifest import check_manifest, seal_manifest
from ..evidence.record import TrialKey
from ..evidence.store import point_to
from ..exam.job import Job
from ..exam.loader import load_tickets
from ..exam.registered import ESTIMAND, POPULATION, registered_job
from ..scoring.regression import RegressionRule
from ..trial.schedule import plan_row
from ..trial.shown import shown_job

# What a resumed session may find changed: itself, the clock, the machine, and what is selected this time.
_MAY_DIFFER = frozenset({"session", "created", "versions", "deselected", "options"})
_PACKAGES = ("pytest-bramble", "pytest", "pytest-xdist", "litellm", "pydantic", "jsonschema", "PyYAML")


@dataclass(frozen=True, slots=True, kw_only=True)
class Registration:
    """A registered session, held by this process as long as *lock* is open."""

    manifest: Mapping[str, Any]
    lock: TextIO


def register(examination: Examination, jobs: Iterable[Path], selected: Iterable[TrialKey]) -> Registration:
    """Write the manifest of *examination*, or hold a resumed one to what was registered; point ``last`` to it.

    The plan is every ticket of *jobs* × runs × arms, whatever was *selected* of it.  Raises EvidenceError when
    the session exists, is in use, or what it registered is no longer so; ExamError when a ticket outside the
    selection is wrong; OSError when the disk refuses.
    """
    folder = examination.folder
    body = examination.redactor.value(_body(examination, jobs, {key.stem for key in selected}))
    if examination.settings.resume is None:
        manifest = seal_manifest(body)
        folder.create(manifest)
        lock = folder.lock()
    else:
        lock = folder.lock()
        manifest = folder.manifest()
        check_manifest(manifest)
        _refuse_differences(manifest, body)
        _ = examination.earlier  # a record that cannot be trusted is told before anything is paid for
        folder.set_aside_reports()
    point_to(folder, "last")
    return Registration(manifest=manifest, lock=lock)


def _body(examination: Examination, jobs: Iterable[Path], selected: Collection[str]) -> dict[str, Any]:
    loaded = {job.name: (job, load_tickets(job, known_to)) for job in map(examination.job, jobs)}
    plan = [key for job, tickets in loaded.values() for t in tickets for key in examination.schedule(job, t)]
    return {
        "session": examination.folder.name,
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
        "versions": _versions(),
        "evaluator": evaluator_hash(),
        "estimand": ESTIMAND,
        "population": POPULATION,
        "jobs": {name: registered_job(*parts, examination.settings.runs) for name, parts in loaded.items()},
        "candidates": {
            name: _candidate(name, candidate, [job for job, _ in loaded.values()])
            for name, candidate in examination.candidates.items()
        },
        "arms": [asdict(arm) for arm in examination.arms],
        "baseline": next((arm.name for arm in examination.arms if arm.arm == "baseline"), None),
        "regression_rule": asdict(RegressionRule()),
        "plan": [plan_row(key) for key in plan],
        "deselected": [key.stem for key in plan if key.stem not in selected],
        "options": {
            name: getattr(examination.settings, name) for name in ("runs", "timeout_s", "plan", "budget_usd")
        },
    }


def _refuse_differences(registered: Mapping[str, Any], today: Mapping[str, Any]) -> None:
    for name, value in today.items():
        if name in _MAY_DIFFER:
            continue
        where = _first_difference(registered.get(name), json.loads(canonical(value)), name)
        if where is not None:
            raise EvidenceError(
                "manifest_differs", f"this session cannot be resumed: {where} is not what was registered"
            )


def _first_difference(registered: Any, today: Any, where: str) -> str | None:
    if isinstance(registered, dict) and isinstance(today, dict):
        for key in sorted({*registered, *today}):
            found = _first_difference(registered.get(key), today.get(key), f"{where}.{key}")
            if found is not None:
                return found
        return None
    return None if registered == today else where


def _versions() -> dict[str, str]:
    found = {"python": platform.python_version()}
    for package in _PACKAGES:
        try:
            found[package] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            found[package] = "not installed"
    return found


def _candidate(name: str, candidate: AnyCandidate, jobs: list[Job]) -> dict[str, Any]:
    described = json.loads(canonical(dict(candidate.describe())))
    own = candidate.shown
    shown = {job.name: shown_job(job, candidate.name, own.prompt, own.policy) for job in jobs}
    described["prompt_sha256"] = {name: sha256_of(job.prompt) for name, job in shown.items()}
    described["policy_sha256"] = {name: sha256_of(asdict(job.policy)) for name, job in shown.items()}
    return {
        "requested": candidate.name,
        "kind": candidate.kind,
        "synthetic": candidate.synthetic,
        "family": candidate.family,
        "fingerprint": {**described, "sha256": sha256_of(described)},
        "own_policy": candidate.shown.policy is not None,
        "shown": {
            "prompt": {name: job.prompt for name, job in shown.items()},
            "policy": candidate.shown.policy,
            "tools": None if candidate.shown.tools is None else dict(candidate.shown.tools),
        },
        "note": resolution_line(name, candidate),
    }
