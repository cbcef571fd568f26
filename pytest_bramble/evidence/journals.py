"""What the journals of a session tell that its records do not: trials that began and never ended."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any


def unfinished(folder: Path) -> Counter[str]:
    """How often each trial, by its stem, was begun in the session *folder* and has no end in the journals."""
    left: Counter[str] = Counter()
    for path in sorted(folder.glob("journal-*.jsonl")):
        for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
            told = _read(line)
            if told.get("note") in ("start", "end"):
                left[str(told.get("trial"))] += 1 if told["note"] == "start" else -1
    return +left


def _read(line: str) -> dict[str, Any]:
    """A line's object; empty for one that was cut short when its process died."""
    try:
        value = json.loads(line)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}
