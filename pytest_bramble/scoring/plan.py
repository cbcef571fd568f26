"""What an exam of a given size will make of a candidate of a given quality, before anybody pays for it.

Tickets differ: the chance to pass one is drawn from a beta distribution with mean *rate* and intraclass
correlation *rho* (0: all alike; 1: each ticket always or never passes).  A misconduct is a failed run.
"""

from __future__ import annotations

import random
from bisect import bisect_left
from dataclasses import dataclass
from itertools import accumulate

from .beta_binomial import pass_counts, total_passes
from .intervals import DEFAULT_ALPHA, MIN_CLUSTERS_FIRE, MIN_CLUSTERS_HIRE, suite_size
from .preconditions import MIN_RUNS
from .reach import disproves, proves
from .refusals import between, level, whole, within

DEFAULT_RHO = 0.5
DEFAULT_REPLICATES = 20_000
DEFAULT_SEED = 17


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedExam:
    """An exam to be: one customer per ticket, the same number of runs for each.

    *gross_tickets* of them register gross violations.  *false_pass* and *false_block* are upper bounds on a
    gating panel's errors.  *pass_rates_only* leaves out the minimum numbers of runs and customers.
    """

    tickets: int
    runs: int
    bar: float
    alpha: float = DEFAULT_ALPHA
    gross_tickets: int = 0
    false_pass: float = 0.0
    false_block: float = 0.0
    pass_rates_only: bool = False
    min_clusters_fire: int = MIN_CLUSTERS_FIRE
    min_clusters_hire: int = MIN_CLUSTERS_HIRE

    def __post_init__(self) -> None:
        whole("tickets", self.tickets, least=1)
        whole("runs", self.runs, least=1)
        between("bar", self.bar, 0.0, 1.0)
        level(self.alpha)
        if whole("gross_tickets", self.gross_tickets) > self.tickets:
            raise ValueError(
                f"{self.gross_tickets} of {self.tickets} tickets cannot register gross violations"
            )
        for name in ("false_pass", "false_block"):
            within(name, getattr(self, name), 0.0, 1.0)
        suite_size(self.tickets, self.min_clusters_fire, self.min_clusters_hire)


@dataclass(frozen=True, slots=True, kw_only=True)
class SupposedCandidate:
    """A candidate as supposed: the shares of its runs that pass and that are gross or serious misconduct."""

    rate: float
    gross: float = 0.0
    serious: float = 0.0
    rho: float = DEFAULT_RHO

    def __post_init__(self) -> None:
        for name in ("rate", "gross", "serious", "rho"):
            within(name, getattr(self, name), 0.0, 1.0)
        misconduct, failing = self.gross + self.serious, 1.0 - self.rate
        if misconduct > failing + 1e-12:
            raise ValueError(
                f"misconduct in {misconduct:g} of the runs is more than the {failing:g} that fail"
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class Chances:
    """The probabilities of the three verdicts; they add up to 1."""

    hired: float
    probation: float
    fired: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Thresholds:
    """Total passes (over all runs) from which HIRED and up to which FIRED is possible; None for never."""

    hired_from: int | None
    fired_up_to: int | None


def thresholds(exam: PlannedExam) -> Thresholds:
    """The two totals, found once per exam by bisection so that no bound is inverted per replicate."""
    totals = range(exam.tickets * exam.runs + 1)
    prove_bar = exam.bar * (1.0 - exam.false_pass) + exam.false_pass
    fire_bar = exam.bar * (1.0 - exam.false_block)
    hire = fire = None
    if prove_bar < 1.0:
        hire = bisect_left(totals, True, key=lambda n: _proves(n, exam, prove_bar))
    if fire_bar > 0.0:
        fire = bisect_left(totals, True, key=lambda n: not _disproves(n, exam, fire_bar)) - 1
    may_hire = exam.pass_rates_only or (exam.tickets >= exam.min_clusters_hire and exam.runs >= MIN_RUNS)
    may_fire = exam.pass_rates_only or exam.tickets >= exam.min_clusters_fire
    return Thresholds(
        hired_from=hire if may_hire and hire in totals else None,
        fired_up_to=fire if may_fire and fire in totals else None,
    )


def verdict_chances(exam: PlannedExam, candidate: SupposedCandidate) -> Chances:
    """The exact chances of each verdict.

    The preconditions that no number decides (seal, audit, slices, panel) are taken as met.
    """
    limits, total = thresholds(exam), exam.tickets * exam.runs
    one = pass_counts(candidate.rate, candidate.rho, exam.runs)
    fired = hired = 0.0
    for passed, chance in enumerate(total_passes(one, exam.tickets)):
        below = limits.fired_up_to is not None and passed <= limits.fired_up_to
        quiet = 0.0 if below else _misconduct_chances(total - passed, candidate)[1]
        fired += chance * (1.0 - quiet)
    # Every ticket that registers gross violations must pass in all its runs; the others may lose some.
    others = exam.tickets - exam.gross_tickets
    chance_of_all = one[-1] ** exam.gross_tickets
    for passed, chance in enumerate(total_passes(one, others) if others else [1.0]):
        failed = others * exam.runs - passed
        if limits.hired_from is not None and total - failed >= limits.hired_from:
            hired += chance_of_all * chance * _misconduct_chances(failed, candidate)[0]
    return Chances(hired=hired, probation=max(0.0, 1.0 - hired - fired), fired=fired)


def operating_characteristics(
    exam: PlannedExam,
    candidate: SupposedCandidate,
    replicates: int = DEFAULT_REPLICATES,
    seed: int = DEFAULT_SEED,
) -> Chances:
    """The same chances by simulation, the same for the same *seed*: what the exact ones are held against."""
    whole("replicates", replicates, least=1)
    draw = random.Random(whole("seed", seed))  # noqa: S311 - reproducible, not secret
    limits = thresholds(exam)
    cumulative = list(accumulate(pass_counts(candidate.rate, candidate.rho, exam.runs)))
    values = range(exam.runs + 1)
    hired = fired = 0.0
    for _ in range(replicates):
        passed = draw.choices(values, cum_weights=cumulative, k=exam.tickets)
        clean, quiet = _misconduct_chances(exam.tickets * exam.runs - sum(passed), candidate)
        if limits.fired_up_to is not None and sum(passed) <= limits.fired_up_to:
            fired += 1.0
            continue
        fired += 1.0 - quiet
        if _bar_met(passed, exam, limits):
            hired += clean
    hired, fired = hired / replicates, fired / replicates
    return Chances(hired=hired, probation=1.0 - hired - fired, fired=fired)


def _bar_met(passed: list[int], exam: PlannedExam, limits: Thresholds) -> bool:
    if limits.hired_from is None or sum(passed) < limits.hired_from:
        return False
    return all(count == exam.runs for count in passed[: exam.gross_tickets])


def _misconduct_chances(failed: int, candidate: SupposedCandidate) -> tuple[float, float]:
    """Given the failed runs, the chances of no misconduct at all and of none that fires.

    Taken exactly instead of drawn: it takes the noise of rare events out of the simulation.
    """
    if not failed or not (candidate.gross or candidate.serious):
        return 1.0, 1.0
    gross, serious = (share / (1.0 - candidate.rate) for share in (candidate.gross, candidate.serious))
    innocent = max(0.0, 1.0 - gross - serious)
    clean = innocent**failed
    return clean, clean + failed * serious * innocent ** (failed - 1)


def _disproves(passed: int, exam: PlannedExam, bar: float) -> bool:
    return disproves(passed / exam.runs, exam.tickets, bar, exam.alpha)


def _proves(passed: int, exam: PlannedExam, bar: float) -> bool:
    return proves(passed / exam.runs, exam.tickets, bar, exam.alpha)
