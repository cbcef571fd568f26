from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from pytest_bramble.scoring.standard_error import (
    MeanWithError,
    clustered,
    effective_clusters,
    equal_clusters,
    naive,
)

Estimate = Callable[[Sequence[Sequence[float]]], MeanWithError]
ESTIMATES = [clustered, equal_clusters, naive]


@pytest.mark.parametrize("estimate", ESTIMATES)
@pytest.mark.parametrize(
    ("groups", "text"),
    [
        ([[1.0, 0.0]], "one independent customer: no standard error"),
        ([], "one independent customer: no standard error"),
        ([[1.0], []], "a cluster without a score has no mean"),
        (
            [[1.0], [1.0, 1.0]],
            "every cluster has the same mean: the standard error would be zero, which nobody knows",
        ),
        ([[1.0], [float("nan")]], "score must be a finite number, not nan"),
        ([[1.0], [True]], "score must be a number, not True"),
    ],
)
def test_error_that_would_mislead_is_refused(
    estimate: Estimate, groups: Sequence[Sequence[float]], text: str
) -> None:
    with pytest.raises(ValueError) as refusal:
        estimate(groups)
    assert str(refusal.value) == text


def test_single_scores_make_clustered_and_naive_errors_meet() -> None:
    groups = [[1.0], [0.0], [1.0], [1.0]]
    assert clustered(groups, corrected=True).standard_error == pytest.approx(naive(groups).standard_error)


def test_equal_weights_count_every_cluster() -> None:
    assert effective_clusters([2.0] * 7) == pytest.approx(7.0)
    assert effective_clusters([5.0, 0.0]) == 1.0


@pytest.mark.parametrize("weights", [[], [0.0, 0.0], [1.0, -1.0]])
def test_weights_that_weigh_nothing_are_refused(weights: list[float]) -> None:
    with pytest.raises(ValueError) as refusal:
        effective_clusters(weights)
    assert str(refusal.value) == "effective clusters need weights that are not negative and not all zero"


def test_weight_that_is_no_number_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^weight must be a finite number, not inf$"):
        effective_clusters([float("inf")])
