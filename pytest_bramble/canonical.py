"""Canonical JSON and the hashes taken over it."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any


def canonical(value: Any) -> str:
    """*value* as JSON with sorted keys, separators ``,`` and ``:``, non-ASCII kept; NaN raises ValueError."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def sha256_text(text: str) -> str:
    """Hex SHA-256 of *text* in UTF-8 (lone surrogates, which a model can emit, are kept by escape)."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def sha256_of(value: Any) -> str:
    """Hex SHA-256 of the canonical JSON of *value*."""
    return sha256_text(canonical(value))


def sha256_file(path: Path) -> str:
    """Hex SHA-256 of the bytes of the file at *path*."""
    return hashlib.sha256(path.read_bytes()).hexdigest()
