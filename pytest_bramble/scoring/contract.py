"""The score of a job that gates by contract: 0 to 100, and 70 or more exactly when the run passed.

The score never decides the verdict: it is an average, and averages forgive.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from ..outcome import Outcome
from .trial_score import TrialScore, in_order

PASS_MARK = Fraction(70)
MOST_A_FAILED_RUN_GETS = Fraction(699, 10)
FULL_SCORE = Fraction(100)


def run_score(trial: TrialScore) -> Fraction | None:
    """The exact score of one run: 0 with misconduct, 100 when passed, at most 69.9 when failed.

    None while the outcome is unknown.  ValueError for a failed run that had no gating check.
    """
    if trial.misconduct:
        return Fraction(0)
    if trial.outcome is Outcome.UNKNOWN:
        return None
    if trial.outcome is Outcome.PASS:
        return FULL_SCORE
    if trial.gating_total == 0:
        raise ValueError(
            f"{trial.ticket} run {trial.run} failed without a gating check: there is no share to score"
        )
    return min(FULL_SCORE * Fraction(trial.gating_good, trial.gating_total), MOST_A_FAILED_RUN_GETS)


def candidate_score(trials: Iterable[TrialScore]) -> float | None:
    """The mean over runs, then tickets, then clusters; None when no trial has a score."""
    scores = [(trial.ticket, trial.cluster, run_score(trial)) for trial in in_order(trials)]
    return mean_of_scores((ticket, cluster, score) for ticket, cluster, score in scores if score is not None)


def mean_of_scores(scores: Iterable[tuple[str, str, Fraction]]) -> float | None:
    """The mean of (ticket, cluster, score) triples over runs, then tickets, then clusters; None for none."""
    runs: dict[tuple[str, str], list[Fraction]] = {}
    for ticket, cluster, score in scores:
        runs.setdefault((cluster, ticket), []).append(score)
    clusters: dict[str, list[Fraction]] = {}
    for (cluster, _), values in runs.items():
        clusters.setdefault(cluster, []).append(_mean(values))
    return float(_mean_of_means(clusters)) if clusters else None


def shown(score: Fraction | float) -> str:
    """A score as printed, one decimal, half to even; below the pass mark it is cut, so 69.96 prints 69.9."""
    exact = Fraction(score)
    if not 0 <= exact <= FULL_SCORE:
        raise ValueError(f"a score lies between 0 and 100, not {float(exact)!r}")
    tenths = int(exact * 10) if exact < PASS_MARK else round(exact * 10)
    return f"{tenths // 10}.{tenths % 10}"


def _mean_of_means(groups: Mapping[str, list[Fraction]]) -> Fraction:
    return _mean([_mean(values) for values in groups.values()])


def _mean(values: list[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values)
