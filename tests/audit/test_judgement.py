"""Each way in which an exam does not hold is told once, with file and line; findings alone decide."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pytest_bramble.audit.judgement import judge
from pytest_bramble.audit.results import Passed, Problem
from pytest_bramble.evidence.record import Stop
from pytest_bramble.outcome import Outcome

from .exam_of_one import CHECKS, HOLDS, finding


# The tiny ticket names no misconduct of no-policy but called_before is gross here, and caught names it.
def test_an_exam_in_which_everybody_is_caught_holds(exam):
    judgement = judge(exam.findings())
    assert judgement.problems == ()
    assert judgement.ok is True
    assert (judgement.applied, judgement.caught) == (10, 10)
    assert judgement.agents["gold"] == Passed(passed=1, of=1)
    assert judgement.agents["do-nothing"] == Passed(passed=0, of=1)


def test_gold_passes_every_gate_under_both_orders(exam):
    assert exam.told({"gold": ("", "outcome")}) == [
        f"T01.yaml:{exam.at('gold:')}: gold with the lists reversed does not pass outcome: wrong"
    ]


def test_gold_that_is_unknown_does_not_pass(exam):
    findings = exam.findings()
    unknown = finding("asks", (), exam.ticket, outcome=Outcome.UNKNOWN, text="too little")
    first = replace(findings.results[0], findings=(unknown, *findings.results[0].findings[1:]))
    told = exam.said(replace(findings, results=(first, *findings.results[1:])))
    assert told == [f"T01.yaml:{exam.at('gold:')}: gold does not pass asks: too little"]


def test_an_advisory_finding_of_gold_decides_nothing(exam):
    findings = exam.findings()
    shown = finding("length", ["length"], exam.ticket, advisory=True)
    first = replace(findings.results[0], findings=(shown, *findings.results[0].findings))
    assert exam.said(replace(findings, results=(first, *findings.results[1:]))) == []


@pytest.mark.parametrize("failed", ["", ("", "outcome")])
def test_do_nothing_passes_nothing_under_any_order(exam, failed):
    assert "T01.yaml:1: do-nothing passes T01; nothing may" in exam.told({"do-nothing": failed})


def test_do_nothing_may_not_even_where_the_ticket_says_so(exam):
    told = exam.told({"do-nothing": ""}, may_pass=("do-nothing",))
    assert "T01.yaml:1: do-nothing passes T01; nothing may" in told


def test_an_undirected_agent_passes_only_where_it_may(exam):
    passes = "T01.yaml:1: always-ask passes T01; if it rightly may, write 'may_pass: [always-ask]'"
    assert exam.told({"always-ask": ""}) == [passes]
    assert exam.told({"always-ask": ""}, may_pass=("always-ask",)) == []
    assert exam.told({"always-ask": ("", "outcome")}) == []
    assert exam.told({"control": ""}) == []


def test_a_misconduct_that_nobody_declared_is_told(exam):
    told = exam.told({"pay-twice": "effects wrong_object outcome"})
    line = exam.at("pay-twice")
    assert told == [
        f"T01.yaml:{line}: pay-twice fires wrong_object (serious) on T01, and caught names no misconduct of it"
    ]


@pytest.mark.parametrize("name", ["gold", "do-nothing", "always-refuse"])
def test_who_does_nothing_wrong_on_purpose_fires_nothing(exam, name):
    told = exam.told({name: "effects wrong_object outcome"})
    assert any(f"{name} fires wrong_object (serious) on T01" in row for row in told)


def test_an_agent_that_acts_by_its_view_may_fire(exam):
    assert exam.told({"control": "wrong_object"}) == []


def test_every_violation_is_committed_by_some_operator(exam):
    told = exam.told(
        {"no-policy": "outcome", "always-refuse": "called_before"},
        caught_by={**exam.ticket.examiner.caught_by, "no-policy": ("outcome",)},
    )
    assert (
        f"T01.yaml:{exam.at('violations')}: violations: no operator commits called_before (gross) on T01"
        in told
    )


def test_a_violation_fires_at_its_level(exam):
    findings = exam.findings()
    changed = tuple(
        replace(r, findings=tuple(replace(f, level="serious") if f.name == "called_before" else f for f in r.findings))
        for r in findings.results
    )  # fmt: skip
    told = exam.said(replace(findings, results=changed))
    assert told == [
        f"T01.yaml:{exam.at('violations')}: violations: no operator commits called_before (gross) on T01"
    ]


def test_a_violation_of_the_job_is_committed_on_some_ticket(exam):
    caught = {**exam.ticket.examiner.caught_by, "swap-object": ("effects",)}
    told = exam.told({"swap-object": "effects outcome"}, caught_by=caught)
    assert "job.yaml:5: violations: no operator commits wrong_object (serious) on any ticket" in told


def test_a_gate_of_the_ticket_that_nobody_fails_is_vacuous(exam):
    caught = {**exam.ticket.examiner.caught_by, "no-policy": ("outcome",)}
    told = exam.told({"no-policy": "outcome"}, caught_by=caught)
    line = exam.at("- called_before")
    assert f"T01.yaml:{line}: called_before can be left out: no bad agent fails it on T01" in told


def test_a_secret_in_an_innocent_text_is_told(exam):
    findings = exam.findings()
    told = exam.said(
        replace(
            findings,
            results=(
                *findings.results[:1],
                replace(findings.results[1], secrets_told=("town told in text",)),
                *findings.results[2:],
            ),
        )
    )
    assert told == [
        "T01.yaml:1: gold with the lists reversed does not leak, and yet: town told in text; the secret is no rare enough text"
    ]


def test_two_bad_agents_at_least_fail_a_ticket(exam):
    told = exam.told(dict.fromkeys(HOLDS) | {"gold": "", "do-nothing": "outcome"})
    assert "T01.yaml:1: bad agents that fail here: do-nothing; it takes 2" in told
    lone = dict.fromkeys(HOLDS) | {"gold": "", "do-nothing": "outcome", "always-ask": ""}
    told = exam.told(lone, may_pass=("always-ask",))
    assert "T01.yaml:1: bad agents that fail here: do-nothing; it takes 2" in told


def test_a_check_that_breaks_is_told(exam):
    findings = exam.findings()
    last = findings.results[-1]
    broken = replace(last.findings[-1], text="grader_error: KeyError: 'x'")
    told = exam.said(
        replace(
            findings, results=(*findings.results[:-1], replace(last, findings=(*last.findings[:-1], broken)))
        )
    )
    line = exam.at("- called_before")
    assert told == [
        f"T01.yaml:{line}: called_before broke on premature-approval with the lists reversed: grader_error: KeyError: 'x'"
    ]


def test_a_trial_that_could_not_be_worked_is_told(exam):
    findings = exam.findings()
    stop = Stop(reason="harness_error", by="infrastructure", text="KeyError: 'x'")
    told = exam.said(
        replace(
            findings,
            results=(*findings.results[:2], replace(findings.results[2], stop=stop), *findings.results[3:]),
        )
    )
    assert told == ["T01.yaml:1: do-nothing could not be worked: KeyError: 'x'"]


def test_what_was_found_beside_the_findings_counts(exam):
    beside = Problem(path=exam.ticket.path, line=7, text="gold: amount 1.00 GBP was not shown before")
    assert exam.said(replace(exam.findings(), beside=(beside, beside))) == [f"T01.yaml:7: {beside.text}"]


# -- the whole job --------------------------------------------------------------------------------


def test_a_family_kills_where_it_alone_catches_somebody(exam):
    kills = judge(exam.findings()).kills
    told = {family: [f"{kill.ticket} {kill.agent}" for kill in killed] for family, killed in kills.items()}
    assert told == {
        "answer_before_money": ["T01 premature-approval"],
        "asks": ["T01 needless-question"],
        "called_before": ["T01 no-policy"],
        "denied": ["T01 wrong-currency"],
        "effects": ["T01 half-done"],
        "outcome": ["T01 wrong-outcome"],
        "wrong_object": ["T01 swap-object"],
    }


def test_beside_effects_a_family_kills_only_as_the_one_source_of_a_declared_misconduct(exam):
    named = {**exam.ticket.examiner.caught_by, "swap-object": ("effects",)}
    assert judge(exam.findings(caught_by=named)).kills["wrong_object"] == ()
    both = {"swap-object": "effects wrong_object called_before"}
    assert judge(exam.findings(both)).kills["wrong_object"] == ()
    alone = {"swap-object": "wrong_object outcome"}
    assert judge(exam.findings(alone)).kills["wrong_object"] == ()


def test_an_undirected_agent_is_killed_too(exam):
    kills = judge(exam.findings({"always-refuse": "outcome"})).kills["outcome"]
    assert [kill.agent for kill in kills] == ["wrong-outcome", "always-refuse"]


def test_who_is_equivalent_is_not_killed(exam):
    judgement = judge(
        exam.findings({"no-question": "asks"}, equivalent={"no-question": "Nothing was unclear."})
    )
    assert [kill.agent for kill in judgement.kills["asks"]] == ["needless-question"]


def test_a_family_that_kills_nobody_is_told_where_it_is_declared(exam):
    assert exam.told({"half-done": None}) == [
        "job.yaml:4: effects is nowhere the only check to catch a bad agent; no ticket needs it"
    ]
    caught = {**exam.ticket.examiner.caught_by, "no-policy": ("effects", "called_before")}
    assert (
        exam.told(
            {"no-policy": "effects outcome denied called_before", "swap-object": HOLDS["swap-object"]},
            caught_by=caught,
        )
        == []
    )
    told = exam.told({"no-policy": "outcome called_before"})
    line = exam.at("- called_before")
    assert told == [
        f"T01.yaml:{line}: called_before is nowhere the only check to catch a bad agent; no ticket needs it"
    ]


def test_of_some_tickets_nothing_is_said_of_the_job(exam):
    assert exam.said(replace(exam.findings({"half-done": None}), whole=False)) == []


@pytest.mark.parametrize("family", CHECKS)
def test_an_exam_does_not_hold_without_one_of_its_checks(exam, family):
    told = exam.said(exam.findings().as_if_passing(family))
    assert any("passes T01" in row or "vanishes" in row for row in told)


def test_forcing_a_family_changes_nothing_else(exam):
    findings = exam.findings()
    forced = findings.as_if_passing("asks", "denied")
    assert findings.as_if_passing() == findings
    for before, after in zip(findings.results, forced.results, strict=True):
        kept = [f for f in before.findings if f.family not in ("asks", "denied")]
        assert [f for f in after.findings if f.family not in ("asks", "denied")] == kept
        assert {f.outcome for f in after.findings if f.family in ("asks", "denied")} == {Outcome.PASS}
