from __future__ import annotations

import math
from dataclasses import replace

import pytest
from scipy import stats

from pytest_bramble.scoring.exam_size import (
    SmallestExam,
    TicketsNeeded,
    chance_unseen,
    power_to_hire,
    runs_needed,
    smallest_exam,
    tickets_needed,
    tickets_to_tell_apart,
)
from pytest_bramble.scoring.plan import PlannedExam
from pytest_bramble.scoring.reach import failures_allowed

SHIPPED = PlannedExam(tickets=34, runs=3, bar=0.8)


@pytest.mark.parametrize(("bar", "tickets"), [(0.5, 30), (0.9, 30), (0.91, 32), (0.95, 59), (0.99, 299)])
def test_smallest_exam_has_thirty_customers_or_what_the_bar_takes(bar: float, tickets: int) -> None:
    assert smallest_exam(bar) == SmallestExam(tickets=tickets, runs=3)


@pytest.mark.parametrize(
    ("rate", "bar", "first", "stable"), [(0.95, 0.90, 179, 203), (0.90, 0.80, 82, 94), (0.95, 0.80, 30, 37)]
)
def test_tickets_needed_are_the_published_ones(rate: float, bar: float, first: int, stable: int) -> None:
    assert tickets_needed(rate, bar) == TicketsNeeded(first=first, stable=stable)


def test_first_number_of_tickets_has_the_power_and_one_less_has_not() -> None:
    def power(tickets: int) -> float:
        allowed = failures_allowed(tickets, 0.8)
        return 0.0 if allowed is None else float(stats.binom.cdf(allowed, tickets, 0.1))

    assert power(82) >= 0.8 > power(81)
    assert min(power(tickets) for tickets in range(94, 150)) >= 0.8 > power(93)


def test_faultless_candidate_needs_the_fewest_tickets_that_prove_the_bar() -> None:
    assert tickets_needed(1.0, 0.9) == TicketsNeeded(first=29, stable=29)


def test_power_asked_for_costs_tickets() -> None:
    more, less = tickets_needed(0.9, 0.8, power=0.9), tickets_needed(0.9, 0.8, power=0.5)
    assert more is not None
    assert less is not None
    assert more.first > 82 > less.first


@pytest.mark.parametrize("rate", [0.7, 0.8, 0.805])
def test_no_number_of_tickets_proves_what_is_hardly_true(rate: float) -> None:
    assert tickets_needed(rate, 0.8) is None


def test_power_to_hire_at_one_run_is_binomial() -> None:
    exam = replace(SHIPPED, runs=1, pass_rates_only=True)
    assert power_to_hire(exam, 0.9) == pytest.approx(stats.binom.cdf(2, 34, 0.1))


def test_exam_that_cannot_hire_has_no_power() -> None:
    assert power_to_hire(replace(SHIPPED, bar=0.95), 1.0) == 0.0
    assert power_to_hire(SHIPPED, 1.0) == 1.0


def test_runs_needed_are_the_fewest_with_the_power() -> None:
    needed = runs_needed(SHIPPED, 0.94, rho=0.3)
    assert needed is not None
    assert needed > 3
    assert power_to_hire(replace(SHIPPED, runs=needed), 0.94, 0.3) >= 0.8
    assert power_to_hire(replace(SHIPPED, runs=needed - 1), 0.94, 0.3) < 0.8


def test_runs_that_suffice_already_are_kept() -> None:
    assert runs_needed(SHIPPED, 0.99) == 3


def test_no_number_of_runs_replaces_tickets() -> None:
    assert runs_needed(SHIPPED, 0.9) is None


@pytest.mark.parametrize(
    ("runs", "rho", "likeness", "tickets"),
    [
        (1, 0.0, 0.0, 432),
        *zip((1, 3, 5, 10, None), [0.5] * 5, [0.8] * 5, (268, 124, 95, 74, 52), strict=True),
        *zip((1, 3, 5, 10, None), [0.3] * 5, [0.5] * 5, (371, 169, 129, 99, 68), strict=True),
        (1, 1.0, 0.8, 104),
        (7, 1.0, 0.8, 104),
    ],
)
def test_tickets_to_tell_two_candidates_apart_are_the_published_ones(
    runs: int | None, rho: float, likeness: float, tickets: int
) -> None:
    assert tickets_to_tell_apart((0.90, 0.95), runs, rho, likeness) == tickets
    assert tickets_to_tell_apart((0.95, 0.90), runs, rho, likeness) == tickets


def test_equal_candidates_cannot_be_told_apart() -> None:
    with pytest.raises(ValueError) as refusal:
        tickets_to_tell_apart((0.9, 0.9), 3)
    assert (
        str(refusal.value)
        == "two candidates that both pass 0.9 cannot be told apart on any number of tickets"
    )


@pytest.mark.parametrize(
    ("rate", "runs", "chance"), [(0.01, 6, 0.941), (0.01, 18, 0.835), (0.05, 30, 0.215), (0.2, 18, 0.018)]
)
def test_rare_violation_is_seen_by_running_often(rate: float, runs: int, chance: float) -> None:
    assert round(chance_unseen(rate, runs), 3) == chance


def test_impossible_questions_are_refused() -> None:
    with pytest.raises(ValueError, match=r"^bar must lie strictly between 0 and 1, not 0\.0$"):
        tickets_needed(0.9, 0.0)
    with pytest.raises(ValueError, match=r"^power must lie strictly between 0 and 1, not 1\.0$"):
        tickets_needed(0.9, 0.8, power=1.0)
    with pytest.raises(ValueError, match=r"^power must lie strictly between 0 and 1, not 0\.0$"):
        runs_needed(SHIPPED, 0.9, power=0.0)
    with pytest.raises(ValueError, match=r"^runs must be at least 1, not 0$"):
        tickets_to_tell_apart((0.8, 0.9), 0)
    with pytest.raises(ValueError, match=r"^likeness must lie between -1 and 1, not 2\.0$"):
        tickets_to_tell_apart((0.8, 0.9), 1, likeness=2.0)
    with pytest.raises(ValueError, match=r"^rho must lie between 0 and 1, not 1\.5$"):
        tickets_to_tell_apart((0.8, 0.9), 1, rho=1.5)
    with pytest.raises(ValueError, match=r"^alpha must lie strictly between 0 and 0\.5, not 0\.5$"):
        tickets_needed(0.9, 0.8, alpha=0.5)
    with pytest.raises(ValueError, match=r"^trials must be at least 0, not -1$"):
        chance_unseen(0.1, -1)
    assert math.isclose(chance_unseen(0.0, 9), 1.0)
