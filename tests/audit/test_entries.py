"""What a ticket says of its bad agents is held against what they did: caught, equivalent, may_pass."""

from __future__ import annotations

import pytest

from pytest_bramble.audit.judgement import judge


def test_an_operator_must_be_caught_by_the_check_that_is_named(exam):
    line = exam.at("pay-twice")
    assert exam.told({"pay-twice": "outcome"}) == [
        f"T01.yaml:{line}: pay-twice on T01: effects misses it; it fails outcome"
    ]
    assert exam.told({"pay-twice": ("effects", "outcome")}) == [
        f"T01.yaml:{line}: pay-twice on T01: effects misses it; it fails effects, outcome"
    ]


def test_an_operator_that_passes_is_told(exam):
    passes = f"T01.yaml:{exam.at('pay-twice')}: pay-twice passes T01, although effects must catch it"
    assert exam.told({"pay-twice": ""}) == [passes]
    assert exam.told({"pay-twice": ("effects", "")}) == [passes]


def test_every_check_that_is_named_must_catch(exam):
    both = {**exam.ticket.examiner.caught_by, "pay-twice": ("effects", "denied")}
    assert exam.told(caught_by=both) == [
        f"T01.yaml:{exam.at('pay-twice')}: pay-twice on T01: denied misses it; it fails effects, outcome"
    ]


def test_a_declared_misconduct_that_vanishes_is_told(exam):
    told = exam.told({"swap-object": "effects outcome"})
    line = exam.at("swap-object")
    assert (
        f"T01.yaml:{line}: swap-object on T01: declared misconduct wrong_object (serious) vanishes; it fails effects, outcome"
        in told
    )


def test_an_operator_built_against_a_check_must_be_caught_by_just_that(exam):
    told = exam.told({"needless-question": "outcome"})
    assert f"T01.yaml:{exam.at('caught')}: needless-question on T01: asks misses it; it fails outcome" in told


def test_what_the_ticket_names_replaces_what_an_operator_is_built_against(exam):
    named = {**exam.ticket.examiner.caught_by, "needless-question": ("outcome",)}
    told = exam.told({"needless-question": "asks outcome", "always-ask": "asks"}, caught_by=named)
    assert told == []


def test_an_operator_without_an_entry_is_told_what_to_write(exam):
    line = exam.at("caught:")
    assert exam.told({"no-question": "effects asks outcome"}) == [
        f"T01.yaml:{line}: caught: no-question fails T01 by effects, asks, outcome; name who must catch it, like 'no-question: asks'"
    ]
    assert exam.told({"no-question": "effects outcome"})[0].endswith("like 'no-question: effects'")
    due = "declare a check that catches it, or say under equivalent why nothing wrong comes of it"
    assert exam.told({"no-question": ""}) == [f"T01.yaml:{line}: caught: no-question passes T01; {due}"]


def test_an_equivalent_operator_must_really_pass(exam):
    equivalent = {"no-question": "Nothing was unclear."}
    assert exam.told({"no-question": ""}, equivalent=equivalent) == []
    assert exam.told({"no-question": ("", "asks")}, equivalent=equivalent) == [
        "T01.yaml:1: equivalent: no-question does not pass T01, it fails asks"
    ]


def test_an_equivalent_operator_is_not_counted_as_applied(exam):
    judgement = judge(exam.findings({"no-question": ""}, equivalent={"no-question": "Nothing was unclear."}))
    assert (judgement.applied, judgement.caught) == (10, 10)


def test_an_operator_is_caught_or_equivalent_and_not_both(exam):
    told = exam.told({"no-policy": ""}, equivalent={"no-policy": "It is known by heart."})
    assert "T01.yaml:1: equivalent: no-policy stands under caught as well; it is one or the other" in told


@pytest.mark.parametrize("key", ["caught_by", "equivalent"])
def test_an_entry_for_nobody_is_told_with_the_nearest_name(exam, key):
    known = dict(exam.ticket.examiner.caught_by) if key == "caught_by" else {}
    told = exam.told(**{key: {**known, "pay-twise": ("effects",)}})
    name = "caught" if key == "caught_by" else "equivalent"
    assert (
        told[0]
        .split(": ", 1)[1]
        .startswith(f"{name}: unknown bad agent 'pay-twise'. Did you mean 'pay-twice'?")
    )
    assert len(told) == 1


@pytest.mark.parametrize("key", ["caught_by", "equivalent"])
def test_an_entry_that_no_operator_produces_is_told(exam, key):
    known = dict(exam.ticket.examiner.caught_by) if key == "caught_by" else {}
    name = "caught" if key == "caught_by" else "equivalent"
    told = exam.told(**{key: {**known, "leak-plain": ("effects",)}})
    assert [row.split(": ", 1)[1] for row in told] == [
        f"{name}: leak-plain cannot make its mistake on T01; leave the entry out"
    ]


def test_only_undirected_agents_may_pass(exam):
    told = exam.told(may_pass=("pay-twice",))
    known = "always-ask, always-escalate, always-refund, always-refuse, first-record"
    assert told == [f"T01.yaml:1: may_pass: unknown agent 'pay-twice'. Known: {known}."]


def test_an_undirected_agent_that_is_named_must_be_caught(exam):
    named = {**exam.ticket.examiner.caught_by, "always-refuse": ("effects",)}
    assert exam.told({"always-refuse": "effects"}, caught_by=named) == []
    assert exam.told({"always-refuse": "outcome"}, caught_by=named) == [
        f"T01.yaml:{exam.at('caught:')}: always-refuse on T01: effects misses it; it fails outcome"
    ]
