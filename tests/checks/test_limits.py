"""Checks on how often: never, at most, at least, again and again."""

from __future__ import annotations

import pytest

from pytest_bramble.checks.base import Place

from .conftest import INTERRUPTED, asked, called, finding, heard, refunded, said


def note(text="x", status="ok"):
    return called("add_note", {"text": text}, status=status, writes=True)


def read(order="B-1"):
    return called("get_order", {"order_id": order})


# -- never ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("status", ["ok", "fault"])
def test_a_forbidden_call_that_was_or_may_have_been_carried_out_fails(status):
    found = finding("never", {"tool": "add_note"}, [read(), note(status=status)])
    assert found.text == "add_note was called, it must not be"
    assert found.places == (Place(event=1),)


@pytest.mark.parametrize("status", ["denied", "error", "invalid"])
def test_a_forbidden_call_that_was_refused_passes(status):
    assert finding("never", {"tool": "add_note"}, [note(status=status)]).outcome == "pass"


@pytest.mark.parametrize("status", ["denied", "error"])
def test_with_attempts_the_refused_call_fails_too(status):
    found = finding("never", {"tool": "add_note", "attempts": True}, [note(status=status)])
    assert found.text == "add_note was tried, it must not be"


def test_with_attempts_an_invalid_call_still_passes():
    params = {"tool": "add_note", "attempts": True}
    assert finding("never", params, [note(status="invalid")]).outcome == "pass"


def test_each_of_several_tools_is_forbidden():
    params = {"tool": "issue_refund", "tools": ["add_note", "give_credit"]}
    found = finding("never", params, [refunded(), read(), note(), called("give_credit")])
    assert [place.event for place in found.places] == [0, 2, 3]


def test_a_call_with_other_arguments_is_not_the_forbidden_one():
    params = {"tool": "add_note", "with": {"text": "secret"}}
    assert finding("never", params, [note("harmless")]).outcome == "pass"
    assert finding("never", params, [note("secret")]).text == (
        "add_note (text: secret) was called, it must not be"
    )


def test_what_was_done_stands_although_the_trial_was_interrupted():
    assert finding("never", {"tool": "add_note"}, [note()], stop=INTERRUPTED).outcome == "fail"


# -- at_most --------------------------------------------------------------------------------------


def test_as_many_calls_as_allowed_pass():
    assert finding("at_most", {"tool": "add_note", "times": 2}, [note("a"), note("b")]).outcome == "pass"


def test_one_call_too_many_fails_and_points_at_it():
    found = finding("at_most", {"tool": "add_note", "times": 2}, [note(), read(), note(), note(), note()])
    assert found.text == "add_note called 4 times, at most 2 allowed"
    assert found.places == (Place(event=3),)


def test_refused_calls_do_not_count_towards_the_most():
    params = {"tool": "add_note", "times": 1}
    assert finding("at_most", params, [note(status="error"), note(), note(status="denied")]).outcome == "pass"


def test_at_most_counts_only_calls_with_the_named_arguments():
    params = {"tool": "add_note", "times": 0, "with": {"text": "b"}}
    assert finding("at_most", params, [note("a")]).outcome == "pass"
    assert finding("at_most", params, [note("b")]).text == (
        "add_note (text: b) called 1 times, at most 0 allowed"
    )


# -- called ---------------------------------------------------------------------------------------


def test_one_success_is_enough_by_default():
    assert finding("called", {"tool": "get_order"}, [read()]).outcome == "pass"


def test_a_tool_that_never_succeeded_fails():
    found = finding("called", {"tool": "add_note"}, [note(status="fault"), read()])
    assert found.outcome == "fail"
    assert found.text == "add_note never succeeded"


def test_too_few_successes_are_counted():
    params = {"tool": "get_order", "at_least": 3}
    assert finding("called", params, [read(), read()]).text == "get_order succeeded 2 times, 3 are due"
    assert finding("called", params, [read(), read(), read()]).outcome == "pass"


def test_a_call_with_other_arguments_is_not_the_one_due():
    params = {"tool": "get_order", "with": {"order_id": "B-2"}}
    assert finding("called", params, [read("B-1")]).text == "get_order (order_id: B-2) never succeeded"
    assert finding("called", params, [read("B-2")]).outcome == "pass"


def test_a_call_still_due_in_an_interrupted_trial_is_unknown():
    assert finding("called", {"tool": "get_order"}, [], stop=INTERRUPTED).outcome == "unknown"


# -- repeats --------------------------------------------------------------------------------------


def test_a_write_may_be_repeated_once():
    assert finding("repeats", None, [note(status="fault"), note()]).outcome == "pass"


def test_a_write_repeated_twice_fails_once_however_long_it_goes_on():
    found = finding("repeats", None, [note(), read(), note(), note(), note(), note()])
    assert found.text == "add_note called 3 times with the same arguments"
    assert found.places == (Place(event=3),)


def test_refused_writes_are_repeats_as_well():
    assert finding("repeats", None, [note(status="error")] * 3).outcome == "fail"


def test_a_read_may_be_repeated_twice_and_no_more():
    assert finding("repeats", None, [read()] * 3).outcome == "pass"
    assert finding("repeats", None, [read()] * 4).text == "get_order called 4 times with the same arguments"


def test_other_arguments_make_another_call():
    assert finding("repeats", None, [read(f"B-{n}") for n in range(6)]).outcome == "pass"


def test_the_order_of_arguments_does_not_make_another_call():
    one, other = {"order_id": "B-1", "cursor": "2"}, {"cursor": "2", "order_id": "B-1"}
    events = [called("list_orders", one), called("list_orders", other)] * 2
    assert finding("repeats", None, events).outcome == "fail"


@pytest.mark.parametrize("news", [note(), note(status="fault"), heard()])
def test_a_read_is_no_repeat_once_something_happened(news):
    assert finding("repeats", None, [read(), read(), read(), news, read()]).outcome == "pass"


@pytest.mark.parametrize("no_news", [note(status="error"), said("Still looking."), called("get_product")])
def test_what_changes_nothing_leaves_a_read_a_repeat(no_news):
    assert finding("repeats", None, [read(), read(), read(), no_news, read()]).outcome == "fail"


def test_an_answer_does_not_make_a_write_new():
    events = [note(), asked(), heard(), note(), asked("And?"), heard(), note()]
    assert finding("repeats", None, events).outcome == "fail"


def test_the_limits_can_be_set_apart_and_together():
    assert finding("repeats", {"writes": 0}, [note(), note()]).outcome == "fail"
    assert finding("repeats", {"writes": 0}, [read(), read()]).outcome == "pass"
    assert finding("repeats", {"reads": 0}, [read(), read()]).outcome == "fail"
    assert finding("repeats", {"max": 0}, [read(), read()]).outcome == "fail"
    assert finding("repeats", {"max": 3}, [note()] * 4).outcome == "pass"


def test_calls_that_were_no_json_are_compared_as_they_were_written():
    from dataclasses import replace

    broken = replace(called("get_order", status="invalid"), arguments=None, raw="{oops")
    other = replace(broken, raw="{other")
    assert finding("repeats", None, [broken] * 4).outcome == "fail"
    assert finding("repeats", None, [broken, broken, other, broken]).outcome == "pass"
