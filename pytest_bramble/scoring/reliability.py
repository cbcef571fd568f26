"""How dependably a candidate repeats itself: pass^k, pass@k, stability and the spread between tickets.

pass^k is tau-bench's estimator (arXiv 2406.12045), pass@k is HumanEval's (arXiv 2107.03374); both are
unbiased for independent runs of one ticket.  Too few runs give None: neither 0 nor 1 would be true.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from ..outcome import Outcome
from .refusals import named, whole
from .trial_score import TrialScore, in_order


@dataclass(frozen=True, slots=True, kw_only=True)
class TicketRuns:
    """How often one ticket passed, failed and stayed unknown."""

    ticket: str
    cluster: str
    passed: int
    failed: int
    unknown: int = 0

    def __post_init__(self) -> None:
        named("ticket", self.ticket)
        named(f"{self.ticket}: cluster", self.cluster)
        for name in ("passed", "failed", "unknown"):
            whole(f"{self.ticket}: {name}", getattr(self, name))

    @property
    def determinate(self) -> int:
        """Runs whose outcome is known."""
        return self.passed + self.failed

    @property
    def runs(self) -> int:
        """All runs, the unknown ones included."""
        return self.passed + self.failed + self.unknown

    @property
    def every_run_passed(self) -> bool:
        """At least one run, and each of them passed."""
        return self.passed > 0 and self.passed == self.runs


def ticket_runs(trials: Iterable[TrialScore]) -> tuple[TicketRuns, ...]:
    """The trials counted per ticket, sorted by ticket; ValueError for duplicates or a changed cluster."""
    counts: dict[str, tuple[str, dict[Outcome, int]]] = {}
    for trial in in_order(trials):
        _, tally = counts.setdefault(trial.ticket, (trial.cluster, dict.fromkeys(Outcome, 0)))
        tally[trial.outcome] += 1
    return tuple(
        TicketRuns(
            ticket=ticket,
            cluster=cluster,
            passed=tally[Outcome.PASS],
            failed=tally[Outcome.FAIL],
            unknown=tally[Outcome.UNKNOWN],
        )
        for ticket, (cluster, tally) in counts.items()
    )


def pass_hat(passed: int, runs: int, k: int) -> float | None:
    """pass^k of one ticket, C(passed, k) / C(runs, k); None when there are fewer than *k* runs."""
    exact = _pass_hat(*_counts(passed, runs, k))
    return None if exact is None else float(exact)


def pass_at(passed: int, runs: int, k: int) -> float | None:
    """pass@k of one ticket, 1 - C(failed, k) / C(runs, k); None when there are fewer than *k* runs."""
    passed, runs, k = _counts(passed, runs, k)
    return None if runs < k else float(1 - Fraction(comb(runs - passed, k), comb(runs, k)))


def pass_hat_bounds(ticket: TicketRuns, k: int) -> tuple[float, float] | None:
    """pass^k with every unknown run failed, and with every one passed; None for fewer than *k* runs."""
    low = pass_hat(ticket.passed, ticket.runs, k)
    high = pass_hat(ticket.passed + ticket.unknown, ticket.runs, k)
    return None if low is None or high is None else (low, high)


def suite_pass_hat(tickets: Sequence[TicketRuns], k: int, registered: int | None = None) -> float | None:
    """The mean of pass^k over tickets, then clusters.

    None while any run is unknown, any ticket has fewer than *k* runs, or fewer than *registered* tickets are
    there: the tickets that happen to have enough runs are no sample of the exam.
    """
    if not _whole_suite(tickets, registered) or any(ticket.unknown for ticket in tickets):
        return None
    return _cluster_mean([(t.cluster, _pass_hat(*_counts(t.passed, t.determinate, k))) for t in tickets])


def suite_pass_hat_bounds(
    tickets: Sequence[TicketRuns], k: int, registered: int | None = None
) -> tuple[float, float] | None:
    """Suite pass^k with every unknown run failed and with every unknown run passed; None as above."""
    if not _whole_suite(tickets, registered):
        return None
    low = _cluster_mean([(t.cluster, _pass_hat(*_counts(t.passed, t.runs, k))) for t in tickets])
    high = _cluster_mean([(t.cluster, _pass_hat(*_counts(t.passed + t.unknown, t.runs, k))) for t in tickets])
    return None if low is None or high is None else (low, high)


def stability(ticket: TicketRuns) -> str:
    """``always`` when every run passed, ``never`` when none did, else ``flaky``.

    An unknown run is no pass: two passes and an unknown are flaky.  ValueError for a ticket without a run.
    """
    if ticket.runs == 0:
        raise ValueError(f"{ticket.ticket} has no run, so it has no stability")
    if ticket.passed == 0:
        return "never"
    return "always" if ticket.every_run_passed else "flaky"


def intraclass_correlation(tickets: Sequence[TicketRuns]) -> float | None:
    """How alike runs of one ticket are: 1 - (mean variance within tickets) / (p (1 - p)).

    None unless every ticket has two known runs and the outcomes are not all the same.
    """
    if not tickets or any(ticket.determinate < 2 for ticket in tickets):
        return None
    count = len(tickets)
    rate = sum(Fraction(t.passed, t.determinate) for t in tickets) / count
    if rate in (0, 1):
        return None
    within = sum(Fraction(t.passed * t.failed, t.determinate * (t.determinate - 1)) for t in tickets) / count
    return float(1 - within / (rate * (1 - rate)))


def _counts(passed: int, runs: int, k: int) -> tuple[int, int, int]:
    whole("passed", passed)
    whole("runs", runs)
    whole("k", k, least=1)
    if passed > runs:
        raise ValueError(f"{passed} of {runs} runs cannot have passed")
    return passed, runs, k


def _pass_hat(passed: int, runs: int, k: int) -> Fraction | None:
    return None if runs < k else Fraction(comb(passed, k), comb(runs, k))


def _whole_suite(tickets: Sequence[TicketRuns], registered: int | None) -> bool:
    if registered is not None and len(tickets) > whole("registered", registered):
        raise ValueError(f"{len(tickets)} tickets have runs, but only {registered} are registered")
    return bool(tickets) and (registered is None or len(tickets) == registered)


def _cluster_mean(values: Iterable[tuple[str, Fraction | None]]) -> float | None:
    clusters: dict[str, list[Fraction]] = {}
    for cluster, value in values:
        if value is None:
            return None
        clusters.setdefault(cluster, []).append(value)
    means = [sum(group, Fraction(0)) / len(group) for group in clusters.values()]
    return float(sum(means, Fraction(0)) / len(means))
