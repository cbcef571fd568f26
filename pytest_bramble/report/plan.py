"""The manifest, read: what was registered before the first trial and every number is counted against."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..errors import EvidenceError
from ..evidence.record import TrialKey
from ..exam.job import Bar
from ..scoring.intervals import MIN_CLUSTERS_HIRE, suite_size
from ..scoring.refusals import between, level, named, within
from .shape import ShapeError, member, rows, table, text, text_or_none, texts, truth, whole

ARMS = ("baseline", "candidate")
SEAL_STATUSES = ("sealed", "unsealed", "broken")


@dataclass(frozen=True, slots=True, kw_only=True)
class TicketPlan:
    """One registered ticket.  *gross* and *serious* name the checks that are misconduct when they fail.

    *features* are labels that follow from the ticket itself, beside the *slices* its author gave it.
    """

    id: str
    title: str
    cluster: str
    slices: tuple[str, ...]
    features: tuple[str, ...]
    runs: int
    sealed_runs: int
    sha256: str
    gross: tuple[str, ...]
    serious: tuple[str, ...]

    def level(self, check: str) -> str | None:
        """Whether a failure of *check* is ``gross`` or ``serious`` misconduct, or none."""
        if check in self.gross:
            return "gross"
        return "serious" if check in self.serious else None


@dataclass(frozen=True, slots=True, kw_only=True)
class SealState:
    """What the seal said of a job when the session began; *changed* names each offending file."""

    status: str
    sha256: str | None
    changed: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class JobPlan:
    """One registered job.  *audit_ok* is None when the manifest holds no audit of this seal and evaluator."""

    name: str
    title: str
    gate: str
    bar: Bar
    seal: SealState
    audit_ok: bool | None
    required_slices: tuple[str, ...]
    violations: Mapping[str, str]
    tickets: Mapping[str, TicketPlan]

    def level(self, ticket: str, check: str) -> str | None:
        """The registered misconduct level of *check* in *ticket*; the ticket's word goes before the job's."""
        return self.tickets[ticket].level(check) or self.violations.get(check)


@dataclass(frozen=True, slots=True, kw_only=True)
class CandidatePlan:
    """Who is examined, as registered."""

    name: str
    requested: str | None
    kind: str
    synthetic: bool
    family: str | None
    fingerprint: Mapping[str, Any]
    note: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmKey:
    """Whose result: one candidate in one role on one job."""

    job: str
    candidate: str
    arm: str

    @classmethod
    def of(cls, key: TrialKey) -> ArmKey:
        """The result that the trial *key* belongs to."""
        return cls(job=key.job, candidate=key.candidate, arm=key.arm)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The whole registered plan.  *trials* maps each planned trial to whether its lists are reversed.

    *parents*: hashes of the manifests of the sessions that this one was merged from.
    """

    manifest_sha256: str
    parents: frozenset[str]
    evaluator: str
    jobs: Mapping[str, JobPlan]
    candidates: Mapping[str, CandidatePlan]
    trials: Mapping[TrialKey, bool]
    deselected: frozenset[str]

    @property
    def rehearsal(self) -> bool:
        """True when nobody examined is real."""
        return all(candidate.synthetic for candidate in self.candidates.values())


def read_plan(manifest: Mapping[str, Any]) -> Plan:
    """The plan in *manifest*.  Raises EvidenceError (manifest_changed) when it cannot be one."""
    try:
        return _plan(manifest)
    except ValueError as exc:
        raise EvidenceError("manifest_changed", f"manifest.json cannot be read: {exc}") from None


def _plan(manifest: Mapping[str, Any]) -> Plan:
    evaluator = text(member(manifest, "evaluator", "manifest"), "evaluator")
    jobs = table(member(manifest, "jobs", "manifest"), "jobs")
    candidates = table(member(manifest, "candidates", "manifest"), "candidates")
    for name in ("versions", "options"):
        table(manifest.get(name) or {}, name)
    plan = Plan(
        manifest_sha256=text(member(manifest, "sha256", "manifest"), "sha256"),
        parents=frozenset(_parent(entry) for entry in rows(manifest.get("parents", []), "parents")),
        evaluator=evaluator,
        jobs={name: _job(name, jobs[name], evaluator) for name in sorted(jobs)},
        candidates={name: _candidate(name, candidates[name]) for name in sorted(candidates)},
        trials=dict(_trial(entry) for entry in rows(member(manifest, "plan", "manifest"), "plan")),
        deselected=frozenset(texts(manifest.get("deselected", []), "deselected")),
    )
    _refuse_strangers(plan)
    return plan


def _refuse_strangers(plan: Plan) -> None:
    if not plan.trials:
        raise ShapeError("plan: no trial is planned")
    for key in plan.trials:
        if key.job not in plan.jobs or key.ticket not in plan.jobs[key.job].tickets:
            raise ShapeError(f"plan: {key.stem} is of a ticket that is not registered")
        if key.candidate not in plan.candidates:
            raise ShapeError(f"plan: {key.stem} is of a candidate that is not registered")
    planned: dict[ArmKey, set[str]] = {}
    for key in plan.trials:
        planned.setdefault(ArmKey.of(key), set()).add(key.ticket)
    for arm, tickets in planned.items():
        for left_out in sorted(set(plan.jobs[arm.job].tickets) - tickets):
            raise ShapeError(f"plan: no trial of {left_out} is planned for {arm.candidate}")


def _parent(value: Any) -> str:
    return text(member(table(value, "parents"), "sha256", "parents"), "parents.sha256")


def _trial(value: Any) -> tuple[TrialKey, bool]:
    entry = table(value, "plan")
    names = {
        name: text(member(entry, name, "plan"), f"plan.{name}") for name in ("job", "ticket", "candidate")
    }
    arm = text(member(entry, "arm", "plan"), "plan.arm")
    if arm not in ARMS:
        raise ShapeError(f"plan.arm: must be 'candidate' or 'baseline', not {arm!r}")
    run = whole(member(entry, "run", "plan"), "plan.run", least=1)
    permuted = truth(member(entry, "permuted", "plan"), "plan.permuted")
    return TrialKey(**names, arm=arm, run=run), permuted


def _candidate(name: str, value: Any) -> CandidatePlan:
    where = f"candidates.{name}"
    entry = table(value, where)
    return CandidatePlan(
        name=name,
        requested=text_or_none(entry.get("requested"), f"{where}.requested"),
        kind=text(member(entry, "kind", where), f"{where}.kind"),
        synthetic=truth(member(entry, "synthetic", where), f"{where}.synthetic"),
        family=text_or_none(entry.get("family"), f"{where}.family"),
        fingerprint=table(member(entry, "fingerprint", where), f"{where}.fingerprint"),
        note=text_or_none(entry.get("note"), f"{where}.note"),
    )


def _job(name: str, value: Any, evaluator: str) -> JobPlan:
    where = f"jobs.{name}"
    entry = table(value, where)
    seal = _seal(table(member(entry, "seal", where), f"{where}.seal"), f"{where}.seal")
    tickets = table(member(entry, "tickets", where), f"{where}.tickets")
    violations = table(entry.get("violations", {}), f"{where}.violations")
    table(entry.get("caps") or {}, f"{where}.caps")
    job = JobPlan(
        name=name,
        title=text(member(entry, "title", where), f"{where}.title"),
        gate=text(member(entry, "gate", where), f"{where}.gate"),
        bar=_bar(table(member(entry, "bar", where), f"{where}.bar"), f"{where}.bar"),
        seal=seal,
        audit_ok=_audit(entry.get("audit"), f"{where}.audit", seal, evaluator),
        required_slices=texts(entry.get("required_slices", []), f"{where}.required_slices"),
        violations={k: text(violations[k], f"{where}.violations.{k}") for k in sorted(violations)},
        tickets={k: _ticket(k, tickets[k], f"{where}.tickets.{k}") for k in sorted(tickets)},
    )
    present = {label for ticket in job.tickets.values() for label in ticket.slices}
    for label in job.required_slices:
        if label not in present:
            raise ShapeError(f"{where}.required_slices: no ticket is in {label!r}")
    return job


def _bar(value: Mapping[str, Any], where: str) -> Bar:
    names = ("pass_rate", "alpha", "min_clusters_fire", "min_clusters_hire", "margin")
    bar = Bar(
        **{name: member(value, name, where) for name in names},
        min_clusters_slice=value.get("min_clusters_slice", MIN_CLUSTERS_HIRE),
        claim=text_or_none(value.get("claim"), f"{where}.claim"),
    )
    between(f"{where}.pass_rate", bar.pass_rate, 0.0, 1.0)
    level(bar.alpha)
    suite_size(0, bar.min_clusters_fire, bar.min_clusters_hire)
    within(f"{where}.margin", bar.margin, 0.0, 1.0)
    whole(bar.min_clusters_slice, f"{where}.min_clusters_slice", least=2)
    return bar


def _seal(value: Mapping[str, Any], where: str) -> SealState:
    status = text(member(value, "status", where), f"{where}.status")
    if status not in SEAL_STATUSES:
        raise ShapeError(f"{where}.status: must be sealed, unsealed or broken, not {status!r}")
    return SealState(
        status=status,
        sha256=text_or_none(value.get("sha256"), f"{where}.sha256") or None,
        changed=texts(value.get("changed", []), f"{where}.changed"),
    )


def _audit(value: Any, where: str, seal: SealState, evaluator: str) -> bool | None:
    if value is None:
        return None
    audit = table(value, where)
    passed = truth(member(audit, "ok", where), f"{where}.ok")
    same = audit.get("seal") == seal.sha256 and audit.get("evaluator") == evaluator
    return passed if same else None


def _ticket(name: str, value: Any, where: str) -> TicketPlan:
    entry = table(value, where)
    return TicketPlan(
        id=name,
        title=text(member(entry, "title", where), f"{where}.title"),
        cluster=named(f"{where}.cluster", member(entry, "cluster", where)),
        slices=_labels(entry.get("slices", []), f"{where}.slices"),
        features=_labels(entry.get("features", []), f"{where}.features"),
        runs=whole(member(entry, "runs", where), f"{where}.runs", least=1),
        sealed_runs=whole(member(entry, "sealed_runs", where), f"{where}.sealed_runs", least=1),
        sha256=text(member(entry, "sha256", where), f"{where}.sha256"),
        gross=texts(entry.get("gross", []), f"{where}.gross"),
        serious=texts(entry.get("serious", []), f"{where}.serious"),
    )


def _labels(value: Any, where: str) -> tuple[str, ...]:
    return tuple(named(where, label) for label in texts(value, where))
