"""Bounds for one candidate, with the independent customer (the cluster) as the unit.

The default, "cluster-exact", is Clopper-Pearson on clusters: each customer counts once however many runs it
has, and unknown runs are failures for the lower bound and passes for the upper.  A normal interval is not
offered: when every customer passes its width is zero.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from statistics import NormalDist

from .beta import beta_quantile
from .refusals import between, finite, level, whole
from .reliability import TicketRuns, ticket_runs
from .trial_score import TrialScore

DEFAULT_ALPHA = 0.05
MIN_CLUSTERS_FIRE = 10
MIN_CLUSTERS_HIRE = 30


class SuiteSize(StrEnum):
    """What a number of independent customers entitles a session to."""

    ONE_CUSTOMER = "one customer"
    COUNTS_ONLY = "counts only"
    SMALL = "small suite"
    FULL = "full"


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """One-sided bounds on the pass rate of equally weighted customers; *level* is each side's confidence."""

    lower: float
    upper: float
    clusters: int
    level: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusterShare:
    """The share of one customer's runs that passed: *low* counts unknown runs failed, *high* passed."""

    cluster: str
    low: Fraction
    high: Fraction


def cluster_shares(trials: Iterable[TrialScore]) -> tuple[ClusterShare, ...]:
    """Per cluster, the mean over its tickets of passes per run, sorted by cluster."""
    return shares_of_tickets(ticket_runs(trials))


def shares_of_tickets(tickets: Iterable[TicketRuns]) -> tuple[ClusterShare, ...]:
    """Per cluster, the mean over its tickets of passes per run; ValueError for a ticket without a run."""
    clusters: dict[str, list[TicketRuns]] = {}
    for ticket in tickets:
        if ticket.runs == 0:
            raise ValueError(f"{ticket.ticket} has no run: its share of passes is undefined")
        clusters.setdefault(ticket.cluster, []).append(ticket)
    return tuple(_share(cluster, clusters[cluster]) for cluster in sorted(clusters))


def _share(cluster: str, tickets: list[TicketRuns]) -> ClusterShare:
    low = sum((Fraction(t.passed, t.runs) for t in tickets), Fraction(0)) / len(tickets)
    high = sum((Fraction(t.passed + t.unknown, t.runs) for t in tickets), Fraction(0)) / len(tickets)
    return ClusterShare(cluster=cluster, low=low, high=high)


def lower_bound(passed: Fraction | float, clusters: int, alpha: float = DEFAULT_ALPHA) -> float:
    """The exact one-sided lower bound when the equivalent of *passed* of *clusters* customers passed."""
    passed, clusters = _pair(passed, clusters)
    level(alpha)
    if passed == 0:
        return 0.0
    if passed == clusters:
        return float(alpha ** (1.0 / clusters))
    return beta_quantile(float(passed), float(clusters - passed + 1), alpha)


def upper_bound(passed: Fraction | float, clusters: int, alpha: float = DEFAULT_ALPHA) -> float:
    """The exact one-sided upper bound; the mirror image of lower_bound."""
    passed, clusters = _pair(passed, clusters)
    level(alpha)
    if passed == clusters:
        return 1.0
    if passed == 0:
        return float(1.0 - alpha ** (1.0 / clusters))
    return beta_quantile(float(passed + 1), float(clusters - passed), 1.0 - alpha)


def cluster_exact(shares: Iterable[ClusterShare], alpha: float = DEFAULT_ALPHA) -> Bounds:
    """The default bounds, valid at any number of clusters; suite_size says whether they may be used.

    Raises ValueError when there is no cluster or one is listed twice.
    """
    known = tuple(shares)
    if len({share.cluster for share in known}) != len(known):
        raise ValueError("a cluster is listed twice: every customer counts once")
    low = sum((share.low for share in known), Fraction(0))
    high = sum((share.high for share in known), Fraction(0))
    return Bounds(
        lower=lower_bound(low, len(known), alpha),
        upper=upper_bound(high, len(known), alpha),
        clusters=len(known),
        level=1.0 - alpha,
    )


def suite_size(
    clusters: int, min_clusters_fire: int = MIN_CLUSTERS_FIRE, min_clusters_hire: int = MIN_CLUSTERS_HIRE
) -> SuiteSize:
    """What may be printed and concluded: the two minima can be raised above 10 and 30, never lowered."""
    whole("clusters", clusters)
    whole("min_clusters_fire", min_clusters_fire, least=MIN_CLUSTERS_FIRE)
    whole("min_clusters_hire", min_clusters_hire, least=MIN_CLUSTERS_HIRE)
    if min_clusters_fire > min_clusters_hire:
        raise ValueError(
            f"firing may not need more clusters ({min_clusters_fire}) than hiring ({min_clusters_hire})"
        )
    if clusters <= 1:
        return SuiteSize.ONE_CUSTOMER
    if clusters < min_clusters_fire:
        return SuiteSize.COUNTS_ONLY
    return SuiteSize.SMALL if clusters < min_clusters_hire else SuiteSize.FULL


def clopper_pearson(passed: int, total: int, confidence: float = 0.95) -> tuple[float, float]:
    """The exact two-sided interval for *passed* of *total* independent trials (Clopper and Pearson 1934)."""
    side = (1.0 - between("confidence", confidence, 0.0, 1.0)) / 2.0
    _whole_pair(passed, total)
    return lower_bound(passed, total, side), upper_bound(passed, total, side)


def wilson(passed: int, total: int, confidence: float = 0.95) -> tuple[float, float]:
    """The two-sided score interval (Wilson 1927), for comparison with other tools; it gates nothing."""
    side = (1.0 - between("confidence", confidence, 0.0, 1.0)) / 2.0
    _whole_pair(passed, total)
    z = NormalDist().inv_cdf(1.0 - side)
    rate, weight = passed / total, z * z / total
    centre = (rate + weight / 2.0) / (1.0 + weight)
    half = z / (1.0 + weight) * math.sqrt(rate * (1.0 - rate) / total + weight / (4.0 * total))
    return 0.0 if passed == 0 else centre - half, 1.0 if passed == total else centre + half


def jeffreys(passed: int, total: int, confidence: float = 0.95) -> tuple[float, float]:
    """The two-sided interval of the Beta(1/2, 1/2) prior, for comparison with others; it gates nothing."""
    side = (1.0 - between("confidence", confidence, 0.0, 1.0)) / 2.0
    _whole_pair(passed, total)
    a, b = passed + 0.5, total - passed + 0.5
    low = 0.0 if passed == 0 else beta_quantile(a, b, side)
    return low, 1.0 if passed == total else beta_quantile(a, b, 1.0 - side)


def error_rate_bound(errors: int, total: int, alpha: float = DEFAULT_ALPHA) -> float:
    """How high an error rate is still compatible with *errors* in *total* independent trials."""
    _whole_pair(errors, total)
    return upper_bound(errors, total, alpha)


def judge_discounted(bounds: Bounds, false_pass: float, false_block: float) -> Bounds:
    """The bounds after allowing for a gating panel that errs up to these two (upper-bounded) rates.

    A true rate p shows at most p + (1 - p) false_pass and at least p (1 - false_block).
    """
    for name, rate in (("false_pass", false_pass), ("false_block", false_block)):
        if not 0.0 <= finite(name, rate) <= 1.0:
            raise ValueError(f"{name} must lie between 0 and 1, not {rate!r}")
    lower = max(0.0, (bounds.lower - false_pass) / (1.0 - false_pass)) if false_pass < 1.0 else 0.0
    upper = min(1.0, bounds.upper / (1.0 - false_block)) if false_block < 1.0 else 1.0
    return Bounds(lower=lower, upper=upper, clusters=bounds.clusters, level=bounds.level)


def _pair(passed: Fraction | float, clusters: int) -> tuple[Fraction | float, int]:
    whole("clusters", clusters, least=1)
    if not isinstance(passed, Fraction):
        finite("passed", passed)
    if not 0 <= passed <= clusters:
        raise ValueError(f"{float(passed):g} of {clusters} customers cannot have passed")
    return passed, clusters


def _whole_pair(passed: int, total: int) -> None:
    whole("count", passed)
    whole("total", total, least=1)
    if passed > total:
        raise ValueError(f"{passed} of {total} is impossible")
