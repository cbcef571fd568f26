"""``comparisons``: every candidate against the baseline of its job, pair by pair."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from typing import Any

from ..scoring.paired import Comparison, compare, pair_up, pooled_difference
from ..scoring.trial_score import TrialScore
from ..scoring.wording import count
from .plan import ArmKey
from .sitting import Sitting

OUTCOMES = ("contract", "joint")


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """A sitting with its trials as scoring sees them."""

    sitting: Sitting
    trials: tuple[TrialScore, ...]

    @property
    def arm(self) -> ArmKey:
        """Whose sitting it is."""
        return self.sitting.arm

    @property
    def outcomes(self) -> tuple[str, ...]:
        """The outcomes that every trial has; ``joint`` only where criteria gate.  The last one gates."""
        joint = bool(self.trials) and all(trial.joint is not None for trial in self.trials)
        return OUTCOMES if joint else OUTCOMES[:1]


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """A candidate against its baseline in one outcome; *refusal* says why there is no *comparison*.

    *pooled* is the difference per run, in which busy customers weigh more; None while a pair is unknown.
    *fewest* customers are needed for an interval.  Where the evidence is *invalid* nothing is claimed.
    """

    candidate: ArmKey
    baseline: ArmKey
    outcome: str
    fewest: int
    invalid: bool
    comparison: Comparison | None = None
    pooled: float | None = None
    refusal: str = ""


def baseline_of(seats: Iterable[Scored], candidate: Scored) -> Scored | None:
    """The baseline arm of the candidate's job; None where none is registered, and for the baseline itself."""
    if candidate.arm.arm == "baseline":
        return None
    job = candidate.arm.job
    return next((seat for seat in seats if seat.arm.arm == "baseline" and seat.arm.job == job), None)


def compared(candidate: Scored, baseline: Scored) -> tuple[Compared, ...]:
    """The comparison in each outcome that both arms have.

    Runs that are in one arm only are refused with the reason.  Invalid evidence leaves the counts and takes
    away interval, p-value and claim.
    """
    outcomes = [name for name in candidate.outcomes if name in baseline.outcomes]
    return tuple(_compared(candidate, baseline, outcome) for outcome in outcomes)


def _compared(candidate: Scored, baseline: Scored, outcome: str) -> Compared:
    job = candidate.sitting.job
    who = Compared(
        candidate=candidate.arm,
        baseline=baseline.arm,
        outcome=outcome,
        fewest=job.bar.min_clusters_hire,
        invalid=bool(candidate.sitting.invalid or baseline.sitting.invalid),
    )
    try:
        pairs = pair_up(candidate.trials, baseline.trials, outcome, registered=job.tickets)
    except ValueError as refusal:
        return replace(who, refusal=str(refusal))
    comparison = compare(pairs, job.bar.margin, min_clusters=who.fewest)
    if who.invalid:
        comparison = replace(comparison, lower=None, upper=None, p=None, claim="inconclusive")
    return replace(who, comparison=comparison, pooled=pooled_difference(pairs))


def comparison_json(found: Compared, comparison: Comparison) -> dict[str, Any]:
    """One entry of ``comparisons``."""
    return {
        "job": found.candidate.job,
        "baseline": found.baseline.candidate,
        "candidate": found.candidate.candidate,
        "outcome": found.outcome,
        "pairs": asdict(comparison.pairs),
        "clusters": comparison.clusters,
        "difference": comparison.difference,
        "pooled_difference": found.pooled,
        "lower": comparison.lower,
        "upper": comparison.upper,
        "p": comparison.p,
        "margin": comparison.margin,
        "claim": comparison.claim,
        "text": sentence(found, comparison),
    }


def not_compared_json(found: Compared) -> dict[str, Any]:
    """One entry of ``not_compared``."""
    return {
        "job": found.candidate.job,
        "baseline": found.baseline.candidate,
        "candidate": found.candidate.candidate,
        "outcome": found.outcome,
        "text": f"Not compared: {found.refusal}.",
    }


def sentence(found: Compared, comparison: Comparison) -> str:
    """The comparison for the person who decides."""
    who, whom = found.candidate.candidate, baseline_name(found)
    pairs = comparison.pairs
    runs = pairs.kept_pass + pairs.fixed + pairs.regressed + pairs.kept_fail + pairs.unknown
    unknown = f", and {pairs.unknown} cannot be told" if pairs.unknown else ""
    return (
        f"Of {count(runs, 'run')} that both worked, {who} gets {pairs.regressed} wrong that {whom} gets right and "
        f"{pairs.fixed} right that {whom} gets wrong; both pass {pairs.kept_pass} and fail {pairs.kept_fail}"
        f"{unknown}. {_claimed(found, comparison)}"
    )


def baseline_name(found: Compared) -> str:
    """The baseline's name, told apart when the candidate has the same."""
    name = found.baseline.candidate
    return f"{name} (baseline)" if name == found.candidate.candidate else name


def _claimed(found: Compared, comparison: Comparison) -> str:
    who, whom = found.candidate.candidate, baseline_name(found)
    if found.invalid:
        return "The evidence is invalid, so nothing is claimed."
    if comparison.lower is None or comparison.upper is None:
        have = count(comparison.clusters, "independent customer")
        return f"With {have} there is no interval and nothing is claimed: it takes {found.fewest}."
    span = f"the difference lies between {comparison.lower:+.3f} and {comparison.upper:+.3f} of customers"
    margin = f"the registered margin {comparison.margin:g}"
    return {
        "superior": f"{who} is better than {whom}: {span}.",
        "non-inferior": f"{who} is not worse than {whom} by more than {margin}: {span}.",
        "inferior": f"{who} is worse than {whom}: {span}.",
        "inferior_beyond_margin": f"{who} is worse than {whom} by more than {margin}: {span}.",
        "inconclusive": f"Better or worse cannot be told, which does not mean equal: {span}.",
    }[comparison.claim]
