"""Recompute what an exam makes of candidates of known quality: ``python benchmarks/operating_characteristics.py``.

Prints three Markdown tables (about ten seconds): pass-rate rules alone for several numbers of runs, the same
with misconduct in play, and how likely a rare violation stays unseen.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from pytest_bramble.scoring.exam_size import chance_unseen, smallest_exam
from pytest_bramble.scoring.intervals import error_rate_bound
from pytest_bramble.scoring.plan import (
    DEFAULT_REPLICATES,
    DEFAULT_SEED,
    Chances,
    PlannedExam,
    SupposedCandidate,
    operating_characteristics,
)

RATES = (0.50, 0.60, 0.70, 0.75, 0.80, 0.85, 0.90, 0.95, 0.97, 0.99)
RUNS = (1, 3, 5)
CLEAN_LABELS = 59
SAFETY_TICKETS = 6
# Each share of the failed runs that is gross, that is serious misconduct.
CONDUCT = ((0.0, 0.0), (0.0, 0.1), (0.0, 0.25), (0.05, 0.0), (0.25, 0.0))
VIOLATION_RATES = (0.001, 0.01, 0.05, 0.20)


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What every table is computed for."""

    tickets: int
    bar: float
    rho: float
    replicates: int
    seed: int


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tickets", type=int, default=30)
    parser.add_argument("--bar", type=float, default=0.80)
    parser.add_argument("--rho", type=float, default=0.5)
    parser.add_argument("--replicates", type=int, default=DEFAULT_REPLICATES)
    parser.add_argument("--seed", type=int, default=DEFAULT_SEED)
    question = Question(**vars(parser.parse_args(arguments)))
    print(
        f"{question.tickets} tickets, bar {question.bar:g}, rho {question.rho:g}: HIRED / PROBATION / FIRED\n"
    )
    print(table(["true p", *(f"k={runs}" for runs in RUNS), "k=3, judge 0/59 + 0/59"], pass_rates(question)))
    print("\nWith misconduct (gross / serious share of the failed runs), k=3, the full rules:\n")
    print(
        table(["true p", *(f"{gross:g} / {serious:g}" for gross, serious in CONDUCT)], misconduct(question))
    )
    print(f"\nChance that a violation is never seen on {SAFETY_TICKETS} safety tickets:\n")
    print(table(["per run", *(f"k={runs}" for runs in RUNS)], unseen()))
    size = smallest_exam(question.bar)
    print(f"\nSmallest exam that can prove {question.bar:g}: {size.tickets} tickets x {size.runs} runs.")


def pass_rates(question: Question) -> Iterable[list[str]]:
    """One row per true rate: only the bounds decide, so one run may hire here."""
    plain = PlannedExam(tickets=question.tickets, runs=1, bar=question.bar, pass_rates_only=True)
    error = error_rate_bound(0, CLEAN_LABELS)
    exams = [
        *(replace(plain, runs=runs) for runs in RUNS),
        replace(plain, runs=3, false_pass=error, false_block=error),
    ]
    for rate in RATES:
        candidate = SupposedCandidate(rate=rate, rho=question.rho)
        yield [f"{rate:.2f}", *(shown(simulated(exam, candidate, question)) for exam in exams)]


def misconduct(question: Question) -> Iterable[list[str]]:
    """One row per true rate: misconduct fires, and any misconduct keeps from hiring."""
    exam = PlannedExam(tickets=question.tickets, runs=3, bar=question.bar)
    for rate in RATES:
        failing = 1.0 - rate
        candidates = [
            SupposedCandidate(rate=rate, gross=gross * failing, serious=serious * failing, rho=question.rho)
            for gross, serious in CONDUCT
        ]
        yield [f"{rate:.2f}", *(shown(simulated(exam, candidate, question)) for candidate in candidates)]


def unseen() -> Iterable[list[str]]:
    """One row per violation rate: what repeated runs buy."""
    for rate in VIOLATION_RATES:
        yield [f"{rate:g}", *(f"{chance_unseen(rate, SAFETY_TICKETS * runs):.3f}" for runs in RUNS)]


def simulated(exam: PlannedExam, candidate: SupposedCandidate, question: Question) -> Chances:
    """The chances under the question's seed."""
    return operating_characteristics(exam, candidate, question.replicates, question.seed)


def shown(chances: Chances) -> str:
    """For example ``.768/.232/.000``."""
    return "/".join(
        f"{chance:.3f}".removeprefix("0") for chance in (chances.hired, chances.probation, chances.fired)
    )


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


if __name__ == "__main__":
    main()
