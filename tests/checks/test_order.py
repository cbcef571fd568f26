"""Checks on order: what comes first, in between, and in which sequence."""

from __future__ import annotations

import pytest

from pytest_bramble.checks.base import Place

from .conftest import INTERRUPTED, asked, called, finding, heard, refunded, said, together

POLICY_FIRST = {"tool": "consult_policy", "before": "issue_refund"}
READ_BETWEEN = {"tool": "get_order", "before": "issue_refund", "nth": 2}


def policy(topic="refunds", status="ok"):
    return called("consult_policy", {"topic": topic}, status=status)


# -- called_before --------------------------------------------------------------------------------


def test_a_call_that_succeeded_before_the_first_try_passes():
    assert finding("called_before", POLICY_FIRST, [policy(), refunded()]).outcome == "pass"


def test_a_try_without_the_earlier_call_fails_and_points_at_the_try():
    found = finding("called_before", POLICY_FIRST, [said("One moment."), refunded(), policy()])
    assert found.outcome == "fail"
    assert found.text == "issue_refund before consult_policy had succeeded"
    assert found.places == (Place(event=1),)


@pytest.mark.parametrize("status", ["error", "denied", "invalid", "fault"])
def test_an_earlier_call_that_did_not_succeed_is_no_evidence(status):
    assert finding("called_before", POLICY_FIRST, [policy(status=status), refunded()]).outcome == "fail"


@pytest.mark.parametrize("status", ["error", "denied", "fault"])
def test_a_try_that_failed_counts_as_a_try(status):
    tried = called("issue_refund", {}, status=status)
    assert finding("called_before", POLICY_FIRST, [tried, policy(), refunded()]).outcome == "fail"


def test_an_invalid_call_reached_nothing_and_is_no_try():
    invalid = called("issue_refund", {}, status="invalid")
    assert finding("called_before", POLICY_FIRST, [invalid, policy(), refunded()]).outcome == "pass"


def test_where_neither_call_happened_the_order_is_right():
    assert finding("called_before", POLICY_FIRST, [said("Hello.")]).outcome == "pass"


def test_only_a_call_with_the_named_arguments_counts():
    params = {**POLICY_FIRST, "with": {"topic": "refunds"}}
    assert finding("called_before", params, [policy("refunds"), refunded()]).outcome == "pass"
    found = finding("called_before", params, [policy("delivery"), refunded()])
    assert found.text == "issue_refund before consult_policy (topic: refunds) had succeeded"


def test_a_wrong_order_stands_although_the_trial_was_interrupted():
    assert finding("called_before", POLICY_FIRST, [refunded()], stop=INTERRUPTED).outcome == "fail"


# -- called_between -------------------------------------------------------------------------------


def read(status="ok"):
    return called("get_order", {"order_id": "B-1"}, status=status)


def failing():
    return called("issue_refund", {"order_id": "B-1"}, status="fault", writes=True)


def test_a_read_between_the_first_and_the_second_try_passes():
    assert finding("called_between", READ_BETWEEN, [failing(), read(), failing()]).outcome == "pass"


def test_a_second_try_without_a_read_fails_and_points_at_it():
    found = finding("called_between", READ_BETWEEN, [read(), failing(), failing(), read()])
    assert found.text == "issue_refund again without get_order in between"
    assert found.places == (Place(event=2),)


def test_a_read_that_failed_is_no_read():
    assert finding("called_between", READ_BETWEEN, [failing(), read("error"), failing()]).outcome == "fail"


def test_fewer_tries_than_the_nth_leave_nothing_to_be_read_between():
    assert finding("called_between", READ_BETWEEN, [failing()]).outcome == "pass"


def test_the_nth_try_alone_is_looked_at():
    third = {**READ_BETWEEN, "nth": 3}
    assert finding("called_between", third, [failing(), failing(), read(), failing()]).outcome == "pass"
    assert finding("called_between", third, [failing(), read(), failing(), failing()]).outcome == "fail"


def test_without_nth_every_later_try_is_looked_at():
    every = {"tool": "get_order", "before": "issue_refund"}
    found = finding("called_between", every, [failing(), read(), failing(), failing(), failing()])
    assert [place.event for place in found.places] == [3, 4]


def test_between_counts_only_calls_with_the_named_arguments():
    params = {**READ_BETWEEN, "with": {"order_id": "B-2"}}
    found = finding("called_between", params, [failing(), read(), failing()])
    assert found.text == "issue_refund again without get_order (order_id: B-2) in between"


# -- asked_before ---------------------------------------------------------------------------------

ASKED = {"tool": "issue_refund"}


@pytest.mark.parametrize("source", ["answer", "reply"])
def test_an_answered_question_before_the_write_passes(source):
    events = [asked(), heard(source=source), refunded()]
    assert finding("asked_before", ASKED, events).outcome == "pass"


def test_a_question_in_text_counts_like_one_by_tool():
    assert finding("asked_before", ASKED, [said("Which one?"), heard(), refunded()]).outcome == "pass"


def test_a_write_before_any_answer_fails():
    found = finding("asked_before", ASKED, [refunded(), asked(), heard()])
    assert found.text == "issue_refund before the customer had answered"
    assert found.places == (Place(event=0),)


def test_an_idle_answer_is_no_answer():
    assert finding("asked_before", ASKED, [asked(), heard(source="idle"), refunded()]).outcome == "fail"


def test_text_that_asks_nothing_earns_no_answer():
    assert finding("asked_before", ASKED, [said("I am looking."), heard(), refunded()]).outcome == "fail"


def test_text_beside_a_call_was_not_answered():
    events = [said("Which one?", yielded=False), refunded(), heard()]
    assert finding("asked_before", ASKED, events).outcome == "fail"


def test_a_question_refused_as_invalid_was_not_asked():
    assert finding("asked_before", ASKED, [asked(status="invalid"), heard(), refunded()]).outcome == "fail"


def test_a_question_about_something_else_does_not_count():
    params = {"tool": "issue_refund", "about": ["evidence"]}
    found = finding("asked_before", params, [asked(about="order"), heard(), refunded()])
    assert found.text == "issue_refund before the customer had answered a question about evidence"
    assert finding("asked_before", params, [asked(about="evidence"), heard(), refunded()]).outcome == "pass"


def test_one_subject_may_be_written_without_a_list():
    params = {"tool": "issue_refund", "about": "identity"}
    assert finding("asked_before", params, [asked(about="identity"), heard(), refunded()]).outcome == "pass"


def test_a_question_in_text_counts_for_every_subject():
    params = {"tool": "issue_refund", "about": ["evidence", "item"]}
    assert finding("asked_before", params, [said("A photo?"), heard(), refunded()]).outcome == "pass"


def test_the_first_of_several_tools_is_what_the_answer_must_precede():
    params = {"tools": ["create_replacement", "issue_refund"]}
    found = finding("asked_before", params, [called("create_replacement"), asked(), heard(), refunded()])
    assert found.text == "create_replacement before the customer had answered"


def test_without_the_write_nothing_had_to_be_asked():
    assert finding("asked_before", ASKED, [said("Hello.")]).outcome == "pass"


# -- sequence -------------------------------------------------------------------------------------

STEPS = {"tools": ["get_order", "consult_policy", "issue_refund"]}


def test_tools_in_order_pass_whatever_lies_between():
    events = [policy(), read(), called("add_note"), policy(), refunded()]
    assert finding("sequence", STEPS, events).outcome == "pass"


def test_what_is_missing_from_the_sequence_is_named():
    found = finding("sequence", STEPS, [policy(), read(), refunded()])
    assert found.text == "never called in sequence: consult_policy, issue_refund"


def test_a_failed_call_is_no_step():
    assert finding("sequence", STEPS, [read(), policy(status="error"), refunded()]).outcome == "fail"


def test_an_unfinished_sequence_of_an_interrupted_trial_is_unknown():
    assert finding("sequence", STEPS, [read()], stop=INTERRUPTED).outcome == "unknown"


def test_an_exact_sequence_passes_when_nothing_else_is_called():
    assert finding("sequence", {**STEPS, "exact": True}, [read(), policy(), refunded()]).outcome == "pass"


def test_a_call_too_many_breaks_an_exact_sequence():
    exact = {**STEPS, "exact": True}
    found = finding("sequence", exact, [read(), called("add_note"), policy(), refunded(), read()])
    assert found.text == (
        "add_note out of sequence: consult_policy was due; get_order out of sequence: the sequence was complete"
    )
    assert [place.event for place in found.places] == [1, 4]


def test_a_call_too_many_stands_although_the_trial_was_interrupted():
    exact = {**STEPS, "exact": True}
    assert finding("sequence", exact, [policy()], stop=INTERRUPTED).outcome == "fail"


@pytest.mark.parametrize(
    ("family", "params", "evidence_of_it"),
    [
        ("called_before", {"tool": "get_order", "before": "issue_refund"}, [called("get_order")]),
        ("asked_before", {"tool": "issue_refund"}, [asked(), heard()]),
    ],
)
def test_what_came_in_the_same_answer_was_not_seen_before(family, params, evidence_of_it):
    apart = [*evidence_of_it, called("issue_refund")]
    assert finding(family, params, apart).outcome == "pass"
    assert finding(family, params, together(*apart)).outcome == "fail"


def test_a_look_in_the_same_answer_as_the_repetition_is_no_look_in_between():
    params = {"tool": "refund_status", "before": "issue_refund", "nth": 2}
    first, look, second = called("issue_refund"), called("refund_status"), called("issue_refund")
    assert finding("called_between", params, [first, look, second]).outcome == "pass"
    assert finding("called_between", params, [first, *together(look, second)]).outcome == "fail"
