"""The verdict on one sitting: scoring's decision, and the one thing scoring cannot see, a partial session."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..outcome import Outcome
from ..scoring.manager import manager_sentence
from ..scoring.trial_score import TrialScore
from ..scoring.verdict import decide, misconduct_fires
from ..scoring.verdict_facts import PlannedTicket, Reason, RequiredSlice, Verdict, VerdictInput
from ..scoring.wording import count
from .paired import Compared, Scored
from .reading import ReadTrial
from .sitting import Sitting


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What a verdict takes from outside the sitting: the session, its slices, the comparison that gates."""

    rehearsal: bool
    session_complete: bool
    required: tuple[RequiredSlice, ...] = ()
    compared: Compared | None = None


def verdict_of(seat: Scored, around: Surroundings) -> tuple[Verdict, str]:
    """The verdict on *seat* and the sentence for the person who decides."""
    sitting = seat.sitting
    facts = _facts(sitting, seat.trials, around)
    verdict = decide(facts)
    fired = misconduct_fires(facts.trials)
    if sitting.complete and not around.session_complete and not sitting.invalid and not fired:
        verdict = _withheld(verdict, facts)
    return verdict, manager_sentence(facts, verdict)


def _withheld(verdict: Verdict, facts: VerdictInput) -> Verdict:
    planned = count(facts.planned, "planned trial")
    text = f"All {planned} of this candidate are there, but the session is partial: others are missing."
    reason = Reason(code="partial", text=text)
    return replace(verdict, verdict=None, probation_kind=None, reasons=(reason,), bounds=None)


def _facts(sitting: Sitting, scored: tuple[TrialScore, ...], around: Surroundings) -> VerdictInput:
    job = sitting.job
    claim, missing = _against_baseline(around.compared)
    return VerdictInput(
        trials=scored,
        tickets=tuple(
            PlannedTicket(
                ticket=t.id, cluster=t.cluster, sealed_runs=t.sealed_runs, lists_gross=bool(t.gross)
            )
            for t in job.tickets.values()
        ),
        planned=len(sitting.planned),
        complete=sitting.complete,
        bar=job.bar.pass_rate,
        gates_by_contract=job.gate == "contract",
        sealed=job.seal.status == "sealed",
        seal_text="; ".join(job.seal.changed),
        synthetic=sitting.candidate.synthetic,
        rehearsal=around.rehearsal,
        audit_ok=job.audit_ok,
        misconduct_unknown=sum(_misconduct_unknown(trial) for trial in sitting.trials),
        panel=None,
        required_slices=around.required,
        baseline_claim=claim,
        non_inferiority_registered=job.bar.claim == "non-inferior",
        baseline_missing=missing,
        is_baseline=sitting.arm.arm == "baseline",
        invalid=sitting.invalid,
        alpha=job.bar.alpha,
        min_clusters_fire=job.bar.min_clusters_fire,
        min_clusters_hire=job.bar.min_clusters_hire,
    )


def _against_baseline(found: Compared | None) -> tuple[str | None, str]:
    """The claim that gates, and why there is none although a baseline is registered."""
    if found is None:
        return None, ""
    if found.comparison is None:
        return None, found.refusal
    return found.comparison.claim, "evidence is invalid" if found.invalid else ""


def _misconduct_unknown(trial: ReadTrial) -> bool:
    return any(f.level is not None and f.outcome is Outcome.UNKNOWN for f in trial.findings)
