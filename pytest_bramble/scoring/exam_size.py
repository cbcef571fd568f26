"""How many tickets or runs a question costs: "buy tickets, not runs", in numbers."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from statistics import NormalDist

from .beta import beta_cdf
from .beta_binomial import pass_counts, total_passes
from .intervals import DEFAULT_ALPHA, MIN_CLUSTERS_HIRE
from .plan import DEFAULT_RHO, PlannedExam, thresholds
from .preconditions import MIN_RUNS
from .reach import min_clusters, proves
from .refusals import between, level, whole, within

DEFAULT_POWER = 0.80
_MOST_TICKETS = 5_000
_MOST_RUNS = 25
# The power of an exact test goes up in a sawtooth; past this many sizes without a dip it stays up.
_SETTLED = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class SmallestExam:
    """The smallest exam on which a faultless candidate proves a bar."""

    tickets: int
    runs: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TicketsNeeded:
    """The first number of tickets with the power asked for, and the one from which it is never lost again."""

    first: int
    stable: int


def smallest_exam(bar: float, alpha: float = DEFAULT_ALPHA) -> SmallestExam:
    """The fewest tickets (one customer each) and runs with which HIRED is possible at *bar*."""
    return SmallestExam(tickets=max(MIN_CLUSTERS_HIRE, min_clusters(bar, alpha)), runs=MIN_RUNS)


def power_to_hire(exam: PlannedExam, rate: float, rho: float = DEFAULT_RHO) -> float:
    """The exact chance that the lower bound reaches the bar; misconduct and other requirements left out."""
    limit = thresholds(exam).hired_from
    if limit is None:
        return 0.0
    return math.fsum(total_passes(pass_counts(rate, rho, exam.runs), exam.tickets)[limit:])


def tickets_needed(
    rate: float, bar: float, power: float = DEFAULT_POWER, alpha: float = DEFAULT_ALPHA
) -> TicketsNeeded | None:
    """The tickets that prove *bar* with *power* if the truth is *rate*, at one run per ticket.

    More runs help only a candidate that is not consistent.  None when the truth is not above the bar or more
    than 5,000 tickets would be needed.
    """
    within("rate", rate, 0.0, 1.0)
    between("bar", bar, 0.0, 1.0)
    between("power", power, 0.0, 1.0)
    level(alpha)
    if rate <= bar:
        return None
    first = last_short = 0
    allowed = -1
    for tickets in range(1, _MOST_TICKETS + 1):
        # The failures allowed never go down with more tickets, so each step starts from the last.
        while allowed < tickets - 1 and proves(tickets - allowed - 1, tickets, bar, alpha):
            allowed += 1
        # P(at most that many of the tickets fail), each passing or failing as a whole.
        if allowed >= 0 and beta_cdf(tickets - allowed, allowed + 1, rate) >= power:
            first = first or tickets
            if tickets - last_short >= _SETTLED:
                return TicketsNeeded(first=first, stable=last_short + 1)
        else:
            last_short = tickets
    return None


def runs_needed(
    exam: PlannedExam, rate: float, rho: float = DEFAULT_RHO, power: float = DEFAULT_POWER
) -> int | None:
    """The runs per ticket, up to 25, that prove the exam's bar with *power*; None when no such number would."""
    between("power", power, 0.0, 1.0)
    candidates = (replace(exam, runs=runs) for runs in range(exam.runs, _MOST_RUNS + 1))
    return next((sized.runs for sized in candidates if power_to_hire(sized, rate, rho) >= power), None)


def tickets_to_tell_apart(
    rates: tuple[float, float],
    runs: int | None,
    rho: float = DEFAULT_RHO,
    likeness: float = 0.0,
    power: float = DEFAULT_POWER,
) -> int:
    """The tickets on which two candidates of these *rates* differ significantly (two-sided 5%).

    Miller's formula (arXiv 2411.00640): *likeness* is how much the two find the same tickets hard, *runs* is
    None for endlessly many.  Optimistic next to the Tango rule that gates.
    """
    first, second = (within("rate", rate, 0.0, 1.0) for rate in rates)
    within("rho", rho, 0.0, 1.0)
    within("likeness", likeness, -1.0, 1.0)
    if first == second:
        raise ValueError(
            f"two candidates that both pass {first:g} cannot be told apart on any number of tickets"
        )
    variances = first * (1.0 - first), second * (1.0 - second)
    between_tickets = rho * (sum(variances) - 2.0 * likeness * math.sqrt(variances[0] * variances[1]))
    within_tickets = 0.0 if runs is None else (1.0 - rho) * sum(variances) / whole("runs", runs, least=1)
    z = NormalDist().inv_cdf(0.975) + NormalDist().inv_cdf(between("power", power, 0.0, 1.0))
    return math.ceil(z * z * (between_tickets + within_tickets) / (first - second) ** 2)


def chance_unseen(rate: float, trials: int) -> float:
    """The chance that a violation with this *rate* per run shows up in none of *trials* runs."""
    return float((1.0 - within("rate", rate, 0.0, 1.0)) ** whole("trials", trials))
