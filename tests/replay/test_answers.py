"""What was said and called, held to retained answers."""

from __future__ import annotations

import pytest

from pytest_bramble.candidates.protocol import Reply, ToolCall
from pytest_bramble.replay.answers import answer_problems


def call(name="look", arguments="{}", id_="c1"):
    return ToolCall(id=id_, name=name, arguments=arguments)


def answered(content=None, *calls, size=None):
    told = [{"id": c.id, "function": {"name": c.name, "arguments": c.arguments}} for c in calls]
    message = {"content": content, "tool_calls": told}
    return {
        "tool_calls": len(calls) if size is None else size,
        "response": {"choices": [{"message": message}]},
    }


def problems(calls, *replies, kind="litellm"):
    return list(answer_problems(calls, replies, kind))


def test_what_was_answered_was_said_and_called():
    assert problems([answered("Let me see.", call())], Reply(text="Let me see.", tool_calls=(call(),))) == []


def test_a_text_may_be_part_of_the_answer_for_reasoning_is_cut_off():
    assert problems([answered("<think>hm</think>Yes.")], Reply(text="Yes.")) == []


def test_a_text_that_was_not_answered_is_told():
    assert problems([answered("No.")], Reply(text="Yes.")) == [
        ("model_calls[0].response", 'the events say "Yes.", the retained answer "No."')
    ]


def test_the_last_answer_may_hold_more_calls_than_were_made():
    assert problems([answered(None, call(), call(id_="c2"))], Reply(tool_calls=(call(),))) == []


@pytest.mark.parametrize(
    ("made", "where"),
    [(call(id_="x"), "id"), (call(name="x"), "name"), (call(arguments="x"), "arguments")],
)
def test_another_call_is_told_by_what_differs(made, where):
    (found,) = problems([answered(None, call())], Reply(tool_calls=(made,)))
    assert found[0] == f"model_calls[0].response.tool_calls[0].{where}"
    assert found[1].startswith('the events say "x", the retained answer ')


@pytest.mark.parametrize(
    "response",
    [
        None,
        "text",
        {},
        {"choices": []},
        {"choices": ["x"]},
        {"choices": [{"message": None}]},
        {"content": [{"type": "tool_use"}]},
        {"choices": [{"message": {"content": [], "tool_calls": "none"}}]},
        {"choices": [{"message": {"tool_calls": [{"id": None, "function": None}]}}]},
        {
            "choices": [
                {"message": {"tool_calls": [{"id": "", "function": {"name": 1, "arguments": {"a": 1}}}]}}
            ]
        },
    ],
)
def test_an_answer_of_another_form_says_nothing(response):
    told = {"tool_calls": 1, "response": response}
    assert problems([told], Reply(text="a", tool_calls=(call(),))) == []


def test_an_answer_that_became_another_number_of_calls_says_nothing():
    assert problems([answered(None, call(name="multi"), size=2)], Reply(tool_calls=(call(), call()))) == []


@pytest.mark.parametrize("kind", ["scripted", "python"])
def test_scripts_and_agents_make_one_call_at_a_time_and_we_number_them(kind):
    replies = (
        Reply(tool_calls=(call(id_="call_1"),)),
        Reply(text="a"),
        Reply(tool_calls=(call(id_="call_2"),)),
    )
    sizes = [{"tool_calls": size} for size in (1, 0, 1)]
    assert problems(sizes, *replies, kind=kind) == []
    assert problems([{"tool_calls": 2}], replies[0], kind=kind) == [
        ("model_calls[0].tool_calls", "recorded 2, replayed 1")
    ]
    assert problems(sizes[:1], replies[2], kind=kind) == [
        ("events", 'call 1 recorded as "call_2", replayed as "call_1"')
    ]
