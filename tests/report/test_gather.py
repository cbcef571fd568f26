"""Record files: which trial each holds, which attempt counts, and what is refused with its name."""

from __future__ import annotations

import copy
import json
from pathlib import PurePath

import pytest

from pytest_bramble.errors import EvidenceError
from pytest_bramble.evidence.record import seal_record
from pytest_bramble.report.model import build

from .fake_session import BAR, PAID, PROVIDER_DOWN, Session, candidate, codes, finding, grades, one, ticket


def test_the_highest_attempt_counts_and_the_earlier_stays_listed():
    session = Session()
    key = session.key()
    down = session.record(key, finding("effects", "unknown", "interrupted"), stop=PROVIDER_DOWN)
    again = session.record(key, attempt=2)
    report = build(session.manifest, [(f"{key.stem}.attempt2.json", again), (f"{key.stem}.json", down)])
    assert [(t["attempt"], t["outcome"], t["record"]) for t in report["trials"]] == [
        (2, "pass", "support.T01.gemini.r1.attempt2.json")
    ]
    assert [(t["attempt"], t["outcome"], t["record"]) for t in report["superseded"]] == [
        (1, "unknown", "support.T01.gemini.r1.json")
    ]
    assert (one(report)["trials"], one(report)["errors"]) == (1, 0)


def test_the_money_of_a_superseded_attempt_is_accounted_apart():
    session = Session()
    key = session.key()
    records = [
        (f"{key.stem}.json", session.record(key)),
        (f"{key.stem}.attempt2.json", session.record(key, attempt=2)),
    ]
    usage = one(build(session.manifest, records))["usage"]
    assert (usage["agent"]["cost_usd"], usage["superseded"]["cost_usd"]) == (0.25, 0.25)


def test_two_records_of_one_attempt_are_invalid_evidence():
    session = Session()
    (name, record), *_ = session.passed()
    result = one(build(session.manifest, [(name, record), ("support.T01.gemini.r1-copy.json", record)]))
    assert result["verdict"] is None
    assert result["reasons"] == [
        {
            "code": "duplicate_record",
            "text": "support.T01.gemini.r1.json and support.T01.gemini.r1-copy.json are records of one trial "
            "and attempt.",
        }
    ]
    assert result["trials"] == 1


def test_a_renamed_record_is_rejected_and_its_trial_stays_visible():
    session = Session()
    (_, record), *_ = session.passed()
    result = one(build(session.manifest, [("support.T01.gemini.r7.json", record)]))
    assert result["reasons"] == [
        {
            "code": "record_rejected",
            "text": "support.T01.gemini.r7.json: holds the record that belongs in support.T01.gemini.r1.json.",
        }
    ]


def test_a_refused_file_makes_the_evidence_of_its_candidate_invalid_and_nobody_elses():
    session = Session(candidates={"gemini": candidate(), "gpt": candidate()})
    refused = EvidenceError(
        "record_rejected", "support.T01.gpt.r1.json: the record does not match its sha256"
    )
    records = [*session.passed(session.key(candidate="gpt")), (PurePath("support.T01.gpt.r1.json"), refused)]
    report = build(session.manifest, records)
    gemini, gpt = report["results"]
    assert codes(gemini) == ["partial"]
    assert gpt["reasons"] == [
        {
            "code": "record_rejected",
            "text": "support.T01.gpt.r1.json: the record does not match its sha256.",
        }
    ]
    assert gpt["not_run"] == 1
    assert report["refused"] == gpt["reasons"]


def test_a_refused_second_attempt_is_its_candidates():
    session = Session(candidates={"gemini": candidate(), "gpt": candidate()})
    refused = EvidenceError("record_rejected", "support.T01.gpt.r1.attempt2.json: not a JSON object")
    gemini, gpt = build(session.manifest, [*session.passed(), ("support.T01.gpt.r1.attempt2.json", refused)])[
        "results"
    ]
    assert gemini["verdict"] == "PROBATION"
    assert codes(gpt) == ["record_rejected"]


def test_a_refused_file_of_nobody_makes_all_evidence_invalid():
    session = Session(candidates={"gemini": candidate(), "gpt": candidate()})
    refused = EvidenceError("record_rejected", "x.json: not a JSON object")
    results = build(session.manifest, [*session.passed(), ("x.json", refused)])["results"]
    assert [codes(result) for result in results] == [["record_rejected"], ["record_rejected"]]


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"bound": {"manifest_sha256": "m", "ticket_sha256": "hash of T01", "seal_sha256": None}},
         "it is bound to another manifest"),
        ({"permuted": True}, "its lists were not in the registered order"),
        ({"evaluator": "f" * 64}, "it was graded by another evaluator"),
        ({"run": 9}, "T01 gemini-r9 is not in the plan"),
        ({"ticket": "T99"}, "T99 gemini-r1 is not in the plan"),
        ({"run": "1"}, "run: must be a whole number from 1, not a text"),
        ({"contract": "pass", "findings": [finding("effects", "fail")]},
         "contract is pass, its checks say fail"),
        ({"outcome": "maybe"}, "outcome: must be pass, fail or unknown, not 'maybe'"),
        ({"findings": []}, "no gating check was graded"),
        ({"findings": [finding(advisory=True)]}, "no gating check was graded"),
        ({"joint": "pass", "contract": "fail", "outcome": "fail", "findings": [finding("effects", "fail")]},
         "joint passed although the contract is fail"),
        ({"findings": [finding("wrong_object", "fail", "x", level="serious")], "contract": "fail"},
         "the outcome is pass although there was misconduct"),
        ({"findings": [finding("effects", level="gross")]},
         "check effects is gross misconduct, registered is None"),
        ({"findings": [finding("effects", level="mild")]},
         "findings.level: must be gross, serious or null, not 'mild'"),
        ({"findings": [finding("wrong_object")]},
         "check wrong_object is None misconduct, registered is serious"),
        ({"completed": "yes"}, "completed: must be true or false, not a text"),
        ({"usage": {**PAID, "cost_usd": -1}}, "usage.cost_usd: must be a number from 0 or null, not -1"),
        ({"usage": {**PAID, "calls": True}}, "usage.calls: must be a whole number from 0, not True"),
        ({"counts": {}}, "counts: 'wrong_object_commits' is missing"),
        ({"findings": {}}, "findings: must be a list, not an object"),
        ({"findings": [None]}, "findings: must be an object, not null"),
        ({"reasons": [1]}, "reasons: must be a text, not 1"),
        ({"stop": {"reason": "x", "by": "luck", "text": ""}},
         "stop.by: must be end, candidate or infrastructure, not 'luck'"),
        ({"model_calls": ["x"]}, "model_calls: must be an object, not a text"),
        ({"model_calls": [{"latency_s": "fast"}]},
         "model_calls.latency_s: must be a number from 0 or null, not a text"),
        ({"events": [{"kind": "dreamt"}]}, "not the evidence of a trial: \"unknown event kind 'dreamt'\""),
    ],
)  # fmt: skip
def test_a_record_that_cannot_be_evidence_is_rejected_with_its_name(changes, text):
    session = Session()
    key = session.key()
    graded = grades(finding())
    good = session.record(key)
    evidence, graded = copy.deepcopy(good["evidence"]), copy.deepcopy(good["grades"])
    for name, value in changes.items():
        (graded if name in graded else evidence)[name] = value
    report = build(session.manifest, [(f"{key.stem}.json", json.loads(seal_record(evidence, graded).text))])
    assert report["refused"] == [{"code": "record_rejected", "text": f"{key.stem}.json: {text}."}]
    assert report["trials"] == []


def test_a_record_of_another_version_of_the_ticket_is_rejected():
    session = Session()
    key = session.key()
    bound = {"manifest_sha256": session.manifest["sha256"], "ticket_sha256": "old", "seal_sha256": None}
    report = build(session.manifest, [(f"{key.stem}.json", session.record(key, bound=bound))])
    assert report["refused"][0]["text"] == (
        "support.T01.gemini.r1.json: it is bound to another version of its ticket."
    )


def test_a_record_in_which_a_registered_violation_was_not_graded_is_rejected():
    session = Session(tickets={"T30": ticket("T30", gross=["canaries"], serious=["paid_twice"])})
    key = session.key("T30")
    record = session.record(key, finding("canaries", level="gross"))
    assert build(session.manifest, [(f"{key.stem}.json", record)])["refused"][0]["text"] == (
        "support.T30.gemini.r1.json: check paid_twice is registered as misconduct and was not graded."
    )


@pytest.mark.parametrize("record", [{}, {"evidence": None}, {"evidence": {}, "grades": {}}, {"evidence": []}])
def test_a_record_of_another_shape_is_rejected_without_a_traceback(record):
    report = build(Session().manifest, [("support.T01.gemini.r1.json", record)])
    assert report["refused"][0]["text"].startswith("support.T01.gemini.r1.json: ")


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"jobs": []}, "jobs: must be an object, not a list"),
        ({"plan": []}, "plan: no trial is planned"),
        ({"candidates": {}}, "plan: support.T01.gemini.r1 is of a candidate that is not registered"),
        ({"jobs": {}}, "plan: support.T01.gemini.r1 is of a ticket that is not registered"),
        ({"deselected": "all"}, "deselected: must be a list, not a text"),
    ],
)
def test_a_manifest_without_a_plan_is_refused(changes, text):
    manifest = {**Session().manifest, **changes}
    with pytest.raises(EvidenceError) as caught:
        build(manifest, [])
    assert (caught.value.code, str(caught.value)) == (
        "manifest_changed",
        f"manifest.json cannot be read: {text}",
    )


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"bar": {**BAR, "pass_rate": 1.5}},
         "jobs.support.bar.pass_rate must lie strictly between 0 and 1, not 1.5"),
        ({"bar": {}}, "jobs.support.bar: 'pass_rate' is missing"),
        ({"seal": {"status": "fine"}}, "jobs.support.seal.status: must be sealed, unsealed or broken, not 'fine'"),
        ({"tickets": {"T01": ticket(), "T02": ticket("T02")}}, "plan: no trial of T02 is planned for gemini"),
        ({"tickets": {"T01": ticket(cluster="")}},
         "jobs.support.tickets.T01.cluster must be a non-empty text, not ''"),
    ],
)  # fmt: skip
def test_a_job_that_cannot_be_decided_is_refused(changes, text):
    manifest = Session().manifest
    manifest["jobs"]["support"].update(changes)
    with pytest.raises(EvidenceError) as caught:
        build(manifest, [])
    assert str(caught.value) == f"manifest.json cannot be read: {text}"


def test_of_two_records_of_one_attempt_the_one_under_its_own_name_is_shown():
    session = Session()
    key = session.key()
    failed = session.record(key, finding("effects", "fail", "x"))
    report = build(session.manifest, [("a-copy.json", failed), *session.passed()])
    assert [(trial["record"], trial["outcome"]) for trial in report["trials"]] == [
        ("support.T01.gemini.r1.json", "pass")
    ]


def test_an_arm_that_is_none_is_refused():
    manifest = Session().manifest
    manifest["plan"][0]["arm"] = "spectator"
    with pytest.raises(EvidenceError) as caught:
        build(manifest, [])
    assert str(caught.value) == (
        "manifest.json cannot be read: plan.arm: must be 'candidate' or 'baseline', not 'spectator'"
    )
