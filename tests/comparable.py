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
