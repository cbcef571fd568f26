"""Where calls go and which key they carry."""

from __future__ import annotations

import pytest

from pytest_bramble.candidates.endpoint import Endpoint, is_loopback, provider_of, resolve
from pytest_bramble.errors import SettingsError

from ..stub_server import says
from .conftest import Ask, Serve

LOCAL = "http://127.0.0.1:8000/v1"
REMOTE = "https://gateway.example/v1"


def _key(endpoint: Endpoint) -> str | None:
    return None if endpoint.key is None else endpoint.key.reveal()


@pytest.mark.parametrize(
    ("model", "variable"),
    [
        ("openai/gpt-4o", "OPENAI_API_KEY"),
        ("anthropic/claude", "ANTHROPIC_API_KEY"),
        ("gemini/flash", "GEMINI_API_KEY"),
        ("mistral/large", "MISTRAL_API_KEY"),
        ("groq/llama", "GROQ_API_KEY"),
        ("openrouter/openai/gpt-4o", "OPENROUTER_API_KEY"),
        ("deepseek/chat", "DEEPSEEK_API_KEY"),
        ("xai/grok", "XAI_API_KEY"),
        ("together_ai/x", "TOGETHERAI_API_KEY"),
        ("fireworks_ai/x", "FIREWORKS_AI_API_KEY"),
        ("azure/x", "AZURE_API_KEY"),
        ("cohere/x", "COHERE_API_KEY"),
    ],
)
def test_a_providers_key_is_missing_until_its_variable_is_set(model: str, variable: str) -> None:
    absent = resolve(model, None, None, {})
    assert (absent.missing, absent.key_env, absent.key) == (variable, variable, None)
    present = resolve(model, None, None, {variable: " the-key-itself\n"})
    assert (present.missing, present.key_env, _key(present)) == (None, variable, "the-key-itself")


@pytest.mark.parametrize("value", ["", "  \n"])
def test_an_empty_variable_is_a_missing_key(value: str) -> None:
    assert resolve("openai/x", None, None, {"OPENAI_API_KEY": value}).missing == "OPENAI_API_KEY"


def test_a_second_name_of_the_same_key_will_do() -> None:
    endpoint = resolve("gemini/flash", None, None, {"GOOGLE_API_KEY": "second-name"})
    assert (endpoint.missing, endpoint.key_env, _key(endpoint)) == (None, "GOOGLE_API_KEY", "second-name")


def test_a_declared_variable_is_the_only_one_asked() -> None:
    env = {"OPENAI_API_KEY": "the-usual-one"}
    assert resolve("openai/x", None, "SHOP_KEY", env).missing == "SHOP_KEY"
    assert _key(resolve("openai/x", None, "SHOP_KEY", {**env, "SHOP_KEY": "its-own-one"})) == "its-own-one"


def test_a_provider_we_do_not_know_is_left_to_litellm() -> None:
    endpoint = resolve("bedrock/claude", None, None, {})
    assert (endpoint.missing, endpoint.key_env, endpoint.key) == (None, None, None)


def test_an_unknown_providers_usual_variables_are_read_so_that_they_can_be_hidden() -> None:
    env = {"NEWCOMER_API_KEY": "its-guessed-key", "NEWCOMER_API_BASE": REMOTE}
    endpoint = resolve("newcomer/x", None, None, env)
    assert (endpoint.key_env, _key(endpoint)) == ("NEWCOMER_API_KEY", "its-guessed-key")
    assert (endpoint.api_base, endpoint.api_base_env) == (REMOTE, "NEWCOMER_API_BASE")


def test_a_local_server_needs_no_key_and_is_not_shown_the_providers() -> None:
    endpoint = resolve("openai/x", LOCAL, None, {"OPENAI_API_KEY": "sk-the-real-one"})
    assert (endpoint.missing, endpoint.key_env, _key(endpoint)) == (None, None, "sk-none")
    assert endpoint.secrets == ()


def test_a_local_server_gets_a_key_that_was_declared_for_it() -> None:
    assert resolve("openai/x", LOCAL, "SHOP_KEY", {}).missing == "SHOP_KEY"
    endpoint = resolve("openai/x", LOCAL, "SHOP_KEY", {"SHOP_KEY": "its-own-one"})
    assert _key(endpoint) == "its-own-one"
    assert [secret.reveal() for secret in endpoint.secrets] == ["its-own-one"]


def test_a_remote_server_needs_the_providers_key() -> None:
    assert resolve("openai/x", REMOTE, None, {}).missing == "OPENAI_API_KEY"


def test_the_environments_address_is_named() -> None:
    endpoint = resolve("openai/x", None, "SHOP_KEY", {"OPENAI_API_BASE": REMOTE})
    assert (endpoint.api_base, endpoint.api_base_env, endpoint.is_openai) == (
        REMOTE,
        "OPENAI_API_BASE",
        False,
    )
    both = resolve("openai/x", None, None, {"OPENAI_API_BASE": REMOTE, "OPENAI_BASE_URL": LOCAL})
    assert both.api_base_env == "OPENAI_BASE_URL"


def test_a_declared_address_hides_the_environments() -> None:
    endpoint = resolve("openai/x", LOCAL, None, {"OPENAI_BASE_URL": REMOTE})
    assert (endpoint.api_base, endpoint.api_base_env) == (LOCAL, None)


def test_only_openai_at_home_is_openai() -> None:
    assert resolve("openai/x", None, None, {}).is_openai
    assert not resolve("openai/x", LOCAL, None, {}).is_openai
    assert not resolve("mistral/x", None, None, {}).is_openai


def test_an_environments_address_with_a_password_is_refused() -> None:
    with pytest.raises(SettingsError) as caught:
        resolve("openai/x", None, None, {"OPENAI_BASE_URL": "https://me:pw-canary@host/v1"})
    assert str(caught.value) == (
        "OPENAI_BASE_URL must be an address without user, password or query; "
        "put the key into an environment variable and name it in api_key_env"
    )


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("http://127.0.0.1:1/v1", True),
        ("http://127.9.9.9/v1", True),
        ("http://[::1]:8000/v1", True),
        ("http://localhost:8000", True),
        ("http://model.localhost", True),
        ("http://10.0.0.1", False),
        ("https://localhost.example.com", False),
        ("https://127.0.0.1.example.com", False),
        ("not an address", False),
    ],
)
def test_loopback_is_this_machine_only(url: str, expected: bool) -> None:
    assert is_loopback(url) is expected


def test_the_provider_stands_before_the_first_slash() -> None:
    assert provider_of("openrouter/openai/gpt-4o") == "openrouter"


def test_the_server_sees_the_declared_key(serve: Serve, ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHOP_KEY", "sk-canary-0123456789")
    stub = serve(says("Hello."))
    ask(stub, api_key_env="SHOP_KEY")
    assert stub.requests[0].key == "sk-canary-0123456789"


def test_a_local_server_sees_no_key(serve: Serve, ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-canary-0123456789")
    stub = serve(says("Hello."))
    ask(stub)
    assert stub.requests[0].key == "sk-none"
