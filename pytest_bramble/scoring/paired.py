"""A candidate against a baseline, run by run on the same tickets, with every customer counting once.

The interval is Tango's score interval (Statistics in Medicine 1998) on cluster gains and losses.  A pair is
unknown when either arm is: such pairs count against the candidate for the lower end and for it at the upper.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from ..outcome import Outcome
from .intervals import MIN_CLUSTERS_HIRE
from .refusals import whole, within
from .sign_flip import sign_flip_p
from .tango import tango_interval
from .trial_score import TrialScore, in_order
from .wording import listing

DEFAULT_MARGIN = 0.05


class PairKind(StrEnum):
    """What changed between baseline and candidate on one (ticket, run)."""

    KEPT_PASS = "kept_pass"  # noqa: S105 - an outcome, not a secret
    FIXED = "fixed"
    REGRESSED = "regressed"
    KEPT_FAIL = "kept_fail"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Both outcomes of one (ticket, run)."""

    ticket: str
    cluster: str
    run: int
    candidate: Outcome
    baseline: Outcome

    @property
    def kind(self) -> PairKind:
        """What changed; unknown when either side is."""
        if Outcome.UNKNOWN in (self.candidate, self.baseline):
            return PairKind.UNKNOWN
        if self.candidate is self.baseline:
            return PairKind.KEPT_PASS if self.candidate is Outcome.PASS else PairKind.KEPT_FAIL
        return PairKind.FIXED if self.candidate is Outcome.PASS else PairKind.REGRESSED


@dataclass(frozen=True, slots=True, kw_only=True)
class PairTable:
    """How many pairs there are of each kind."""

    kept_pass: int
    fixed: int
    regressed: int
    kept_fail: int
    unknown: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusterChange:
    """The share of one customer's pairs that were gained and lost."""

    cluster: str
    gain: Fraction
    loss: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Candidate minus baseline, in shares of customers.

    *difference* is None while a pair is unknown; interval and *p* are None with too few customers.
    """

    pairs: PairTable
    clusters: int
    difference: float | None
    lower: float | None
    upper: float | None
    p: float | None
    claim: str
    margin: float


def pair_up(
    candidate: Iterable[TrialScore],
    baseline: Iterable[TrialScore],
    outcome: str = "contract",
    registered: Collection[str] | None = None,
) -> tuple[Pair, ...]:
    """The pairs of two arms by (ticket, run), of the *contract* or the *joint* outcome.

    Raises ValueError when a run is in one arm only, a *registered* ticket is in neither, a pair is there
    twice, or the arms put a ticket in different clusters.
    """
    left = {(trial.ticket, trial.run): trial for trial in in_order(candidate)}
    right = {(trial.ticket, trial.run): trial for trial in in_order(baseline)}
    _refuse_unpaired(set(left), set(right))
    absent = sorted(set(registered or ()) - {ticket for ticket, _ in left})
    if absent:
        raise ValueError(f"registered, but in neither arm: {listing(absent)}")
    extra = sorted({ticket for ticket, _ in left} - set(registered)) if registered is not None else []
    if extra:
        raise ValueError(f"in both arms, but not registered: {listing(extra)}")
    return tuple(_pair(left[key], right[key], outcome) for key in left)


def table(pairs: Iterable[Pair]) -> PairTable:
    """The pairs counted by kind."""
    counts = dict.fromkeys(PairKind, 0)
    for pair in pairs:
        counts[pair.kind] += 1
    return PairTable(
        kept_pass=counts[PairKind.KEPT_PASS],
        fixed=counts[PairKind.FIXED],
        regressed=counts[PairKind.REGRESSED],
        kept_fail=counts[PairKind.KEPT_FAIL],
        unknown=counts[PairKind.UNKNOWN],
    )


def changes(pairs: Iterable[Pair], unknown: Outcome) -> tuple[ClusterChange, ...]:
    """Gains and losses per cluster, every unknown resolved against (FAIL) or for (PASS) the candidate."""
    if unknown is Outcome.UNKNOWN:
        raise ValueError("unknown pairs are resolved as fail (against the candidate) or pass (for it)")
    clusters: dict[str, list[int]] = {}
    for pair in pairs:
        tally = clusters.setdefault(pair.cluster, [0, 0, 0])
        kind = _resolved(pair, unknown).kind
        tally[0] += 1
        tally[1] += kind is PairKind.FIXED
        tally[2] += kind is PairKind.REGRESSED
    return tuple(
        ClusterChange(cluster=name, gain=Fraction(gained, count), loss=Fraction(lost, count))
        for name, (count, gained, lost) in sorted(clusters.items())
    )


def compare(
    pairs: Iterable[Pair],
    margin: float = DEFAULT_MARGIN,
    confidence: float = 0.95,
    min_clusters: int = MIN_CLUSTERS_HIRE,
) -> Comparison:
    """The comparison with its claim; *confidence* is 1 - 0.05 / m when m candidates share a baseline."""
    known = tuple(pairs)
    if not known:
        raise ValueError("there is no pair to compare")
    within("margin", margin, 0.0, 1.0)
    whole("min_clusters", min_clusters, least=2)
    worst, best = changes(known, Outcome.FAIL), changes(known, Outcome.PASS)
    counts, clusters = table(known), len(worst)
    lower = upper = p = None
    if clusters >= min_clusters:
        lower, upper = _tango(worst, confidence)[0], _tango(best, confidence)[1]
        p = change_p(worst, best)
    return Comparison(
        pairs=counts,
        clusters=clusters,
        difference=None if counts.unknown else float(_net(worst) / clusters),
        lower=lower,
        upper=upper,
        p=p,
        claim="inconclusive" if lower is None or upper is None else claim(lower, upper, margin),
        margin=margin,
    )


def claim(lower: float, upper: float, margin: float) -> str:
    """What an interval for candidate minus baseline supports; the ends are inclusive as in the plan.

    An interval wholly below zero is called inferior even where it stays within the margin.
    """
    if not -1.0 <= lower <= upper <= 1.0:
        raise ValueError(f"not an interval of differences: {lower!r} to {upper!r}")
    within("margin", margin, 0.0, 1.0)
    if lower > 0.0:
        return "superior"
    if upper < -margin:
        return "inferior_beyond_margin"
    if upper < 0.0:
        return "inferior"
    return "non-inferior" if lower >= -margin else "inconclusive"


def change_p(worst: tuple[ClusterChange, ...], best: tuple[ClusterChange, ...]) -> float:
    """The sign-flip p-value that no resolution of the unknown pairs is meant to beat.

    The larger of the two ends; 1 when the unknown pairs alone decide the direction.
    """
    if _net(worst) < 0 < _net(best):
        return 1.0
    return max(sign_flip_p([change.gain - change.loss for change in side]) for side in (worst, best))


def pooled_difference(pairs: Iterable[Pair]) -> float | None:
    """Candidate minus baseline per pair, in which busy customers weigh more; None while a pair is unknown.

    Descriptive: the claim rests on equally weighted customers.
    """
    counts = table(pairs)
    total = counts.kept_pass + counts.fixed + counts.regressed + counts.kept_fail
    return None if counts.unknown or not total else (counts.fixed - counts.regressed) / total


def _refuse_unpaired(candidate: set[tuple[str, int]], baseline: set[tuple[str, int]]) -> None:
    for arm, missing in (("baseline", candidate - baseline), ("candidate", baseline - candidate)):
        if missing:
            named = listing([f"{ticket} run {run}" for ticket, run in sorted(missing)])
            raise ValueError(f"the {arm} arm lacks {named}: both arms need the same runs")


def _pair(candidate: TrialScore, baseline: TrialScore, outcome: str) -> Pair:
    if candidate.cluster != baseline.cluster:
        raise ValueError(
            f"{candidate.ticket} is in cluster {candidate.cluster!r} of the candidate's arm "
            f"and in {baseline.cluster!r} of the baseline's"
        )
    return Pair(
        ticket=candidate.ticket,
        cluster=candidate.cluster,
        run=candidate.run,
        candidate=candidate.outcome_named(outcome),
        baseline=baseline.outcome_named(outcome),
    )


def _resolved(pair: Pair, unknown: Outcome) -> Pair:
    opposite = Outcome.PASS if unknown is Outcome.FAIL else Outcome.FAIL
    return Pair(
        ticket=pair.ticket,
        cluster=pair.cluster,
        run=pair.run,
        candidate=unknown if pair.candidate is Outcome.UNKNOWN else pair.candidate,
        baseline=opposite if pair.baseline is Outcome.UNKNOWN else pair.baseline,
    )


def _net(side: tuple[ClusterChange, ...]) -> Fraction:
    return sum((change.gain - change.loss for change in side), Fraction(0))


def _tango(side: tuple[ClusterChange, ...], confidence: float) -> tuple[float, float]:
    loss = sum((change.loss for change in side), Fraction(0))
    gain = sum((change.gain for change in side), Fraction(0))
    return tango_interval(loss=float(loss), gain=float(gain), clusters=len(side), confidence=confidence)
