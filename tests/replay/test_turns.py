"""Events and model calls, read back as the answers that made them."""

from __future__ import annotations

import pytest

from pytest_bramble.replay.turns import read_turns
from pytest_bramble.report.shape import ShapeError


def said(text="Hello.", yielded=True):
    return {"kind": "said", "text": text, "yielded": yielded, "asks": False, "index": 0}


def called(tool="look", raw="{}", **more):
    return {"kind": "called", "call_id": "c", "tool": tool, "raw": raw, "index": 0, **more}


HEARD = {"kind": "heard", "text": "Yes?", "source": "idle", "index": 0}


def turns(events, *sizes, names=None):
    return read_turns(
        {"events": events, "model_calls": [{"tool_calls": size} for size in sizes]}, names or {}
    )


def shape(read):
    return [(reply.text, [call.name for call in reply.tool_calls]) for reply in read.replies]


def test_each_answer_gets_the_calls_its_model_call_made():
    read = turns([said("a", yielded=False), called(), called("put"), said("b"), HEARD, called()], 2, 0, 1)
    assert shape(read) == [("a", ["look", "put"]), ("b", []), ("", ["look"])]
    assert (read.problems, read.unfinished, read.empty) == ((), None, False)


def test_the_customer_s_turns_are_nobody_s_answer():
    assert shape(turns([called("ask_customer"), HEARD, said(), HEARD], 1, 0)) == [
        ("", ["ask_customer"]),
        ("Hello.", []),
    ]


def test_an_answer_with_too_few_events_is_told():
    read = turns([called(), said()], 2, 0)
    assert read.problems == (("model_calls[0]", "2 calls answered, the events hold 1 of it"),)


def test_the_last_answer_may_be_unfinished():
    read = turns([called()], 3)
    assert (read.problems, read.empty) == ((), False)
    assert read.unfinished == ("model_calls[0]", "3 calls answered, the events hold 1 of it")


def test_a_last_answer_of_which_nothing_came_is_empty():
    read = turns([called()], 1, 0)
    assert read.unfinished == ("model_calls[1]", "text answered, the events hold nothing of it")
    assert read.empty


def test_events_that_no_model_call_made_are_told_and_played_one_by_one():
    read = turns([called(), called("put"), said()], 1)
    assert read.problems == (("events[0]", "no model call answers for 2 of the candidate's events"),)
    assert shape(read) == [("", ["look"]), ("", ["put"]), ("Hello.", [])]


@pytest.mark.parametrize("data", [None, {"orders": []}, {"error": "not_yours"}, "unknown_tool"])
def test_a_renamed_tool_is_called_by_the_name_the_candidate_knows(data):
    assert shape(turns([called("look", data=data)], 1, names={"look": "peek"})) == [("", ["peek"])]


def test_text_beside_calls_is_no_answer_of_text():
    assert turns([said(yielded=False)], 0).unfinished == (
        "model_calls[0]",
        "text answered, the events hold nothing of it",
    )


def test_a_turn_to_the_customer_is_no_text_beside_calls():
    read = turns([said(), called()], 1)
    assert read.unfinished == ("model_calls[0]", "1 call answered, the events hold nothing of it")
    assert shape(read) == [("Hello.", []), ("", ["look"])]


def test_a_name_refused_as_unknown_is_called_as_it_was_written():
    event = called("look", data={"error": "unknown_tool"})
    assert shape(turns([event], 1, names={"look": "peek"})) == [("", ["look"])]


@pytest.mark.parametrize(
    ("event", "words"),
    [
        ("x", "events[0]: must be an object, not a text"),
        ({"kind": "thought"}, "events[0].kind: must be said, called or heard, not 'thought'"),
        ({"text": "a"}, "events[0]: 'kind' is missing"),
        (called(raw=None), "events[0].raw: must be a text, not null"),
        (called(tool=7), "events[0].tool: must be a text, not 7"),
        (said(text=None), "events[0].text: must be a text, not null"),
        (said(yielded=1), "events[0].yielded: must be true or false, not 1"),
    ],
)
def test_what_is_no_event_is_refused_by_its_place(event, words):
    with pytest.raises(ShapeError) as refused:
        turns([event], 1)
    assert str(refused.value) == words


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ("x", "model_calls[0]: must be an object, not a text"),
        ({}, "model_calls[0]: 'tool_calls' is missing"),
        ({"tool_calls": True}, "model_calls[0].tool_calls: must be a whole number from 0, not True"),
    ],
)
def test_what_is_no_model_call_is_refused_by_its_place(call, words):
    with pytest.raises(ShapeError) as refused:
        read_turns({"events": [], "model_calls": [call]}, {})
    assert str(refused.value) == words
