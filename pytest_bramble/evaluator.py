"""The evaluator's hash: which code worked the trial and graded it."""

from __future__ import annotations

import functools
import hashlib
from pathlib import Path

_PARTS = (
    *("checks", "customers", "scoring", "trial", "worlds"),
    *("effect.py", "grade.py", "money.py", "outcome.py"),
)


@functools.cache
def evaluator_hash() -> str:
    """Hex SHA-256 over the sources of worlds, customers, trial, checks, grade, scoring, and what they rest on."""
    root = Path(__file__).parent
    digest = hashlib.sha256()
    for part in _PARTS:
        files = [root / part] if part.endswith(".py") else sorted((root / part).rglob("*.py"))
        for file in files:
            digest.update(file.relative_to(root).as_posix().encode() + b"\0")
            digest.update(file.read_bytes() + b"\0")
    return digest.hexdigest()
