"""Whether a candidate got worse than in an earlier session: what may be compared, and what follows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from ..errors import EvidenceError
from ..evidence.record import Evidence
from ..scoring.paired import Comparison, compare, pair_up
from ..scoring.regression import GateResult, RegressionGate, RegressionRule, regression_gate
from ..scoring.trial_score import TrialScore
from ..scoring.wording import count, listing
from .examined import Examined
from .paired import Scored
from .parting import parting
from .plan import JobPlan

ReadEvidence = Callable[[str], Evidence]
"""The evidence in a session's record file of that name; raises EvidenceError."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Transcribed:
    """A session and the way to its transcripts."""

    session: Examined
    evidence: ReadEvidence


@dataclass(frozen=True, slots=True, kw_only=True)
class Regressed:
    """One candidate against its earlier self, called *earlier* then.

    *not_compared* says of the tickets left out why; *customers* is the interval that speaks of customers like
    these and gates nothing, in a sentence.
    """

    job: str
    candidate: str
    earlier: str
    gate: RegressionGate
    compared: tuple[str, ...] = ()
    not_compared: tuple[str, ...] = ()
    customers: str = ""


def regressed(now: Transcribed, before: Transcribed, seat: Scored) -> Regressed:
    """What became of *seat*, a candidate of the session *now*, since the session *before*."""
    earlier = _earlier(before.session, seat)
    refusal = _refusal(now.session, before.session, seat, earlier)
    if earlier is None or refusal:
        return _invalid(seat, refusal)
    apart = _apart(seat, earlier)
    common = [ticket for ticket in seat.sitting.job.tickets if ticket not in apart]
    if not common:
        return replace(
            _invalid(seat, "No ticket is the same in both sessions."), not_compared=_left_out(apart)
        )
    new, old = _of(seat, common), _of(earlier, common)
    gate = _finished(regression_gate(new, old, _rule(now.session).alpha), seat, earlier)
    return Regressed(
        job=seat.arm.job,
        candidate=seat.arm.candidate,
        earlier=earlier.arm.candidate,
        gate=replace(gate, reasons=_with_partings(gate, (now, seat), (before, earlier))),
        compared=tuple(common),
        not_compared=_left_out(apart),
        customers=_customers(new, old, seat.sitting.job),
    )


def _invalid(seat: Scored, why: str) -> Regressed:
    gate = RegressionGate(result=GateResult.INVALID, reasons=(why,))
    return Regressed(job=seat.arm.job, candidate=seat.arm.candidate, earlier="", gate=gate)


def _earlier(before: Examined, seat: Scored) -> Scored | None:
    """The same candidate then; a session with one candidate needs no name."""
    there = [s for s in before.seats if s.arm.job == seat.arm.job and s.arm.arm == "candidate"]
    named = [s for s in there if s.arm.candidate == seat.arm.candidate]
    if named:
        return named[0]
    return there[0] if len(there) == 1 else None


def _refusal(now: Examined, before: Examined, seat: Scored, earlier: Scored | None) -> str:
    """Why the two may not be compared at all; empty when they may."""
    job = seat.arm.job
    if job not in before.plan.jobs:
        return f"The earlier session did not examine job {job}."
    if earlier is None:
        names = sorted({s.arm.candidate for s in before.seats if s.arm.job == job})
        return f"The earlier session did not examine {seat.arm.candidate}; it has {listing(names)}."
    for which, one in (("This", seat), ("The earlier", earlier)):
        for reason in one.sitting.invalid:
            return f"{which} session's evidence is invalid: {reason.text}"
    if now.plan.evaluator != before.plan.evaluator:
        return "The sessions were graded by different evaluators (field evaluator)."
    if now.manifest["jobs"][job].get("ground_sha256") != before.manifest["jobs"][job].get("ground_sha256"):
        return f"World, policy or rules of job {job} changed in between (field jobs.{job}.ground_sha256)."
    return _rule_refusal(now, before)


def _rule_refusal(now: Examined, before: Examined) -> str:
    for which, session in (("This", now), ("The earlier", before)):
        try:
            rule = _rule(session)
        except (TypeError, ValueError):
            return f"{which} session registered no rule for this gate (field regression_rule)."
        if replace(rule, alpha=RegressionRule().alpha) != RegressionRule():
            return f"{which} session registered another rule for this gate (field regression_rule)."
    if _rule(now) != _rule(before):
        return "The sessions registered different levels for this gate (field regression_rule.alpha)."
    return ""


def _rule(session: Examined) -> RegressionRule:
    """The registered rule.  Raises TypeError or ValueError when there is none."""
    registered = session.manifest.get("regression_rule")
    return RegressionRule(**registered) if isinstance(registered, dict) else _no_rule()


def _no_rule() -> RegressionRule:
    raise ValueError("no rule is registered")


def _apart(seat: Scored, earlier: Scored) -> dict[str, str]:
    """In a word why a ticket of either session is not compared, by ticket."""
    new, old = seat.sitting.job.tickets, earlier.sitting.job.tickets
    run = [{trial.ticket for trial in one.trials} for one in (seat, earlier)]
    why: dict[str, str] = {}
    for ticket in sorted({*new, *old}):
        if ticket not in old:
            why[ticket] = "new"
        elif ticket not in new:
            why[ticket] = "gone"
        elif new[ticket].sha256 != old[ticket].sha256:
            why[ticket] = "changed"
        elif not all(ticket in there for there in run):
            why[ticket] = "not run in both"
    return why


def _left_out(why: Mapping[str, str]) -> tuple[str, ...]:
    """``T02 changed``, ``T03, T04 and 20 more not run in both``: one phrase per reason."""
    reasons = dict.fromkeys(why.values())
    return tuple(
        f"{listing([ticket for ticket, known in why.items() if known == reason])} {reason}"
        for reason in reasons
    )


def _of(seat: Scored, tickets: Iterable[str]) -> tuple[TrialScore, ...]:
    wanted = set(tickets)
    return tuple(trial for trial in seat.trials if trial.ticket in wanted)


def _finished(gate: RegressionGate, seat: Scored, earlier: Scored) -> RegressionGate:
    """*gate*, but that nothing worse is said to be seen only where nothing is missing that was to be run.

    What was deselected was never to be run: the gate speaks of the tickets that were.
    """
    partial = [
        f"{which} session lacks {count(one.sitting.not_run, 'trial')} of those to be run."
        for which, one in (("This", seat), ("The earlier", earlier))
        if one.sitting.not_run
    ]
    if not partial or gate.result is not GateResult.NO_WORSE_SEEN:
        return gate
    return replace(gate, result=GateResult.CANT_TELL, reasons=(*partial, *gate.reasons))


def _with_partings(
    gate: RegressionGate, now: tuple[Transcribed, Scored], before: tuple[Transcribed, Scored]
) -> tuple[str, ...]:
    told = {ticket: _parting(ticket, now, before) for ticket in gate.lost}
    return tuple(
        f"{reason} {told[ticket]}" if (ticket := reason.partition(" ")[0]) in told else reason
        for reason in gate.reasons
    )


def _parting(ticket: str, now: tuple[Transcribed, Scored], before: tuple[Transcribed, Scored]) -> str:
    """The sentence on where the first run that both have took another way."""
    new, old = (
        {trial.key.run: trial.file for trial in seat.sitting.of_ticket(ticket)} for _, seat in (now, before)
    )
    run = min(set(new) & set(old), default=None)
    if run is None:
        return "No run of it is in both sessions."
    try:
        found = parting(now[0].evidence(new[run]).events, before[0].evidence(old[run]).events)
    except EvidenceError as exc:
        return f"The transcripts cannot be compared: {exc}."
    if found is None:
        return f"In run {run} both took the same steps and only the wording differs."
    return f"In run {run} they part at step {found.step}: then {found.before}; now {found.now}."


def _customers(new: tuple[TrialScore, ...], old: tuple[TrialScore, ...], job: JobPlan) -> str:
    """What the runs that both sessions have say of customers like these."""
    common = {(t.ticket, t.run) for t in new} & {(t.ticket, t.run) for t in old}
    now, then = ([t for t in arm if (t.ticket, t.run) in common] for arm in (new, old))
    pairs = pair_up(now, then)
    if not pairs:
        return "No run is in both sessions, so nothing is said of customers."
    found = compare(pairs, job.bar.margin, min_clusters=job.bar.min_clusters_hire)
    return f"Of customers like these: {_interval(found, job.bar.min_clusters_hire)}"


def _interval(found: Comparison, fewest: int) -> str:
    if found.lower is None or found.upper is None:
        return f"no interval with {count(found.clusters, 'independent customer')}; it takes {fewest}."
    return (
        f"now minus then lies between {found.lower:+.3f} and {found.upper:+.3f} "
        f"({found.clusters} customers, 95%): {found.claim}."
    )


def regressed_json(found: Regressed) -> dict[str, Any]:
    """*found* for programs."""
    told = asdict(found)
    return {**told, "gate": {**told["gate"], "result": str(found.gate.result)}}
