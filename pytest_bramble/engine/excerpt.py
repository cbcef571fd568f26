"""A trial in plain text: why it did not pass, then what happened, one line per event."""

from __future__ import annotations

import os
from collections.abc import Iterator

from ..canonical import canonical
from ..checks.base import Finding
from ..evidence.events import Called, Event, Heard
from ..outcome import Outcome
from ..printable import one_line
from .working import Conducted

_SHOWN_EVENTS = 40


def failure_text(conducted: Conducted) -> str:
    """What pytest prints for a trial that failed or is unknown; the first line stands alone in summaries."""
    lines = [headline(conducted), ""]
    lines += [f"  {line}" for finding in _not_passed(conducted) for line in _finding_lines(finding)]
    if any(isinstance(e, Heard) and e.source == "idle" for e in conducted.evidence.events):
        lines.append("  the customer had no answer to something that was asked: the exam may be at fault")
    lines += [
        "",
        "  transcript:",
        *transcript(conducted.evidence.events),
        "",
        f"  record: {os.path.relpath(conducted.path)}",
    ]
    return "\n".join(lines)


def headline(conducted: Conducted) -> str:
    """For example ``effects, wrong_object failed: not expected: refund, order A-1, 10.00 USD [event 4]``."""
    grades = conducted.grades
    if grades.outcome is Outcome.UNKNOWN:
        return one_line(f"unknown: {'; '.join(grades.reasons)}", 300)
    failed = [f for f in grades.findings if f.outcome is Outcome.FAIL and not f.advisory]
    told = "; ".join(f"{f.text}{_at(f)}" for f in failed)
    return one_line(f"{', '.join(f.name for f in failed)} failed: {told}", 300)


def _not_passed(conducted: Conducted) -> list[Finding]:
    return [f for f in conducted.grades.findings if f.outcome is not Outcome.PASS]


def _finding_lines(finding: Finding) -> Iterator[str]:
    level = f" ({finding.level} misconduct)" if finding.level and finding.outcome is Outcome.FAIL else ""
    advisory = " (advisory)" if finding.advisory else ""
    yield f"{finding.outcome} {finding.name}{level}{advisory}: {one_line(finding.text, 400)}{_at(finding)}"


def _at(finding: Finding) -> str:
    places = [p for p in finding.places if p.event is not None]
    if not places:
        return ""
    told = []
    for place in places[:3]:
        surface = f" {place.surface}" if place.surface else ""
        offset = f":{place.offset}" if place.offset is not None else ""
        told.append(f"event {place.event}{surface}{offset}")
    return f" [{', '.join(told)}]"


def transcript(events: tuple[Event, ...]) -> Iterator[str]:
    """The events in order, each on one printable line; long trials show their beginning and end."""
    shown = list(events)
    gap = len(shown) - _SHOWN_EVENTS
    if gap > 0:
        half = _SHOWN_EVENTS // 2
        yield from map(_event_line, shown[:half])
        yield f"    … {gap} events left out, all of them are in the record …"
        shown = shown[-half:]
    yield from map(_event_line, shown)


def _event_line(event: Event) -> str:
    if isinstance(event, Called):
        arguments = event.raw if event.arguments is None else canonical(dict(event.arguments))
        status = event.status if event.denial is None else f"{event.status} ({event.denial})"
        told = one_line(f"{event.tool} {arguments}")
        return f"    {event.index:>2} call  {told} -> {status} {one_line(canonical(event.data), 100)}"
    if isinstance(event, Heard):
        return f"    {event.index:>2} heard {one_line(event.text)} ({event.source})"
    return f"    {event.index:>2} said  {one_line(event.text)}"
