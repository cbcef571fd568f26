"""Whose problem a failed call is, told over real HTTP through real LiteLLM."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pytest_bramble.candidates.protocol import ContextOverflow, Message
from pytest_bramble.candidates.provider_faults import ProviderError
from pytest_bramble.errors import InfrastructureError

from ..stub_server import Answer, Script, completion, fails, says, sends
from .conftest import OPENING, Ask, Serve

HALF = json.dumps(completion({"content": "Hello"})).encode()[:40]
TOO_LONG = "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens"
NO_MESSAGE = sends(completion({}, choices=[{"index": 0, "message": None, "finish_reason": "stop"}]))

FAULTS: list[tuple[str, Answer, str, int | None, str]] = [
    ("429", fails(429), "provider_rate_limit", 429, "the provider limits the rate of calls (HTTP 429): no"),
    (
        "quota",
        fails(429, code="insufficient_quota"),
        "provider_quota",
        429,
        "quota or credit is used up (HTTP 429): no",
    ),
    ("402", fails(402), "provider_quota", 402, "quota or credit is used up (HTTP 402): no"),
    (
        "credit",
        fails(400, "Your credit balance is too low"),
        "provider_quota",
        400,
        "quota or credit is used up (HTTP 400): Your credit balance is too low",
    ),
    ("500", fails(500), "provider_unavailable", 500, "the server failed (HTTP 500): no"),
    ("502", fails(502), "provider_unavailable", 502, "the server failed (HTTP 502): no"),
    ("503", fails(503, "busy"), "provider_unavailable", 503, "the server failed (HTTP 503): busy"),
    ("504", fails(504), "provider_unavailable", 504, "the server failed (HTTP 504): no"),
    (
        "529",
        fails(529, "overloaded"),
        "provider_unavailable",
        529,
        "the server failed (HTTP 529): overloaded",
    ),
    (
        "html-500",
        Answer(status=500, body=b"<h1>no</h1>", content_type="text/html"),
        "provider_unavailable",
        500,
        "the server failed (HTTP 500): Error code: 500",
    ),
    (
        "502-in-200",
        sends({"error": {"message": "bad", "code": 502}}),
        "provider_unavailable",
        None,
        "the server failed: bad",
    ),
    (
        "429-in-200",
        sends({"error": {"message": "slow", "code": 429}}),
        "provider_rate_limit",
        None,
        "the provider limits the rate of calls: slow",
    ),
    ("408", fails(408), "provider_timeout", 408, "no complete answer within 10 s (HTTP 408): no"),
    ("401", fails(401), "provider_auth", 401, "the key was refused (HTTP 401): no"),
    ("403", fails(403), "provider_auth", 403, "the key was refused (HTTP 403): no"),
    ("400", fails(400), "provider_rejected", 400, "the request was refused (HTTP 400): no"),
    ("404", fails(404), "provider_rejected", 404, "the request was refused (HTTP 404): no"),
    ("413", fails(413), "provider_rejected", 413, "the request was refused (HTTP 413): no"),
    ("422", fails(422), "provider_rejected", 422, "the request was refused (HTTP 422): no"),
    (
        "malformed",
        Answer(body=b'{"id":'),
        "provider_bad_response",
        None,
        "the answer cannot be read: Expecting value: line 1 column 7 (char 6)",
    ),
    (
        "html",
        Answer(body=b"<h1>hello</h1>", content_type="text/html"),
        "provider_bad_response",
        None,
        (
            "the answer cannot be read: Empty or invalid response from LLM endpoint. Received: '<h1>hello</h1>'. "
            "Check the reverse proxy or model server configuration."
        ),
    ),
    (
        "truncated",
        Answer(body=HALF, fault="truncate"),
        "provider_bad_response",
        None,
        (
            "the answer cannot be read: Response payload is not completed: <ContentLengthError: 400, message='Not "
            "enough data to satisfy content length header (received 40 of 1040 bytes).'>"
        ),
    ),
    (
        "empty-object",
        sends({}),
        "provider_bad_response",
        None,
        "the answer cannot be read: LiteLLM: provider returned a response with no 'choices'. Raw keys: []",
    ),
    (
        "no-choices",
        sends(completion({}, choices=[])),
        "provider_bad_response",
        None,
        "the answer cannot be read: it has no choices",
    ),
    (
        "no-message",
        NO_MESSAGE,
        "provider_bad_response",
        None,
        "the answer cannot be read: Invalid response object",
    ),
]


@pytest.mark.parametrize(
    ("answer", "reason", "status", "told"), [row[1:] for row in FAULTS], ids=[row[0] for row in FAULTS]
)
def test_a_provider_fault_is_infrastructure_with_a_reason(
    serve: Serve, ask: Ask, answer: Answer, reason: str, status: int | None, told: str
) -> None:
    stub = serve(answer)
    with pytest.raises(InfrastructureError) as caught:
        ask(stub)
    fault = caught.value
    assert isinstance(fault, ProviderError)
    assert (fault.reason, fault.status, str(fault)) == (reason, status, f"openai/stub: {told}")
    assert len(stub.requests) == 1


def test_a_reset_connection_is_unavailable(serve: Serve, ask: Ask) -> None:
    stub = serve(Answer(fault="reset"))
    with pytest.raises(ProviderError) as caught:
        ask(stub)
    assert caught.value.reason == "provider_unavailable"
    assert (
        str(caught.value) == f"openai/stub: no connection to {stub.url}: [Errno 104] Connection reset by peer"
    )


def test_a_refused_connection_is_unavailable(serve: Serve, ask: Ask) -> None:
    stub = serve(says("never"))
    stub.close()
    with pytest.raises(ProviderError) as caught:
        ask(stub)
    port = stub.url.split(":")[2].split("/")[0]
    assert caught.value.reason == "provider_unavailable"
    assert str(caught.value) == (
        f"openai/stub: no connection to {stub.url}: [Errno 111] Connect call failed ('127.0.0.1', {port})"
    )


def test_a_parameter_litellm_will_not_send_is_rejected_before_any_request(serve: Serve, ask: Ask) -> None:
    stub = serve(says("never"))
    with pytest.raises(ProviderError) as caught:
        ask(stub, model_name="openai/o3", params={"temperature": 0.2})
    assert caught.value.reason == "provider_rejected"
    assert str(caught.value) == (
        "openai/o3: the request was refused: O-series models don't support temperature=0.2. "
        "Only temperature=1 is supported."
    )
    assert stub.requests == ()
    assert caught.value.request["sent"] is False
    assert caught.value.request["body"]["temperature"] == 0.2


@pytest.mark.parametrize(
    "answer",
    [
        fails(400, TOO_LONG, "context_length_exceeded"),
        fails(400, TOO_LONG),
        fails(400, "no room left", "context_length_exceeded"),
        fails(400, "no room left", "exceed_context_size_error"),
    ],
    ids=["code-and-text", "text", "code", "llama.cpp"],
)
def test_a_full_context_window_is_the_candidates_limit(serve: Serve, ask: Ask, answer: Answer) -> None:
    stub = serve(answer)
    with pytest.raises(ContextOverflow) as caught:
        ask(stub)
    said = json.loads(answer.body)["error"]["message"]
    assert str(caught.value) == f"openai/stub: the conversation outgrew the context window: {said}"
    assert not isinstance(caught.value, InfrastructureError)
    assert len(stub.requests) == 1


NATIVE: list[tuple[str, Answer, str, int | None]] = [
    ("429", fails(429), "provider_rate_limit", 429),
    ("529", fails(529), "provider_unavailable", 529),
    ("401", fails(401), "provider_auth", 401),
    ("400", fails(400), "provider_rejected", 400),
    ("malformed", Answer(body=b'{"id":'), "provider_bad_response", None),
    ("truncated", Answer(body=HALF, fault="truncate"), "provider_bad_response", None),
    ("empty-object", sends({}), "provider_bad_response", None),
    ("reset", Answer(fault="reset"), "provider_unavailable", None),
]


@pytest.mark.parametrize(
    ("answer", "reason", "status"), [row[1:] for row in NATIVE], ids=[row[0] for row in NATIVE]
)
@pytest.mark.parametrize(
    "model", ["anthropic/claude-sonnet-4-5", "gemini/gemini-2.5-flash", "groq/some-llama"]
)
def test_a_fault_is_told_the_same_by_every_provider(
    serve: Serve, ask: Ask, model: str, answer: Answer, reason: str, status: int | None
) -> None:
    stub = serve(answer)
    with pytest.raises(ProviderError) as caught:
        ask(stub, model_name=model)
    assert (caught.value.reason, caught.value.status) == (reason, status)
    assert str(caught.value).startswith(f"{model}: ")
    assert len(stub.requests) == 1


def test_an_answer_without_choices_keeps_what_was_sent(serve: Serve, ask: Ask) -> None:
    with pytest.raises(ProviderError) as caught:
        ask(serve(sends(completion({}, choices=[]))))
    assert caught.value.request["body"]["model"] == "stub"


def test_a_key_google_finds_invalid_is_refused_whatever_the_status(serve: Serve, ask: Ask) -> None:
    stub = serve(fails(400, "API key not valid. Please pass a valid API key."))
    with pytest.raises(ProviderError) as caught:
        ask(stub, model_name="gemini/gemini-2.5-flash")
    assert (caught.value.reason, caught.value.status) == ("provider_auth", 400)


def test_a_conversation_litellm_cannot_translate_is_rejected_and_not_sent(serve: Serve, ask: Ask) -> None:
    stub = serve(says("never"))
    orphan = Message(role="tool", text="{}", tool_call_id="call_9")
    with pytest.raises(ProviderError) as caught:
        ask(stub, messages=(*OPENING, orphan), model_name="gemini/gemini-2.5-flash")
    assert (caught.value.reason, caught.value.request["sent"]) == ("provider_rejected", False)
    assert stub.requests == ()


def test_the_server_asked_to_wait(serve: Serve, ask: Ask) -> None:
    with pytest.raises(ProviderError) as caught:
        ask(serve(fails(429, retry_after="7")))
    assert caught.value.retry_after_s == 7.0


def test_a_fault_keeps_what_was_sent(serve: Serve, ask: Ask) -> None:
    stub = serve(fails(503))
    with pytest.raises(ProviderError) as caught:
        ask(stub)
    request: Any = caught.value.request
    assert (request["model"], request["api_base"], request["sent"]) == ("openai/stub", stub.url, True)
    assert request["body"]["messages"] == stub.requests[0].body["messages"]


def test_a_key_refused_names_the_variable_to_check(
    serve: Serve, ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHOP_KEY", "sk-canary-0123456789")
    with pytest.raises(ProviderError) as caught:
        ask(serve(fails(401)), api_key_env="SHOP_KEY")
    assert str(caught.value) == "openai/stub: the key was refused; check SHOP_KEY (HTTP 401): no"


def test_a_long_complaint_is_cut(serve: Serve, ask: Ask) -> None:
    with pytest.raises(ProviderError) as caught:
        ask(serve(fails(400, "a" * 1000)))
    assert str(caught.value) == "openai/stub: the request was refused (HTTP 400): " + "a" * 300


@pytest.mark.parametrize("shift", range(270, 300, 3))
def test_a_key_at_the_cut_leaves_no_half(
    serve: Serve, ask: Ask, monkeypatch: pytest.MonkeyPatch, shift: int
) -> None:
    monkeypatch.setenv("SHOP_KEY", "canarykey0123456789")
    echo: Script = lambda request: fails(400, "a" * shift + " " + request.key)  # noqa: E731  # reads as a table
    with pytest.raises(ProviderError) as caught:
        ask(serve(echo), api_key_env="SHOP_KEY")
    assert "canary" not in str(caught.value)
