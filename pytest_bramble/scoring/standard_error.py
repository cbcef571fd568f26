"""Standard errors of a mean score.  They describe a composite score; no verdict rests on them.

When every customer passes, a standard error is zero and any interval built from it says nothing: such input
is refused.  The clustered form is Miller's (arXiv 2411.00640, appendix A).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

from .refusals import finite


@dataclass(frozen=True, slots=True, kw_only=True)
class MeanWithError:
    """A mean and its standard error, both in the units of the scores."""

    mean: float
    standard_error: float


def clustered(groups: Iterable[Sequence[float]], corrected: bool = False) -> MeanWithError:
    """The mean over all scores with the cluster-robust error; *corrected* multiplies the variance by G/(G-1).

    Raises ValueError for fewer than two clusters, an empty one, or cluster means that are all equal.
    """
    clusters = _clusters(groups)
    scores = [score for cluster in clusters for score in cluster]
    mean = fmean(scores)
    squares = math.fsum(math.fsum(score - mean for score in cluster) ** 2 for cluster in clusters)
    factor = len(clusters) / (len(clusters) - 1) if corrected else 1.0
    return MeanWithError(mean=mean, standard_error=math.sqrt(squares * factor) / len(scores))


def equal_clusters(groups: Iterable[Sequence[float]]) -> MeanWithError:
    """The mean of the cluster means and its error, sd / sqrt(G); ValueError as for clustered."""
    means = [fmean(cluster) for cluster in _clusters(groups)]
    return MeanWithError(mean=fmean(means), standard_error=stdev(means) / math.sqrt(len(means)))


def naive(groups: Iterable[Sequence[float]]) -> MeanWithError:
    """The error that pretends every score is independent, sd / sqrt(n), shown to be compared against."""
    scores = [score for cluster in _clusters(groups) for score in cluster]
    return MeanWithError(mean=fmean(scores), standard_error=stdev(scores) / math.sqrt(len(scores)))


def effective_clusters(weights: Iterable[float]) -> float:
    """Kish's effective number, (sum w)^2 / sum w^2, for an estimate in which clusters weigh differently."""
    known = [finite("weight", weight) for weight in weights]
    if not known or min(known) < 0.0 or not any(known):
        raise ValueError("effective clusters need weights that are not negative and not all zero")
    return math.fsum(known) ** 2 / math.fsum(weight * weight for weight in known)


def _clusters(groups: Iterable[Sequence[float]]) -> list[list[float]]:
    clusters = [[finite("score", score) for score in group] for group in groups]
    if not all(clusters):
        raise ValueError("a cluster without a score has no mean")
    if len(clusters) < 2:
        raise ValueError("one independent customer: no standard error")
    if len({fmean(cluster) for cluster in clusters}) == 1:
        raise ValueError(
            "every cluster has the same mean: the standard error would be zero, which nobody knows"
        )
    return clusters
