"""Fail beats unknown beats pass."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_bramble.outcome import Outcome, kleene_and

P, F, U = Outcome.PASS, Outcome.FAIL, Outcome.UNKNOWN


@pytest.mark.parametrize(
    ("outcomes", "together"),
    [((P, P), P), ((P, U), U), ((U, P), U), ((P, F), F), ((F, U), F), ((U, F), F), ((U, U), U), ((P,), P)],
)
def test_the_worst_decides(outcomes, together):
    assert kleene_and(outcomes) is together


def test_nothing_to_combine_is_an_error():
    with pytest.raises(ValueError, match="a gate that gated nothing cannot pass"):
        kleene_and([])


@given(st.lists(st.sampled_from(Outcome), min_size=1, max_size=5))
def test_neither_order_nor_repetition_matters(outcomes):
    together = kleene_and(outcomes)
    assert all(kleene_and(p) is together for p in itertools.islice(itertools.permutations(outcomes), 24))
    assert kleene_and(outcomes * 2) is together
