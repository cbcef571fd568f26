"""Differences between JSON values, type for type."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_bramble.canonical import canonical
from pytest_bramble.contrast import contrasts as differences
from pytest_bramble.replay.difference import Contradiction, contradictions

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=4),
    max_leaves=12,
)


@given(JSON)
def test_nothing_differs_from_itself(value):
    assert list(differences(value, value)) == []


@given(JSON, JSON)
def test_values_differ_somewhere_exactly_when_their_bytes_do(one, other):
    assert bool(list(differences(one, other))) == (canonical(one) != canonical(other))


@pytest.mark.parametrize(
    ("recorded", "due", "told"),
    [
        (True, 1, ("", "recorded true, replayed 1")),
        (1, 1.0, ("", "recorded 1, replayed 1.0")),
        (0, False, ("", "recorded 0, replayed false")),
        ({"a": [1]}, {"a": [1, 2]}, ("a[1]", "recorded nothing, replayed 2")),
        ({"a": {"b": 1}}, {"a": {}}, ("a.b", "recorded 1, replayed nothing")),
        ({"a": None}, {}, ("a", "recorded null, replayed nothing")),
        ("\x1b[31mred", "", ("", 'recorded "\\u001b[31mred", replayed ""')),
    ],
)
def test_a_difference_is_told_by_its_place(recorded, due, told):
    assert list(differences(recorded, due)) == [told]


def test_a_long_list_of_contradictions_is_cut_and_counted_with_what_decides_first():
    recorded = {f"k{n:02}": n for n in range(14)} | {"outcome": "pass"}
    found = contradictions("f.json", recorded, {}, "grades")
    assert str(found[0]) == 'f.json: grades.outcome: recorded "pass", replayed nothing'
    assert len(found) == 11
    assert str(found[-1]) == "f.json: and 5 more differences"


def test_a_contradiction_is_one_printable_line():
    text = str(Contradiction(file="trials/x\n.json", where="a\x1b", told="b\u202e"))
    assert text == "trials/x .json: a\\x1b: b\\u202e"
