"""Canonical JSON and the hashes taken over it."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

_ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def canonical(value: Any) -> str:
    """*value* as JSON with sorted keys, separators ``,`` and ``:``, non-ASCII kept; NaN raises ValueError."""
    return _ENCODER.encode(value)


def sha256_text(text: str) -> str:
    """Hex SHA-256 of *text* in UTF-8 (lone surrogates, which a model can emit, are kept by escape)."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def sha256_of(value: Any) -> str:
    """Hex SHA-256 of the canonical JSON of *value*."""
    return sha256_text(canonical(value))


def sha256_file(path: Path) -> str:
    """Hex SHA-256 of the bytes of the file at *path*."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def storable(value: Any) -> Any:
    """*value* with every lone surrogate (which models do emit, and UTF-8 cannot hold) made a question mark."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode() if not value.isascii() else value
    if isinstance(value, dict):
        return {storable(key): storable(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [storable(item) for item in value]
    return value
