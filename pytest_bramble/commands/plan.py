"""`bramble plan`: what an exam will make of candidates of known quality, before anybody pays for it."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..errors import SettingsError
from ..exam.job import Bar
from ..exam.loader import load_job, load_tickets
from ..scoring.exam_size import runs_needed, smallest_exam, tickets_needed
from ..scoring.plan import DEFAULT_RHO, PlannedExam, SupposedCandidate, verdict_chances
from ..scoring.preconditions import MIN_RUNS
from ..scoring.reach import failures_allowed, failures_needed, max_provable
from ..scoring.wording import count, rate
from ..vocabulary import vocabulary
from .sessions import say

MOST = 1_000
# Beyond these many tickets more runs of each are no question worth the minutes it takes to answer.
MOST_TO_BUY_RUNS_FOR = 100
RATES = (0.50, 0.60, 0.70, 0.75, 0.80, 0.85, 0.90, 0.95, 0.97, 0.99)


def add_plan(commands: Any) -> None:
    """Add the subcommand to *commands*."""
    plan = commands.add_parser(
        "plan",
        help="the chances of each verdict, and how large an exam has to be",
        description="What an exam will make of candidates of known quality: the chance of each verdict, the "
        "smallest exam that could prove the bar, and how many tickets or runs it takes.",
    )
    plan.add_argument("--job", type=Path, metavar="DIR", help="take tickets, runs and bar from this job")
    plan.add_argument("--tickets", type=int, metavar="N", help="tickets, one customer each")
    plan.add_argument("--runs", type=int, metavar="N", help=f"runs of each ticket ({MIN_RUNS})")
    plan.add_argument("--bar", type=float, metavar="RATE", help=f"the pass rate to prove ({Bar().pass_rate})")
    plan.add_argument("--gross-tickets", type=int, metavar="N", help="tickets that list gross violations (0)")
    plan.add_argument(
        "--rate", type=float, action="append", metavar="RATE", help="a true pass rate to suppose"
    )
    plan.add_argument(
        "--gross", type=float, default=0.0, metavar="SHARE", help="share of runs with gross misconduct"
    )
    plan.add_argument(
        "--serious", type=float, default=0.0, metavar="SHARE", help="share with serious misconduct"
    )
    plan.add_argument(
        "--rho", type=float, default=DEFAULT_RHO, help="how alike a ticket's runs are, 0 to 1 (%(default)s)"
    )
    plan.set_defaults(run=_plan)


def _plan(arguments: argparse.Namespace) -> int:
    try:
        exam = _exam(arguments)
        lines = [*_heading(exam, arguments.rho), *_table(exam, arguments), "", *_sizes(exam, arguments)]
    except ValueError as exc:
        raise SettingsError(f"plan: {exc}") from None
    for line in lines:
        print(line)  # noqa: T201  a command prints
    return 0


def _exam(arguments: argparse.Namespace) -> PlannedExam:
    """The exam in question: the job's, but for what the command line says otherwise."""
    if arguments.job is None:
        if arguments.tickets is None:
            raise SettingsError("plan: say how many --tickets there are, or name a --job")
        exam = PlannedExam(tickets=arguments.tickets, runs=MIN_RUNS, bar=Bar().pass_rate)
    else:
        exam = _exam_of(arguments.job)
    if max(arguments.tickets or 0, arguments.runs or 0) > MOST:
        raise SettingsError(f"plan: at most {MOST} tickets and runs can be planned for")
    said = {name: getattr(arguments, name) for name in ("tickets", "runs", "bar", "gross_tickets")}
    return replace(exam, **{name: value for name, value in said.items() if value is not None})


def _exam_of(folder: Path) -> PlannedExam:
    job = load_job(folder, vocabulary)
    tickets = load_tickets(job, vocabulary)
    customers = len({ticket.examiner.cluster for ticket in tickets})
    runs = min(ticket.examiner.runs for ticket in tickets)
    gross = sum("gross" in ticket.examiner.violations.values() for ticket in tickets)
    say(
        f"{job.name}: {count(customers, 'customer')} in {count(len(tickets), 'ticket')}, at least "
        f"{count(runs, 'run')} each; {count(gross, 'ticket')} with gross violations."
    )
    return PlannedExam(
        tickets=customers,
        runs=runs,
        bar=job.bar.pass_rate,
        alpha=job.bar.alpha,
        gross_tickets=min(gross, customers),
        min_clusters_fire=job.bar.min_clusters_fire,
        min_clusters_hire=job.bar.min_clusters_hire,
    )


def _heading(exam: PlannedExam, rho: float) -> Iterator[str]:
    yield (
        f"{count(exam.tickets, 'ticket')}, one customer each, {count(exam.runs, 'run')}; bar {exam.bar:g}, level "
        f"{exam.alpha:g}; runs of a ticket correlate at {rho:g}."
    )
    yield ""


def _table(exam: PlannedExam, arguments: argparse.Namespace) -> Iterator[str]:
    yield "true rate   HIRED  PROBATION   FIRED"
    left_out = []
    for supposed in arguments.rate or RATES:
        if arguments.rate is None and arguments.gross + arguments.serious > 1.0 - supposed + 1e-12:
            left_out.append(f"{supposed:g}")
            continue
        candidate = SupposedCandidate(
            rate=supposed, gross=arguments.gross, serious=arguments.serious, rho=arguments.rho
        )
        chances = verdict_chances(exam, candidate)
        yield f"{supposed:9.3f}   {chances.hired:5.3f}      {chances.probation:5.3f}   {chances.fired:5.3f}"
    if left_out:
        yield f"Left out, since misconduct is a failed run: {', '.join(left_out)}."


def _sizes(exam: PlannedExam, arguments: argparse.Namespace) -> Iterator[str]:
    most = rate(max_provable(exam.tickets, exam.alpha))
    yield f"Passing everything proves {most} at most. {_limits(exam)}"
    smallest = smallest_exam(exam.bar, exam.alpha)
    size = f"{smallest.tickets} tickets x {smallest.runs} runs"
    yield f"The smallest exam that could prove {exam.bar:g}: {size}, if a candidate passes everything."
    above = [supposed for supposed in arguments.rate or RATES if supposed > exam.bar]
    if not above:
        return
    yield ""
    yield "To prove the bar four times in five:"
    yield f"true rate   tickets (to stay above)   runs, on {count(exam.tickets, 'ticket')}"
    for supposed in above:
        yield _needed(exam, supposed, arguments.rho)


def _limits(exam: PlannedExam) -> str:
    allowed = failures_allowed(exam.tickets, exam.bar, exam.alpha)
    needed = failures_needed(exam.tickets, exam.bar, exam.alpha)
    enough = exam.tickets >= exam.min_clusters_hire and exam.runs >= MIN_RUNS
    if not enough:
        may = f"Nobody can be HIRED: that takes {exam.min_clusters_hire} customers and {MIN_RUNS} runs"
    elif allowed is None:
        may = "Nobody can be HIRED: no result proves the bar"
    else:
        may = f"HIRED may lose {allowed} of {exam.tickets} customers"
    if needed is None or exam.tickets < exam.min_clusters_fire:
        return f"{may}; nobody is FIRED for the rate alone."
    return f"{may}; losing {needed} is FIRED."


def _needed(exam: PlannedExam, supposed: float, rho: float) -> str:
    tickets = tickets_needed(supposed, exam.bar, alpha=exam.alpha)
    runs = _runs_needed(exam, supposed, rho)
    fewest = exam.min_clusters_hire
    enough = (
        "more than 5000"
        if tickets is None
        else f"{max(tickets.first, fewest)} ({max(tickets.stable, fewest)})"
    )
    return f"{supposed:9.3f}   {enough:<23}   {runs}"


def _runs_needed(exam: PlannedExam, supposed: float, rho: float) -> str:
    if exam.tickets > MOST_TO_BUY_RUNS_FOR:
        return "not computed"
    runs = runs_needed(replace(exam, runs=MIN_RUNS), supposed, rho)
    return "no number does" if runs is None else f"{runs}"
