from __future__ import annotations

import math

import pytest
from scipy import stats

from pytest_bramble.scoring.beta_binomial import pass_counts, total_passes


@pytest.mark.parametrize(("rate", "rho", "runs"), [(0.9, 0.5, 3), (0.2, 0.1, 7), (0.5, 0.9, 5)])
def test_scipy_agrees_on_the_distribution(rate: float, rho: float, runs: int) -> None:
    strength = 1 / rho - 1
    known = stats.betabinom(runs, rate * strength, (1 - rate) * strength)
    assert pass_counts(rate, rho, runs) == pytest.approx([known.pmf(k) for k in range(runs + 1)], abs=1e-12)


def test_tickets_that_are_all_alike_are_binomial() -> None:
    assert pass_counts(0.3, 0.0, 4) == pytest.approx([stats.binom.pmf(k, 4, 0.3) for k in range(5)])


@pytest.mark.parametrize(("rate", "rho"), [(0.3, 1.0), (0.0, 0.5), (1.0, 0.5)])
def test_tickets_that_always_or_never_pass_have_two_values(rate: float, rho: float) -> None:
    assert pass_counts(rate, rho, 3) == [1 - rate, 0.0, 0.0, rate]


@pytest.mark.parametrize("tickets", [1, 2, 3, 7, 34])
def test_sum_over_tickets_of_a_coin_is_binomial(tickets: int) -> None:
    known = [stats.binom.pmf(k, tickets, 0.4) for k in range(tickets + 1)]
    assert total_passes([0.6, 0.4], tickets) == pytest.approx(known)


def test_sum_over_tickets_keeps_the_mean() -> None:
    total = total_passes(pass_counts(0.9, 0.5, 3), 34)
    assert math.fsum(total) == pytest.approx(1.0)
    assert math.fsum(k * p for k, p in enumerate(total)) == pytest.approx(0.9 * 3 * 34)


@pytest.mark.parametrize(
    ("rate", "rho", "runs", "text"),
    [
        (1.5, 0.5, 3, "rate must lie between 0 and 1, not 1.5"),
        (0.5, -0.5, 3, "rho must lie between 0 and 1, not -0.5"),
        (0.5, 0.5, 0, "runs must be at least 1, not 0"),
    ],
)
def test_impossible_ticket_is_refused(rate: float, rho: float, runs: int, text: str) -> None:
    with pytest.raises(ValueError) as refusal:
        pass_counts(rate, rho, runs)
    assert str(refusal.value) == text


def test_no_ticket_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^tickets must be at least 1, not 0$"):
        total_passes([0.5, 0.5], 0)
