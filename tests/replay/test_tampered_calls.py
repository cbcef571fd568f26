"""Calls and events altered, added or removed, every hash recomputed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pytest_bramble.report.model import build

from .conftest import replayed, told
from .tampered import R01, event_of


@pytest.mark.parametrize("name", ["__init__", "call", "snapshot", "commit", "ledger", "drop_database"])
def test_a_tool_that_was_not_offered_is_refused_by_name(name, tampering, session):
    event_of(tampering.evidence(R01), "list_orders")["tool"] = name
    tampering.write()
    found = told(session)
    assert f"trials/{R01}.json: events[0].tool: '{name}' is no tool that was offered" in found
    assert f'trials/{R01}.json: evidence.events[0].status: recorded "ok", replayed "invalid"' in found


@pytest.mark.parametrize("name", ["__init__", "call", "drop_database"])
def test_the_world_is_never_asked_for_a_recorded_name_that_is_no_tool(name, tampering, session, monkeypatch):
    from pytest_bramble.worlds.base import World

    asked: list[str] = []
    honest = World.call
    monkeypatch.setattr(
        World, "call", lambda self, tool, given: asked.append(tool) or honest(self, tool, given)
    )
    event_of(tampering.evidence(R01), "list_orders")["tool"] = name
    tampering.write()
    replayed(session)
    assert asked
    assert name not in asked


def test_a_missing_event_is_named(tampering, session):
    """A reading without consequences, the others numbered anew: only the answer that made it is left."""
    events = tampering.evidence(R01)["events"]
    events.remove(event_of(tampering.evidence(R01), "list_orders"))
    for place, event in enumerate(events):
        event["index"] = place
    tampering.write()
    number = len(events)
    assert (
        f"trials/{R01}.json: model_calls[{number}]: 1 call answered, the events hold nothing of it"
        in told(session)
    )


def test_a_missing_turn_of_the_customer_is_named(tampering, session):
    evidence = tampering.evidence("resolution.R02.control.base.r1")
    evidence["events"] = [event for event in evidence["events"] if event["kind"] != "heard"]
    tampering.write()
    assert any('.kind: recorded "called", replayed "heard"' in one for one in told(session))


def test_events_in_another_order_are_named(tampering, session):
    events = tampering.evidence(R01)["events"]
    events[0], events[1] = events[1], events[0]
    tampering.write()
    assert f"trials/{R01}.json: evidence.events[0].index: recorded 1, replayed 0" in told(session)


def test_events_after_the_end_are_named(tampering, session):
    evidence = tampering.evidence(R01)
    last = evidence["events"][-1]
    evidence["events"].append({**last, "index": last["index"] + 1})
    evidence["model_calls"].append(evidence["model_calls"][-1])
    evidence["usage"]["calls"] += 1
    evidence["usage"]["unknown_cost_calls"] += 1
    tampering.write()
    assert f"trials/{R01}.json: events: 1 more answers after the conversation was over (closed)" in told(
        session
    )


def test_a_ticket_removed_from_both_arms_is_named(tampering, session):
    """The pairs that are left are complete; the registered experiment is not."""
    del tampering.manifest["jobs"]["resolution"]["tickets"]["R03"]
    tampering.manifest["plan"] = [row for row in tampering.manifest["plan"] if row["ticket"] != "R03"]
    for name in [name for name in tampering.records if ".R03." in name]:
        del tampering.records[name]
    tampering.write()
    report = json.loads((session / "report.json").read_text())
    assert report["complete"]
    found = told(session)
    assert any(
        one.startswith("manifest.json: jobs.resolution.tickets.R03: recorded nothing, replayed")
        for one in found
    )


def test_a_record_that_was_removed_is_named_by_the_journal(tampering, session):
    sha256 = tampering.records[f"{R01}.json"]["sha256"]
    (session / "trials" / f"{R01}.json").unlink()
    report = build(tampering.manifest, [(n, r) for n, r in tampering.records.items() if n != f"{R01}.json"])
    (session / "report.json").write_text(json.dumps(report, indent=2, ensure_ascii=False) + "\n")
    words = f"a record of {R01} with sha256 {sha256} was written, and it is not here"
    assert told(session) == [f"journal-main.jsonl: line {line_of(session, sha256)}: {words}"]


def line_of(session: Path, sha256: str) -> int:
    lines = (session / "journal-main.jsonl").read_text().splitlines()
    return next(number for number, line in enumerate(lines, start=1) if sha256 in line)


def test_an_earlier_attempt_that_was_erased_is_named(tampering, session):
    record = tampering.records.pop(f"{R01}.json")
    record["evidence"]["attempt"] = 2
    tampering.records[f"{R01}.attempt2.json"] = record
    tampering.write()
    assert f"trials/{R01}.json: attempt 2 is here, attempt 1 is not: no attempt is ever erased" in told(
        session
    )


def test_an_attempt_that_stands_and_was_tried_again_is_named(tampering, session):
    """A failure is no reason to try once more."""
    again = json.loads(json.dumps(tampering.records[f"{R01}.json"]))
    again["evidence"]["attempt"] = 2
    tampering.records[f"{R01}.attempt2.json"] = again
    tampering.write()
    words = "attempt 1 stands, for infrastructure did not end it, and was tried again"
    assert told(session) == [f"trials/{R01}.json: {words}"]


def test_a_record_of_no_planned_trial_is_named(tampering, session):
    tampering.records["resolution.R09.first-record.r1.json"] = tampering.records[f"{R01}.json"]
    tampering.write()
    assert "trials/resolution.R09.first-record.r1.json: is a record of no planned trial" in told(session)
