"""The verdict on one sitting: scoring's decision, and the one thing scoring cannot see, a partial session."""

from __future__ import annotations

from dataclasses import replace

from ..outcome import Outcome
from ..scoring.manager import manager_sentence
from ..scoring.trial_score import TrialScore
from ..scoring.verdict import decide, misconduct_fires
from ..scoring.verdict_facts import PlannedTicket, Reason, RequiredSlice, Verdict, VerdictInput
from ..scoring.wording import count
from .reading import ReadTrial
from .sitting import Sitting


def verdict_of(
    sitting: Sitting, scored: tuple[TrialScore, ...], *, rehearsal: bool, session_complete: bool
) -> tuple[Verdict, str]:
    """The verdict on *sitting* and the sentence for the person who decides."""
    facts = _facts(sitting, scored, rehearsal=rehearsal)
    verdict = decide(facts)
    fired = misconduct_fires(facts.trials)
    if sitting.complete and not session_complete and not sitting.invalid and not fired:
        verdict = _withheld(verdict, facts)
    return verdict, manager_sentence(facts, verdict)


def _withheld(verdict: Verdict, facts: VerdictInput) -> Verdict:
    planned = count(facts.planned, "planned trial")
    text = f"All {planned} of this candidate are there, but the session is partial: others are missing."
    reason = Reason(code="partial", text=text)
    return replace(verdict, verdict=None, probation_kind=None, reasons=(reason,), bounds=None)


def _facts(sitting: Sitting, scored: tuple[TrialScore, ...], *, rehearsal: bool) -> VerdictInput:
    job = sitting.job
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
        rehearsal=rehearsal,
        audit_ok=job.audit_ok,
        misconduct_unknown=sum(_misconduct_unknown(trial) for trial in sitting.trials),
        panel=None,
        # Nobody computes slices yet, and what was required and not computed is not fulfilled.
        required_slices=tuple(
            RequiredSlice(label=label, status="hold", supply="slices are not assessed by this version")
            for label in job.required_slices
        ),
        baseline_claim=None,
        invalid=sitting.invalid,
        alpha=job.bar.alpha,
        min_clusters_fire=job.bar.min_clusters_fire,
        min_clusters_hire=job.bar.min_clusters_hire,
    )


def _misconduct_unknown(trial: ReadTrial) -> bool:
    return any(f.level is not None and f.outcome is Outcome.UNKNOWN for f in trial.findings)
