"""What a model says is passed on as it said it; what it got wrong is the candidate's own."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_bramble.candidates.litellm_answer import Wire, token_counts, tool_calls_of
from pytest_bramble.candidates.protocol import Message, ToolCall, Usage
from pytest_bramble.candidates.secret import Secret

from ..stub_server import Answer, calls, completion, says, sends, tool_call
from .conftest import GET_ORDER, OPENING, Ask, Serve

CLAUDE = {
    "id": "msg_1",
    "type": "message",
    "role": "assistant",
    "model": "claude-sonnet-4-5-20250929",
    "content": [
        {"type": "text", "text": "One moment."},
        {"type": "tool_use", "id": "toolu_1", "name": "get_order", "input": {"order": "A-1"}},
    ],
    "stop_reason": "tool_use",
    "stop_sequence": None,
    "usage": {"input_tokens": 12, "output_tokens": 5},
}
GEMINI = {
    "candidates": [
        {
            "content": {
                "role": "model",
                "parts": [
                    {
                        "functionCall": {"name": "get_order", "args": {"order": "A-1"}},
                        "thoughtSignature": "c2ln",
                    }
                ],
            },
            "finishReason": "STOP",
        }
    ],
    "usageMetadata": {"promptTokenCount": 9, "candidatesTokenCount": 4, "totalTokenCount": 13},
    "modelVersion": "gemini-2.5-flash",
}


COHERE = {
    "id": "c",
    "finish_reason": "COMPLETE",
    "message": {"role": "assistant", "content": [{"type": "text", "text": "Bonjour."}]},
    "usage": {"tokens": {"input_tokens": 5, "output_tokens": 2}},
}


def test_text_is_passed_on_with_what_was_received(serve: Serve, ask: Ask) -> None:
    reply = ask(serve(says("Hello.")))
    assert (reply.text, reply.tool_calls) == ("Hello.", ())
    assert reply.usage == Usage(input_tokens=11, output_tokens=7)
    assert reply.response["choices"][0]["message"] == {"role": "assistant", "content": "Hello."}
    assert reply.attempts == ()
    assert reply.latency_s is not None
    assert reply.latency_s > 0


@pytest.mark.parametrize("content", ["", None])
def test_no_content_is_an_empty_answer_of_the_candidate(serve: Serve, ask: Ask, content: str | None) -> None:
    reply = ask(serve(says(content)))
    assert (reply.text, reply.tool_calls) == ("", ())


@pytest.mark.parametrize(
    "arguments", ["{oops", "", "[1]", "null", '{"order": "A-1"}', '{"a": 1, "a": 2}', "ünï\u2028"]
)
def test_arguments_are_passed_on_as_written(serve: Serve, ask: Ask, arguments: str) -> None:
    reply = ask(serve(calls(tool_call("get_order", arguments))), tools=(GET_ORDER,))
    assert reply.tool_calls == (ToolCall(id="call_a", name="get_order", arguments=arguments),)


@pytest.mark.filterwarnings("ignore:Pydantic serializer warnings")
def test_arguments_sent_as_an_object_become_json(serve: Serve, ask: Ask) -> None:
    reply = ask(serve(calls(tool_call("get_order", {"order": "A-1"}))), tools=(GET_ORDER,))
    assert reply.tool_calls[0].arguments == '{"order": "A-1"}'


def test_text_beside_several_calls_keeps_both_in_order(serve: Serve, ask: Ask) -> None:
    two = calls(
        tool_call("get_order", "{}", "call_a"), tool_call("no_such_tool", "{}", "call_b"), text="Let me see."
    )
    reply = ask(serve(two), tools=(GET_ORDER,))
    assert reply.text == "Let me see."
    assert [(call.id, call.name) for call in reply.tool_calls] == [
        ("call_a", "get_order"),
        ("call_b", "no_such_tool"),
    ]


def test_duplicate_ids_are_kept(serve: Serve, ask: Ask) -> None:
    reply = ask(serve(calls(tool_call("get_order", "{}"), tool_call("get_order", "{}"))), tools=(GET_ORDER,))
    assert [call.id for call in reply.tool_calls] == ["call_a", "call_a"]


def test_missing_ids_are_numbered_within_the_conversation(serve: Serve, ask: Ask) -> None:
    unnamed = calls(
        tool_call("get_order", "{}", ...),
        tool_call("get_order", "{}", "call_x"),
        tool_call("get_order", "{}", None),
    )
    earlier = Message(
        role="assistant", text="", tool_calls=(ToolCall(id="call_1", name="get_order", arguments="{}"),)
    )
    told = (*OPENING, earlier, Message(role="tool", text="{}", tool_call_id="call_1"))
    reply = ask(serve(unnamed), messages=told, tools=(GET_ORDER,))
    assert [call.id for call in reply.tool_calls] == ["call_2", "call_x", "call_4"]


@pytest.mark.parametrize("finish", ["stop", "tool_calls", "banana"])
def test_the_servers_own_word_for_stopping_is_kept(serve: Serve, ask: Ask, finish: str) -> None:
    reply = ask(serve(calls(tool_call("get_order", "{}"), finish=finish)), tools=(GET_ORDER,))
    assert reply.finish_reason == finish


def test_the_answering_model_is_named(serve: Serve, ask: Ask) -> None:
    assert ask(serve(says("Hello.", model="stub-2026-11"))).answered_model == "stub-2026-11"


def test_a_server_that_does_not_name_its_model_leaves_it_unknown(serve: Serve, ask: Ask) -> None:
    assert ask(serve(says("Hello.", model=...))).answered_model is None


@pytest.mark.parametrize(
    ("usage", "expected"),
    [
        (..., (None, None)),
        (None, (None, None)),
        ({}, (None, None)),
        ({"prompt_tokens": 5}, (5, None)),
        ({"prompt_tokens": 5, "completion_tokens": 0}, (5, 0)),
        ({"prompt_tokens": 0, "completion_tokens": 0}, (0, 0)),
        ({"prompt_tokens": 5, "completion_tokens": -1}, (5, None)),
    ],
    ids=["absent", "null", "empty", "half", "zero-out", "zeros", "negative"],
)
def test_tokens_are_known_only_when_reported(
    serve: Serve, ask: Ask, usage: Any, expected: tuple[int | None, int | None]
) -> None:
    reply = ask(serve(says("Hello.", usage=usage)))
    assert (reply.usage.input_tokens, reply.usage.output_tokens) == expected


def _wire(*events: tuple[str, str | None]) -> Wire:
    wire = Wire()
    for kind, raw in events:
        wire(
            {
                "log_event_type": kind,
                "original_response": raw,
                "additional_args": {"complete_input_dict": {"n": 1}},
            }
        )
    return wire


def test_an_answer_is_one_only_after_a_request() -> None:
    wire = _wire(("post_api_call", "early"))
    assert (wire.sent, wire.raw, wire.body) == (False, None, None)


def test_an_unfinished_answer_is_none() -> None:
    wire = _wire(("pre_api_call", None), ("post_api_call", None))
    assert (wire.sent, wire.raw, wire.body) == (True, None, {"n": 1})


def test_a_second_request_forgets_the_first_ones_answer() -> None:
    assert _wire(("pre_api_call", None), ("post_api_call", "one"), ("pre_api_call", None)).raw is None


def test_an_answer_that_does_not_match_its_raw_form_keeps_the_ids_it_has() -> None:
    function = SimpleNamespace(name="get_order", arguments="{}")
    message = SimpleNamespace(tool_calls=[SimpleNamespace(id="call_x", function=function)])
    raw: dict[str, Any] = {"choices": [{"message": {"tool_calls": [{"function": {}}, {"function": {}}]}}]}
    assert tool_calls_of(message, raw, 0, ())[0].id == "call_x"


class Counted:
    """What LiteLLM makes of a usage object."""

    def __init__(self, prompt: object, completion: object) -> None:
        self.prompt_tokens = prompt
        self.completion_tokens = completion


@given(st.integers(), st.integers(), st.booleans())
def test_a_count_is_never_invented(prompt: int, completion_: int, told: bool) -> None:
    answer = {"usage": {"prompt_tokens": prompt, "completion_tokens": completion_}} if told else {}
    found = token_counts(Counted(prompt, completion_), answer)
    for count, value in zip(found, (prompt, completion_), strict=True):
        assert count == (value if value > 0 or (value == 0 and told) else None)


@pytest.mark.parametrize("value", [True, "12", 1.5, None])
def test_a_count_that_is_no_whole_number_is_unknown(value: object) -> None:
    assert token_counts(Counted(value, value), {"usage": {"prompt_tokens": 1, "completion_tokens": 1}}) == (
        None,
        None,
    )


def test_claude_is_read_in_its_own_words(serve: Serve, ask: Ask) -> None:
    reply = ask(serve(sends(CLAUDE)), model_name="anthropic/claude-sonnet-4-5", tools=(GET_ORDER,))
    assert reply.text == "One moment."
    assert reply.tool_calls == (ToolCall(id="toolu_1", name="get_order", arguments='{"order": "A-1"}'),)
    assert (reply.usage.input_tokens, reply.usage.output_tokens) == (12, 5)
    assert (reply.answered_model, reply.finish_reason) == ("claude-sonnet-4-5-20250929", "tool_use")
    assert reply.response == CLAUDE


def test_gemini_keeps_the_signature_in_its_id(serve: Serve, ask: Ask) -> None:
    reply = ask(serve(sends(GEMINI)), model_name="gemini/gemini-2.5-flash", tools=(GET_ORDER,))
    assert reply.tool_calls[0].id.endswith("__thought__c2ln")
    assert (reply.answered_model, reply.finish_reason) == ("gemini-2.5-flash", "STOP")
    assert reply.response == GEMINI


def test_a_zero_that_gemini_names_is_a_zero(serve: Serve, ask: Ask) -> None:
    silent = {
        **GEMINI,
        "usageMetadata": {"promptTokenCount": 9, "candidatesTokenCount": 0, "totalTokenCount": 9},
    }
    usage = ask(serve(sends(silent)), model_name="gemini/gemini-2.5-flash", tools=(GET_ORDER,)).usage
    assert (usage.input_tokens, usage.output_tokens) == (9, 0)


def test_a_call_gemini_could_not_form_is_told_by_its_finish(serve: Serve, ask: Ask) -> None:
    failed = {
        **GEMINI,
        "candidates": [{"content": {"role": "model"}, "finishReason": "MALFORMED_FUNCTION_CALL"}],
    }
    reply = ask(serve(sends(failed)), model_name="gemini/gemini-2.5-flash", tools=(GET_ORDER,))
    assert (reply.text, reply.tool_calls, reply.finish_reason) == ("", (), "MALFORMED_FUNCTION_CALL")


@pytest.mark.parametrize(
    ("tokens", "expected"), [({"input_tokens": 5, "output_tokens": 2}, (5, 2)), ({}, (None, None))]
)
def test_where_litellm_hides_the_raw_answer_nothing_is_taken_for_the_servers_word(
    serve: Serve, ask: Ask, tokens: dict[str, int], expected: tuple[int | None, int | None]
) -> None:
    said = {**COHERE, "usage": {"tokens": tokens}}
    reply = ask(serve(sends(said)), model_name="cohere/command-r", tools=(GET_ORDER,))
    assert (reply.text, reply.answered_model, reply.finish_reason) == ("Bonjour.", None, "stop")
    assert (reply.usage.input_tokens, reply.usage.output_tokens) == expected
    assert reply.response["choices"][0]["message"]["content"] == "Bonjour."


def test_an_answer_that_is_not_json_is_kept_as_text() -> None:
    wire = _wire(("pre_api_call", None), ("post_api_call", "canary-0123 says hello"))
    assert wire.answer((Secret("canary-0123"),)) == "[removed] says hello"


def test_an_answer_with_numbers_json_cannot_write_is_still_json(serve: Serve, ask: Ask) -> None:
    body = sends(completion({"content": "Hello."}, score=1)).body.replace(b'"score": 1', b'"score": 1e999')
    reply = ask(serve(Answer(body=body)))
    assert reply.response["score"] in ("Infinity", "inf", "1e999")


def test_a_huge_answer_arrives_whole(serve: Serve, ask: Ask) -> None:
    assert len(ask(serve(says("x" * 2_000_000))).text) == 2_000_000
