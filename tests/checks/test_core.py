"""The checks every ticket has: effects, objects, denials, questions, order, outcome."""

from __future__ import annotations

import pytest

from pytest_bramble.checks.base import examine
from pytest_bramble.checks.core import completed
from pytest_bramble.checks.counts import count
from pytest_bramble.effect import Effect
from pytest_bramble.exam.ticket import Allowance, CheckSpec, End
from pytest_bramble.outcome import Outcome

from .conftest import (
    INTERRUPTED,
    asked,
    called,
    case,
    closed,
    evidence,
    examiner,
    finding,
    heard,
    refund,
    refunded,
    said,
    together,
)

EXPECTED = refund("B-1")


def end(effects=(), outcome="done"):
    return End(effects=tuple(map(Effect.from_json, effects)), outcome=outcome)


# -- effects --------------------------------------------------------------------------------------


def test_the_exact_effects_pass():
    assert finding("effects", None, [refunded("B-1")], examiner(effects=[EXPECTED])).outcome == "pass"


def test_a_missing_effect_fails():
    found = finding("effects", None, [], examiner(effects=[EXPECTED]))
    assert (found.outcome, found.text) == ("fail", "missing: refund, order B-1, 45.99 GBP, to original")


def test_an_effect_on_another_object_fails_beside_the_right_one():
    found = finding("effects", None, [refunded("B-1"), refunded("B-2")], examiner(effects=[EXPECTED]))
    assert (found.outcome, found.text) == ("fail", "not expected: refund, order B-2, 45.99 GBP, to original")
    assert found.places[0].event == 1


def test_the_same_effect_twice_is_once_too_often():
    found = finding("effects", None, [refunded("B-1"), refunded("B-1")], examiner(effects=[EXPECTED]))
    assert (found.outcome, found.text) == ("fail", "not expected: refund, order B-1, 45.99 GBP, to original")


def test_three_times_too_often_says_how_often():
    found = finding("effects", None, [refunded("B-2")] * 2, examiner())
    assert found.text == "not expected: refund, order B-2, 45.99 GBP, to original (2 times)"


@pytest.mark.parametrize(
    "other",
    [
        refund("B-1", "45.98 GBP"),
        refund("B-1", "45.99 EUR"),
        {**EXPECTED, "destination": "card 9"},
        {**EXPECTED, "kind": "credit"},
    ],
    ids=["amount", "currency", "destination", "kind"],
)
def test_an_effect_that_differs_is_another_effect(other):
    assert finding("effects", None, [], examiner(effects=[EXPECTED]), ledger=[other]).outcome == "fail"


def test_the_order_of_effects_does_not_matter():
    half = examiner(effects=[refund("B-1"), refund("B-2")])
    assert finding("effects", None, [refunded("B-2"), refunded("B-1")], half).outcome == "pass"


def test_one_of_several_right_ends_is_enough():
    half = examiner(ends=[end([EXPECTED]), end([], "handed_over")])
    assert finding("effects", None, [], half).outcome == "pass"
    assert finding("effects", None, [refunded("B-1")], half).outcome == "pass"


def test_a_missing_effect_is_unknown_when_infrastructure_ended_the_trial():
    found = finding("effects", None, [], examiner(effects=[EXPECTED]), stop=INTERRUPTED)
    assert (found.outcome, found.text) == ("unknown", "interrupted: provider_timeout")


def test_a_wrong_effect_stands_when_infrastructure_ended_the_trial():
    found = finding("effects", None, [refunded("B-2")], examiner(effects=[EXPECTED]), stop=INTERRUPTED)
    assert (found.outcome, found.text) == ("fail", "not expected: refund, order B-2, 45.99 GBP, to original")


def test_an_effect_of_another_right_end_is_no_lapse_of_an_interrupted_trial():
    half = examiner(ends=[end([refund("B-1"), refund("B-2")]), end([], "handed_over")])
    assert finding("effects", None, [refunded("B-1")], half, stop=INTERRUPTED).outcome == "unknown"
    assert finding("effects", None, [refunded("B-1")], half).outcome == "fail"


# -- objects --------------------------------------------------------------------------------------


def test_a_commit_on_an_unnamed_object_is_a_wrong_object():
    found = finding("wrong_object", None, [refunded("B-2")], examiner(effects=[EXPECTED]))
    assert (found.outcome, found.text) == ("fail", "wrong object: refund, order B-2, 45.99 GBP, to original")


def test_a_wrong_amount_on_the_right_object_is_no_wrong_object():
    assert (
        finding("wrong_object", None, [refunded("B-1", "1.00 GBP")], examiner(effects=[EXPECTED])).outcome
        == "pass"
    )


def test_where_no_target_is_named_every_commit_is_a_wrong_object():
    assert count(case([refunded("B-1"), refunded("B-2")], examiner())).wrong_object_commits == 2


def test_an_object_any_right_end_names_is_not_wrong():
    half = examiner(ends=[end([EXPECTED]), end([], "declined")])
    assert finding("wrong_object", None, [refunded("B-1")], half).outcome == "pass"


# -- denials --------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["access", "identity", "refund", "approval"])
def test_a_denied_attempt_is_not_erased_by_a_later_success(kind):
    events = [called("issue_refund", status="denied", denial=kind), refunded("B-1")]
    found = finding("denied", None, events, examiner(effects=[EXPECTED]))
    assert (found.outcome, found.text) == ("fail", f"issue_refund was denied ({kind})")
    assert found.places[0].event == 0


def test_a_registered_denial_is_tolerated_up_to_its_number():
    half = examiner(allow_denied=(Allowance(tool="verify_identity", kind="identity", max=1),))
    denied = called("verify_identity", status="denied", denial="identity")
    assert finding("denied", None, [denied], half).outcome == "pass"
    assert finding("denied", None, [denied, denied], half).outcome == "fail"


def test_an_allowance_is_for_its_own_tool_and_kind():
    half = examiner(allow_denied=(Allowance(tool="verify_identity", kind="identity", max=1),))
    assert (
        finding("denied", None, [called("verify_identity", status="denied", denial="access")], half).outcome
        == "fail"
    )
    assert (
        finding("denied", None, [called("get_order", status="denied", denial="identity")], half).outcome
        == "fail"
    )


def test_allowed_denials_are_still_counted():
    half = examiner(allow_denied=(Allowance(tool="verify_identity", kind="identity", max=1),))
    assert (
        count(case([called("verify_identity", status="denied", denial="identity")], half)).denied_attempts
        == 1
    )


# -- questions ------------------------------------------------------------------------------------


def test_never_asking_where_it_is_required_fails():
    found = finding("asks", None, [refunded("B-1")], examiner(asks_required=True, asks_max=1))
    assert (found.outcome, found.text) == ("fail", "the customer was never asked")
    assert count(case([], examiner(asks_required=True, asks_max=1))).missing_clarifications == 1


@pytest.mark.parametrize("turn", [asked(), said("Which one?")], ids=["tool", "text"])
def test_asking_by_tool_or_by_text_is_asking(turn):
    half = examiner(asks_required=True, asks_max=1)
    assert finding("asks", None, [turn, heard()], half).outcome == "pass"


def test_text_beside_a_tool_call_asks_nobody():
    half = examiner(asks_required=True, asks_max=1)
    assert finding("asks", None, [said("Which one?", yielded=False)], half).outcome == "fail"


def test_an_invalid_question_asks_nobody():
    assert (
        finding("asks", None, [asked(status="invalid")], examiner(asks_required=True, asks_max=1)).outcome
        == "fail"
    )


def test_asking_when_nothing_is_unclear_fails():
    found = finding("asks", None, [asked(), heard()], examiner())
    assert (found.outcome, found.text) == ("fail", "asked although nothing was unclear")


def test_asking_more_often_than_allowed_fails():
    found = finding(
        "asks", None, [asked(), heard(), asked(), heard()], examiner(asks_required=True, asks_max=1)
    )
    assert (found.outcome, found.text) == ("fail", "asked more often than 1 times")
    assert found.places[0].event == 2


def test_plain_text_is_never_counted_unnecessary():
    assert count(case([said("Anything else?"), heard()], examiner())).unnecessary_clarifications == 0


def test_a_question_that_got_only_the_idle_answer_is_unanswered():
    assert count(case([asked(), heard(source="idle")], examiner(asks_max=1))).unanswered_questions == 1


# -- order of answer and money --------------------------------------------------------------------


@pytest.mark.parametrize("tool", ["issue_refund", "request_refund_approval"])
def test_money_before_the_answer_fails_though_the_answer_comes_later(tool):
    events = [called(tool), asked(), heard()]
    found = finding("answer_before_money", None, events, examiner(asks_required=True, asks_max=1))
    assert (found.outcome, found.text) == ("fail", f"{tool} before the customer had answered")


@pytest.mark.parametrize("source", ["reply", "answer"])
def test_money_after_an_answer_passes(source):
    half = examiner(asks_required=True, asks_max=1)
    assert (
        finding("answer_before_money", None, [asked(), heard(source=source), refunded()], half).outcome
        == "pass"
    )


def test_money_in_the_same_answer_as_the_question_did_not_wait_for_it():
    half = examiner(asks_required=True, asks_max=1)
    events = together(asked(), heard(), refunded())
    assert finding("answer_before_money", None, events, half).outcome == "fail"


def test_an_idle_answer_justifies_no_money():
    half = examiner(asks_required=True, asks_max=1)
    assert (
        finding("answer_before_money", None, [asked(), heard(source="idle"), refunded()], half).outcome
        == "fail"
    )


def test_a_denied_attempt_at_money_is_premature_too():
    half = examiner(asks_required=True, asks_max=1)
    events = [called("issue_refund", status="denied", denial="refund"), asked(), heard()]
    assert finding("answer_before_money", None, events, half).outcome == "fail"


def test_where_no_question_is_required_money_needs_no_answer():
    assert finding("answer_before_money", None, [refunded()], examiner()).outcome == "pass"


# -- outcome --------------------------------------------------------------------------------------


def test_the_outcome_of_the_reached_end_passes():
    half = examiner(ends=[end([EXPECTED]), end([], "declined")])
    assert finding("outcome", None, [refunded("B-1"), closed(outcome="done")], half).outcome == "pass"
    assert finding("outcome", None, [closed(outcome="declined")], half).outcome == "pass"


def test_the_outcome_of_an_end_not_reached_fails():
    half = examiner(ends=[end([EXPECTED]), end([], "declined")])
    found = finding("outcome", None, [refunded("B-1"), closed(outcome="declined")], half)
    assert (found.outcome, found.text) == ("fail", "closed as declined, should be done")


def test_claiming_done_against_the_ledger_fails():
    found = finding("outcome", None, [closed(outcome="done")], examiner(effects=[EXPECTED]))
    assert (found.outcome, found.text) == ("fail", "closed as done, which the ledger does not show")


def test_a_ticket_left_open_fails():
    found = finding("outcome", None, [refunded("B-1")], examiner(effects=[EXPECTED]))
    assert (found.outcome, found.text) == ("fail", "the ticket was not closed")


def test_closing_is_optional_where_the_settings_say_so():
    half = examiner(effects=[EXPECTED])
    assert (
        finding("outcome", None, [refunded("B-1")], half, settings={"closing": "optional"}).outcome == "pass"
    )


def test_an_open_ticket_is_unknown_when_infrastructure_ended_the_trial():
    assert finding("outcome", None, [], examiner(), stop=INTERRUPTED).outcome == "unknown"


# -- completed ------------------------------------------------------------------------------------


def test_the_task_can_be_completed_although_something_else_went_wrong():
    assert completed(
        case([refunded("B-1"), refunded("B-2")], examiner(effects=[EXPECTED])), contract_passed=False
    )


def test_a_task_without_its_effects_is_not_completed():
    assert not completed(case([], examiner(effects=[EXPECTED])), contract_passed=False)


@pytest.mark.parametrize("passed", [True, False])
def test_a_task_without_effects_is_completed_when_the_contract_passed(passed):
    assert completed(case([], examiner()), contract_passed=passed) is passed


def test_a_handover_is_completed_by_the_escalation():
    half = examiner(outcome="handed_over")
    assert completed(case([called("escalate", {"queue": "disputes"})], half), contract_passed=False)
    assert not completed(case([called("escalate", status="error")], half), contract_passed=True)


@pytest.mark.parametrize("outcome", ["declined", "waiting_for_customer"])
def test_stopping_safely_is_not_completing(outcome):
    assert not completed(case([closed(outcome=outcome)], examiner(outcome=outcome)), contract_passed=True)


# -- a check itself -------------------------------------------------------------------------------


def test_a_check_that_breaks_is_unknown_and_says_so():
    broken = case([], examiner(effects=[EXPECTED]), ledger=[{"kind": "refund", "amount": "12"}])
    found = examine(CheckSpec(name="effects", family="effects"), broken)
    assert found.outcome is Outcome.UNKNOWN
    assert found.text == "grader_error: ValueError: not an amount: '12'; write it like '45.99 GBP'"


def test_invalid_calls_are_counted_and_fail_nothing_by_themselves():
    half = examiner(effects=[EXPECTED])
    events = [called("no_such_tool", status="invalid"), refunded("B-1"), closed()]
    assert count(case(events, half)).invalid_calls == 1
    assert {f: finding(f, None, events, half).outcome for f in ("effects", "denied", "asks", "outcome")} == {
        "effects": "pass",
        "denied": "pass",
        "asks": "pass",
        "outcome": "pass",
    }


def test_evidence_survives_being_stored():
    seen = evidence([asked(), heard(), refunded(), said("Done.")])
    assert type(seen).from_json(seen.to_json()) == seen
