"""Model calls held to what was retained of them, one at a time."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_bramble.replay.calls import Contact, call_problems, usage_of
from pytest_bramble.report.shape import ShapeError

UNUSED = {"input_tokens": None, "output_tokens": None, "cost_usd": None, "cost_source": None}
LISTED = {
    "input_tokens": 10,
    "output_tokens": 5,
    "cost_usd": 0.01,
    "cost_source": "LiteLLM price map 2026: m",
}
PRICE = {"input_per_mtok": 3, "output_per_mtok": 15}


def call(**changed: Any) -> dict[str, Any]:
    """A call of a model; its request is of a form of its own, its answer tells no usage."""
    whole = {
        "answered_model": None,
        "latency_s": None,
        "usage": UNUSED,
        "request": {"body": {"contents": []}},
        "response": {"candidates": []},
        "attempts": [],
    }
    return {**whole, **changed}


def contact(kind="litellm", price=None, answers=()) -> Contact:
    return Contact(kind=kind, price=price, system="S", opening="O", answers=answers)


def problems(*calls: dict[str, Any], seconds: Any = 10.0, **known: Any) -> list[tuple[str, str]]:
    return list(call_problems({"model_calls": list(calls), "seconds": seconds}, contact(**known)))


@pytest.mark.parametrize("usage", [UNUSED, LISTED])
def test_a_call_of_which_nothing_contradicts_anything_is_fine(usage):
    assert problems(call(usage=usage, latency_s=2.0)) == []


@pytest.mark.parametrize("kind", ["scripted", "python"])
@pytest.mark.parametrize(
    ("name", "value"), [("input_tokens", 0), ("output_tokens", 7), ("cost_usd", 0.0), ("cost_source", "a")]
)
def test_who_asks_no_model_uses_nothing(kind, name, value):
    ours = call(request=None, response=None, usage={**UNUSED, name: value})
    (found, *_) = problems(ours, kind=kind)
    assert found[0] == f"model_calls[0].usage.{name}"
    assert found[1].endswith(", and no model was asked")


@pytest.mark.parametrize("kind", ["scripted", "python"])
@pytest.mark.parametrize("name", ["request", "response", "latency_s", "answered_model"])
def test_who_asks_no_model_retains_nothing_of_one(kind, name):
    ours = {**call(request=None, response=None), name: 1.0}
    assert problems(ours, kind=kind)[0][0] == f"model_calls[0].{name}"


@pytest.mark.parametrize(
    ("usage", "told"),
    [
        ({**LISTED, "cost_source": None}, "a cost without its source, or a source without its cost"),
        ({**LISTED, "cost_usd": None}, "a cost without its source, or a source without its cost"),
        ({**LISTED, "cost_source": "a friend"}, "recorded 0.01, and nothing retained says what a token cost"),
        ({**LISTED, "input_tokens": None}, "recorded 0.01, and nothing retained says what a token cost"),
        ({**LISTED, "output_tokens": None}, "recorded 0.01, and nothing retained says what a token cost"),
    ],
)
def test_a_cost_without_ground_is_told(usage, told):
    assert problems(call(usage=usage)) == [("model_calls[0].usage.cost_usd", told)]


def test_a_declared_price_says_nothing_of_tokens_that_were_not_reported():
    assert problems(call(usage=UNUSED), price=PRICE) == []


def test_a_declared_price_goes_before_the_price_map():
    (found,) = problems(call(usage=LISTED), price=PRICE)
    assert found[1].endswith("the declared price makes it 0.000105")


def test_waits_for_answers_and_for_those_that_failed_fit_into_the_trial():
    failed = [{"seconds": 3.0}, {"seconds": None}, {}]
    fits = call(latency_s=6.999, attempts=failed)
    assert problems(fits) == []
    assert problems(call(latency_s=7.01, attempts=failed)) == [
        ("seconds", "the trial took 10 s, its model calls together 10.01 s")
    ]


def test_seconds_may_be_rounded_by_a_thousandth_for_each_call():
    assert problems(call(latency_s=10.0019)) == []
    assert problems(call(latency_s=10.0021)) != []


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"latency_s": -1}, "model_calls[0].latency_s: must be a number from 0 or null, not -1"),
        ({"attempts": None}, "model_calls[0].attempts: must be a list, not null"),
        ({"attempts": ["x"]}, "model_calls[0].attempts: must be an object, not a text"),
        (
            {"attempts": [{"seconds": True}]},
            "model_calls[0].attempts: must be a number from 0 or null, not True",
        ),
    ],
)
def test_times_are_read_strictly(changed, told):
    with pytest.raises(ShapeError) as refused:
        problems(call(**changed))
    assert str(refused.value) == told


def openai(*messages: tuple[str, Any], **rest: Any) -> dict[str, Any]:
    return call(request={"body": {"messages": [{"role": r, "content": c} for r, c in messages], **rest}})


@pytest.mark.parametrize("first", ["system", "developer"])
def test_a_request_that_carries_the_view_and_the_tools_answers_is_fine(first):
    assert problems(openai((first, "S"), ("user", "O"), ("tool", "A")), answers=["A"]) == []


@pytest.mark.parametrize(
    "messages",
    [
        [("user", "O"), ("assistant", "S")],
        [("system", "X")],
        [("system", [{"text": "S"}]), ("user", [{"text": "O"}]), ("tool", [{"text": "A"}])],
        [],
    ],
)
def test_a_request_of_another_form_says_nothing(messages):
    assert problems(openai(*messages), answers=["B"]) == []


def test_each_part_of_a_request_that_is_not_the_conversation_s_is_told():
    found = problems(openai(("system", "X"), ("user", "Y"), ("tool", "A"), ("tool", "Z")), answers=["A", "B"])
    assert found == [
        ("model_calls[0].request.system", 'sent "X", the view is "S"'),
        ("model_calls[0].request.opening", 'sent "Y", the view is "O"'),
        ("model_calls[0].request.tool[1]", 'sent "Z", the tool answered "B"'),
    ]


@pytest.mark.parametrize("body", [None, "text", {}, {"messages": []}])
def test_a_request_without_messages_says_nothing(body):
    assert problems(call(request={"body": body})) == []


@pytest.mark.parametrize(
    "request_", [{"body": {"messages": "none"}}, {"body": {"messages": [7]}}, {"since_last": {}}, {}]
)
def test_a_request_whose_messages_are_none_is_told(request_):
    told = "the requests of the trial cannot be put together again"
    assert problems(call(request=request_)) == [("model_calls[0].request", told)]


def test_without_a_request_of_every_call_none_is_compared():
    one = openai(("system", "X"), ("user", "O"))
    assert [where for where, _ in problems(one, call(request=None))] == ["model_calls[1].request"]


def test_totals_are_unknown_as_soon_as_one_part_is():
    assert usage_of([call(usage=LISTED), call(usage=LISTED)]) == {
        "calls": 2,
        "input_tokens": 20,
        "output_tokens": 10,
        "cost_usd": 0.02,
        "unknown_cost_calls": 0,
        "cost_source": "LiteLLM price map 2026: m",
    }
    assert usage_of([call(usage=LISTED), call()]) == {
        "calls": 2,
        "input_tokens": None,
        "output_tokens": None,
        "cost_usd": None,
        "unknown_cost_calls": 1,
        "cost_source": "LiteLLM price map 2026: m",
    }


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("input_tokens", True, "must be a whole number from 0, not True"),
        ("output_tokens", -1, "must be a whole number from 0, not -1"),
        ("cost_usd", True, "must be a number from 0 or null, not True"),
        ("cost_source", 1, "must be a text or null, not 1"),
    ],
)
def test_usage_is_read_strictly(name, value, told):
    with pytest.raises(ShapeError) as refused:
        usage_of([call(usage={**UNUSED, name: value})])
    assert str(refused.value).startswith(f"model_calls[0].usage.{name}: must be ")
    assert str(refused.value).endswith(told.split(", ")[-1])


def test_a_total_that_nobody_priced_has_no_source():
    assert usage_of([call()])["cost_source"] is None


def test_a_trial_took_some_time():
    with pytest.raises(ShapeError) as refused:
        problems(call(), seconds=None)
    assert str(refused.value) == "seconds: must be a number from 0, not null"


def test_tokens_and_model_are_held_to_the_retained_answer():
    answer = {"model": "m", "usage": {"prompt_tokens": 11, "completion_tokens": 5}}
    assert problems(call(usage={**LISTED, "input_tokens": 11}, answered_model="m", response=answer)) == []
    assert problems(call(usage=LISTED, answered_model="n", response=answer)) == [
        ("model_calls[0].usage.input_tokens", "recorded 10, the retained answer says 11"),
        ("model_calls[0].answered_model", 'recorded "n", the retained answer does not name it'),
    ]
