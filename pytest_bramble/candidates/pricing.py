"""What a call cost: known only when it can be shown, otherwise None (R7)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from ..errors import SettingsError, unknown_name

_KEYS = ("input_per_mtok", "output_per_mtok")
_MILLION = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """A declared price in US dollars per million tokens; zero is a price."""

    input_per_mtok: float
    output_per_mtok: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """Dollars and where the price came from; both None when the cost cannot be shown."""

    usd: float | None = None
    source: str | None = None


UNKNOWN_COST = Cost()


def read_price(entry: Mapping[str, Any], where: str) -> Price:
    """The price declared in *entry*.  Raises SettingsError, starting with *where*, when it is not one."""
    for key in entry:
        if key not in _KEYS:
            raise SettingsError(f"{where}: {unknown_name('price key', key, _KEYS)}")
    return Price(
        input_per_mtok=_dollars(entry, "input_per_mtok", where),
        output_per_mtok=_dollars(entry, "output_per_mtok", where),
    )


def declared_cost(price: Price, input_tokens: int, output_tokens: int) -> Cost:
    """Tokens times the declared price."""
    usd = (input_tokens * price.input_per_mtok + output_tokens * price.output_per_mtok) / _MILLION
    source = f"declared: {price.input_per_mtok:g} in, {price.output_per_mtok:g} out, USD per million tokens"
    return Cost(usd=usd, source=source)


def listed_cost(litellm: ModuleType, provider: str, model: str, response: Any) -> Cost:
    """The cost of *response* by LiteLLM's price map, cached tokens included; *model* is who answered.

    Known only when that model stands in the map under its exact name with a price: LiteLLM itself answers
    0.0 for a model it does not know of a family it does.  The caller sees to it that tokens were reported.
    """
    key = listed_key(litellm.model_cost, provider, model)
    if key is None:
        return UNKNOWN_COST
    try:
        usd = litellm.completion_cost(completion_response=response, model=key, custom_llm_provider=provider)
    except Exception:  # whatever the map cannot price is unknown
        return UNKNOWN_COST
    if not usd > 0 or not math.isfinite(usd):
        return UNKNOWN_COST
    return Cost(usd=usd, source=f"LiteLLM price map {_revision()}: {key}")


def _dollars(entry: Mapping[str, Any], key: str, where: str) -> float:
    if key not in entry:
        raise SettingsError(f"{where}: price needs {key!r}, in USD per million tokens")
    value = entry[key]
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < math.inf:
        raise SettingsError(f"{where}: price {key} must be a number from 0, not {value!r}")
    return float(value)


def listed_key(prices: Mapping[str, Any], provider: str, model: str) -> str | None:
    """The map's key for *model*, with or without its provider's prefix; None when it has no price there."""
    bare = model.removeprefix(f"{provider}/")
    for key in (f"{provider}/{bare}", bare):
        row = prices.get(key)
        if row is None or (key == bare and row.get("litellm_provider") != provider):
            continue
        if row.get("input_cost_per_token") and row.get("output_cost_per_token"):
            return key
    return None


def _revision() -> str:
    from litellm.litellm_core_utils.get_model_cost_map import get_model_cost_map_source_info

    return str(get_model_cost_map_source_info().get("source_revision"))[:12]
