"""What a candidate's trials cost before any was run: its price, and the most a first trial is taken to cost."""

from __future__ import annotations

import functools
import importlib.util
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .endpoint import provider_of
from .litellm_model import LiteLLMCandidate
from .litellm_params import DEFAULT_MAX_TOKENS, sent_params
from .pricing import Price, declared_cost, listed_key, read_price
from .python_agent import PythonCandidate
from .registry import AnyCandidate

INPUT_TOKENS_PER_CALL = (
    20_000  # prompt, tools and a history at its caps; a first trial reserves so much per call
)
_MAP = "model_prices_and_context_window_backup.json"
_MILLION = 1_000_000


def price_of(candidate: LiteLLMCandidate) -> Price | None:
    """The declared price of *candidate*, else that of LiteLLM's price map; None when neither is known.

    The map is read without importing LiteLLM, which takes seconds.
    """
    if candidate.price is not None:
        return read_price(candidate.price, f"candidate {candidate.name!r}")
    prices = _price_map()
    key = listed_key(prices, provider_of(candidate.model_name), candidate.model_name)
    if key is None:
        return None
    row = prices[key]
    return Price(
        input_per_mtok=row["input_cost_per_token"] * _MILLION,
        output_per_mtok=row["output_cost_per_token"] * _MILLION,
    )


def first_trial_usd(candidate: AnyCandidate, calls: int, output_tokens: int) -> float | None:
    """The most a trial of *candidate* is taken to cost before one has finished, in USD; None when nothing tells.

    What its entry declares, else caps times price: *calls* and *output_tokens* are the caps of the job, and the
    last answer may go over the second by its own limit.
    """
    if candidate.kind == "scripted":
        return 0.0
    if isinstance(candidate, LiteLLMCandidate | PythonCandidate) and candidate.max_trial_cost is not None:
        return candidate.max_trial_cost
    price = price_of(candidate) if isinstance(candidate, LiteLLMCandidate) else None
    if price is None or not isinstance(candidate, LiteLLMCandidate):
        return None
    sent = sent_params(candidate.params)
    last = sent.get("max_tokens") or sent.get("max_completion_tokens")
    over = last if isinstance(last, int) else DEFAULT_MAX_TOKENS
    return declared_cost(price, calls * INPUT_TOKENS_PER_CALL, output_tokens + over).usd


@functools.cache
def _price_map() -> Mapping[str, Any]:
    found = importlib.util.find_spec("litellm")
    if found is None or found.origin is None:
        return {}
    try:
        read: Mapping[str, Any] = json.loads((Path(found.origin).parent / _MAP).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return read
