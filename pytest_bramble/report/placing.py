"""``ranking``: all candidates of a job against each other, with ties that are admitted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

from ..scoring.ranking import RankedArm, Ranking, rank
from ..scoring.wording import listing
from .paired import Scored

CAUTION = "A place says how often tickets passed and nothing of misconduct, which no average makes good."

_MOST_PAIRS_TOLD = 3


def ranking_json(job: str, seats: Iterable[Scored]) -> list[dict[str, Any]]:
    """The entry of ``ranking`` for *job*; none where there are not two candidates to rank.

    Scripted candidates are ranked among themselves in a rehearsal and left out beside measured ones.
    """
    there = [seat for seat in seats if seat.arm.job == job and seat.arm.arm == "candidate"]
    measured = [seat for seat in there if not seat.sitting.candidate.synthetic]
    ranked = measured or there
    if len(ranked) < 2:
        return []
    outcome = "joint" if all("joint" in seat.outcomes for seat in ranked) else "contract"
    entry = {"job": job, "outcome": outcome, "places": [], "pairs": []}
    refusal = _refusal(ranked)
    if refusal:
        return [{**entry, "text": f"Not ranked: {refusal}."}]
    bar = ranked[0].sitting.job.bar
    arms = [RankedArm(name=seat.arm.candidate, trials=seat.trials) for seat in ranked]
    try:
        ranking = rank(arms, outcome, bar.alpha, bar.min_clusters_hire)
    except ValueError as refused:
        return [{**entry, "text": f"Not ranked: {refused}."}]
    return [
        {
            **entry,
            "places": [asdict(place) for place in ranking.places],
            "pairs": [asdict(pair) for pair in ranking.pairs],
            "text": sentence(ranking),
        }
    ]


def _refusal(ranked: Sequence[Scored]) -> str:
    invalid = [seat.arm.candidate for seat in ranked if seat.sitting.invalid]
    if invalid:
        return f"the evidence on {listing(invalid)} is invalid"
    partial = [seat.arm.candidate for seat in ranked if not seat.sitting.complete]
    return f"planned trials of {listing(partial)} are not there" if partial else ""


def sentence(ranking: Ranking) -> str:
    """Who was shown to be better than whom, and which candidates cannot be told apart."""
    better = [pair.text for pair in ranking.pairs if pair.told_apart]
    alike = [pair.text for pair in ranking.pairs if not pair.told_apart]
    if not better and len(alike) > _MOST_PAIRS_TOLD:
        tickets = max(pair.tickets for pair in ranking.pairs)
        return f"No two of the {len(ranking.places)} candidates can be told apart on {tickets} tickets."
    return " ".join((*better, *alike))
