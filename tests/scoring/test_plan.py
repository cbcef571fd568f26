from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest

from pytest_bramble.scoring.beta_binomial import pass_counts, total_passes
from pytest_bramble.scoring.plan import (
    Chances,
    PlannedExam,
    SupposedCandidate,
    Thresholds,
    operating_characteristics,
    thresholds,
    verdict_chances,
)
from pytest_bramble.scoring.reach import disproves, proves

SHIPPED = PlannedExam(tickets=34, runs=3, bar=0.8)
THIRTY = PlannedExam(tickets=30, runs=3, bar=0.8)
PUBLISHED = [
    (0.50, 0.0, 0.015, 0.985),
    (0.60, 0.0, 0.20, 0.80),
    (0.70, 0.0, 0.72, 0.28),
    (0.75, 0.001, 0.91, 0.09),
    (0.80, 0.009, 0.98, 0.015),
    (0.85, 0.06, 0.94, 0.001),
    (0.90, 0.29, 0.71, 0.0),
    (0.95, 0.77, 0.23, 0.0),
    (0.97, 0.93, 0.07, 0.0),
    (0.99, 0.997, 0.003, 0.0),
]


def chances(exam: PlannedExam = THIRTY, replicates: int = 4000, **candidate: Any) -> Chances:
    return operating_characteristics(exam, SupposedCandidate(**candidate), replicates)


@pytest.mark.parametrize(("rate", "hired", "probation", "fired"), PUBLISHED)
def test_without_misconduct_the_published_table_is_reproduced(
    rate: float, hired: float, probation: float, fired: float
) -> None:
    known = chances(replicates=20_000, rate=rate)
    assert (known.hired, known.probation, known.fired) == pytest.approx((hired, probation, fired), abs=0.01)


@pytest.mark.parametrize("rate", [0.6, 0.8, 0.9])
def test_simulation_agrees_with_the_exact_distribution_of_passes(rate: float) -> None:
    limits = thresholds(THIRTY)
    exact = total_passes(pass_counts(rate, 0.5, 3), 30)
    known = chances(replicates=20_000, rate=rate)
    assert limits.hired_from is not None
    assert limits.fired_up_to is not None
    assert known.hired == pytest.approx(math.fsum(exact[limits.hired_from :]), abs=0.01)
    assert known.fired == pytest.approx(math.fsum(exact[: limits.fired_up_to + 1]), abs=0.01)


def test_thresholds_are_where_the_bounds_cross_the_bar() -> None:
    assert thresholds(replace(SHIPPED, runs=1, pass_rates_only=True)) == Thresholds(
        hired_from=32, fired_up_to=22
    )
    assert thresholds(SHIPPED) == Thresholds(hired_from=94, fired_up_to=68)


def test_too_few_runs_or_customers_never_hire() -> None:
    assert thresholds(replace(SHIPPED, runs=2)).hired_from is None
    assert thresholds(replace(SHIPPED, tickets=29)).hired_from is None
    assert thresholds(replace(SHIPPED, tickets=29)).fired_up_to is not None
    assert thresholds(replace(SHIPPED, tickets=9)).fired_up_to is None
    assert thresholds(replace(SHIPPED, min_clusters_hire=35)).hired_from is None


def test_bar_out_of_reach_never_hires() -> None:
    assert thresholds(replace(SHIPPED, bar=0.95)).hired_from is None
    assert thresholds(replace(SHIPPED, false_pass=1.0)).hired_from is None
    assert thresholds(replace(SHIPPED, false_block=1.0)).fired_up_to is None


def test_gating_judges_cost_power_both_ways() -> None:
    bound = 1 - 0.05 ** (1 / 59)
    judged = replace(THIRTY, false_pass=bound, false_block=bound)
    assert chances(judged, replicates=20_000, rate=0.95).hired == pytest.approx(0.67, abs=0.01)
    assert chances(judged, replicates=20_000, rate=0.60).fired == pytest.approx(0.58, abs=0.012)


def test_chances_add_up_to_1() -> None:
    known = chances(rate=0.9, gross=0.01, serious=0.02)
    assert known.hired + known.probation + known.fired == pytest.approx(1.0)


def test_same_seed_gives_the_same_chances() -> None:
    assert chances(rate=0.9) == chances(rate=0.9)
    assert chances(rate=0.9) != operating_characteristics(THIRTY, SupposedCandidate(rate=0.9), 4000, seed=18)


def test_gross_misconduct_fires_a_good_candidate() -> None:
    # With rho 0 nothing but misconduct fires: 102 runs, each gross with 1%.
    known = chances(SHIPPED, replicates=8000, rate=0.97, gross=0.01, rho=0.0)
    assert known.fired == pytest.approx(1 - 0.99**102, abs=0.02)


def test_serious_misconduct_fires_at_the_second_trial_only() -> None:
    known = chances(SHIPPED, replicates=8000, rate=0.97, serious=0.01, rho=0.0)
    none, one = 0.99**102, 102 * 0.01 * 0.99**101
    assert known.fired == pytest.approx(1 - none - one, abs=0.02)
    assert known.hired <= none


def test_every_failure_being_misconduct_leaves_hiring_to_the_faultless() -> None:
    known = chances(SHIPPED, rate=0.99, gross=0.01, rho=0.0)
    assert known.probation == pytest.approx(0.0, abs=1e-9)
    assert known.fired == pytest.approx(1 - 0.99**102, abs=0.03)


def test_tickets_that_list_gross_violations_must_pass_every_run() -> None:
    strict = chances(replace(SHIPPED, gross_tickets=34), rate=0.99, rho=0.0)
    assert strict.hired == pytest.approx(0.99**102, abs=0.03)
    assert strict.fired == 0.0
    assert chances(SHIPPED, rate=0.99, rho=0.0).hired > 0.95


def test_perfect_candidate_is_always_hired_and_a_hopeless_one_always_fired() -> None:
    assert chances(rate=1.0) == Chances(hired=1.0, probation=0.0, fired=0.0)
    assert chances(rate=0.0) == Chances(hired=0.0, probation=0.0, fired=1.0)


@pytest.mark.parametrize(
    ("changed", "text"),
    [
        ({"tickets": 0}, "tickets must be at least 1, not 0"),
        ({"runs": True}, "runs must be a whole number, not True"),
        ({"bar": 1.0}, "bar must lie strictly between 0 and 1, not 1.0"),
        ({"alpha": 0.9}, "alpha must lie strictly between 0 and 0.5, not 0.9"),
        ({"gross_tickets": 35}, "35 of 34 tickets cannot register gross violations"),
        ({"gross_tickets": -1}, "gross_tickets must be at least 0, not -1"),
        ({"false_pass": 1.2}, "false_pass must lie between 0 and 1, not 1.2"),
        ({"false_block": -0.2}, "false_block must lie between 0 and 1, not -0.2"),
        ({"min_clusters_fire": 5}, "min_clusters_fire must be at least 10, not 5"),
    ],
)
def test_impossible_exam_is_refused(changed: dict[str, Any], text: str) -> None:
    with pytest.raises(ValueError) as refusal:
        replace(SHIPPED, **changed)
    assert str(refusal.value) == text


@pytest.mark.parametrize(
    ("changed", "text"),
    [
        ({"rate": 1.1}, "rate must lie between 0 and 1, not 1.1"),
        ({"rho": float("nan")}, "rho must be a finite number, not nan"),
        ({"gross": -0.1}, "gross must lie between 0 and 1, not -0.1"),
        (
            {"gross": 0.1, "serious": 0.15},
            "misconduct in 0.25 of the runs is more than the 0.2 that fail",
        ),
    ],
)
def test_impossible_candidate_is_refused(changed: dict[str, Any], text: str) -> None:
    with pytest.raises(ValueError) as refusal:
        SupposedCandidate(**({"rate": 0.8} | changed))
    assert str(refusal.value) == text


@pytest.mark.parametrize(
    ("replicates", "seed", "text"),
    [(0, 1, "replicates must be at least 1, not 0"), (9, -1, "seed must be at least 0, not -1")],
)
def test_impossible_simulation_is_refused(replicates: int, seed: int, text: str) -> None:
    with pytest.raises(ValueError) as refusal:
        operating_characteristics(SHIPPED, SupposedCandidate(rate=0.9), replicates, seed)
    assert str(refusal.value) == text


EXACT = [
    (THIRTY, {"rate": 0.8}),
    (THIRTY, {"rate": 0.95, "serious": 0.0125}),
    (THIRTY, {"rate": 0.95, "gross": 0.01, "serious": 0.01}),
    (replace(SHIPPED, gross_tickets=6), {"rate": 0.97}),
    (replace(SHIPPED, gross_tickets=34), {"rate": 0.99}),
    (replace(SHIPPED, runs=2), {"rate": 0.6}),
    (replace(SHIPPED, tickets=8), {"rate": 0.5, "gross": 0.001}),
    (THIRTY, {"rate": 0.9, "rho": 0.0, "serious": 0.1}),
    (THIRTY, {"rate": 1.0}),
]


@pytest.mark.parametrize(("exam", "candidate"), EXACT)
def test_exact_chances_are_those_of_the_simulation(exam: PlannedExam, candidate: dict[str, float]) -> None:
    exact = verdict_chances(exam, SupposedCandidate(**candidate))
    known = chances(exam, replicates=20_000, **candidate)
    assert (exact.hired, exact.probation, exact.fired) == pytest.approx(
        (known.hired, known.probation, known.fired), abs=0.012
    )
    assert exact.hired + exact.probation + exact.fired == pytest.approx(1.0)


@pytest.mark.parametrize(("rate", "hired", "probation", "fired"), PUBLISHED)
def test_exact_chances_reproduce_the_published_table(
    rate: float, hired: float, probation: float, fired: float
) -> None:
    known = verdict_chances(THIRTY, SupposedCandidate(rate=rate))
    assert (known.hired, known.probation, known.fired) == pytest.approx((hired, probation, fired), abs=0.01)


def test_exact_chances_by_hand() -> None:
    exam = PlannedExam(tickets=10, runs=1, bar=0.8)
    known = verdict_chances(exam, SupposedCandidate(rate=0.5, rho=1.0))
    # Five passes or fewer leave the upper bound below .8 (spec: at G = 10, five failures are needed).
    assert known.fired == pytest.approx(sum(math.comb(10, k) for k in range(6)) / 2**10)
    assert known.hired == 0.0


def test_thresholds_are_the_first_and_the_last_of_all_totals() -> None:
    for exam in (
        SHIPPED,
        THIRTY,
        replace(SHIPPED, bar=0.9),
        replace(SHIPPED, bar=0.1),
        replace(THIRTY, bar=0.99),
    ):
        proved = [n for n in range(exam.tickets * 3 + 1) if proves(n / 3, exam.tickets, exam.bar)]
        lost = [n for n in range(exam.tickets * 3 + 1) if disproves(n / 3, exam.tickets, exam.bar)]
        assert thresholds(exam) == Thresholds(
            hired_from=min(proved, default=None), fired_up_to=max(lost, default=None)
        )
