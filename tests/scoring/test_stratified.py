from __future__ import annotations

from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from pytest_bramble.scoring.stratified import Stratum, lower_tail_p, smallest_visible_loss


def stratum(passed: int, runs: int, baseline_passed: int, baseline_runs: int) -> Stratum:
    return Stratum(runs=runs, passed=passed, baseline_runs=baseline_runs, baseline_passed=baseline_passed)


STRATA = st.lists(
    st.tuples(st.integers(0, 3), st.integers(1, 3), st.integers(0, 3), st.integers(1, 3)).map(
        lambda n: stratum(min(n[0], n[1]), n[1], min(n[2], n[3]), n[3])
    ),
    min_size=1,
    max_size=3,
)


def by_relabelling(strata: list[Stratum]) -> float:
    """All ways to hand out the candidate's runs among each ticket's outcomes."""
    choices = []
    for known in strata:
        passed = known.passed + known.baseline_passed
        outcomes = [1] * passed + [0] * (known.runs + known.baseline_runs - passed)
        choices.append([sum(chosen) for chosen in combinations(outcomes, known.runs)])
    observed = sum(known.passed for known in strata)
    totals = [sum(chosen) for chosen in product(*choices)]
    return sum(total <= observed for total in totals) / len(totals)


@settings(max_examples=80, deadline=None)
@given(STRATA)
def test_convolution_is_the_enumeration_of_all_labels(strata: list[Stratum]) -> None:
    assert lower_tail_p(strata) == pytest.approx(by_relabelling(strata), abs=1e-12)


@pytest.mark.parametrize("numbers", [(1, 5, 4, 5), (0, 3, 3, 3), (7, 9, 4, 6), (2, 2, 2, 2)])
def test_one_ticket_is_fishers_exact_test(numbers: tuple[int, int, int, int]) -> None:
    passed, runs, baseline_passed, baseline_runs = numbers
    table = [[passed, runs - passed], [baseline_passed, baseline_runs - baseline_passed]]
    known = stats.fisher_exact(table, alternative="less").pvalue
    assert lower_tail_p([stratum(*numbers)]) == pytest.approx(known)


def test_tickets_that_never_vary_change_nothing() -> None:
    one = stratum(0, 3, 3, 3)
    assert lower_tail_p([one, stratum(3, 3, 3, 3), stratum(0, 3, 0, 3)]) == lower_tail_p([one]) == 1 / 20


def test_no_ticket_is_no_evidence() -> None:
    assert lower_tail_p([]) == 1.0


def test_five_single_losses_on_as_many_tickets_are_visible() -> None:
    clean = [stratum(3, 3, 3, 3)] * 34
    assert smallest_visible_loss(clean, 0.05) == 5
    assert lower_tail_p([stratum(2, 3, 3, 3)] * 5) == 1 / 32


def test_loss_at_the_level_itself_is_not_visible() -> None:
    assert smallest_visible_loss([stratum(3, 3, 3, 3)] * 34, 1 / 32) == 6
    assert smallest_visible_loss([stratum(3, 3, 3, 3)] * 34, 1 / 64) == 7


def test_losses_go_round_the_tickets() -> None:
    assert smallest_visible_loss([stratum(3, 3, 3, 3)] * 2, 0.05) == 4
    assert lower_tail_p([stratum(1, 3, 3, 3)] * 2) == 1 / 25
    assert lower_tail_p([stratum(1, 3, 3, 3), stratum(2, 3, 3, 3)]) == 1 / 10


def test_loss_that_takes_every_pass_is_found() -> None:
    assert smallest_visible_loss([stratum(5, 5, 5, 5)], 0.05) == 4
    assert smallest_visible_loss([stratum(4, 4, 4, 4)], 0.02) == 4


@pytest.mark.parametrize("strata", [[], [stratum(1, 1, 1, 1)] * 4, [stratum(0, 3, 0, 3)] * 40])
def test_some_exams_can_see_no_loss(strata: list[Stratum]) -> None:
    assert smallest_visible_loss(strata, 0.05) is None


@settings(max_examples=60, deadline=None)
@given(STRATA)
def test_smallest_visible_loss_is_visible_and_one_less_is_not(strata: list[Stratum]) -> None:
    lost = smallest_visible_loss(strata, 0.2)
    seen = [
        step
        for step in range(10)
        if lower_tail_p(after(strata, step)) < 0.2 and step <= sum(s.passed for s in strata)
    ]
    assert lost == (seen[0] if seen else None)


def after(strata: list[Stratum], lost: int) -> list[Stratum]:
    left = [known.passed for known in strata]
    for _ in range(4):
        for position in range(len(left)):
            if left[position] and lost:
                left[position], lost = left[position] - 1, lost - 1
    return [
        stratum(now, known.runs, known.baseline_passed, known.baseline_runs)
        for now, known in zip(left, strata, strict=True)
    ]


@pytest.mark.parametrize(
    ("changed", "text"),
    [
        ({"passed": 4}, "more runs passed than there are"),
        ({"baseline_passed": 4}, "more runs passed than there are"),
        ({"runs": -1}, "runs must be at least 0, not -1"),
        ({"baseline_runs": True}, "baseline_runs must be a whole number, not True"),
    ],
)
def test_impossible_ticket_is_refused(changed: dict[str, Any], text: str) -> None:
    given_numbers = {"runs": 3, "passed": 1, "baseline_runs": 3, "baseline_passed": 1}
    with pytest.raises(ValueError) as refusal:
        Stratum(**(given_numbers | changed))
    assert str(refusal.value) == text


def test_level_of_a_visible_loss_is_a_one_sided_level() -> None:
    with pytest.raises(ValueError, match=r"^alpha must lie strictly between 0 and 0\.5, not 0\.7$"):
        smallest_visible_loss([], 0.7)
