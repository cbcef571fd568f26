"""The proof of the exams that are shipped: they hold, and without any one of their checks they would not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pytest_bramble.audit.judgement import judge
from pytest_bramble.audit.proof import examine_job
from pytest_bramble.checks import base
from pytest_bramble.checks.base import Verified
from pytest_bramble.exam.loader import load_job, load_tickets

JOBS = Path(__file__).parent.parent.parent / "jobs"


def families(name):
    """Every family of checks that gates somewhere in the job."""
    tickets = load_tickets(load_job(JOBS / name))
    return sorted({spec.family for t in tickets for spec in t.examiner.checks if not spec.advisory})


@pytest.fixture(scope="module")
def audits():
    """The findings of each job, from one audit."""
    return {name: examine_job(JOBS / name) for name in ("support", "resolution")}


@pytest.mark.parametrize("name", ["support", "resolution"])
def test_the_exam_holds(audits, name):
    judgement = judge(audits[name])
    assert [str(problem) for problem in judgement.problems] == []
    assert judgement.agents["gold"].passed == judgement.agents["gold"].of
    assert judgement.agents["do-nothing"].passed == 0
    assert judgement.applied == judgement.caught
    assert min(map(len, judgement.kills.values())) >= 1


FAMILIES = [(name, family) for name in ("support", "resolution") for family in families(name)]


@pytest.mark.parametrize(("name", "family"), FAMILIES)
def test_without_one_check_a_bad_agent_passes_or_a_declared_misconduct_vanishes(audits, name, family):
    before = {str(problem) for problem in judge(audits[name]).problems}
    judgement = judge(audits[name].as_if_passing(family))
    new = [problem for problem in judgement.problems if str(problem) not in before]
    agents = judgement.agents
    named = [p for p in new if " passes " in p.text or "vanishes" in p.text]
    assert named
    assert all(any(agent in problem.text for agent in agents) for problem in named)
    assert {problem.path.parent.name for problem in named} == {"tickets"}


@pytest.mark.parametrize("family", ["answer_before_money", "denied"])
def test_a_check_that_really_always_passes_makes_the_audit_fail(monkeypatch, family):
    definition = base.registered()[family]
    blind = replace(definition, function=lambda _case, _params: Verified())
    monkeypatch.setitem(base._REGISTRY, family, blind)
    judgement = judge(examine_job(JOBS / "resolution"))
    assert judgement.ok is False
    assert judgement.kills[family] == ()
    told = [problem.text for problem in judgement.problems]
    expected = {
        "answer_before_money": "ask-after-acting passes R02, although answer_before_money must catch it",
        "denied": "pay-twice passes R01, although denied must catch it",
    }
    assert expected[family] in told
