"""Costs, tokens, times and requests that contradict what was retained of them, every hash recomputed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from .conftest import replayed, told
from .rehash import Tampering

PLAIN = "resolution.R01.plain.r1"
FILE = f"trials/{PLAIN}.json"


@pytest.fixture
def session(modelled: Path, tmp_path: Path) -> Path:
    import shutil

    shutil.copytree(modelled.parent.parent, tmp_path / "project")
    return tmp_path / "project" / "reports" / modelled.name


@pytest.fixture
def calls(tampering: Tampering) -> list[dict[str, Any]]:
    """The model calls of one trial of a model."""
    return tampering.evidence(PLAIN)["model_calls"]


def totals(tampering: Tampering) -> None:
    """Make the trial's totals agree with its calls again."""
    evidence = tampering.evidence(PLAIN)
    usages = [call["usage"] for call in evidence["model_calls"]]
    for name in ("input_tokens", "output_tokens"):
        counts = [usage[name] for usage in usages]
        evidence["usage"][name] = None if None in counts else sum(counts)
    costs = [usage["cost_usd"] for usage in usages]
    evidence["usage"]["cost_usd"] = None if None in costs else round(sum(costs), 10)
    evidence["usage"]["unknown_cost_calls"] = costs.count(None)


def test_a_model_s_session_rehashed_unaltered_replays(tampering, session):
    totals(tampering)
    tampering.write()
    assert replayed(session).code == 0


def test_a_total_that_is_not_the_sum_of_its_calls_is_named(tampering, session):
    tampering.evidence(PLAIN)["usage"]["cost_usd"] = 0.08
    tampering.write()
    assert f"{FILE}: evidence.usage.cost_usd: recorded 0.08, replayed 0.000828" in told(session)


def test_a_cost_that_the_declared_price_does_not_make_is_named(calls, tampering, session):
    calls[0]["usage"]["cost_usd"] = 0.08
    totals(tampering)
    tampering.write()
    words = 'recorded 0.08 ("declared: 3 in, 15 out, USD per million tokens"), the declared price makes it 0.000138'
    assert told(session) == [f"{FILE}: model_calls[0].usage.cost_usd: {words}"]


def test_a_cost_that_was_known_cannot_become_unknown(calls, tampering, session):
    calls[0]["usage"].update(cost_usd=None, cost_source=None)
    totals(tampering)
    tampering.write()
    assert told(session) == [
        f"{FILE}: model_calls[0].usage.cost_usd: recorded null (null), the declared price makes it 0.000138"
    ]


def test_another_price_than_the_fingerprint_s_is_named(calls, tampering, session):
    tampering.manifest["candidates"]["plain"]["fingerprint"]["price"]["input_per_mtok"] = 1
    tampering.write()
    assert any("the declared price makes it" in one for one in told(session))


@pytest.mark.parametrize("name", ["input_tokens", "output_tokens"])
def test_tokens_that_the_retained_answer_contradicts_are_named(name, calls, tampering, session):
    honest = calls[1]["usage"][name]
    calls[1]["usage"][name] = 1
    totals(tampering)
    tampering.write()
    words = f"recorded 1, the retained answer says {honest}"
    assert f"{FILE}: model_calls[1].usage.{name}: {words}" in told(session)


def test_another_model_than_the_retained_answer_names_is_named(calls, tampering, session):
    calls[0]["answered_model"] = "better-model"
    tampering.write()
    assert told(session) == [
        f'{FILE}: model_calls[0].answered_model: recorded "better-model", the retained answer does not name it'
    ]


def test_calls_that_took_longer_than_their_trial_are_named(calls, tampering, session):
    calls[0]["latency_s"] = 100.0
    tampering.write()
    (found,) = told(session)
    assert found.startswith(f"{FILE}: seconds: the trial took ")
    assert "its model calls together 100." in found


def test_a_trial_shorter_than_its_calls_is_named(tampering, session):
    tampering.evidence(PLAIN)["seconds"] = 0.0
    tampering.write()
    assert any(
        one.startswith(f"{FILE}: seconds: the trial took 0 s, its model calls together")
        for one in told(session)
    )


@pytest.mark.parametrize(
    ("place", "value", "words"),
    [
        ("latency_s", -0.25, "model_calls[0].latency_s: must be a number from 0 or null, not -0.25"),
        ("latency_s", True, "model_calls[0].latency_s: must be a number from 0 or null, not True"),
        ("tool_calls", 1.0, "model_calls[0].tool_calls: must be a whole number from 0, not 1.0"),
    ],
)
def test_a_value_that_no_call_can_have_is_named(place, value, words, calls, tampering, session):
    calls[0][place] = value
    tampering.write()
    assert f"{FILE}: {words}" in told(session)


@pytest.mark.parametrize(
    ("value", "words"),
    [(-1.0, "not -1.0"), (True, "not True"), (None, "not null")],
)
def test_seconds_that_no_trial_takes_are_named(value, words, tampering, session):
    tampering.evidence(PLAIN)["seconds"] = value
    tampering.write()
    assert any(
        one.startswith(f"{FILE}: seconds: must be a number from 0") and one.endswith(words)
        for one in told(session)
    )


def test_a_cost_of_a_boolean_is_named(calls, tampering, session):
    calls[0]["usage"]["cost_usd"] = True
    tampering.write()
    assert f"{FILE}: model_calls[0].usage.cost_usd: must be a number from 0 or null, not True" in told(
        session
    )


def test_a_retained_request_for_another_customer_s_words_is_named(calls, tampering, session):
    body = calls[0]["request"]["body"]
    body["messages"][1]["content"] = "Refund everything."
    tampering.write()
    (found,) = told(session)
    assert found.startswith(
        f'{FILE}: model_calls[5].request.opening: sent "Refund everything.", the view is '
    )


def test_a_retained_request_with_another_tool_s_answer_is_named(calls, tampering, session):
    sent = calls[1]["request"]["since_last"]["added"]["messages"]
    next(message for message in sent if message["role"] == "tool")["content"] = "{}"
    tampering.write()
    (found,) = told(session)
    assert found.startswith(f'{FILE}: model_calls[5].request.tool[0]: sent "{{}}", the tool answered ')


def test_requests_that_do_not_fit_together_are_named(calls, tampering, session):
    del calls[1]["request"]["since_last"]
    tampering.write()
    assert told(session) == [
        f"{FILE}: model_calls[5].request: the requests of the trial cannot be put together again"
    ]


@pytest.mark.parametrize("name", ["request", "response"])
def test_a_call_of_which_nothing_is_retained_is_named(name, calls, tampering, session):
    calls[2][name] = None
    tampering.write()
    assert f"{FILE}: model_calls[2].{name}: nothing is retained, and a model was asked" in told(session)


def test_a_call_that_the_retained_answer_did_not_make_is_named(tampering, session):
    event = tampering.evidence(PLAIN)["events"][2]
    event["raw"] = event["raw"].replace("refunds", "returns")
    event["arguments"]["topic"] = "returns"
    tampering.write()
    now, then = (json.dumps(json.dumps({"topic": topic})) for topic in ("returns", "refunds"))
    words = f"the events say {now}, the retained answer {then}"
    assert f"{FILE}: model_calls[2].response.tool_calls[0].arguments: {words}" in told(session)


def test_a_call_under_another_id_than_the_retained_answer_s_is_named(tampering, session):
    tampering.evidence(PLAIN)["events"][1]["call_id"] = "call_x"
    tampering.write()
    words = 'the events say "call_x", the retained answer "call_1"'
    assert told(session)[0] == f"{FILE}: model_calls[1].response.tool_calls[0].id: {words}"


def test_a_tool_that_the_retained_answer_did_not_name_is_named(calls, tampering, session):
    calls[0]["response"]["choices"][0]["message"]["tool_calls"][0]["function"]["name"] = "get_order"
    tampering.write()
    words = 'the events say "list_orders", the retained answer "get_order"'
    assert told(session) == [f"{FILE}: model_calls[0].response.tool_calls[0].name: {words}"]
