"""Trials that something other than the candidate ended replay as far as they went."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pytest_bramble.evidence.record import Evidence
from pytest_bramble.exam.loader import load_job, load_ticket
from pytest_bramble.grade import grade
from pytest_bramble.vocabulary import vocabulary
from pytest_bramble.worlds.base import World

from .conftest import replayed, told
from .rehash import Tampering
from .tampered import R01

NOTHING_USED = {
    "calls": 0, "input_tokens": None, "output_tokens": None, "cost_usd": None, "unknown_cost_calls": 0, "cost_source": None
}  # fmt: skip


def regrade(tampering: Tampering) -> None:
    """Grade the record anew, as the session would have."""
    jobs = tampering.folder.parent.parent / "jobs"
    job = load_job(jobs / "resolution", vocabulary)
    ticket = load_ticket(job, jobs / "resolution/tickets/R01.yaml", vocabulary)
    record = tampering.records[f"{R01}.json"]
    record["grades"] = grade(Evidence.from_json(record["evidence"]), ticket).to_json()


def break_off(tampering: Tampering, events: int, calls: int, stop: dict[str, str]) -> dict[str, Any]:
    """Let the trial end with *stop* after so many events and model calls."""
    evidence = tampering.evidence(R01)
    evidence["events"] = evidence["events"][:events]
    evidence["model_calls"] = evidence["model_calls"][:calls]
    evidence["usage"].update(calls=calls, unknown_cost_calls=calls)
    evidence["after"], evidence["ledger"], evidence["stop"] = evidence["before"], [], stop
    regrade(tampering)
    return evidence


def stop(reason: str, by: str = "infrastructure", text: str = "told") -> dict[str, str]:
    return {"reason": reason, "by": by, "text": text}


def test_a_trial_its_provider_ended_replays_to_where_it_ended(tampering, session):
    break_off(tampering, 1, 1, stop("provider_timeout"))
    tampering.write()
    assert replayed(session).code == 0


def test_a_trial_in_which_a_call_of_ours_failed_replays_to_where_it_failed(tampering, session):
    break_off(tampering, 1, 2, stop("harness_error"))
    tampering.write()
    assert replayed(session).code == 0


def test_an_answer_without_an_event_is_explained_by_no_other_end(tampering, session):
    break_off(tampering, 1, 2, stop("provider_timeout"))
    tampering.write()
    assert told(session)[0] == (
        f"trials/{R01}.json: model_calls[1]: 1 call answered, the events hold nothing of it"
    )


def test_an_end_that_was_the_candidate_s_cannot_be_the_provider_s(tampering, session):
    break_off(tampering, 1, 1, stop("provider_timeout", by="candidate"))
    tampering.write()
    assert f'trials/{R01}.json: evidence.stop.by: recorded "candidate", replayed "none"' in told(session)


def test_a_world_that_fails_in_replay_where_it_did_not_is_named(session, monkeypatch):
    honest = World.call

    def failing(self: World, name: str, arguments: Any) -> Any:
        if name == "issue_refund":
            raise KeyError("ledger")
        return honest(self, name, arguments)

    monkeypatch.setattr(World, "call", failing)
    found = told(session)
    assert f'trials/{R01}.json: evidence.stop.reason: recorded "closed", replayed "harness_error"' in found
    assert f"""trials/{R01}.json: evidence.stop.text: recorded "", replayed "KeyError: 'ledger'\"""" in found


@pytest.fixture
def crashed(tampering: Tampering) -> Tampering:
    """The session in which the worker of one trial died."""
    evidence = tampering.evidence(R01)
    for name in ("view", "settings", "before", "after"):
        evidence[name] = {}
    for name in ("events", "ledger", "model_calls"):
        evidence[name] = []
    evidence.update(usage=NOTHING_USED, seconds=0.0, stop=stop("worker_crashed", text="gw0 died"))
    regrade(tampering)
    return tampering


def without_its_end(session) -> None:
    """A worker that dies leaves no end of its trial in the journal."""
    path = session / "journal-main.jsonl"
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    kept = [line for line in lines if not (line["note"] == "end" and line["trial"] == R01)]
    path.write_text("".join(json.dumps(line) + "\n" for line in kept))


def test_a_trial_that_died_with_its_worker_replays(crashed, session):
    without_its_end(session)
    crashed.write()
    assert replayed(session).code == 0


def test_a_trial_that_ended_cannot_have_died_with_its_worker(crashed, session):
    crashed.write()
    (found,) = told(session)
    assert f"a record of {R01} with sha256" in found


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("seconds", 1.0),
        ("events", [{"kind": "heard"}]),
        ("ledger", [{}]),
        ("before", {"orders": {}}),
        ("view", {"a": 1}),
    ],
)
def test_nothing_was_seen_of_a_trial_that_died_with_its_worker(part, value, crashed, session):
    without_its_end(session)
    crashed.evidence(R01)[part] = value
    crashed.write()
    assert any(one.startswith(f"trials/{R01}.json: evidence.{part}") for one in told(session))
