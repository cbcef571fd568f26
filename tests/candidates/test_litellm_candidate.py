"""A candidate's entry: what it may say, what the report says of it, what it needs."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from pytest_bramble.candidates.litellm_model import LiteLLMCandidate, preflight
from pytest_bramble.candidates.protocol import Candidate, Shown
from pytest_bramble.canonical import sha256_of, sha256_text
from pytest_bramble.errors import SettingsError

from ..stub_server import says
from .conftest import Ask, Serve

REPO = Path(__file__).parents[2]


def _entry(**changed: Any) -> LiteLLMCandidate:
    return LiteLLMCandidate(**{"name": "shop", "model_name": "openai/gpt-4o", **changed})


def test_it_is_a_candidate_with_a_fresh_model_per_trial() -> None:
    candidate: Candidate = _entry()
    assert (candidate.kind, candidate.synthetic, candidate.family) == ("litellm", False, None)
    assert candidate.model() is not candidate.model()


def test_the_description_is_json_and_whole() -> None:
    shown = Shown(prompt="Be kind.", policy="1. Refund.", tools={"get_order": "read_order"})
    candidate = _entry(
        family="gpt",
        params={"temperature": 0, "call_timeout_s": 30},
        api_base="http://127.0.0.1:8000/v1",
        price={"input_per_mtok": 0, "output_per_mtok": 0.5},
        shown=shown,
    )
    assert json.loads(json.dumps(candidate.describe())) == {
        "model": "openai/gpt-4o",
        "family": "gpt",
        "params": {"temperature": 0, "max_tokens": 4096},
        "call_timeout_s": 30.0,
        "api_base": "http://127.0.0.1:8000/v1",
        "api_base_env": None,
        "api_key_env": None,
        "price": {"input_per_mtok": 0, "output_per_mtok": 0.5},
        "litellm": version("litellm"),
        "prompt_sha256": sha256_text("Be kind."),
        "policy_sha256": sha256_text("1. Refund."),
        "tools_sha256": sha256_of({"get_order": "read_order"}),
    }


def test_nothing_replaced_has_no_hash() -> None:
    told = _entry().describe()
    assert (told["prompt_sha256"], told["policy_sha256"], told["tools_sha256"]) == (None, None, None)
    assert (told["price"], told["call_timeout_s"]) == (None, 120.0)


def test_the_description_names_the_keys_variable_and_not_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-canary-0123456789")
    told = json.dumps(_entry().describe())
    assert '"api_key_env": "OPENAI_API_KEY"' in told
    assert "canary" not in told


def test_an_address_from_the_environment_is_honoured_and_said(
    serve: Serve, ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    stub = serve(says("Hello."))
    monkeypatch.setenv("OPENAI_BASE_URL", stub.url)
    told = _entry().describe()
    assert (told["api_base"], told["api_base_env"]) == (stub.url, "OPENAI_BASE_URL")
    reply = ask(stub, api_base=None)
    assert reply.request["api_base"] == stub.url
    assert len(stub.requests) == 1


def test_a_declared_address_wins_over_the_environment(
    serve: Serve, ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/elsewhere")
    stub = serve(says("Hello."))
    assert ask(stub).text == "Hello."


@pytest.mark.parametrize("model", ["gpt-4o", "/gpt-4o", "openai/", ""])
def test_a_model_without_provider_is_refused(model: str) -> None:
    with pytest.raises(SettingsError) as caught:
        _entry(model_name=model)
    assert str(caught.value) == (
        f"candidate 'shop': model {model!r} names no provider; write it as 'provider/model'"
    )


@pytest.mark.parametrize(
    ("key", "why"),
    [
        ("api_key", "name an environment variable in api_key_env"),
        ("api_base", "use the entry's api_base"),
        ("base_url", "use the entry's api_base"),
        ("extra_headers", "headers can carry secrets; name an environment variable in api_key_env"),
        ("num_retries", "retries are ours, so that each stands in the record"),
        ("max_retries", "retries are ours, so that each stands in the record"),
        ("timeout", "use call_timeout_s, in seconds"),
        ("mock_response", "a candidate answers for itself"),
        ("drop_params", "a parameter that is not sent must not be in the record"),
        ("messages", "the conversation is the ticket's"),
        ("tools", "the tools are the job's; use the entry's tools to rename or drop some"),
        ("stream", "answers are read whole"),
        ("n", "one answer is graded"),
        ("input_cost_per_token", "use the entry's price"),
    ],
)
def test_a_parameter_that_is_not_the_candidates_is_refused(key: str, why: str) -> None:
    with pytest.raises(SettingsError) as caught:
        _entry(params={key: "x"})
    assert str(caught.value) == f"candidate 'shop': params cannot set {key!r}: {why}"


@pytest.mark.parametrize("seconds", [0, -1, True, "10", 3601, float("nan")])
def test_a_deadline_that_is_none_is_refused(seconds: object) -> None:
    with pytest.raises(SettingsError) as caught:
        _entry(params={"call_timeout_s": seconds})
    assert str(caught.value) == (
        f"candidate 'shop': params call_timeout_s must be seconds above 0 up to 3600, not {seconds!r}"
    )


def test_an_hour_is_the_longest_deadline() -> None:
    assert _entry(params={"call_timeout_s": 3600}).describe()["call_timeout_s"] == 3600.0


def test_a_parameter_that_is_not_json_is_refused() -> None:
    with pytest.raises(SettingsError) as caught:
        _entry(params={"stop": {1, 2}})
    assert str(caught.value) == (
        "candidate 'shop': params must be JSON values: Object of type set is not JSON serializable"
    )


def test_a_wrong_price_names_its_candidate() -> None:
    with pytest.raises(SettingsError) as caught:
        _entry(price={"input_per_mtok": 1})
    assert str(caught.value) == "candidate 'shop': price needs 'output_per_mtok', in USD per million tokens"


@pytest.mark.parametrize(
    "url", ["https://me:pw-canary@host/v1", "https://pw-canary@host/v1", "https://host/v1?key=pw-canary"]
)
def test_an_address_with_credentials_is_refused_without_repeating_them(url: str) -> None:
    with pytest.raises(SettingsError) as caught:
        _entry(api_base=url)
    assert str(caught.value) == (
        "candidate 'shop': api_base must be an address without user, password or query; "
        "put the key into an environment variable and name it in api_key_env"
    )


def test_a_missing_key_is_named_before_the_first_trial(monkeypatch: pytest.MonkeyPatch) -> None:
    assert preflight(_entry()) == "OPENAI_API_KEY"
    monkeypatch.setenv("OPENAI_API_KEY", "sk-canary-0123456789")
    assert preflight(_entry()) is None


def test_preflight_does_not_import_litellm() -> None:
    code = (
        "import sys\n"
        "from pytest_bramble.candidates.litellm_model import LiteLLMCandidate, preflight\n"
        "c = LiteLLMCandidate(name='x', model_name='mistral/m')\n"
        "print(preflight(c), sorted(c.describe())[0], 'litellm' in sys.modules, 'httpx' in sys.modules)"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=REPO, env={"PATH": ""}, capture_output=True, text=True, check=True
    )
    assert run.stdout == "MISTRAL_API_KEY api_base False False\n"
