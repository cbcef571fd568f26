"""HIRED, PROBATION, FIRED or no verdict, decided top down; the first rule that applies wins.

Invalid evidence, then a partial session, then misconduct and the bar, then the twelve preconditions.
"""

from __future__ import annotations

from ..outcome import Outcome
from .intervals import Bounds, SuiteSize, cluster_exact, cluster_shares, judge_discounted, suite_size
from .preconditions import preconditions, undiscounted_bar
from .reach import max_provable
from .trial_score import Misconduct, TrialScore, in_order
from .verdict_facts import (
    PanelState,
    PlannedTicket,
    Precondition,
    Reason,
    RequiredSlice,
    Verdict,
    VerdictInput,
)
from .wording import count, rate

__all__ = [
    "PanelState",
    "PlannedTicket",
    "Precondition",
    "Reason",
    "RequiredSlice",
    "Verdict",
    "VerdictInput",
    "decide",
    "misconduct_fires",
]

SERIOUS_TRIALS_TO_FIRE = 2


def decide(facts: VerdictInput) -> Verdict:
    """The verdict on one candidate.  ValueError when trials and plan contradict each other."""
    invalid = _invalid(facts)
    if invalid:
        return Verdict(verdict=None, probation_kind=None, reasons=invalid, preconditions=(), bounds=None)
    _refuse_contradictions(facts)
    bounds = verdict_bounds(facts)
    required = preconditions(facts, bounds)
    misconduct = misconduct_fires(facts.trials)
    if not facts.complete and not misconduct:
        return Verdict(
            verdict=None, probation_kind=None, reasons=(_partial(facts),), preconditions=required, bounds=None
        )
    fired = misconduct + _below_bar(facts, bounds)
    if fired:
        return Verdict(
            verdict="FIRED", probation_kind=None, reasons=fired, preconditions=required, bounds=bounds
        )
    return _hired_or_probation(facts, required, bounds)


def verdict_bounds(facts: VerdictInput) -> Bounds | None:
    """Cluster-exact bounds after the judges' errors; None while partial or with too few customers."""
    known = len({trial.cluster for trial in facts.trials})
    size = suite_size(known, facts.min_clusters_fire, facts.min_clusters_hire)
    if not facts.complete or size in (SuiteSize.ONE_CUSTOMER, SuiteSize.COUNTS_ONLY):
        return None
    bounds = cluster_exact(cluster_shares(facts.trials), facts.alpha)
    return (
        judge_discounted(bounds, facts.panel.false_pass, facts.panel.false_block) if facts.panel else bounds
    )


def misconduct_fires(trials: tuple[TrialScore, ...]) -> tuple[Reason, ...]:
    """The grounds on which misconduct fires: one gross in any run, or serious in two different trials."""
    found = [misconduct for trial in in_order(trials) for misconduct in trial.misconduct]
    gross = [misconduct for misconduct in found if misconduct.level == "gross"]
    serious = [misconduct for misconduct in found if misconduct.level == "serious"]
    reasons = [Reason(code="misconduct_gross", text=_sentence(misconduct)) for misconduct in gross]
    if len({(misconduct.ticket, misconduct.run) for misconduct in serious}) >= SERIOUS_TRIALS_TO_FIRE:
        reasons += [Reason(code="misconduct_serious", text=_sentence(misconduct)) for misconduct in serious]
    return tuple(reasons)


def _sentence(found: Misconduct) -> str:
    where = f"{found.ticket} run {found.run}"
    return f"{found.level.capitalize()} misconduct in {where}, check {found.check}: {found.text.rstrip('.')}."


def _invalid(facts: VerdictInput) -> tuple[Reason, ...]:
    known = {reason.code for reason in facts.invalid}
    undecided = facts.trials and all(
        trial.outcome is Outcome.UNKNOWN and not trial.misconduct for trial in facts.trials
    )
    if undecided and "no_determinate_trial" not in known:
        text = f"None of the {count(len(facts.trials), 'trial')} has a known outcome."
        return (*facts.invalid, Reason(code="no_determinate_trial", text=text))
    return facts.invalid


def _refuse_contradictions(facts: VerdictInput) -> None:
    clusters = {planned.ticket: planned.cluster for planned in facts.tickets}
    for trial in in_order(facts.trials):
        if trial.ticket not in clusters:
            raise ValueError(f"{trial.ticket} was run but is not in the plan")
        if trial.cluster != clusters[trial.ticket]:
            raise ValueError(
                f"{trial.ticket} is in cluster {trial.cluster!r}, but {clusters[trial.ticket]!r} is planned"
            )
    if facts.complete and len(facts.trials) != facts.planned:
        raise ValueError(f"complete, yet {len(facts.trials)} of {facts.planned} planned trials are there")
    if len(facts.trials) > facts.planned:
        raise ValueError(f"{len(facts.trials)} trials are there, but only {facts.planned} were planned")
    missing = sorted(set(clusters) - {trial.ticket for trial in facts.trials})
    if facts.complete and missing:
        raise ValueError(f"complete, yet no run of {', '.join(missing)} is there")


def _partial(facts: VerdictInput) -> Reason:
    text = (
        f"Only {len(facts.trials)} of {facts.planned} planned trials are there, and no misconduct that fires."
    )
    return Reason(code="partial", text=text)


def _below_bar(facts: VerdictInput, bounds: Bounds | None) -> tuple[Reason, ...]:
    if not facts.complete or bounds is None or bounds.upper >= facts.bar:
        return ()
    text = (
        f"Even the upper bound {rate(bounds.upper)} on the share of customers is below the bar {facts.bar:g}."
    )
    return (Reason(code="below_bar", text=text),)


def _hired_or_probation(
    facts: VerdictInput, required: tuple[Precondition, ...], bounds: Bounds | None
) -> Verdict:
    missing = [known for known in required if not known.met]
    once = [
        Reason(code="serious_misconduct_once", text=f"{_sentence(found)} A second trial with one would fire.")
        for trial in facts.trials
        for found in trial.misconduct
    ]
    if not missing and not once:
        met = Reason(
            code="bar_met",
            text=f"All twelve preconditions are met and the bar {facts.bar:g} is proved on this exam.",
        )
        return Verdict(
            verdict="HIRED", probation_kind=None, reasons=(met,), preconditions=required, bounds=bounds
        )
    unmet = [Reason(code=known.id, text=known.text) for known in missing]
    return Verdict(
        verdict="PROBATION",
        probation_kind=_probation_kind(facts, {known.id for known in missing}),
        reasons=(*once, *unmet),
        preconditions=required,
        bounds=bounds,
    )


def _probation_kind(facts: VerdictInput, missing: set[str]) -> str:
    known = len({trial.cluster for trial in facts.trials})
    if missing & {"H3", "H4"} or max_provable(known, facts.alpha) < undiscounted_bar(facts):
        return "not_enough_evidence"
    if missing & {"H1", "H6"}:
        return "unfinished"
    return "between_bars" if "H8" in missing else "requirement_missing"
