from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.multitest import multipletests

from pytest_bramble.scoring.multiple import benjamini_hochberg, holm

Adjustment = Callable[[Sequence[float]], list[float]]


@pytest.mark.parametrize(("adjust", "name"), [(holm, "holm"), (benjamini_hochberg, "fdr_bh")])
@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_statsmodels_agrees(adjust: Adjustment, name: str, p_values: list[float]) -> None:
    assert adjust(p_values) == pytest.approx(list(multipletests(p_values, method=name)[1]), abs=1e-12)


@pytest.mark.parametrize("adjust", [holm, benjamini_hochberg])
def test_one_p_value_needs_no_adjustment(adjust: Adjustment) -> None:
    assert adjust([0.04]) == [0.04]
    assert adjust([]) == []


@pytest.mark.parametrize("adjust", [holm, benjamini_hochberg])
@pytest.mark.parametrize(
    ("p", "text"),
    [
        (1.5, "a p-value must lie between 0 and 1, not 1.5"),
        (-0.1, "a p-value must lie between 0 and 1, not -0.1"),
        (float("nan"), "a p-value must be a finite number, not nan"),
    ],
)
def test_what_is_no_p_value_is_refused(adjust: Adjustment, p: float, text: str) -> None:
    with pytest.raises(ValueError) as refusal:
        adjust([0.5, p])
    assert str(refusal.value) == text
