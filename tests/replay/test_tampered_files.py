"""Types, bytes and reports that are not what a session writes."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pytest_bramble.cli import main

from .conftest import told
from .tampered import R01, make_pass


@pytest.mark.parametrize(
    ("place", "words"),
    [
        (("run",), "evidence.run: recorded true, replayed 1"),
        (("attempt",), "evidence.attempt: recorded true, replayed 1"),
        (("events", 1, "index"), "evidence.events[1].index: recorded true, replayed 1"),
        (("usage", "calls"), "evidence.usage.calls: recorded true, replayed 7"),
        (
            ("model_calls", 0, "tool_calls"),
            "model_calls[0].tool_calls: must be a whole number from 0, not True",
        ),
    ],
)
def test_a_boolean_where_a_whole_number_is_due_is_named(place, words, tampering, session):
    *outer, last = place
    target: Any = tampering.evidence(R01)
    for key in outer:
        target = target[key]
    target[last] = True
    tampering.write()
    assert f"trials/{R01}.json: {words}" in told(session)


@pytest.mark.parametrize(
    ("part", "words"),
    [
        ("run", "manifest.json: cannot be read: plan.run: must be a whole number from 1, not True"),
        ("permuted", "manifest.json: cannot be read: plan.permuted: must be true or false, not 0"),
    ],
)
def test_a_boolean_and_a_number_are_not_exchanged_in_the_plan(part, words, tampering, session):
    tampering.manifest["plan"][0][part] = True if part == "run" else 0
    tampering.write()
    assert told(session) == [words]


def test_an_integer_where_a_truth_is_due_is_named(tampering, session):
    tampering.evidence(R01)["events"][0]["writes"] = 0
    tampering.write()
    assert f"trials/{R01}.json: evidence.events[0].writes: recorded 0, replayed false" in told(session)


def test_a_record_that_was_altered_without_its_hashes_is_named(session):
    path = session / "trials" / f"{R01}.json"
    path.write_text(path.read_text().replace('"outcome":"fail"', '"outcome":"pass"', 1))
    assert f"trials/{R01}.json: the record does not match its sha256" in told(session)


def test_a_record_of_half_its_length_is_named(session):
    path = session / "trials" / f"{R01}.json"
    path.write_text(path.read_text()[:400])
    assert any(one.startswith(f"trials/{R01}.json: cannot be read: ") for one in told(session))


def test_a_key_that_stands_twice_is_named(session):
    path = session / "manifest.json"
    path.write_text(
        path.read_text().replace('{\n  "schema"', '{\n  "population": "all customers",\n  "schema"', 1)
    )
    assert told(session) == ["manifest.json: the same values, but not the bytes that a session writes"]


def test_a_record_in_another_form_is_named(session):
    path = session / "trials" / f"{R01}.json"
    path.write_text(json.dumps(json.loads(path.read_text()), indent=1))
    assert told(session) == [f"trials/{R01}.json: the same values, but not the bytes that a session writes"]


def test_a_manifest_that_fails_its_own_hash_is_named(tampering, session):
    path = session / "manifest.json"
    path.write_text(path.read_text().replace(tampering.manifest["created"], "2020-01-01T00:00:00+00:00"))
    assert "manifest.json: does not match its own sha256" in told(session)


def test_a_report_that_is_not_its_records_is_named(tampering, session):
    tampering.write(lambda report: report["results"][1].update(score=99.0))
    assert len(told(session)) == 1
    assert told(session)[0].startswith("report.json: results[1].score: recorded 99.0, replayed 33.")


def test_a_latency_in_the_report_that_no_call_took_is_named(tampering, session):
    tampering.write(lambda report: report["results"][1]["latency"].update(median_s=0.25))
    assert told(session) == ["report.json: results[1].latency.median_s: recorded 0.25, replayed null"]


def test_a_cost_in_the_report_that_no_call_cost_is_named(tampering, session):
    tampering.write(lambda report: report["results"][1]["usage"]["agent"].update(cost_usd=1.28))
    assert told(session) == ["report.json: results[1].usage.agent.cost_usd: recorded 1.28, replayed null"]


def test_replay_exits_with_one_and_prints_each_contradiction(tampering, session, capsys, monkeypatch):
    make_pass(tampering.grades(R01))
    tampering.write()
    monkeypatch.chdir(session.parent.parent)
    assert main(["replay", "last"]) == 1
    printed = capsys.readouterr().out
    assert f'contradiction: trials/{R01}.json: grades.contract: recorded "pass", replayed "fail"\n' in printed
    assert f"CONTRADICTED: session {session.name}, " in printed
