"""Canonical JSON and hashes."""

from __future__ import annotations

import hashlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_bramble.canonical import canonical, sha256_of, sha256_text, storable

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=12,
)


def test_keys_are_sorted_and_text_is_kept():
    assert canonical({"b": [1, None], "a": "é"}) == '{"a":"é","b":[1,null]}'


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf")])
def test_what_json_has_no_word_for_is_refused(value):
    with pytest.raises(ValueError, match="Out of range"):
        canonical([value])


def test_a_hash_is_over_utf_8():
    assert sha256_text("é") == hashlib.sha256(b"\xc3\xa9").hexdigest()
    assert sha256_of({"a": 1}) == hashlib.sha256(b'{"a":1}').hexdigest()


@given(JSON)
def test_whatever_is_made_storable_can_be_encoded_and_read_back(value):
    kept = storable(value)
    assert json.loads(canonical(kept).encode().decode()) == kept


def test_lone_surrogates_become_question_marks():
    assert storable({"\ud800": ["a\udfffb", ("é",)]}) == {"?": ["a?b", ["é"]]}
