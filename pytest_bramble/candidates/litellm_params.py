"""What a candidate's ``params`` may say, and what is always said."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..canonical import canonical
from ..errors import SettingsError

DEFAULT_TIMEOUT_S = 120.0
DEFAULT_MAX_TOKENS = 4096  # LiteLLM asks some providers for 64,000 when it is told nothing

_RESERVED = {
    "model": "the entry names its model",
    "messages": "the conversation is the ticket's",
    "tools": "the tools are the job's; use the entry's tools to rename or drop some",
    "functions": "the tools are the job's",
    "api_key": "name an environment variable in api_key_env",
    "api_base": "use the entry's api_base",
    "base_url": "use the entry's api_base",
    "headers": "headers can carry secrets; name an environment variable in api_key_env",
    "extra_headers": "headers can carry secrets; name an environment variable in api_key_env",
    "default_headers": "headers can carry secrets; name an environment variable in api_key_env",
    "timeout": "use call_timeout_s, in seconds",
    "request_timeout": "use call_timeout_s, in seconds",
    "max_retries": "retries are ours, so that each stands in the record",
    "num_retries": "retries are ours, so that each stands in the record",
    "fallbacks": "another model would be another candidate",
    "stream": "answers are read whole",
    "n": "one answer is graded",
    "drop_params": "a parameter that is not sent must not be in the record",
    "mock_response": "a candidate answers for itself",
    "input_cost_per_token": "use the entry's price",
    "output_cost_per_token": "use the entry's price",
    "custom_llm_provider": "the model string names its provider",
    "metadata": "LiteLLM keeps it to itself",
    "logger_fn": "it is how requests are recorded",
    "client": "it cannot be recorded",
}


def check_params(params: Mapping[str, Any], where: str) -> None:
    """Raise SettingsError, starting with *where*, when *params* set what is not theirs or cannot be sent."""
    for key in params:
        if key in _RESERVED:
            raise SettingsError(f"{where}: params cannot set {key!r}: {_RESERVED[key]}")
    seconds = params.get("call_timeout_s", DEFAULT_TIMEOUT_S)
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds <= 3600:
        raise SettingsError(
            f"{where}: params call_timeout_s must be seconds above 0 up to 3600, not {seconds!r}"
        )
    try:
        canonical(dict(params))
    except (TypeError, ValueError) as exc:
        raise SettingsError(f"{where}: params must be JSON values: {exc}") from None


def sent_params(params: Mapping[str, Any]) -> dict[str, Any]:
    """What of *params* goes to the provider, with a limit on output tokens in any case."""
    sent = {key: value for key, value in params.items() if key != "call_timeout_s"}
    if "max_tokens" not in sent and "max_completion_tokens" not in sent:
        sent["max_tokens"] = DEFAULT_MAX_TOKENS
    return sent


def call_timeout_s(params: Mapping[str, Any]) -> float:
    """Seconds one call may take from request to the last byte of the answer."""
    return float(params.get("call_timeout_s", DEFAULT_TIMEOUT_S))
