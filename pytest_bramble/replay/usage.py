"""What a provider's own answer, as it was retained, says of tokens and of who answered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

# Per provider's form: the names a count stands under, and others that LiteLLM may add to it.
_FORMS: Mapping[str, tuple[tuple[str, tuple[str, ...]], ...]] = {
    "input_tokens": (
        ("prompt_tokens", ()),
        ("input_tokens", ("cache_creation_input_tokens", "cache_read_input_tokens")),
        ("promptTokenCount", ("toolUsePromptTokenCount",)),
    ),
    "output_tokens": (
        ("completion_tokens", ()),
        ("output_tokens", ()),
        ("candidatesTokenCount", ("thoughtsTokenCount",)),
    ),
}
_SEVERAL = frozenset({"iterations", "responseTokenCount"})  # counts of several answers in one


def tokens_told(answer: Any, name: str) -> frozenset[int] | None:
    """The counts of *name* (input_tokens, output_tokens) that agree with *answer*; None where it tells none."""
    usage = _usage(answer)
    if not _SEVERAL.isdisjoint(usage):
        return None
    for base, more in _FORMS[name]:
        count = usage.get(base)
        if isinstance(count, int) and not isinstance(count, bool):
            added = sum(extra for extra in map(usage.get, more) if isinstance(extra, int))
            return frozenset({count, count + added})
    return None


def models_named(answer: Any) -> frozenset[str]:
    """The names under which *answer* says who answered."""
    if not isinstance(answer, Mapping):
        return frozenset()
    return frozenset(name for name in map(answer.get, ("model", "modelVersion")) if isinstance(name, str))


def _usage(answer: Any) -> Mapping[str, Any]:
    if not isinstance(answer, Mapping):
        return {}
    told = answer.get("usage") or answer.get("usageMetadata")
    return told if isinstance(told, Mapping) else {}
