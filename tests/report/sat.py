"""Sessions in which some trials fail: records for tests that are about many trials at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pytest_bramble.evidence.record import TrialKey
from pytest_bramble.report.model import build

from .fake_session import PROVIDER_DOWN, Session, candidate, finding, ticket

Spoils = Callable[[TrialKey], bool]
AUDITED = {"ok": True, "seal": "s" * 64, "evaluator": "e" * 64}


def exam(number: int = 34, runs: int = 3, **changes: Any) -> dict[str, dict[str, Any]]:
    """So many tickets of as many customers."""
    names = [f"T{n:02}" for n in range(1, number + 1)]
    return {name: ticket(name, runs=runs, sealed_runs=runs, **changes) for name in names}


def nobody(_: TrialKey) -> bool:
    """No trial is spoilt."""
    return False


def of_arm(*patterns: str) -> Spoils:
    """The trials named ``candidate T01 r2``; a part that is left out stands for all of its kind."""

    def spoils(key: TrialKey) -> bool:
        words = {key.arm, key.candidate, key.ticket, f"r{key.run}"}
        return any(set(pattern.split()) <= words for pattern in patterns)

    return spoils


def records(
    session: Session, fails: Spoils = nobody, down: Spoils = nobody, absent: Spoils = nobody
) -> list[tuple[str, dict[str, Any]]]:
    """A record of every planned trial that is not *absent*: failed, interrupted, or else passed."""
    manifest = session.manifest["sha256"]
    found = []
    for key in session.keys:
        if absent(key):
            continue
        graded, changes = _graded(session, key, "fail" if fails(key) else "pass"), {}
        if down(key):
            graded, changes = _graded(session, key, "unknown"), {"stop": PROVIDER_DOWN}
        found.append((f"{key.stem}.json", session.record(key, *graded, manifest_sha256=manifest, **changes)))
    return found


def _graded(session: Session, key: TrialKey, outcome: str) -> list[dict[str, Any]]:
    text = {"fail": "missing: refund", "unknown": "interrupted"}.get(outcome, "")
    entry = session.tickets[key.ticket]
    levels = {**dict.fromkeys(entry["gross"], "gross"), **dict.fromkeys(entry["serious"], "serious")}
    return [
        finding("effects", outcome, text),
        *(finding(name, level=level) for name, level in levels.items()),
    ]


def report(session: Session, **spoilt: Spoils) -> dict[str, Any]:
    """The report on *session* with some trials spoilt."""
    return build(session.manifest, records(session, **spoilt))


def paired(tickets: Mapping[str, Any], **changes: Any) -> Session:
    """A session of gemini against gpt as its baseline."""
    return Session(
        tickets=tickets,
        candidates={"gemini": candidate(), "gpt": candidate()},
        arms=[("gemini", "candidate"), ("gpt", "baseline")],
        **changes,
    )
