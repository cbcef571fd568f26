"""The built-in candidates of the proof, by name: gold, every operator on it, the undirected agents."""

from __future__ import annotations

from collections.abc import Mapping

from ..candidates.protocol import ExaminersCandidate
from .gold import GoldCandidate, as_written, spoilt
from .operators import OPERATORS
from .undirected import PLAYS, Undirected


def examiners_candidates() -> Mapping[str, ExaminersCandidate]:
    """Every such candidate by name."""
    gold = {"gold": GoldCandidate(name="gold", lines=as_written)}
    bad = {
        name: GoldCandidate(name=name, lines=spoilt(operator), closes=operator.closes)
        for name, operator in OPERATORS.items()
    }
    undirected = {name: Undirected(name=name, play=play) for name, play in PLAYS.items()}
    return {**gold, **bad, **undirected}
