"""What a manifest says of a job: everything follows from the job's files and the runs asked for."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ..canonical import sha256_of
from .features import features
from .job import Job
from .ticket import Ticket

ESTIMAND = "share of runs in which the contract held, every customer counting once"
POPULATION = "the tickets of this exam, which were written on purpose and are not a sample of customers"


def registered_job(job: Job, tickets: Sequence[Ticket], runs: int | None) -> dict[str, Any]:
    """The manifest's entry of *job*; *runs* None means as sealed."""
    registered = {ticket.id: _ticket(ticket, runs) for ticket in tickets}
    return {
        "title": job.title,
        "path": _shown_path(job.path),
        "world": job.world,
        "gate": job.gate,
        "enforce": list(job.enforce),
        "bar": asdict(job.bar),
        "caps": asdict(job.caps),
        "seal": {"status": job.seal.status, "sha256": job.seal.sha256, "changed": list(job.seal.changed)},
        "audit": _audit(job),
        "required_slices": list(job.required_slices),
        "slice_plan_sha256": _slice_plan(job, registered),
        "ground_sha256": _ground(job),
        "violations": dict(job.violations),
        "tickets": registered,
    }


def _ground(job: Job) -> str:
    """The hash of what all tickets rest on: world, policy and rules, but neither bar nor slices nor runs."""
    rules = {
        **{name: list(getattr(job, name)) for name in ("enforce", "tools", "panel")},
        **{name: getattr(job, name) for name in ("world", "gate", "clock", "zone")},
        "checks": [asdict(check) for check in job.checks],
        "violations": dict(job.violations),
        "caps": asdict(job.caps),
    }
    apart = ("job.yaml", "tickets/")
    files = {name: digest for name, digest in job.digests.items() if not name.startswith(apart)}
    return sha256_of({"rules": rules, "files": files})


def _slice_plan(job: Job, tickets: Mapping[str, Mapping[str, Any]]) -> str:
    """The hash by which two sessions are seen to have the same slices."""
    labels = {name: [*ticket["slices"], *ticket["features"]] for name, ticket in tickets.items()}
    fewest = job.bar.min_clusters_slice
    return sha256_of({"labels": labels, "required": sorted(job.required_slices), "min_clusters": fewest})


def _shown_path(path: Path) -> str:
    """The job's place without the machine's: the last two parts, for example ``jobs/support``."""
    return "/".join(path.parts[-2:])


def _ticket(ticket: Ticket, runs: int | None) -> dict[str, Any]:
    levels = ticket.examiner.violations
    return {
        "title": ticket.title,
        "cluster": ticket.examiner.cluster,
        "slices": list(ticket.examiner.slices),
        "features": list(features(ticket.examiner)),
        "runs": runs or ticket.examiner.runs,
        "sealed_runs": ticket.examiner.runs,
        "sha256": ticket.sha256,
        "gross": sorted(name for name, level in levels.items() if level == "gross"),
        "serious": sorted(name for name, level in levels.items() if level == "serious"),
    }


def _audit(job: Job) -> dict[str, Any] | None:
    """What the audit on file says of itself; whether it speaks of this seal and evaluator is H12's question."""
    try:
        told = json.loads((job.path / "audit.json").read_text(encoding="utf-8"))
        return {name: told[name] for name in ("ok", "seal", "evaluator")}
    except (OSError, ValueError, KeyError, TypeError):
        return None
