from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from pytest_bramble.scoring.sign_flip import mcnemar_exact, mcnemar_mid_p, sign_flip_p

SIXTHS = st.integers(-6, 6).map(lambda n: Fraction(n, 6))


def by_enumeration(differences: list[Fraction]) -> float:
    sums = [
        sum((sign * d for sign, d in zip(signs, differences, strict=True)), Fraction(0))
        for signs in product((-1, 1), repeat=len(differences))
    ]
    observed = abs(sum(differences, Fraction(0)))
    return float(Fraction(sum(abs(total) >= observed for total in sums), len(sums)))


@settings(max_examples=80, deadline=None)
@given(st.lists(SIXTHS, min_size=1, max_size=9))
def test_convolution_is_the_enumeration_of_all_signs(differences: list[Fraction]) -> None:
    assert sign_flip_p(differences) == by_enumeration(differences)


@settings(max_examples=15, deadline=None)
@given(st.lists(st.integers(-3, 3), min_size=2, max_size=9))
def test_scipy_agrees_on_few_clusters(differences: list[int]) -> None:
    known = stats.permutation_test(
        (np.array(differences, dtype=float),), np.mean, permutation_type="samples", n_resamples=np.inf
    )
    assert sign_flip_p(differences) == pytest.approx(known.pvalue)


@given(st.integers(0, 25), st.integers(0, 25))
def test_one_pair_per_customer_makes_it_mcnemars_test(losses: int, gains: int) -> None:
    assert sign_flip_p([-1] * losses + [1] * gains + [0] * 5) == mcnemar_exact(losses, gains)


@given(st.lists(SIXTHS, max_size=12))
def test_swapping_the_arms_does_not_change_p(differences: list[Fraction]) -> None:
    assert sign_flip_p(differences) == sign_flip_p([-d for d in differences])


@pytest.mark.parametrize("differences", [[], [0, 0], [1, -1], [Fraction(1, 3)]])
def test_no_direction_or_one_customer_is_no_evidence(differences: list[Fraction | int]) -> None:
    assert sign_flip_p(differences) == 1.0


def test_thousand_customers_are_exact() -> None:
    assert sign_flip_p([1] * 1000) == pytest.approx(2.0**-999, rel=1e-12)


@pytest.mark.parametrize(("difference", "shown"), [(0.5, "0.5"), (True, "True"), ("1", "'1'")])
def test_inexact_difference_is_refused(difference: object, shown: str) -> None:
    with pytest.raises(ValueError) as refusal:
        sign_flip_p([difference])  # type: ignore[list-item]  # wrong on purpose
    assert str(refusal.value) == f"a difference must be an exact fraction, not {shown}"


@given(st.integers(0, 40), st.integers(0, 40))
def test_mid_p_lies_below_exact_p_and_neither_leaves_the_scale(losses: int, gains: int) -> None:
    exact, mid = mcnemar_exact(losses, gains), mcnemar_mid_p(losses, gains)
    assert 0 < mid <= exact <= 1
    assert exact == pytest.approx(stats.binomtest(losses, losses + gains).pvalue if losses + gains else 1.0)


def test_no_discordant_pair_gives_p_1() -> None:
    assert (mcnemar_exact(0, 0), mcnemar_mid_p(0, 0), mcnemar_mid_p(3, 3)) == (1.0, 1.0, 1.0)


@pytest.mark.parametrize(
    ("losses", "gains", "text"),
    [(-1, 2, "losses must be at least 0, not -1"), (1, True, "gains must be a whole number, not True")],
)
def test_impossible_counts_are_refused(losses: int, gains: int, text: str) -> None:
    for test in (mcnemar_exact, mcnemar_mid_p):
        with pytest.raises(ValueError) as refusal:
            test(losses, gains)
        assert str(refusal.value) == text
