"""A candidate as its manifest registers it."""

from __future__ import annotations

from dataclasses import asdict, replace

import pytest

from pytest_bramble.canonical import sha256_of, sha256_text
from pytest_bramble.exam.loader import load_job
from pytest_bramble.replay.examinee import read_examinee
from pytest_bramble.report.plan import CandidatePlan
from pytest_bramble.report.shape import ShapeError

from .conftest import REPOSITORY

RULES = "## 1 All\nBe kind.\n"


@pytest.fixture(scope="module")
def job():
    return load_job(REPOSITORY / "jobs" / "resolution")


def examinee(job, kind="litellm", prompt="Be brief.", policy=None, tools=None, **described):
    shown_policy = job.policy
    fingerprint = {
        **described,
        "prompt_sha256": {"resolution": sha256_of(prompt)},
        "policy_sha256": {"resolution": sha256_of(asdict(shown_policy))},
    }
    plan = CandidatePlan(
        name="mine",
        requested="mine",
        kind=kind,
        synthetic=kind == "scripted",
        family=None,
        fingerprint={**fingerprint, "sha256": sha256_of(fingerprint)},
        note=None,
    )
    return read_examinee(
        plan, {"shown": {"prompt": {"resolution": prompt}, "policy": policy, "tools": tools}}
    )


def test_what_follows_from_itself_has_no_problems(job):
    one = examinee(job, model="m")
    assert list(one.problems({"own_policy": False}, {"resolution": job})) == []


def test_a_job_that_is_not_at_hand_is_taken_at_its_word(job):
    one = examinee(job)
    assert list(one.problems({"own_policy": False}, {"resolution": None})) == []


def test_a_policy_of_its_own_goes_into_the_job_and_the_fingerprint(job):
    one = examinee(job, policy=RULES)
    assert one.job(job).policy.general == "## 1 All\nBe kind."
    places = [where for where, _ in one.problems({"own_policy": False}, {"resolution": job})]
    assert places == ["own_policy", "fingerprint.policy_sha256.resolution"]


def test_a_prompt_from_which_a_secret_was_taken_is_the_job_s_own_when_its_hash_says_so(job):
    planted = replace(job, prompt="The key is sk-planted-0123456789abcdef.")
    one = examinee(job, prompt=planted.prompt)
    taken = replace(one, prompts={"resolution": "The key is [removed]."})
    assert taken.job(planted).prompt == planted.prompt
    assert list(taken.problems({"own_policy": False}, {"resolution": planted})) == []


def test_a_prompt_of_its_own_from_which_a_secret_was_taken_stays_as_it_is(job):
    one = replace(examinee(job, prompt="mine"), prompts={"resolution": "My key is [removed]."})
    assert one.job(job).prompt == "My key is [removed]."


@pytest.mark.parametrize(("kind", "closing"), [("python", "optional"), ("scripted", "due")])
def test_only_an_agent_need_not_close(job, kind, closing):
    assert examinee(job, kind=kind, x=1).settings("resolution", {}) == {"closing": closing, "x": 1}


@pytest.mark.parametrize("said", [None, sha256_text("Be brief.")])
def test_a_model_s_record_names_its_prompt_by_hash_or_not_at_all(job, said):
    settings = examinee(job).settings("resolution", {"prompt_sha256": said})
    assert (settings["prompt_sha256"], settings["policy_sha256"]) == (said, None)


def test_a_model_s_record_cannot_name_another_prompt(job):
    settings = examinee(job).settings("resolution", {"prompt_sha256": "0" * 64})
    assert settings["prompt_sha256"] == sha256_text("Be brief.")


def test_tools_by_other_names_are_in_the_fingerprint(job):
    tools = {"get_order": "look_up"}
    one = examinee(job, tools=tools, tools_sha256=sha256_of(tools))
    assert list(one.problems({"own_policy": False}, {"resolution": job})) == []
    other = replace(one, tools={"get_order": "peek"})
    assert [where for where, _ in other.problems({"own_policy": False}, {"resolution": job})] == [
        "fingerprint.tools_sha256"
    ]


def test_every_job_has_a_prompt(job):
    one = examinee(job)
    found = dict(one.problems({"own_policy": False}, {"resolution": job, "support": None}))
    assert found["shown.prompt"] == "does not hold one prompt for each job"


@pytest.mark.parametrize(
    ("shown", "words"),
    [
        (None, "candidates.mine.shown: must be an object, not null"),
        ({"prompt": {}, "policy": None}, "candidates.mine.shown: 'tools' is missing"),
        (
            {"prompt": {"a": 1}, "policy": None, "tools": None},
            "candidates.mine.shown.prompt.a: must be a text, not 1",
        ),
        ({"prompt": {}, "policy": 1, "tools": None}, "candidates.mine.shown.policy: must be a text, not 1"),
        (
            {"prompt": {}, "policy": None, "tools": {"a": 1}},
            "candidates.mine.shown.tools.a: must be a text, not 1",
        ),
    ],
)
def test_what_a_candidate_was_shown_is_read_strictly(shown, words):
    plan = CandidatePlan(
        name="mine", requested="mine", kind="python", synthetic=False, family=None, fingerprint={}, note=None
    )
    with pytest.raises(ShapeError) as refused:
        read_examinee(plan, {"shown": shown})
    assert str(refused.value) == words


def test_a_kind_that_no_candidate_is_of_is_told(job):
    found = dict(examinee(job, kind="oracle").problems({"own_policy": False}, {"resolution": job}))
    assert found == {"kind": 'recorded "oracle", which no candidate is'}


def test_a_candidate_without_a_name_is_told(job):
    one = examinee(job)
    nameless = replace(one, plan=replace(one.plan, requested=None))
    found = dict(nameless.problems({"own_policy": False}, {"resolution": job}))
    assert found == {"requested": 'recorded "", which is called "" here'}
