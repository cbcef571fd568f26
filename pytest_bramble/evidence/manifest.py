"""What was registered before the first trial, hashed and bound into every record (R9)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..canonical import sha256_of
from ..errors import EvidenceError

SCHEMA = "bramble/manifest-1"


def seal_manifest(body: Mapping[str, Any]) -> dict[str, Any]:
    """*body* as a manifest: schema first, its own hash last."""
    full = {"schema": SCHEMA, **body}
    return {**full, "sha256": sha256_of(full)}


def check_manifest(manifest: Mapping[str, Any]) -> None:
    """Raise EvidenceError (manifest_changed) unless the manifest holds its own hash."""
    body = {k: v for k, v in manifest.items() if k != "sha256"}
    if manifest.get("schema") != SCHEMA:
        raise EvidenceError(
            "manifest_changed", f"manifest.json: schema is {manifest.get('schema')!r}, not {SCHEMA!r}"
        )
    if manifest.get("sha256") != sha256_of(body):
        raise EvidenceError("manifest_changed", "manifest.json does not match its own sha256")
