"""A key is sent and shown nowhere."""

from __future__ import annotations

import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_bramble.candidates.provider_faults import ProviderError
from pytest_bramble.candidates.secret import REMOVED, Secret, hide, read_json, safe_copy, scrub

from ..stub_server import Answer, Request, calls, completion, echoes_the_key, fails, says, sends, tool_call
from .conftest import GET_ORDER, Ask, Serve

CANARY = "canary/0123456789+abc="
WORDS = st.text(alphabet="abc XYZ.", max_size=20)


@pytest.fixture(autouse=True)
def canary(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHOP_KEY", CANARY)


def test_its_texts_are_masks() -> None:
    secret = Secret(CANARY)
    assert (repr(secret), str(secret), f"{secret}") == ("Secret(***)",) * 3
    assert secret.reveal() == CANARY


def test_it_is_not_pickled() -> None:
    with pytest.raises(TypeError, match=r"^a Secret is not pickled$"):
        pickle.dumps(Secret(CANARY))


@given(WORDS, WORDS)
def test_a_value_is_removed_wherever_it_stands(before: str, after: str) -> None:
    assert hide(f"{before}{CANARY}{after}{CANARY}", [Secret(CANARY)]) == f"{before}{REMOVED}{after}{REMOVED}"


@pytest.mark.parametrize(("value", "expected"), [("1234567", "a 1234567 b"), ("12345678", "a [removed] b")])
def test_a_value_too_short_to_be_a_secret_stays(value: str, expected: str) -> None:
    assert hide(f"a {value} b", [Secret(value)]) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Incorrect API key provided: sk-proj-abc***wxyz.", "Incorrect API key provided: [removed]"),
        ("key AIzaSyA0123456789abcdef is bad", "key [removed] is bad"),
        ("sent Authorization: Bearer abc.def-123 to", "sent Authorization: [removed] to"),
        ('{"authorization": "bearer abc"}', '{"authorization": "[removed]"}'),
        ("gsk_0123456789 and xai-0123456789", "[removed] and [removed]"),
        ("https://host/v1?key=abc123&x=1", "https://host/v1?[removed]&x=1"),
        ("task-oriented desk-0123456789 stays", "task-oriented desk-0123456789 stays"),
        (
            "Rate limit reached for gpt-4o in organization org-abc",
            "Rate limit reached for gpt-4o in organization org-abc",
        ),
    ],
)
def test_what_looks_like_a_key_is_removed_from_error_text(text: str, expected: str) -> None:
    assert scrub(text, []) == expected


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(JSON)
def test_a_safe_copy_of_json_is_equal(value: object) -> None:
    assert safe_copy(value, []) == value


def test_a_safe_copy_is_a_copy_without_secrets() -> None:
    value = {"headers": {"x": f"Bearer {CANARY}"}, "list": [CANARY]}
    copied = safe_copy(value, [Secret(CANARY)])
    assert copied == {"headers": {"x": f"Bearer {REMOVED}"}, "list": [REMOVED]}
    assert value["list"] == [CANARY]


def test_what_json_cannot_hold_becomes_its_string() -> None:
    assert safe_copy({"a": {1}, "b": float("nan"), "c": float("inf")}, []) == {
        "a": "{1}",
        "b": "NaN",
        "c": "Infinity",
    }
    assert read_json("[1e999, -1e999, 0.5]") == ["1e999", "-1e999", 0.5]


def test_a_server_that_echoes_the_key_does_not_bring_it_into_the_error(serve: Serve, ask: Ask) -> None:
    stub = serve(echoes_the_key)
    with pytest.raises(ProviderError) as caught:
        ask(stub, api_key_env="SHOP_KEY")
    assert stub.requests[0].key == CANARY
    assert str(caught.value) == (
        "openai/stub: the key was refused; check SHOP_KEY (HTTP 401): Incorrect API key provided: [removed]."
    )
    assert "canary" not in json.dumps(caught.value.request)
    assert "canary" not in json.dumps(caught.value.attempts)


@pytest.mark.parametrize("model", ["anthropic/claude-sonnet-4-5", "gemini/gemini-2.5-flash"])
def test_an_echo_in_another_providers_form_is_removed_too(serve: Serve, ask: Ask, model: str) -> None:
    with pytest.raises(ProviderError) as caught:
        ask(serve(echoes_the_key), api_key_env="SHOP_KEY", model_name=model)
    assert "[removed]" in str(caught.value)
    assert "canary" not in str(caught.value)


def test_a_model_that_says_the_key_does_not_bring_it_into_the_record(serve: Serve, ask: Ask) -> None:
    def echo(request: Request) -> Answer:
        said = completion(
            {
                "content": f"It is {request.key}",
                "tool_calls": [tool_call(request.key, f'{{"k":"{request.key}"}}', request.key)],
            },
            model=request.key,
        )
        return sends(said)

    reply = ask(serve(echo), api_key_env="SHOP_KEY", tools=(GET_ORDER,))
    assert reply.text == "It is [removed]"
    assert reply.tool_calls[0].arguments == '{"k":"[removed]"}'
    assert "canary" not in repr(reply)


def test_the_placeholder_of_a_local_server_is_no_secret(serve: Serve, ask: Ask) -> None:
    assert ask(serve(says("Send sk-none, please."))).text == "Send sk-none, please."


def test_a_replaced_try_keeps_no_key(serve: Serve, ask: Ask) -> None:
    from pytest_bramble.candidates.retry import RetryPolicy

    async def no_wait(seconds: float) -> None:
        assert seconds > 0

    stub = serve(lambda request: fails(503, f"bad key {request.key}"), calls(tool_call("get_order", "{}")))
    reply = ask(stub, api_key_env="SHOP_KEY", retry=RetryPolicy(attempts=2, sleep=no_wait))
    assert reply.attempts[0]["message"] == "openai/stub: the server failed (HTTP 503): bad key [removed]"
