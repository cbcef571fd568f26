"""The manifests that a session's records are bound to: its own, or those of the sessions it was merged from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ..contrast import contrasts
from ..errors import EvidenceError
from ..evidence.manifest import seal_manifest
from ..evidence.merged import in_order, leaves_of, merged_body
from ..evidence.record import TrialKey
from ..evidence.store import SessionFolder
from .difference import Contradiction
from .exam import Exam
from .manifest import Registry, manifest_problems, read_registry
from .trial import Bench

OWN = "manifest.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaves:
    """The manifests of a session by their file, read; *problems* are what is wrong with how they were merged."""

    registries: Mapping[str, Registry]
    problems: tuple[Contradiction, ...] = ()

    def of(self, key: TrialKey, recorded: Mapping[str, Any]) -> Registry:
        """The manifest a record of *key* must be bound to: the one it names, if that planned it, else one that did.

        Raises EvidenceError (record_rejected) when none of them planned it.
        """
        bound = recorded.get("bound")
        named = bound.get("manifest_sha256") if isinstance(bound, Mapping) else None
        planned = [one for one in self.registries.values() if key in one.plan.trials]
        if not planned:
            raise EvidenceError("record_rejected", "no session that this one was merged from planned it")
        return next((one for one in planned if one.plan.manifest_sha256 == named), planned[0])


def read_leaves(folder: SessionFolder, whole: Registry) -> Leaves:
    """The manifests of *folder*, whose own is *whole*, held to the way sessions are merged."""
    if "parents" not in whole.manifest:
        return Leaves(registries={OWN: whole})
    try:
        found = leaves_of(folder, whole.manifest)
        registries = {f"parents/{n}.json": read_registry(leaf) for n, leaf in enumerate(found, start=1)}
        due = seal_manifest(
            merged_body(in_order(found), str(whole.manifest["session"]), whole.manifest["created"])
        )
    except (EvidenceError, AttributeError, KeyError, TypeError) as exc:
        told = Contradiction(file=OWN, where="parents", told=str(exc))
        return Leaves(registries={OWN: whole}, problems=(told,))
    problems = [
        Contradiction(file=OWN, where=where, told=told) for where, told in contrasts(whole.manifest, due)
    ]
    return Leaves(registries=registries, problems=tuple(problems))


def leaf_problems(leaves: Leaves, exams: Mapping[str, Exam]) -> Iterator[Contradiction]:
    """Everything in the manifests that does not follow from themselves and the *exams*."""
    yield from leaves.problems
    for file, registry in leaves.registries.items():
        for where, told in manifest_problems(registry, exams):
            yield Contradiction(file=file, where=where, told=told)


def bench_of(registry: Registry, exam: Exam, key: TrialKey, attempt: int, settings: Any) -> Bench:
    """The bench on which the trial *key* of *registry* is repeated; *settings* are those its record names."""
    examinee, ticket = registry.examinees[key.candidate], exam.tickets[key.ticket]
    return Bench(
        key=key,
        attempt=attempt,
        permuted=key.permuted,
        job=examinee.job(exam.job),
        ticket=ticket,
        kind=examinee.plan.kind,
        tools=examinee.tools,
        price=examinee.plan.fingerprint.get("price"),
        settings=examinee.settings(key.job, settings),
        bound={
            "manifest_sha256": registry.plan.manifest_sha256,
            "ticket_sha256": ticket.sha256,
            "seal_sha256": exam.job.seal.sha256,
        },
    )
