"""From the session's record files to its trials: what counts, what was superseded, what is refused."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

from ..canonical import storable
from ..errors import EvidenceError
from ..evidence.record import TrialKey
from ..scoring.verdict_facts import Reason
from .plan import ArmKey, Plan
from .reading import ReadTrial, read_trial

RecordFile = tuple[PurePath | str, Mapping[str, Any] | EvidenceError]
_ATTEMPT = re.compile(r"\.attempt[0-9]+$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """Evidence that cannot be used.  *arm* is whose it is, None when the file does not even tell that."""

    arm: ArmKey | None
    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class Gathered:
    """The trials that count, the earlier attempts they replaced, and what was refused, all in fixed order."""

    trials: Mapping[TrialKey, ReadTrial]
    superseded: tuple[ReadTrial, ...]
    refusals: tuple[Refusal, ...]

    def invalid(self, arm: ArmKey) -> tuple[Reason, ...]:
        """Why the evidence on *arm* is invalid; a file of nobody's makes everybody's evidence invalid."""
        return tuple(refusal.reason for refusal in self.refusals if refusal.arm in (None, arm))


def gather(plan: Plan, records: Iterable[RecordFile]) -> Gathered:
    """The trials in *records*, each under its key; of several attempts the highest counts."""
    stems = {key.stem: key for key in plan.trials}
    found: dict[tuple[TrialKey, int], list[ReadTrial]] = {}
    refused: dict[str, Refusal] = {}
    for name, record in records:
        file = storable(PurePath(name).name)
        try:
            trial = _accepted(plan, file, record)
        except EvidenceError as exc:
            key = stems.get(_ATTEMPT.sub("", file.removesuffix(".json")))
            refused[file] = _refusal(exc, None if key is None else ArmKey.of(key))
        else:
            found.setdefault((trial.key, trial.attempt), []).append(trial)
    refusals = [refused[file] for file in sorted(refused)]
    kept: dict[TrialKey, list[ReadTrial]] = {}
    for key, attempt in sorted(found, key=lambda one: (sort_key(one[0]), one[1])):
        kept.setdefault(key, []).append(_only(found[key, attempt], refusals))
    return Gathered(
        trials={key: attempts[-1] for key, attempts in kept.items()},
        superseded=tuple(earlier for attempts in kept.values() for earlier in attempts[:-1]),
        refusals=tuple(refusals),
    )


def sort_key(key: TrialKey) -> tuple[str, str, str, str, int]:
    """The order of everything in a report: job, ticket, candidate, arm, run."""
    return key.job, key.ticket, key.candidate, key.arm, key.run


def record_file(trial: ReadTrial) -> str:
    """The name the file of *trial* has when nobody renamed it."""
    return f"{trial.key.stem}.json" if trial.attempt == 1 else f"{trial.key.stem}.attempt{trial.attempt}.json"


def _only(same: list[ReadTrial], refusals: list[Refusal]) -> ReadTrial:
    ordered = sorted(same, key=lambda trial: (trial.file != record_file(trial), trial.file))
    kept = ordered[0]
    arm = ArmKey.of(kept.key)
    if len(ordered) > 1:
        files = " and ".join(trial.file for trial in ordered)
        text = f"{files} are records of one trial and attempt."
        refusals.append(Refusal(arm=arm, reason=Reason(code="duplicate_record", text=text)))
    elif kept.file != record_file(kept):
        text = f"{kept.file}: holds the record that belongs in {record_file(kept)}."
        refusals.append(Refusal(arm=arm, reason=Reason(code="record_rejected", text=text)))
    return kept


def _refusal(exc: EvidenceError, arm: ArmKey | None) -> Refusal:
    text = f"{storable(str(exc)).rstrip('.')}."
    return Refusal(arm=arm, reason=Reason(code="record_rejected", text=text))


def _accepted(plan: Plan, file: str, record: Mapping[str, Any] | EvidenceError) -> ReadTrial:
    if isinstance(record, EvidenceError):
        raise record
    trial = read_trial(file, record)
    for wrong in _foreign(plan, trial):
        raise EvidenceError("record_rejected", f"{file}: {wrong}")
    return trial


def _foreign(plan: Plan, trial: ReadTrial) -> Iterable[str]:
    if trial.key not in plan.trials:
        yield f"{trial.key.ticket} {trial.key.label} is not in the plan"
        return
    job = plan.jobs[trial.key.job]
    ticket = job.tickets[trial.key.ticket]
    if trial.bound.manifest_sha256 not in {plan.manifest_sha256, *plan.parents}:
        yield "it is bound to another manifest"
    if trial.bound.ticket_sha256 != ticket.sha256:
        yield "it is bound to another version of its ticket"
    if trial.evaluator != plan.evaluator:
        yield "it was graded by another evaluator"
    if trial.permuted != plan.trials[trial.key]:
        yield "its lists were not in the registered order"
    for finding in trial.findings:
        registered = job.level(trial.key.ticket, finding.name)
        if finding.level != registered:
            yield f"check {finding.name} is {finding.level} misconduct, registered is {registered}"
    graded = {finding.name for finding in trial.findings}
    for check in (*ticket.gross, *ticket.serious):
        if check not in graded:
            yield f"check {check} is registered as misconduct and was not graded"
