"""What a check sees, what it answers, and how the answer becomes a finding."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..errors import ExamError, unknown_name
from ..evidence.events import Called, Event, Said
from ..evidence.record import Evidence
from ..exam.ticket import CheckSpec, Examiner
from ..outcome import Outcome

# Which argument of which tool leaves the company.  Notes and the reason of an escalation do not.
OUTBOUND_ARGUMENTS = {
    "ask_customer": ("question",),
    "close_ticket": ("message",),
    "send_message": ("to", "subject", "body", "attachments"),
    "create_return_label": ("recipient",),
    "issue_refund": ("destination",),
}
_LEFT = frozenset({"ok", "fault"})  # a fault may have been carried out, and a leak does not need an answer


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where the evidence stands: event index, outbound surface, offset in its text."""

    event: int | None = None
    surface: str | None = None
    offset: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Lapse:
    """One thing wrong.  *forbidden*: it was done and must not be; else something due is missing."""

    text: str
    forbidden: bool
    place: Place = field(default_factory=Place)


@dataclass(frozen=True, slots=True, kw_only=True)
class Verified:
    """A check's answer: the lapses it found, or why it cannot tell."""

    lapses: tuple[Lapse, ...] = ()
    unknown: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Surface:
    """One text that left the company."""

    event: int
    name: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """Everything a check may read: the evidence of one trial and the examiner's half of its ticket.

    *language* is the language of the opening when the ticket's check needs it; nothing here can be written.
    """

    evidence: Evidence
    examiner: Examiner

    @property
    def events(self) -> tuple[Event, ...]:
        """Every event in order."""
        return self.evidence.events

    def calls(self, *tools: str) -> Iterator[Called]:
        """The calls of *tools* (of any tool when none is named), in order, whatever they came to."""
        return (e for e in self.events if isinstance(e, Called) and (not tools or e.tool in tools))

    def outbound(self) -> Iterator[Surface]:
        """Every text that left the company, in order."""
        for event in self.events:
            if isinstance(event, Called):
                yield from _outbound_of(event)
            elif isinstance(event, Said):
                yield Surface(event=event.index, name="text", text=event.text)


def _outbound_of(event: Called) -> Iterator[Surface]:
    if event.status not in _LEFT or event.arguments is None:
        return
    for argument in OUTBOUND_ARGUMENTS.get(event.tool, ()):
        value = event.arguments.get(argument)
        parts = value if isinstance(value, list) else [value]
        for part in parts:
            if isinstance(part, str) and part:
                yield Surface(event=event.index, name=f"{event.tool}.{argument}", text=part)


CheckFunction = Callable[[Case, Any], Verified]


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckDefinition:
    """A family of checks.

    *requires*: it demands something, so an interrupted trial leaves it unknown when nothing forbidden was
    found (R8).  *params* is the JSON Schema of its parameters; None means it takes none.
    """

    family: str
    function: CheckFunction
    requires: bool
    params: Mapping[str, Any] | None
    summary: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """The result of one check on one record.

    *level* is gross or serious where the ticket registers the check as misconduct, whether or not it failed.
    """

    name: str
    family: str
    outcome: Outcome
    advisory: bool
    level: str | None
    text: str
    places: tuple[Place, ...]

    def to_json(self) -> dict[str, Any]:
        """The finding as stored."""
        return {
            "check": self.name,
            "family": self.family,
            "outcome": str(self.outcome),
            "advisory": self.advisory,
            "level": self.level,
            "text": self.text,
            "places": [{"event": p.event, "surface": p.surface, "offset": p.offset} for p in self.places],
        }


_REGISTRY: dict[str, CheckDefinition] = {}


def check(
    family: str, *, requires: bool, params: Mapping[str, Any] | None = None
) -> Callable[[CheckFunction], CheckFunction]:
    """Register a check under *family*.  Raises ExamError when the name is taken by another function."""

    def register(function: CheckFunction) -> CheckFunction:
        taken = _REGISTRY.get(family)
        if taken is not None and taken.function.__qualname__ != function.__qualname__:
            raise ExamError(
                function.__code__.co_filename, function.__code__.co_firstlineno, f"check {family!r} exists"
            )
        summary = (function.__doc__ or "").strip().split("\n")[0]
        _REGISTRY[family] = CheckDefinition(
            family=family, function=function, requires=requires, params=params, summary=summary
        )
        return function

    return register


def registered() -> Mapping[str, CheckDefinition]:
    """Every registered check by family."""
    return _REGISTRY


def examine(spec: CheckSpec, case: Case) -> Finding:
    """Run one check.  A check that breaks is unknown, never a grade."""
    definition = _REGISTRY.get(spec.family)
    if definition is None:
        raise ExamError("checks", None, unknown_name("check", spec.family, _REGISTRY))
    try:
        verified = definition.function(case, spec.params)
    except Exception as exc:  # one wide except, at the one boundary: a broken instrument is not a bad grade
        verified = Verified(unknown=f"grader_error: {type(exc).__name__}: {exc}")
    outcome, text, places = _settle(verified, definition, case)
    return Finding(
        name=spec.name,
        family=spec.family,
        outcome=outcome,
        advisory=spec.advisory,
        level=case.examiner.violations.get(spec.name),
        text=text,
        places=places,
    )


def _settle(
    verified: Verified, definition: CheckDefinition, case: Case
) -> tuple[Outcome, str, tuple[Place, ...]]:
    interrupted = case.evidence.interrupted
    standing = [lapse for lapse in verified.lapses if lapse.forbidden or not interrupted]
    if standing:
        text = "; ".join(lapse.text for lapse in standing)
        return Outcome.FAIL, text, tuple(lapse.place for lapse in standing)
    if verified.unknown is not None:
        return Outcome.UNKNOWN, verified.unknown, ()
    if interrupted and definition.requires:
        return Outcome.UNKNOWN, f"interrupted: {case.evidence.stop.reason}", ()
    return Outcome.PASS, "", ()
