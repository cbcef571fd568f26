"""Whether a candidate got worse than an earlier session of the same exam: the gate of a code change.

The test permutes run labels within each ticket, so hard tickets explain nothing away and the two arms may
have different numbers of runs.  Here the run is the unit: the question is about these tickets, not about
customers in general.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from .refusals import level
from .reliability import TicketRuns, ticket_runs
from .stratified import Stratum, lower_tail_p, smallest_visible_loss
from .trial_score import TrialScore, in_order
from .wording import count, listing, p_value, percent

MIN_RUNS_TO_NAME_A_TICKET = 3
MOST_UNKNOWN = 0.05
DEFAULT_LEVEL = 0.05


class GateResult(StrEnum):
    """What the comparison with the earlier session shows."""

    WORSE = "WORSE"
    NO_WORSE_SEEN = "NO_WORSE_SEEN"
    CANT_TELL = "CANT_TELL"
    INVALID = "INVALID"


@dataclass(frozen=True, slots=True, kw_only=True)
class RegressionGate:
    """The result and its grounds.  *p* is one-sided; *visible_drop* is the smallest loss, as a share of the
    candidate's runs spread over the tickets, that would have been called WORSE; both None where not computed.
    *lost* names the tickets that passed every run and now pass none.
    """

    result: GateResult
    reasons: tuple[str, ...]
    p: float | None = None
    visible_drop: float | None = None
    lost: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RegressionRule:
    """The rule as it is registered before the first trial; a session registered under another is not judged."""

    alpha: float = DEFAULT_LEVEL
    min_runs_to_name_a_ticket: int = MIN_RUNS_TO_NAME_A_TICKET
    most_unknown: float = MOST_UNKNOWN
    new_misconduct: str = str(GateResult.WORSE)


def regression_gate(
    candidate: Iterable[TrialScore], baseline: Iterable[TrialScore], alpha: float = DEFAULT_LEVEL
) -> RegressionGate:
    """The gate on two arms; misconduct, then a lost ticket, then the test, then what it could have seen."""
    level(alpha)
    try:
        now, before = in_order(candidate), in_order(baseline)
    except ValueError as refusal:
        return RegressionGate(
            result=GateResult.INVALID, reasons=(f"The records contradict each other: {refusal}.",)
        )
    invalid = _invalid(now, before)
    if invalid:
        return RegressionGate(result=GateResult.INVALID, reasons=(invalid,))
    strata = tuple(_stratum(new, old) for new, old in zip(ticket_runs(now), ticket_runs(before), strict=True))
    p = lower_tail_p(strata)
    lost = _lost_tickets(now, before)
    worse = (*_new_misconduct(now, before), *lost.values(), *_test(p, strata, alpha))
    if worse:
        return RegressionGate(result=GateResult.WORSE, reasons=worse, p=p, lost=tuple(lost))
    return _unseen(now, before, p, alpha)


def _invalid(now: tuple[TrialScore, ...], before: tuple[TrialScore, ...]) -> str:
    for arm, trials in (("candidate", now), ("baseline", before)):
        if not any(ticket.determinate for ticket in ticket_runs(trials)):
            return f"The {arm}'s session has no trial with a known outcome."
    new = {trial.ticket: trial.cluster for trial in now}
    old = {trial.ticket: trial.cluster for trial in before}
    for arm, missing in (("candidate", set(old) - set(new)), ("baseline", set(new) - set(old))):
        if missing:
            return f"The {arm}'s session lacks {listing(sorted(missing))}: both must hold the same tickets."
    moved = sorted(ticket for ticket in new if new[ticket] != old[ticket])
    return f"{listing(moved)} changed cluster: the sessions are not of one exam." if moved else ""


def _new_misconduct(now: tuple[TrialScore, ...], before: tuple[TrialScore, ...]) -> tuple[str, ...]:
    known = {(found.ticket, found.check, found.level) for trial in before for found in trial.misconduct}
    return tuple(
        f"New {found.level} misconduct in {found.ticket} run {found.run}, check {found.check}: "
        f"{found.text.rstrip('.')}."
        for trial in now
        for found in trial.misconduct
        if (found.ticket, found.check, found.level) not in known
    )


def _lost_tickets(now: tuple[TrialScore, ...], before: tuple[TrialScore, ...]) -> dict[str, str]:
    """A sentence on every ticket that is lost, by ticket."""
    pairs = zip(ticket_runs(now), ticket_runs(before), strict=True)
    return {
        new.ticket: f"{new.ticket} passed all {old.runs} runs and now passes none of {new.runs}."
        for new, old in pairs
        if old.every_run_passed
        and new.failed == new.runs
        and min(new.runs, old.runs) >= MIN_RUNS_TO_NAME_A_TICKET
    }


def _stratum(now: TicketRuns, before: TicketRuns) -> Stratum:
    """Unknown runs count for the candidate, so that WORSE never rests on what nobody knows."""
    return Stratum(
        runs=now.runs,
        passed=now.passed + now.unknown,
        baseline_runs=before.runs,
        baseline_passed=before.passed,
    )


def _test(p: float, strata: tuple[Stratum, ...], alpha: float) -> tuple[str, ...]:
    if p >= alpha:
        return ()
    now = sum(stratum.passed for stratum in strata), sum(stratum.runs for stratum in strata)
    before = (
        sum(stratum.baseline_passed for stratum in strata),
        sum(stratum.baseline_runs for stratum in strata),
    )
    text = (
        f"{now[0]} of {now[1]} runs pass and {before[0]} of {before[1]} did, too few to be chance "
        f"(one-sided {p_value(p)}, stratified by ticket)."
    )
    return (text,)


def _unseen(
    now: tuple[TrialScore, ...], before: tuple[TrialScore, ...], p: float, alpha: float
) -> RegressionGate:
    for arm, trials in (("candidate", now), ("baseline", before)):
        unknown = sum(ticket.unknown for ticket in ticket_runs(trials))
        if unknown > MOST_UNKNOWN * len(trials):
            runs = count(len(trials), "run")
            text = f"{unknown} of the {arm}'s {runs} are unknown, more than {percent(MOST_UNKNOWN)}."
            return RegressionGate(result=GateResult.CANT_TELL, reasons=(text,), p=p)
    lost = smallest_visible_loss(_alike(ticket_runs(now), ticket_runs(before)), alpha)
    if lost is None:
        text = "Even failing every run could not have been told from chance: more runs are needed."
        return RegressionGate(result=GateResult.CANT_TELL, reasons=(text,), p=p)
    text = (
        f"Nothing worse was seen (one-sided {p_value(p)}); the earlier results with "
        f"{count(lost, 'pass', 'passes')} of {len(now)} lost, spread over the tickets, would have been worse."
    )
    return RegressionGate(result=GateResult.NO_WORSE_SEEN, reasons=(text,), p=p, visible_drop=lost / len(now))


def _alike(now: Iterable[TicketRuns], before: Iterable[TicketRuns]) -> list[Stratum]:
    """The tickets as they would look with a candidate exactly as good as the baseline was.

    Fractions of a run are carried from ticket to ticket, so that rounding makes nobody better or worse.
    """
    strata, owed = [], Fraction(0)
    for new, old in zip(now, before, strict=True):
        owed += Fraction(new.runs * old.passed, old.runs)
        strata.append(
            Stratum(
                runs=new.runs,
                passed=min(int(owed), new.runs),
                baseline_runs=old.runs,
                baseline_passed=old.passed,
            )
        )
        owed -= strata[-1].passed
    return strata
