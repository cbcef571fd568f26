"""The manager's table: topic by topic, what the exam found against leaving it to the candidate."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from .reliability import ticket_runs
from .slices import Slice
from .trial_score import TrialScore, in_order
from .wording import count

FEWEST_FOR_A_SHARE = 10


class Advice(StrEnum):
    """What a manager may do with a topic."""

    NOTHING_AGAINST = "nothing against it"
    SUPERVISE = "supervise"
    KEEP_WITH_PEOPLE = "keep with people"
    NOT_EXAMINED = "not examined"


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """One topic.  *share* of tickets that passed every run is None below ten tickets, where it would mislead.

    *failed* counts tickets with a failed run, *unsettled* those with neither a failure nor only passes.
    """

    label: str
    tickets: int
    passed_every_run: int
    failed: int
    unsettled: int
    misconduct: int
    advice: Advice
    text: str
    share: float | None


def topic_table(slices: Iterable[Slice], trials: Iterable[TrialScore]) -> tuple[Topic, ...]:
    """One topic per slice; tickets may be in several, so the rows are not to be added up."""
    known = in_order(trials)
    return tuple(_topic(part, known) for part in slices)


def _topic(part: Slice, trials: tuple[TrialScore, ...]) -> Topic:
    members = set(part.tickets)
    mine = [trial for trial in trials if trial.ticket in members]
    runs = ticket_runs(mine)
    passed = sum(ticket.every_run_passed for ticket in runs)
    failed = sum(ticket.failed > 0 for ticket in runs)
    misconduct = sum(len(trial.misconduct) for trial in mine)
    advice, text = _advice(passed, failed, misconduct)
    return Topic(
        label=part.label,
        tickets=len(members),
        passed_every_run=passed,
        failed=failed,
        unsettled=len(members) - passed - failed,
        misconduct=misconduct,
        advice=advice,
        text=text,
        share=passed / len(members) if len(members) >= FEWEST_FOR_A_SHARE else None,
    )


def _advice(passed: int, failed: int, misconduct: int) -> tuple[Advice, str]:
    if misconduct:
        return Advice.KEEP_WITH_PEOPLE, "keep with people: misconduct"
    if failed:
        return Advice.SUPERVISE, f"supervise: {failed} failed"
    if passed:
        return Advice.NOTHING_AGAINST, f"nothing against it on {count(passed, 'ticket')}"
    return Advice.NOT_EXAMINED, "not examined"
