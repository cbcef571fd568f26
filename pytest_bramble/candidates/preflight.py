"""Preflight: a key or a price that is missing is found before the first trial, not in the middle of the exam."""

from __future__ import annotations

from collections.abc import Iterable

from ..errors import SettingsError
from .litellm_model import LiteLLMCandidate, preflight
from .price_list import first_trial_usd, price_of
from .registry import AnyCandidate


def missing_keys(candidates: Iterable[object]) -> None:
    """Raise SettingsError naming every missing environment variable and the candidates it affects."""
    missing: dict[str, list[str]] = {}
    for candidate in candidates:
        variable = preflight(candidate) if isinstance(candidate, LiteLLMCandidate) else None
        if variable is not None and isinstance(candidate, LiteLLMCandidate):
            missing.setdefault(variable, []).append(candidate.name)
    if missing:
        told = "; ".join(
            f"{variable} is not set, needed by {', '.join(names)}" for variable, names in missing.items()
        )
        raise SettingsError(f"no key: {told}. Nothing was sent.")


def missing_prices(candidates: Iterable[AnyCandidate]) -> None:
    """Raise SettingsError naming every candidate whose spending a budget could not see."""
    unpriced = [one.name for one in candidates if isinstance(one, LiteLLMCandidate) and price_of(one) is None]
    if unpriced:
        raise SettingsError(
            f"--bramble-budget: no price is known for {', '.join(unpriced)}; declare it: "
            "price = {input_per_mtok = …, output_per_mtok = …} in the candidate's entry. Nothing was sent."
        )
    unbounded = [one.name for one in candidates if first_trial_usd(one, 1, 1) is None]
    if unbounded:
        raise SettingsError(
            f"--bramble-budget: what {', '.join(unbounded)} spends is not seen here; declare the most one trial "
            "may cost: max_trial_cost = … in the candidate's entry. Nothing was sent."
        )
