"""A manifest held to itself and to the exam: who is examined, in which order, and what follows from both."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from ..contrast import Told, contrasts
from ..errors import EvidenceError
from ..evidence.manifest import SCHEMA, check_manifest
from ..evidence.record import TrialKey
from ..exam.registered import ESTIMAND, POPULATION
from ..report.plan import Plan, read_plan
from ..report.shape import ShapeError, member, rows, table, text, whole
from ..scoring.regression import RegressionRule
from ..trial.schedule import Arm, Place, plan_row, scheduled
from .exam import Exam
from .examinee import Examinee, read_examinee

COPIED = ("session", "created", "versions", "options")
TAKEN = (
    "which arm goes first",
    "of candidates: kind, family, note, parameters and sources, whether a model is synthetic",
    "of jobs: path, and an audit of which no audit.json here speaks",
)
_KNOWN = {
    *COPIED,
    *("schema", "evaluator", "estimand", "population", "jobs", "candidates", "arms", "baseline"),
    *("regression_rule", "plan", "deselected", "sha256", "parents"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Registry:
    """A manifest read: its plan, its arms in their order, its candidates; *runs* None means as sealed."""

    manifest: Mapping[str, Any]
    plan: Plan
    arms: tuple[Arm, ...]
    examinees: Mapping[str, Examinee]
    runs: int | None

    @property
    def unknown(self) -> tuple[str, ...]:
        """Entries that this replay knows nothing of."""
        return tuple(sorted(set(self.manifest) - _KNOWN))


def read_registry(manifest: Mapping[str, Any]) -> Registry:
    """*manifest*, read.  Raises EvidenceError (manifest_changed) when it cannot be one."""
    plan = read_plan(manifest)
    try:
        runs = table(manifest.get("options"), "options").get("runs")
        return Registry(
            manifest=manifest,
            plan=plan,
            arms=tuple(_arm(value) for value in rows(manifest.get("arms"), "arms")),
            examinees={
                name: read_examinee(candidate, manifest["candidates"][name])
                for name, candidate in plan.candidates.items()
            },
            runs=None if runs is None else whole(runs, "options.runs", least=1),
        )
    except ShapeError as exc:
        raise EvidenceError("manifest_changed", f"manifest.json cannot be read: {exc}") from None


def manifest_problems(registry: Registry, exams: Mapping[str, Exam]) -> Iterator[Told]:
    """Place and words of everything in the manifest that does not follow from itself and the *exams*."""
    manifest = registry.manifest
    try:
        check_manifest(manifest)
    except EvidenceError as exc:
        yield "", str(exc).removeprefix("manifest.json ")
    due = {
        "schema": SCHEMA,
        "estimand": ESTIMAND,
        "population": POPULATION,
        "regression_rule": asdict(RegressionRule()),
        "baseline": next((arm.name for arm in registry.arms if arm.arm == "baseline"), None),
    }
    yield from contrasts({name: manifest.get(name) for name in due}, due)
    yield from _arms(registry)
    jobs = {name: exams[name].job if name in exams else None for name in registry.plan.jobs}
    for name, examinee in registry.examinees.items():
        for where, told in examinee.problems(manifest["candidates"][name], jobs):
            yield f"candidates.{name}.{where}", told
    if None not in jobs.values() and registry.arms:
        yield from contrasts(manifest["plan"], _plan(registry, exams), "plan")
    yield from _deselected(manifest)


def _arm(value: Any) -> Arm:
    entry = table(value, "arms")
    name, arm = (text(member(entry, part, "arms"), f"arms.{part}") for part in ("name", "arm"))
    return Arm(name=name, arm=arm)


def _arms(registry: Registry) -> Iterator[Told]:
    named = [(arm.name, arm.arm) for arm in registry.arms]
    planned = {(key.candidate, key.arm) for key in registry.plan.trials}
    for name, arm in sorted(planned - set(named)):
        yield "arms", f"trials of {name} as {arm} are planned, and there is no such arm"
    for name, arm in sorted(set(named) - planned):
        yield "arms", f"there is an arm {name} as {arm}, and no trial of it is planned"
    if len(set(named)) < len(named) or sum(arm == "baseline" for _, arm in named) > 1:
        yield "arms", "one arm stands twice"
    for name in sorted(set(registry.examinees) - {name for name, _ in named}):
        yield f"candidates.{name}", "it is the candidate of no arm"


def _plan(registry: Registry, exams: Mapping[str, Exam]) -> list[dict[str, Any]]:
    """The plan that job files, runs and arms make, jobs in the manifest's order."""
    due: list[dict[str, Any]] = []
    for name in registry.manifest["jobs"]:
        for index, ticket in enumerate(sorted(exams[name].tickets)):
            runs = exams[name].entry["tickets"][ticket]["runs"]
            place = Place(job=name, ticket=ticket, index=index, runs=runs)
            due += [plan_row(key) for key in scheduled(place, registry.arms)]
    return due


def _deselected(manifest: Mapping[str, Any]) -> Iterator[Told]:
    stems = [TrialKey(**{name: row[name] for name in TrialKey.__slots__}).stem for row in manifest["plan"]]
    left_out = manifest.get("deselected")
    if left_out != [stem for stem in stems if stem in set(left_out or ())]:
        yield "deselected", "does not name planned trials in their order, each once"
