"""Named plans: a part of the exam under a name.  What one leaves out is not run, so the session is partial."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from ..engine.examination import Examination, known_to
from ..errors import SettingsError, unknown_name
from ..exam.job import Job
from ..exam.loader import load_tickets
from ..exam.ticket import Ticket
from ..settings import FULL, PlanEntry, Settings

# Refunds, a question that must be asked, a tool that fails, an injection, privacy and safety; then the rest of the
# slices once each.
_SMOKE = ("T01", "T02", "T09", "T17", "T24", "T30")
_PR = (*_SMOKE, "T03", "T08", "T13", "T16", "T22", "T29")
SHIPPED: Mapping[str, Mapping[str, PlanEntry]] = {
    "support": {"smoke": PlanEntry(tickets=_SMOKE, runs=1), "pr": PlanEntry(tickets=_PR, runs=3)}
}


def in_plan(settings: Settings, job: Job, ticket: Ticket, run: int) -> bool:
    """True when the session's plan holds this *run* of *ticket*."""
    plan = _plans(settings.plans, job.name).get(settings.plan)
    if plan is None:
        return False
    names = {ticket.id, *ticket.examiner.slices}
    few = plan.runs is None or run <= plan.runs
    return few and (not plan.tickets or not names.isdisjoint(plan.tickets))


def check_plan(examination: Examination, jobs: Iterable[Path]) -> None:
    """Raise SettingsError when no job of *jobs* has the session's plan, or none the tickets or slices it names."""
    settings, reached = examination.settings, list(jobs)
    offered = [_plans(settings.plans, path.name) for path in reached]
    found = [plans[settings.plan] for plans in offered if settings.plan in plans]
    if reached and not found:
        known = {name for plans in offered for name in plans}
        raise SettingsError(f"--bramble-plan: {unknown_name('plan', settings.plan, known)}")
    wanted = dict.fromkeys(name for plan in found for name in plan.tickets)
    known = {file.stem for job in reached for file in (job / "tickets").glob("*.yaml")}
    if not known.issuperset(wanted):  # only then is it worth reading every ticket for its slices
        tickets = (ticket for job in reached for ticket in load_tickets(examination.job(job), known_to))
        known.update(label for ticket in tickets for label in ticket.examiner.slices)
    for name in wanted:
        if name not in known:
            told = unknown_name("ticket or slice", name, known)
            raise SettingsError(f"--bramble-plan: plan {settings.plan!r}: {told}")


def _plans(own: Mapping[str, PlanEntry], job: str) -> Mapping[str, PlanEntry]:
    return {**SHIPPED.get(job, {}), **own, FULL: PlanEntry()}
