"""Outcomes, effects and states that the recorded calls do not lead to, every hash recomputed."""

from __future__ import annotations

import json

from pytest_bramble.evidence.record import Evidence
from pytest_bramble.evidence.store import SessionFolder
from pytest_bramble.exam.loader import load_job, load_ticket
from pytest_bramble.grade import grade
from pytest_bramble.replay.session import replay
from pytest_bramble.vocabulary import vocabulary

from .conftest import told
from .tampered import ANOTHER, R01, event_of, make_pass


def test_rehashing_an_honest_session_changes_nothing_that_replay_sees(tampering, session):
    """Else the tests below might pass for a fault of the tool."""
    tampering.write()
    assert told(session) == []
    assert json.loads((session / "report.json").read_text())["refused"] == []


def test_a_passed_finding_against_the_ledger_is_named(tampering, session):
    make_pass(tampering.grades(R01))
    tampering.write()
    found = told(session)
    where = f"trials/{R01}.json: grades.findings.wrong_object"
    assert f'{where}.outcome: recorded "pass", replayed "fail"' in found
    assert any(one.startswith(f'trials/{R01}.json: grades.contract: recorded "pass"') for one in found)
    assert any(
        one.startswith("report.json: results[1].contract_passed: recorded 3, replayed 2") for one in found
    )


def test_a_refund_told_by_the_trace_that_the_ledger_does_not_hold_is_named(tampering, session):
    """The trace says it was refunded, the ledger that it was not."""
    evidence = tampering.evidence(R01)
    evidence["ledger"], evidence["after"] = [], evidence["before"]
    tampering.write()
    assert any(
        one.startswith(
            f'trials/{R01}.json: evidence.ledger[0]: recorded nothing, replayed {{"amount":"64.00 USD"'
        )
        for one in told(session)
    )


def test_an_effect_that_no_call_made_is_named(tampering, session):
    evidence = tampering.evidence(R01)
    effect = {"amount": "189.00 EUR", "destination": "original", "kind": "refund", "order": "A-72"}
    evidence["ledger"] = [effect]
    event_of(evidence, "issue_refund")["effects"] = [effect]
    tampering.write()
    found = told(session)
    assert f'trials/{R01}.json: evidence.ledger[0].order: recorded "A-72", replayed "A-71"' in found
    assert any(".effects[0].order: recorded" in one for one in found)


def test_a_changed_foreign_ledger_is_named(tampering, session):
    evidence = tampering.evidence(R01)
    evidence["after"]["orders"]["A-90"]["status"] = "refunded"
    tampering.write()
    assert any(
        one.startswith(f"trials/{R01}.json: evidence.after.orders.A-90.status: recorded")
        for one in told(session)
    )


def test_a_state_that_was_changed_before_and_after_is_named(tampering, session):
    evidence = tampering.evidence(R01)
    for moment in ("before", "after"):
        evidence[moment]["orders"]["A-90"]["customer"] = "C-1"
    tampering.write()
    found = told(session)
    assert any("evidence.before.orders.A-90.customer: recorded" in one for one in found)
    assert any("evidence.after.orders.A-90.customer: recorded" in one for one in found)


def test_a_denial_made_an_answer_is_named(tampering, session):
    event = event_of(tampering.evidence(R01), "list_orders")
    event.update(status="denied", denial="access")
    tampering.write()
    found = told(session)
    assert f'trials/{R01}.json: evidence.events[0].status: recorded "denied", replayed "ok"' in found
    assert f'trials/{R01}.json: evidence.events[0].denial: recorded "access", replayed null' in found


def test_an_altered_result_is_named(tampering, session):
    event_of(tampering.evidence(R01), "list_orders")["data"]["orders"].pop()
    tampering.write()
    assert any(
        "evidence.events[0].data.orders[1]: recorded nothing, replayed" in one for one in told(session)
    )


def test_another_answer_of_the_customer_is_named(tampering, session):
    evidence = tampering.evidence("resolution.R02.control.base.r1")
    heard = next(event for event in evidence["events"] if event["kind"] == "heard")
    heard["text"] = "Whichever you like."
    tampering.write()
    assert any('.text: recorded "Whichever you like.", replayed' in one for one in told(session))


def test_a_stop_that_was_not_is_named(tampering, session):
    """A failed trial made an error of the provider's."""
    tampering.evidence(R01)["stop"] = {"reason": "provider_timeout", "by": "infrastructure", "text": "slow"}
    tampering.write()
    assert f'trials/{R01}.json: evidence.stop.by: recorded "infrastructure", replayed "end"' in told(session)


def test_an_expected_object_altered_for_one_arm_is_named(tampering, session):
    """The other packet of the kata: only the candidate's arm expects another order."""
    project = session.parent.parent
    path = project / "jobs/resolution/tickets/R01.yaml"
    honest = path.read_text()
    path.write_text(honest.replace(*ANOTHER))
    job = load_job(project / "jobs/resolution", vocabulary)
    ticket = load_ticket(job, path, vocabulary)
    path.write_text(honest)
    record = tampering.records[f"{R01}.json"]
    record["evidence"]["bound"]["ticket_sha256"] = ticket.sha256
    record["grades"] = grade(Evidence.from_json(record["evidence"]), ticket).to_json()
    assert record["grades"]["findings"][0]["outcome"] == "pass"
    tampering.write()
    found = told(session)
    assert any(one.startswith(f"trials/{R01}.json: evidence.bound.ticket_sha256: recorded") for one in found)
    assert (
        f'trials/{R01}.json: grades.findings.wrong_object.outcome: recorded "pass", replayed "fail"' in found
    )


def test_a_job_copy_with_another_expectation_is_not_the_job_that_was_registered(session):
    jobs = session.parent.parent / "jobs"
    path = jobs / "resolution/tickets/R01.yaml"
    path.write_text(path.read_text().replace(*ANOTHER))
    found = replay(SessionFolder(session), jobs)
    assert found.code == 2
    assert found.missing[0].startswith("jobs.resolution.tickets.R01.sha256: registered ")
