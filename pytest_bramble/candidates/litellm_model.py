"""A real model as candidate: a LiteLLM model string and how it is to be called."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..canonical import sha256_of, sha256_text
from ..errors import SettingsError
from ..sharing.limits import UNLIMITED, Door, Limiter, Limits
from .endpoint import Endpoint, resolve
from .litellm_import import litellm_version
from .litellm_params import call_timeout_s, check_params, sent_params
from .pricing import read_price
from .protocol import Kind, Shown
from .retry import RetryPolicy

if TYPE_CHECKING:
    from .litellm_turn import LiteLLMModel


@dataclass(frozen=True, slots=True, kw_only=True)
class LiteLLMCandidate:
    """A model string with its settings.  Raises SettingsError when they cannot be honoured.

    *params* go to the provider as they are, except ``call_timeout_s``: seconds for one whole call.
    *price* holds ``input_per_mtok`` and ``output_per_mtok`` in USD and wins over LiteLLM's price map.
    *max_trial_cost*: the most one trial is taken to cost before one has finished, in USD.
    """

    name: str
    model_name: str
    family: str | None = None
    params: Mapping[str, Any] = field(default_factory=dict)
    api_base: str | None = None
    api_key_env: str | None = None
    price: Mapping[str, float] | None = None
    limits: Limits = UNLIMITED
    max_trial_cost: float | None = None
    shown: Shown = field(default_factory=Shown)
    synthetic: bool = False
    retry: RetryPolicy = field(default_factory=RetryPolicy)
    kind: Kind = field(default="litellm", init=False)

    def __post_init__(self) -> None:
        provider, slash, rest = self.model_name.partition("/")
        if not (provider and slash and rest):
            raise SettingsError(
                f"{self._where}: model {self.model_name!r} names no provider; write it as 'provider/model'"
            )
        check_params(self.params, self._where)
        if self.price is not None:
            read_price(self.price, self._where)
        self.endpoint()

    @property
    def _where(self) -> str:
        return f"candidate {self.name!r}"

    def endpoint(self) -> Endpoint:
        """Where calls go and the key for it, read from the environment now."""
        try:
            return resolve(self.model_name, self.api_base, self.api_key_env)
        except SettingsError as exc:
            raise SettingsError(f"{self._where}: {exc}") from None

    def describe(self) -> Mapping[str, Any]:
        """The fingerprint's parts: what is sent where, at what price, by which LiteLLM, never a key."""
        endpoint = self.endpoint()
        shown = self.shown
        return {
            "model": self.model_name,
            "family": self.family,
            "params": sent_params(self.params),
            "call_timeout_s": call_timeout_s(self.params),
            "api_base": endpoint.api_base,
            "api_base_env": endpoint.api_base_env,
            "api_key_env": endpoint.key_env,
            "price": None if self.price is None else dict(self.price),
            "litellm": litellm_version(),
            "prompt_sha256": None if shown.prompt is None else sha256_text(shown.prompt),
            "policy_sha256": None if shown.policy is None else sha256_text(shown.policy),
            "tools_sha256": None if shown.tools is None else sha256_of(dict(shown.tools)),
        }

    def model(self, limiter: Limiter | None = None) -> LiteLLMModel:
        """A model for one trial, with the key the environment holds now; *limiter* paces its calls."""
        from .litellm_turn import LiteLLMModel  # all that asks a provider and understands it

        endpoint = self.endpoint()
        return LiteLLMModel(
            model_name=self.model_name,
            params=sent_params(self.params),
            call_timeout_s=call_timeout_s(self.params),
            endpoint=endpoint,
            price=None if self.price is None else read_price(self.price, self._where),
            retry=self.retry,
            door=None if limiter is None else self._door(endpoint, limiter),
        )

    def _door(self, endpoint: Endpoint, limiter: Limiter) -> Door:
        server = (
            endpoint.provider if endpoint.api_base is None else f"{endpoint.provider} {endpoint.api_base}"
        )
        return Door(provider=server, limits=self.limits, limiter=limiter)


def preflight(candidate: LiteLLMCandidate) -> str | None:
    """The environment variable *candidate* needs and does not find; None when it can be called.

    For a provider we do not know None means only that: LiteLLM will look for credentials itself.
    """
    return candidate.endpoint().missing
