"""A record: everything retained of one trial, hashed, never rewritten."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..canonical import canonical, sha256_text
from ..errors import EvidenceError
from .events import Event, event_from_json

SCHEMA = "bramble/record-1"


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialKey:
    """Which trial: job, ticket, candidate, arm (``candidate`` or ``baseline``) and run."""

    job: str
    ticket: str
    candidate: str
    arm: str
    run: int

    @property
    def label(self) -> str:
        """The name of the pytest item: ``gemini-r2``, for the baseline ``gemini-base-r2``."""
        base = "-base" if self.arm == "baseline" else ""
        return f"{self.candidate}{base}-r{self.run}"

    @property
    def permuted(self) -> bool:
        """True when the lists of the world come in reverse: on even runs."""
        return self.run % 2 == 0

    @property
    def stem(self) -> str:
        """The record's file name without attempt and suffix."""
        base = ".base" if self.arm == "baseline" else ""
        return f"{self.job}.{self.ticket}.{self.candidate}{base}.r{self.run}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """Why the trial ended.

    *by* is ``end`` (closed, or the customer left), ``candidate`` (a cap it hit) or ``infrastructure``.
    """

    reason: str
    by: str
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class UsageTotal:
    """What a trial's model calls consumed together; a total with an unreported part is None (R7)."""

    calls: int
    input_tokens: int | None
    output_tokens: int | None
    cost_usd: float | None
    unknown_cost_calls: int
    cost_source: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Binding:
    """What a record is bound to: manifest, ticket file and seal, by hash."""

    manifest_sha256: str
    ticket_sha256: str
    seal_sha256: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What was observed, before anybody graded it.

    *before*, *after*: the state of every object.  *ledger*: every effect in order, flat form.  *model_calls*:
    requests, responses and usage as JSON.  *seconds*: wall time of the trial without our own waits.
    """

    key: TrialKey
    permuted: bool
    attempt: int
    view: Mapping[str, Any]
    settings: Mapping[str, Any]
    events: tuple[Event, ...]
    before: Mapping[str, Any]
    after: Mapping[str, Any]
    ledger: tuple[Mapping[str, Any], ...]
    model_calls: tuple[Mapping[str, Any], ...]
    usage: UsageTotal
    stop: Stop
    bound: Binding
    started: str
    seconds: float

    @property
    def interrupted(self) -> bool:
        """True when something other than the candidate ended the trial."""
        return self.stop.by == "infrastructure"

    def to_json(self) -> dict[str, Any]:
        """The evidence as stored."""
        return {
            **{name: getattr(self.key, name) for name in TrialKey.__slots__},
            **{name: getattr(self, name) for name in ("permuted", "attempt", "view", "settings")},
            "events": [event.to_json() for event in self.events],
            **{name: getattr(self, name) for name in ("before", "after", "started", "seconds")},
            "ledger": list(self.ledger),
            "model_calls": list(self.model_calls),
            **{
                part: {name: getattr(getattr(self, part), name) for name in getattr(self, part).__slots__}
                for part in ("usage", "stop", "bound")
            },
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Evidence:
        """The evidence stored as *value*.  Raises EvidenceError (record_rejected) when it is not one."""
        try:
            plain = dict(value)
            key = TrialKey(**{name: plain.pop(name) for name in TrialKey.__slots__})
            return cls(
                key=key,
                events=tuple(event_from_json(e) for e in plain.pop("events")),
                ledger=tuple(plain.pop("ledger")),
                model_calls=tuple(plain.pop("model_calls")),
                usage=UsageTotal(**plain.pop("usage")),
                stop=Stop(**plain.pop("stop")),
                bound=Binding(**plain.pop("bound")),
                **plain,
            )
        except (AttributeError, KeyError, TypeError, ValueError) as exc:
            raise EvidenceError("record_rejected", f"not the evidence of a trial: {exc}") from None


@dataclass(frozen=True, slots=True, kw_only=True)
class SealedRecord:
    """A record as it is stored: its canonical *text*, and the hash that stands in it."""

    text: str
    sha256: str


def seal_record(evidence: Mapping[str, Any], grades: Mapping[str, Any]) -> SealedRecord:
    """The record of *evidence* and *grades* with both hashes, serialised once."""
    return seal_texts(canonical(evidence), canonical(grades))


def seal_texts(evidence: str, grades: str) -> SealedRecord:
    """The record of *evidence* and *grades*, which are canonical JSON."""
    body = _Body.of(evidence, grades)
    return SealedRecord(text=f'{body.text[:-1]},"sha256":"{body.sha256}"}}\n', sha256=body.sha256)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Body:
    """The canonical JSON of a record without its own hash; keys in order, so it can be put together."""

    text: str
    sha256: str
    evidence_sha256: str

    @classmethod
    def of(cls, evidence: str, grades: str) -> _Body:
        inner = sha256_text(evidence)
        text = f'{{"evidence":{evidence},"evidence_sha256":"{inner}","grades":{grades},"schema":"{SCHEMA}"}}'
        return cls(text=text, sha256=sha256_text(text), evidence_sha256=inner)


def check_hashes(record: Mapping[str, Any], where: str) -> None:
    """Raise EvidenceError (record_rejected) unless *record* has the form of one and both its hashes hold."""
    if record.get("schema") != SCHEMA:
        raise EvidenceError("record_rejected", f"{where}: schema is {record.get('schema')!r}, not {SCHEMA!r}")
    if set(record) != {"evidence", "evidence_sha256", "grades", "schema", "sha256"}:
        raise EvidenceError(
            "record_rejected", f"{where}: not the keys of a record: {', '.join(sorted(record))}"
        )
    body = _Body.of(canonical(record["evidence"]), canonical(record["grades"]))
    if record["evidence_sha256"] != body.evidence_sha256:
        raise EvidenceError("record_rejected", f"{where}: the evidence does not match its evidence_sha256")
    if record["sha256"] != body.sha256:
        raise EvidenceError("record_rejected", f"{where}: the record does not match its sha256")
