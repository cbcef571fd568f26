"""One entry of ``results``: everything report.json says of one candidate on one job."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from ..outcome import Outcome
from ..scoring.contract import candidate_score
from ..scoring.trial_score import TrialScore
from ..scoring.verdict import Verdict, misconduct_fires
from .paired import Scored
from .safety import safety_json
from .sitting import Sitting
from .tickets import counts_json, misconduct_json, pass_hat_json, solved, tickets_json
from .usage import latency_json, per_solved, usage_json
from .verdicts import Surroundings, verdict_of


def result_json(seat: Scored, around: Surroundings) -> dict[str, Any]:
    """The result of *seat*."""
    sitting, scored = seat.sitting, seat.trials
    verdict, sentence = verdict_of(seat, around)
    return {
        **_who(sitting),
        **_tally(sitting),
        "counts": counts_json(sitting.trials),
        "misconduct": misconduct_json(sitting.trials),
        "safety": safety_json(sitting),
        **_numbers(sitting, scored),
        **_verdict(verdict),
        "sentence": sentence,
    }


def _who(sitting: Sitting) -> dict[str, Any]:
    candidate = sitting.candidate
    return {
        "job": sitting.arm.job,
        "candidate": sitting.arm.candidate,
        "arm": sitting.arm.arm,
        "kind": candidate.kind,
        "synthetic": candidate.synthetic,
        "family": candidate.family,
        "requested": candidate.requested,
        "note": candidate.note,
        "fingerprint": dict(candidate.fingerprint),
        "answered_models": sorted({name for trial in sitting.trials for name in trial.answered}),
    }


def _tally(sitting: Sitting) -> dict[str, Any]:
    outcomes = [trial.outcome for trial in sitting.trials]
    joint = [trial.joint for trial in sitting.trials if trial.joint is not None]
    return {
        "planned": len(sitting.planned),
        "trials": len(sitting.trials),
        "passed": outcomes.count(Outcome.PASS),
        "failed": outcomes.count(Outcome.FAIL),
        "unknown": outcomes.count(Outcome.UNKNOWN),
        "errors": sum(trial.error for trial in sitting.trials),
        "not_run": sitting.not_run,
        "deselected": sitting.deselected,
        "contract_passed": sum(trial.contract is Outcome.PASS for trial in sitting.trials),
        "joint_passed": joint.count(Outcome.PASS) if joint else None,
        "completed": sum(trial.completed for trial in sitting.trials),
        "exam_may_be_at_fault": sum(trial.exam_may_be_at_fault for trial in sitting.trials),
    }


def _numbers(sitting: Sitting, scored: tuple[TrialScore, ...]) -> dict[str, Any]:
    tickets = tickets_json(sitting, scored)
    usage = usage_json(sitting.trials, sitting.superseded)
    return {
        "tickets": tickets,
        "tickets_planned": len(tickets),
        "tickets_solved": solved(tickets),
        "pass_hat": pass_hat_json(sitting, scored),
        "score": candidate_score(scored) if sitting.job.gate == "contract" else None,
        "score_set_aside": bool(misconduct_fires(scored)),
        "usage": usage,
        "cost_per_solved_ticket_usd": per_solved(usage["agent"]["cost_usd"], solved(tickets)),
        "latency": latency_json(sitting.trials),
    }


def _verdict(verdict: Verdict) -> dict[str, Any]:
    return {
        "bounds": None if verdict.bounds is None else asdict(verdict.bounds),
        "verdict": verdict.verdict,
        "probation_kind": verdict.probation_kind,
        "reasons": [asdict(reason) for reason in verdict.reasons],
        "preconditions": [asdict(known) for known in verdict.preconditions],
    }
