"""report.json: a pure function of the manifest and the session's records, the same bytes every time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..canonical import sha256_of, storable
from .examined import examined
from .gather import Gathered, RecordFile
from .plan import JobPlan, Plan
from .results import result_json
from .slicing import LaterSlices
from .survey import survey_json, surveyed
from .tickets import trial_json

SCHEMA = "bramble/report-1"
_WORST_SEAL = ("broken", "unsealed", "sealed")


def build(
    manifest: Mapping[str, Any], records: Iterable[RecordFile], later: LaterSlices | None = None
) -> dict[str, Any]:
    """The value of report.json.

    *records* are pairs of file name and record, or of file name and why the file was refused; *later* are
    slices thought of after the first trial.  Raises EvidenceError (manifest_changed) when the manifest is so
    broken that it holds no plan; a manifest that merely fails its hash yields a report without a verdict.
    ValueError for *later* slices that are not of this session.
    """
    session = examined(manifest, records)
    plan, complete = session.plan, session.complete
    survey = surveyed(plan, session.seats, later)
    report = {
        "schema": SCHEMA,
        **_session(manifest, plan, complete=complete),
        "jobs": {name: _job(manifest, job) for name, job in plan.jobs.items()},
        "results": [
            result_json(seat, survey.around(seat, rehearsal=plan.rehearsal, session_complete=complete))
            for seat in session.seats
        ],
        **survey_json(survey),
        **_trials(session.gathered),
        "judges": {"panel": [], "agreement": {}, "qualification": []},
    }
    result: dict[str, Any] = storable(report)
    return result


def _session(manifest: Mapping[str, Any], plan: Plan, *, complete: bool) -> dict[str, Any]:
    kind = "rehearsal" if plan.rehearsal else "exam"
    return {
        "session": str(manifest.get("session")),
        "created": manifest.get("created"),
        "complete": complete,
        "kind": kind if complete else "partial",
        "rehearsal": plan.rehearsal,
        "seal": _seal(plan),
        "evaluator": plan.evaluator,
        "manifest_sha256": plan.manifest_sha256,
        "versions": dict(manifest.get("versions") or {}),
        "estimand": manifest.get("estimand"),
        "population": manifest.get("population"),
        "baseline": manifest.get("baseline"),
        "options": dict(manifest.get("options") or {}),
    }


def _seal(plan: Plan) -> dict[str, Any]:
    seals = {name: job.seal for name, job in plan.jobs.items()}
    hashes = {name: seal.sha256 for name, seal in seals.items()}
    return {
        "status": min((seal.status for seal in seals.values()), key=_WORST_SEAL.index),
        "sha256": sha256_of(hashes) if len(hashes) > 1 else next(iter(hashes.values())),
        "changed": [file for seal in seals.values() for file in seal.changed],
    }


def _job(manifest: Mapping[str, Any], job: JobPlan) -> dict[str, Any]:
    registered = manifest["jobs"][job.name]
    return {
        "title": job.title,
        "gate": job.gate,
        "bar": dict(registered["bar"]),
        "caps": dict(registered.get("caps") or {}),
        "seal": {"status": job.seal.status, "sha256": job.seal.sha256, "changed": list(job.seal.changed)},
        "audit_ok": job.audit_ok,
        "required_slices": list(job.required_slices),
        "tickets": {
            ticket.id: {
                "title": ticket.title,
                "cluster": ticket.cluster,
                "slices": list(ticket.slices),
                "features": list(ticket.features),
            }
            for ticket in job.tickets.values()
        },
    }


def _trials(gathered: Gathered) -> dict[str, Any]:
    return {
        "trials": [trial_json(trial) for trial in gathered.trials.values()],
        "superseded": [trial_json(trial) for trial in gathered.superseded],
        "refused": [{"code": r.reason.code, "text": r.reason.text} for r in gathered.refusals],
    }
