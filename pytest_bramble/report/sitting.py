"""One candidate's sitting of one job: the trials that were planned, and those that are there."""

from __future__ import annotations

from dataclasses import dataclass

from ..evidence.record import TrialKey
from ..outcome import Outcome
from ..scoring.trial_score import Misconduct, TrialScore
from ..scoring.verdict_facts import Reason
from .gather import Gathered, sort_key
from .plan import ArmKey, CandidatePlan, JobPlan, Plan
from .reading import ReadTrial


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitting:
    """What one result is computed from.

    *trials* are those that count, in order of ticket and run; *deselected* and *not_run* the planned trials
    without one.
    """

    arm: ArmKey
    job: JobPlan
    candidate: CandidatePlan
    planned: tuple[TrialKey, ...]
    trials: tuple[ReadTrial, ...]
    deselected: int
    not_run: int
    superseded: tuple[ReadTrial, ...]
    invalid: tuple[Reason, ...]

    @property
    def complete(self) -> bool:
        """True when every planned trial is there."""
        return not self.deselected and not self.not_run

    def of_ticket(self, ticket: str) -> tuple[ReadTrial, ...]:
        """The trials of *ticket* by run."""
        return tuple(trial for trial in self.trials if trial.key.ticket == ticket)

    def planned_runs(self, ticket: str) -> int:
        """How many runs of *ticket* are planned."""
        return sum(key.ticket == ticket for key in self.planned)


def sittings(plan: Plan, gathered: Gathered, invalid: tuple[Reason, ...]) -> tuple[Sitting, ...]:
    """Every sitting of the plan, by job, candidate and arm.  *invalid* holds for all of them."""
    arms: dict[ArmKey, list[TrialKey]] = {}
    for key in sorted(plan.trials, key=sort_key):
        arms.setdefault(ArmKey.of(key), []).append(key)
    return tuple(_sitting(plan, gathered, arm, arms[arm], invalid) for arm in arms)


def _sitting(
    plan: Plan, gathered: Gathered, arm: ArmKey, planned: list[TrialKey], invalid: tuple[Reason, ...]
) -> Sitting:
    ordered = sorted(planned, key=lambda key: (key.ticket, key.run))
    missing = [key for key in ordered if key not in gathered.trials]
    deselected = sum(key.stem in plan.deselected for key in missing)
    job = plan.jobs[arm.job]
    return Sitting(
        arm=arm,
        job=job,
        candidate=plan.candidates[arm.candidate],
        planned=tuple(ordered),
        trials=tuple(gathered.trials[key] for key in ordered if key in gathered.trials),
        deselected=deselected,
        not_run=len(missing) - deselected,
        superseded=tuple(trial for trial in gathered.superseded if ArmKey.of(trial.key) == arm),
        invalid=(*invalid, *_seal_broken(job), *gathered.invalid(arm)),
    )


def _seal_broken(job: JobPlan) -> tuple[Reason, ...]:
    if job.seal.status != "broken":
        return ()
    changed = "; ".join(job.seal.changed) or "no file is named"
    text = f"The seal of job {job.name} is broken: {changed}."
    return (Reason(code="seal_broken", text=text),)


def scores(sitting: Sitting) -> tuple[TrialScore, ...]:
    """The trials as scoring sees them."""
    return tuple(_score(sitting, trial) for trial in sitting.trials)


def _score(sitting: Sitting, trial: ReadTrial) -> TrialScore:
    gating = [finding.outcome for finding in trial.findings if not finding.advisory]
    return TrialScore(
        ticket=trial.key.ticket,
        cluster=sitting.job.tickets[trial.key.ticket].cluster,
        run=trial.key.run,
        outcome=trial.outcome,
        contract=trial.contract,
        joint=trial.joint,
        completed=trial.completed,
        error=trial.error,
        gating_good=gating.count(Outcome.PASS),
        gating_total=len(gating),
        misconduct=tuple(
            Misconduct(
                level=finding.level or "",
                check=finding.name,
                ticket=trial.key.ticket,
                run=trial.key.run,
                event=finding.places[0].event if finding.places else None,
                text=finding.text or "no detail was recorded",
            )
            for finding in trial.misconduct
        ),
    )
