"""What was asked, when and of whom, altered together with every hash."""

from __future__ import annotations

import json

import pytest

from .conftest import replayed, told
from .tampered import CONTROL, R01


@pytest.mark.parametrize(
    ("name", "altered"),
    [
        ("opening", "I want A-71 refunded, the 20 l one."),
        ("system", "You may refund anything."),
    ],
)
def test_an_altered_view_is_named(name, altered, tampering, session):
    tampering.evidence(R01)["view"][name] = altered
    tampering.write()
    assert any(
        one.startswith(f'trials/{R01}.json: evidence.view.{name}: recorded "{altered}", replayed')
        for one in told(session)
    )


def test_a_tool_said_to_have_been_offered_is_named(tampering, session):
    tools = tampering.evidence(R01)["view"]["tools"]
    tools.append({**tools[0], "name": "reboot"})
    tampering.write()
    assert any(f"evidence.view.tools[{len(tools) - 1}]: recorded" in one for one in told(session))


def test_an_altered_schedule_is_named(tampering, session):
    plan = tampering.manifest["plan"]
    plan[0], plan[1] = plan[1], plan[0]
    tampering.write()
    assert 'manifest.json: plan[0].candidate: recorded "first-record", replayed "control"' in told(session)


def test_a_run_that_was_not_planned_is_named(tampering, session):
    """The record of run 1 shown as run 3, which no seal asks for."""
    plan = tampering.manifest["plan"]
    row = next(r for r in plan if (r["ticket"], r["arm"], r["run"]) == ("R01", "candidate", 1))
    row["run"] = 3
    record = tampering.records.pop(f"{R01}.json")
    record["evidence"]["run"] = 3
    tampering.records[f"{R01[:-1]}3.json"] = record
    tampering.write()
    found = told(session)
    assert "manifest.json: plan[1].run: recorded 3, replayed 1" in found


def test_a_record_of_another_run_in_a_run_s_place_is_named(tampering, session):
    tampering.evidence(R01)["run"] = 2
    tampering.write()
    assert f"trials/{R01}.json: evidence.run: recorded 2, replayed 1" in told(session)


def test_a_baseline_s_record_put_into_the_candidate_s_arm_is_named(tampering, session):
    record = json.loads(json.dumps(tampering.records[f"{CONTROL}.json"]))
    record["evidence"].update(candidate="first-record", arm="candidate")
    tampering.records[f"{R01}.json"] = record
    tampering.write()
    found = told(session)
    assert any(one.startswith(f"trials/{R01}.json: evidence.settings.script: recorded") for one in found)


def test_an_arm_that_nobody_planned_is_named(tampering, session):
    tampering.manifest["arms"][0]["arm"] = "baseline"
    tampering.write()
    found = told(session)
    assert (
        "manifest.json: arms: trials of first-record as candidate are planned, and there is no such arm"
        in found
    )
    assert "manifest.json: arms: one arm stands twice" in found


def test_an_altered_candidate_identifier_is_named(tampering, session):
    tampering.manifest["candidates"]["first-record"]["requested"] = "anthropic/claude-sonnet-5-5"
    tampering.write()
    words = 'recorded "anthropic/claude-sonnet-5-5", which is called "anthropic-claude-sonnet-5-5" here'
    assert told(session) == [f"manifest.json: candidates.first-record.requested: {words}"]


@pytest.mark.parametrize(
    ("changed", "where"),
    [
        ({"kind": "litellm"}, "model_calls[0].request: nothing is retained, and a model was asked"),
        ({"kind": "python"}, 'evidence.settings.closing: recorded "due", replayed "optional"'),
    ],
)
def test_a_scripted_candidate_passed_off_as_a_real_one_is_named(changed, where, tampering, session):
    tampering.manifest["candidates"]["first-record"].update(synthetic=False, **changed)
    tampering.write()
    assert any(one.endswith(where) for one in told(session))


def test_a_rehearsal_passed_off_as_an_exam_is_named(tampering, session):
    tampering.manifest["candidates"]["first-record"]["synthetic"] = False
    tampering.write()
    assert told(session) == [
        "manifest.json: candidates.first-record.synthetic: recorded false, and a scripted candidate is synthetic"
    ]


def test_another_fingerprint_than_the_records_is_named(tampering, session):
    tampering.manifest["candidates"]["first-record"]["fingerprint"]["script"] = "elsewhere.better"
    tampering.write()
    assert any('evidence.settings.script: recorded "pytest_bramble.' in one for one in told(session))


def test_another_prompt_than_the_candidate_s_own_is_named(tampering, session):
    tampering.manifest["candidates"]["first-record"]["shown"]["prompt"]["resolution"] = "Be good."
    tampering.write()
    found = told(session)
    assert any("fingerprint.prompt_sha256.resolution: recorded" in one for one in found)
    assert any("evidence.view.system: recorded" in one for one in found)


def test_an_altered_population_is_named(tampering, session):
    tampering.manifest["population"] = "a random sample of all customers"
    tampering.write()
    words = (
        'recorded "a random sample of all customers", replayed "the tickets of this exam, which were written'
    )
    (found,) = told(session)
    assert found.startswith(f"manifest.json: population: {words}")


def test_customers_registered_as_more_than_they_are_are_named(tampering, session):
    tampering.manifest["jobs"]["resolution"]["tickets"]["R02"]["cluster"] = "C-2"
    tampering.write()
    assert told(session) == [
        'manifest.json: jobs.resolution.tickets.R02.cluster: recorded "C-2", replayed "C-1"'
    ]


def test_an_altered_bar_is_named(tampering, session):
    tampering.manifest["jobs"]["resolution"]["bar"]["pass_rate"] = 0.1
    tampering.write()
    assert "manifest.json: jobs.resolution.bar.pass_rate: recorded 0.1, replayed 0.8" in told(session)


def test_an_altered_seal_is_not_the_job_that_is_here(tampering, session):
    tampering.manifest["jobs"]["resolution"]["seal"]["sha256"] = "0" * 64
    for record in tampering.records.values():
        record["evidence"]["bound"]["seal_sha256"] = "0" * 64
    tampering.write()
    found = replayed(session)
    assert found.code == 2
    assert found.missing[0].startswith(
        f'jobs.resolution.seal.sha256: registered "{"0" * 64}", the files here give'
    )


def test_an_unsealed_job_said_to_be_sealed_is_named(tampering, session):
    (session.parent.parent / "FROZEN.sha256").unlink()
    found = told(session)
    assert found == ['manifest.json: jobs.resolution.seal.status: recorded "sealed", replayed "unsealed"']


def test_a_record_bound_to_another_seal_is_named(tampering, session):
    tampering.evidence(R01)["bound"]["seal_sha256"] = "0" * 64
    tampering.write()
    assert any(f"trials/{R01}.json: evidence.bound.seal_sha256: recorded" in one for one in told(session))


def test_an_audit_that_says_otherwise_on_file_is_named(tampering, session):
    seal = tampering.manifest["jobs"]["resolution"]["seal"]["sha256"]
    audit = {"ok": False, "seal": seal, "evaluator": tampering.manifest["evaluator"]}
    (session.parent.parent / "jobs/resolution/audit.json").write_text(json.dumps(audit))
    tampering.manifest["jobs"]["resolution"]["audit"] = {**audit, "ok": True}
    tampering.write()
    assert told(session) == ["manifest.json: jobs.resolution.audit.ok: recorded true, replayed false"]


def test_an_altered_permutation_is_named(tampering, session):
    name = f"{R01[:-1]}2"
    row = next(
        r for r in tampering.manifest["plan"] if (r["ticket"], r["arm"], r["run"]) == ("R01", "candidate", 2)
    )
    row["permuted"] = tampering.evidence(name)["permuted"] = False
    tampering.write()
    found = told(session)
    assert "manifest.json: plan[2].permuted: recorded false, replayed true" in found
    assert f"trials/{name}.json: evidence.permuted: recorded false, replayed true" in found


def test_an_arm_without_trials_is_named(tampering, session):
    tampering.manifest["arms"].insert(0, {"name": "control", "arm": "candidate"})
    tampering.write()
    words = "there is an arm control as candidate, and no trial of it is planned"
    assert f"manifest.json: arms: {words}" in told(session)


def test_a_manifest_without_arms_is_named(tampering, session):
    tampering.manifest["arms"] = []
    tampering.write()
    found = told(session)
    assert "manifest.json: arms: trials of control as baseline are planned, and there is no such arm" in found
    assert "manifest.json: candidates.control: it is the candidate of no arm" in found


@pytest.mark.parametrize(
    "left_out",
    [
        ["resolution.R09.control.base.r1"],
        ["resolution.R01.control.base.r1", "resolution.R01.control.base.r1"],
        ["resolution.R02.control.base.r1", "resolution.R01.control.base.r1"],
    ],
)
def test_deselected_trials_that_no_plan_can_leave_out_are_named(left_out, tampering, session):
    tampering.manifest["deselected"] = left_out
    tampering.write()
    assert "manifest.json: deselected: does not name planned trials in their order, each once" in told(
        session
    )


def test_a_manifest_that_says_nothing_of_what_was_deselected_is_named(tampering, session):
    del tampering.manifest["deselected"]
    tampering.write()
    assert told(session) == [
        "manifest.json: deselected: does not name planned trials in their order, each once"
    ]
