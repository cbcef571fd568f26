"""A record, read for the report: every field checked, because the file may come from anywhere."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from ..canonical import storable
from ..checks.base import Finding, Place
from ..checks.counts import Counts
from ..errors import EvidenceError
from ..evidence.record import Binding, Evidence, Stop, TrialKey, UsageTotal
from ..outcome import Outcome, kleene_and
from . import shape
from .shape import ShapeError, member, table

STOPPED_BY = ("end", "candidate", "infrastructure")
LEVELS = (None, "gross", "serious")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadTrial:
    """One trial as its record tells it, in the file *file*.

    *known_usd* is the sum of the calls' costs that are known, whatever the others'.  *latencies* has one entry per
    model call, in seconds, None where it was not reported; *answered* names the models that answered.
    """

    key: TrialKey
    permuted: bool
    attempt: int
    file: str
    sha256: str
    contract: Outcome
    joint: Outcome | None
    outcome: Outcome
    completed: bool
    findings: tuple[Finding, ...]
    reasons: tuple[str, ...]
    counts: Counts
    evaluator: str
    usage: UsageTotal
    known_usd: float
    latencies: tuple[float | None, ...]
    answered: tuple[str, ...]
    stop: Stop
    bound: Binding

    @property
    def error(self) -> bool:
        """True for an unknown that infrastructure caused (R8)."""
        return self.outcome is Outcome.UNKNOWN and self.stop.by == "infrastructure"

    @property
    def misconduct(self) -> tuple[Finding, ...]:
        """The failed checks that are registered as misconduct."""
        return tuple(f for f in self.findings if f.level is not None and f.outcome is Outcome.FAIL)

    @property
    def exam_may_be_at_fault(self) -> bool:
        """True for a failed trial in which the customer had no answer to something that was asked."""
        return self.outcome is Outcome.FAIL and self.counts.unanswered_questions > 0


def read_trial(file: str, record: Mapping[str, Any]) -> ReadTrial:
    """The trial recorded in *record*.  Raises EvidenceError (record_rejected) naming *file*."""
    try:
        return _read(file, record)
    except (ValueError, EvidenceError, RecursionError) as exc:
        raise EvidenceError("record_rejected", f"{file}: {exc}") from None


def _read(file: str, record: Mapping[str, Any]) -> ReadTrial:
    evidence = Evidence.from_json(table(member(record, "evidence", "record"), "evidence"))
    grades = table(member(record, "grades", "record"), "grades")
    table(evidence.view, "view")
    for event in evidence.events:
        shape.whole(event.index, "events.index")
    trial = ReadTrial(
        key=_key(evidence.key),
        permuted=shape.truth(evidence.permuted, "permuted"),
        attempt=shape.whole(evidence.attempt, "attempt", least=1),
        file=file,
        sha256=shape.text(member(record, "sha256", "record"), "sha256"),
        contract=_outcome(member(grades, "contract", "grades"), "contract"),
        joint=None if grades.get("joint") is None else _outcome(grades["joint"], "joint"),
        outcome=_outcome(member(grades, "outcome", "grades"), "outcome"),
        completed=shape.truth(member(grades, "completed", "grades"), "completed"),
        findings=tuple(_finding(f) for f in shape.rows(member(grades, "findings", "grades"), "findings")),
        reasons=tuple(storable(shape.texts(member(grades, "reasons", "grades"), "reasons"))),
        counts=_counts(table(member(grades, "counts", "grades"), "counts")),
        evaluator=shape.text(member(grades, "evaluator", "grades"), "evaluator"),
        usage=_usage(evidence.usage),
        known_usd=_known_usd(evidence),
        latencies=tuple(_latency(call) for call in evidence.model_calls),
        answered=tuple(sorted(_answered(evidence.model_calls))),
        stop=_stop(evidence.stop),
        bound=_bound(evidence.bound),
    )
    _refuse_contradictions(trial)
    return trial


def _refuse_contradictions(trial: ReadTrial) -> None:
    gating = [finding.outcome for finding in trial.findings if not finding.advisory]
    if not gating:
        raise ShapeError("no gating check was graded")
    if kleene_and(gating) is not trial.contract:
        raise ShapeError(f"contract is {trial.contract}, its checks say {kleene_and(gating)}")
    if trial.joint is Outcome.PASS and trial.contract is not Outcome.PASS:
        raise ShapeError(f"joint passed although the contract is {trial.contract}")
    if trial.misconduct and trial.outcome is Outcome.PASS:
        raise ShapeError("the outcome is pass although there was misconduct")


def _key(key: TrialKey) -> TrialKey:
    for name in ("job", "ticket", "candidate", "arm"):
        shape.text(getattr(key, name), name)
    shape.whole(key.run, "run", least=1)
    return key


def _outcome(value: Any, where: str) -> Outcome:
    if value not in tuple(Outcome):
        raise ShapeError(f"{where}: must be pass, fail or unknown, not {value!r}")
    return Outcome(value)


def _finding(value: Any) -> Finding:
    entry = table(value, "findings")
    level = shape.text_or_none(entry.get("level"), "findings.level")
    if level not in LEVELS:
        raise ShapeError(f"findings.level: must be gross, serious or null, not {level!r}")
    return Finding(
        name=storable(shape.text(member(entry, "check", "findings"), "findings.check")),
        family=storable(shape.text(member(entry, "family", "findings"), "findings.family")),
        outcome=_outcome(member(entry, "outcome", "findings"), "findings.outcome"),
        advisory=shape.truth(member(entry, "advisory", "findings"), "findings.advisory"),
        level=level,
        text=storable(shape.text(member(entry, "text", "findings"), "findings.text")),
        places=tuple(_place(p) for p in shape.rows(member(entry, "places", "findings"), "findings.places")),
    )


def _place(value: Any) -> Place:
    entry = table(value, "places")
    return Place(
        event=shape.whole_or_none(entry.get("event"), "places.event"),
        surface=storable(shape.text_or_none(entry.get("surface"), "places.surface")),
        offset=shape.whole_or_none(entry.get("offset"), "places.offset"),
    )


def _counts(value: Mapping[str, Any]) -> Counts:
    names = [field.name for field in fields(Counts)]
    return Counts(**{name: shape.whole(member(value, name, "counts"), f"counts.{name}") for name in names})


def _usage(usage: UsageTotal) -> UsageTotal:
    return UsageTotal(
        calls=shape.whole(usage.calls, "usage.calls"),
        input_tokens=shape.whole_or_none(usage.input_tokens, "usage.input_tokens"),
        output_tokens=shape.whole_or_none(usage.output_tokens, "usage.output_tokens"),
        cost_usd=shape.amount_or_none(usage.cost_usd, "usage.cost_usd"),
        unknown_cost_calls=shape.whole(usage.unknown_cost_calls, "usage.unknown_cost_calls"),
        cost_source=storable(shape.text_or_none(usage.cost_source, "usage.cost_source")),
    )


def _known_usd(evidence: Evidence) -> float:
    total = _usage(evidence.usage).cost_usd
    return math.fsum(_cost(call) or 0.0 for call in evidence.model_calls) if total is None else total


def _cost(call: Any) -> float | None:
    usage = table(table(call, "model_calls").get("usage") or {}, "model_calls.usage")
    return shape.amount_or_none(usage.get("cost_usd"), "model_calls.usage.cost_usd")


def _latency(call: Any) -> float | None:
    return shape.amount_or_none(table(call, "model_calls").get("latency_s"), "model_calls.latency_s")


def _answered(calls: tuple[Mapping[str, Any], ...]) -> set[str]:
    names = (shape.text_or_none(call.get("answered_model"), "model_calls.answered_model") for call in calls)
    return {storable(name) for name in names if name is not None}


def _stop(stop: Stop) -> Stop:
    for name in ("reason", "by", "text"):
        shape.text(getattr(stop, name), f"stop.{name}")
    if stop.by not in STOPPED_BY:
        raise ShapeError(f"stop.by: must be end, candidate or infrastructure, not {stop.by!r}")
    return stop


def _bound(bound: Binding) -> Binding:
    shape.text(bound.manifest_sha256, "bound.manifest_sha256")
    shape.text(bound.ticket_sha256, "bound.ticket_sha256")
    return bound
