"""The built-in candidates that may read the examiner's half, by name."""

from __future__ import annotations

from collections.abc import Mapping

from ..candidates.protocol import ExaminersCandidate
from .gold import GoldCandidate, as_written
from .leakers import tell_plainly


def examiners_candidates() -> Mapping[str, ExaminersCandidate]:
    """Every such candidate by name."""
    scripts = {"gold": as_written, "leak-plain": tell_plainly}
    return {name: GoldCandidate(name=name, lines=lines) for name, lines in scripts.items()}
