"""What a provider is sent, seen at the server."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_bramble.candidates.chat_messages import history, tool_schemas
from pytest_bramble.candidates.protocol import Message, ToolCall, ToolSpec
from pytest_bramble.candidates.secret import read_json

from ..stub_server import calls, says, sends, tool_call
from .conftest import GET_ORDER, OPENING, Ask, Serve
from .test_litellm_answers import CLAUDE, GEMINI


def _after(arguments: str, call_id: str = "call_1", text: str = "") -> tuple[Message, ...]:
    """A conversation in which the model called a tool once."""
    call = ToolCall(id=call_id, name="get_order", arguments=arguments)
    turn = Message(role="assistant", text=text, tool_calls=(call,))
    return (*OPENING, turn, Message(role="tool", text='{"status":"error"}', tool_call_id=call_id))


def test_messages_and_tools_arrive_as_given(serve: Serve, ask: Ask) -> None:
    stub = serve(says("Hello."))
    ask(stub, tools=(GET_ORDER,), params={"temperature": 0, "seed": 7, "house_rule": "kept"})
    assert stub.requests[0].body == {
        "model": "stub",
        "messages": [
            {"role": "system", "content": "You work here."},
            {"role": "user", "content": "Where is my order?"},
        ],
        "tools": [
            {
                "type": "function",
                "function": {
                    "name": "get_order",
                    "description": "Reads an order.",
                    "parameters": dict(GET_ORDER.parameters),
                },
            }
        ],
        "tool_choice": "auto",
        "max_tokens": 4096,
        "temperature": 0,
        "seed": 7,
        "house_rule": "kept",
    }


def test_the_record_holds_what_arrived(serve: Serve, ask: Ask) -> None:
    stub = serve(says("Hello."))
    reply = ask(stub, tools=(GET_ORDER,))
    assert reply.request["sent"] is True
    assert {**reply.request["body"], "extra_body": None} == {**stub.requests[0].body, "extra_body": None}
    assert (reply.request["model"], reply.request["api_base"]) == ("openai/stub", stub.url)


def test_without_tools_no_choice_of_tools_is_sent(serve: Serve, ask: Ask) -> None:
    stub = serve(says("Hello."))
    ask(stub)
    assert {"tools", "tool_choice"} & set(stub.requests[0].body) == set()


def test_a_candidates_own_choice_of_tools_is_sent(serve: Serve, ask: Ask) -> None:
    stub = serve(says("Hello."))
    ask(stub, tools=(GET_ORDER,), params={"tool_choice": "required"})
    assert stub.requests[0].body["tool_choice"] == "required"


@pytest.mark.parametrize("name", ["max_tokens", "max_completion_tokens"])
def test_a_declared_limit_replaces_the_default(serve: Serve, ask: Ask, name: str) -> None:
    stub = serve(says("Hello."))
    ask(stub, params={name: 200})
    sent = stub.requests[0].body
    assert {key: sent[key] for key in ("max_tokens", "max_completion_tokens") if key in sent} == {name: 200}


@pytest.mark.parametrize("arguments", ["{oops", "", "[1]", "null", '"x"'])
def test_unreadable_arguments_are_sent_back_as_an_empty_object(
    serve: Serve, ask: Ask, arguments: str
) -> None:
    stub = serve(says("Hello."))
    reply = ask(stub, messages=_after(arguments), tools=(GET_ORDER,))
    assert stub.requests[0].body["messages"][2] == {
        "role": "assistant",
        "content": "",
        "tool_calls": [
            {"id": "call_1", "type": "function", "function": {"name": "get_order", "arguments": "{}"}}
        ],
    }
    assert reply.request["repaired_arguments"] == ["call_1"]


def test_readable_arguments_are_sent_back_unchanged(serve: Serve, ask: Ask) -> None:
    stub = serve(says("Hello."))
    reply = ask(stub, messages=_after('{ "order":"A-1"}'), tools=(GET_ORDER,))
    sent = stub.requests[0].body["messages"][2]["tool_calls"][0]
    assert sent["function"]["arguments"] == '{ "order":"A-1"}'
    assert reply.request["repaired_arguments"] == []


@pytest.mark.parametrize(
    ("model", "answer"), [("anthropic/claude-sonnet-4-5", CLAUDE), ("gemini/gemini-2.5-flash", GEMINI)]
)
def test_a_provider_that_refuses_unreadable_arguments_still_gets_the_turn(
    serve: Serve, ask: Ask, model: str, answer: Mapping[str, Any]
) -> None:
    stub = serve(sends(answer))
    reply = ask(stub, messages=_after("{oops"), tools=(GET_ORDER,), model_name=model)
    assert len(stub.requests) == 1
    assert reply.request["repaired_arguments"] == ["call_1"]


def test_openai_itself_gets_back_what_its_model_wrote() -> None:
    told = history(_after("{oops"), keep_arguments=True)
    assert told.messages[2]["tool_calls"][0]["function"]["arguments"] == "{oops"
    assert told.repaired == ()


@given(st.text())
def test_arguments_sent_back_are_always_an_object(arguments: str) -> None:
    told = history(_after(arguments), keep_arguments=False)
    sent = told.messages[2]["tool_calls"][0]["function"]["arguments"]
    assert isinstance(read_json(sent), dict)
    assert bool(told.repaired) == (sent != arguments)


@pytest.mark.parametrize("call_id", ["call_1", "", "x" * 200])
def test_an_id_is_sent_back_unchanged(serve: Serve, ask: Ask, call_id: str) -> None:
    stub = serve(says("Hello."))
    ask(stub, messages=_after("{}", call_id), tools=(GET_ORDER,))
    sent = stub.requests[0].body["messages"]
    assert (sent[2]["tool_calls"][0]["id"], sent[3]["tool_call_id"]) == (call_id, call_id)


def test_what_gemini_hid_in_an_id_returns_to_gemini(serve: Serve, ask: Ask) -> None:
    stub = serve(sends(GEMINI))
    ask(
        stub,
        messages=_after("{}", "call_9__thought__c2ln"),
        tools=(GET_ORDER,),
        model_name="gemini/gemini-2.5-flash",
    )
    parts = stub.requests[0].body["contents"][1]["parts"]
    assert parts[-1]["thoughtSignature"] == "c2ln"


def test_text_beside_a_call_is_sent_back(serve: Serve, ask: Ask) -> None:
    stub = serve(says("Hello."))
    ask(stub, messages=_after("{}", text="Let me see."), tools=(GET_ORDER,))
    assert stub.requests[0].body["messages"][2]["content"] == "Let me see."


def test_half_a_character_does_not_break_the_next_turn(serve: Serve, ask: Ask) -> None:
    stub = serve(calls(tool_call("get_order", '{"order":"\ud83d"}'), text="a\ud83d"), says("Hello."))
    first = ask(stub, tools=(GET_ORDER,))
    turn = Message(role="assistant", text=first.text, tool_calls=first.tool_calls)
    told = (*OPENING, turn, Message(role="tool", text="{}", tool_call_id="call_a"))
    ask(stub, messages=told, tools=(GET_ORDER,))
    assert first.text == "a\ud83d"
    sent = stub.requests[1].body["messages"][2]
    assert (sent["content"], sent["tool_calls"][0]["function"]["arguments"]) == ("a?", '{"order":"?"}')


def test_a_tools_schema_is_not_touched_by_the_call(serve: Serve, ask: Ask) -> None:
    schema = {"type": "object", "properties": {"order": {"type": "string", "title": "Order"}}}
    tool = ToolSpec(name="get_order", description="Reads an order.", parameters=schema)
    ask(serve(sends(GEMINI)), tools=(tool,), model_name="gemini/gemini-2.5-flash")
    assert schema == {"type": "object", "properties": {"order": {"type": "string", "title": "Order"}}}


def test_a_schema_is_sent_as_a_copy() -> None:
    tool_schemas((GET_ORDER,))[0]["function"]["parameters"]["properties"].clear()
    assert GET_ORDER.parameters["properties"] == {"order": {"type": "string"}}


def test_a_call_states_its_patience(serve: Serve, ask: Ask) -> None:
    stub = serve(says("Hello."))
    ask(stub, params={"call_timeout_s": 12.5})
    assert stub.requests[0].headers["x-stainless-read-timeout"] == "12.5"


def test_the_record_shows_what_litellm_made_of_it_for_gemini(serve: Serve, ask: Ask) -> None:
    stub = serve(sends(GEMINI))
    reply = ask(stub, tools=(GET_ORDER,), model_name="gemini/gemini-2.5-flash")
    assert reply.request["body"] == stub.requests[0].body
    assert "contents" in reply.request["body"]
