"""Preflight: a key that is missing is found before the first trial, not in the middle of the exam."""

from __future__ import annotations

from collections.abc import Iterable

from ..errors import SettingsError
from .litellm_model import LiteLLMCandidate, preflight


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
