"""Reports without what no two sessions share."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


def comparable(report: Mapping[str, Any]) -> dict[str, Any]:
    """*report* without the session's name, hashes and times."""
    plain: dict[str, Any] = json.loads(json.dumps(report))
    for name in ("session", "created", "manifest_sha256"):
        plain.pop(name)
    for result in plain["results"]:
        result.pop("latency")
        for entry in result["misconduct"]:
            entry.pop("record", None)
    for trial in plain["trials"]:
        trial.pop("sha256")
    return plain


def difference(one: Any, other: Any, where: str = "report") -> str | None:
    """Where two reports first differ, and how; None when they do not."""
    if isinstance(one, dict) and isinstance(other, dict):
        pairs = [(f"{where}.{key}", one.get(key), other.get(key)) for key in sorted({*one, *other})]
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = [(f"{where}[{n}]", *pair) for n, pair in enumerate(zip(one, other, strict=True))]
    else:
        return None if one == other else f"{where}: {one!r} and {other!r}"
    return next((found for place, a, b in pairs if (found := difference(a, b, place)) is not None), None)
