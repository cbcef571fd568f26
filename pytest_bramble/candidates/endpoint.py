"""Where a model's calls go, and which environment variable holds the key."""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from ..errors import SettingsError
from .secret import Secret

NO_KEY = "sk-none"  # what a local server is sent when no key was declared for it


@dataclass(frozen=True, slots=True)
class _Provider:
    """The variables of one provider, the first that is set wins.  Source: LiteLLM 1.110.2."""

    keys: tuple[str, ...]
    bases: tuple[str, ...]


_PROVIDERS = {
    "anthropic": _Provider(("ANTHROPIC_API_KEY",), ("ANTHROPIC_API_BASE", "ANTHROPIC_BASE_URL")),
    "azure": _Provider(("AZURE_API_KEY",), ("AZURE_API_BASE",)),
    "cerebras": _Provider(("CEREBRAS_API_KEY",), ("CEREBRAS_API_BASE",)),
    "cohere": _Provider(("COHERE_API_KEY", "CO_API_KEY"), ("COHERE_API_BASE",)),
    "dashscope": _Provider(("DASHSCOPE_API_KEY",), ("DASHSCOPE_API_BASE",)),
    "deepinfra": _Provider(("DEEPINFRA_API_KEY",), ("DEEPINFRA_API_BASE",)),
    "deepseek": _Provider(("DEEPSEEK_API_KEY",), ("DEEPSEEK_API_BASE",)),
    "fireworks_ai": _Provider(("FIREWORKS_AI_API_KEY", "FIREWORKS_API_KEY"), ("FIREWORKS_API_BASE",)),
    "gemini": _Provider(("GEMINI_API_KEY", "GOOGLE_API_KEY"), ("GEMINI_API_BASE",)),
    "groq": _Provider(("GROQ_API_KEY",), ("GROQ_API_BASE",)),
    "mistral": _Provider(("MISTRAL_API_KEY",), ("MISTRAL_API_BASE",)),
    "moonshot": _Provider(("MOONSHOT_API_KEY",), ("MOONSHOT_API_BASE",)),
    "openai": _Provider(("OPENAI_API_KEY",), ("OPENAI_BASE_URL", "OPENAI_API_BASE")),
    "openrouter": _Provider(("OPENROUTER_API_KEY",), ("OPENROUTER_API_BASE",)),
    "perplexity": _Provider(("PERPLEXITYAI_API_KEY", "PERPLEXITY_API_KEY"), ("PERPLEXITY_API_BASE",)),
    "together_ai": _Provider(("TOGETHERAI_API_KEY", "TOGETHER_API_KEY"), ("TOGETHER_AI_API_BASE",)),
    "xai": _Provider(("XAI_API_KEY",), ("XAI_API_BASE",)),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """The resolved address and key of a model.

    *api_base* None is the provider's own; *api_base_env* names the variable it was read from, if any.
    *key_env* is the variable the key is read from; *missing* repeats it when it is needed and not set.
    """

    provider: str
    api_base: str | None
    api_base_env: str | None
    key_env: str | None = None
    key: Secret | None = None
    missing: str | None = None

    @property
    def is_openai(self) -> bool:
        """True for OpenAI's own service, which takes back whatever its models wrote."""
        return self.provider == "openai" and self.api_base is None

    @property
    def secrets(self) -> tuple[Secret, ...]:
        """What must never be stored or printed."""
        return (self.key,) if self.key is not None and self.key_env is not None else ()


def provider_of(model: str) -> str:
    """The provider a LiteLLM model string names: ``openai`` of ``openai/gpt-5``."""
    return model.partition("/")[0]


def resolve(
    model: str, api_base: str | None, api_key_env: str | None, environ: Mapping[str, str] | None = None
) -> Endpoint:
    """Where calls to *model* go: *api_base*, else the provider's variable, else the provider's own address.

    A loopback address needs no key unless *api_key_env* declares one, and is never sent a provider's key.
    Raises SettingsError when the address carries credentials.
    """
    env = os.environ if environ is None else environ
    provider = provider_of(model)
    guess = _Provider((f"{provider.upper()}_API_KEY",), (f"{provider.upper()}_API_BASE",))
    known = _PROVIDERS.get(provider, guess)
    base_env = None if api_base else _first_set(known.bases, env)
    base = api_base or (env[base_env] if base_env else None)
    if base is not None:
        refuse_credentials(base, base_env or "api_base")
    address = Endpoint(provider=provider, api_base=base, api_base_env=base_env)
    if api_key_env is None and base is not None and is_loopback(base):
        return replace(address, key=Secret(NO_KEY))
    wanted = (api_key_env,) if api_key_env else known.keys
    found = _first_set(wanted, env)
    if found is not None:
        return replace(address, key_env=found, key=Secret(env[found].strip()))
    needed = wanted[0] if api_key_env or provider in _PROVIDERS else None
    return replace(address, key_env=needed, missing=needed)


def refuse_credentials(url: str, where: str) -> None:
    """Raise SettingsError when *url* carries a user name, a password or a query; its text is not repeated."""
    parts = urlsplit(url)
    if parts.username or parts.password or parts.query:
        raise SettingsError(
            f"{where} must be an address without user, password or query; "
            "put the key into an environment variable and name it in api_key_env"
        )


def is_loopback(url: str) -> bool:
    """True when *url* points to this machine by name or number; no name is looked up."""
    host = urlsplit(url).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def _first_set(names: tuple[str, ...], env: Mapping[str, str]) -> str | None:
    return next((name for name in names if env.get(name, "").strip()), None)
