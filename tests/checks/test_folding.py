"""Text as it is compared."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_bramble.checks.folding import (
    ascii_words,
    compact,
    find_phrase,
    fold,
    holds_phrase,
    origins,
    plain,
)


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Straße", "strasse"),
        ("ÉCLAIR", "eclair"),
        ("ﬁ", "fi"),
        ("a\u200b\u00adb", "ab"),
        ("a\u00a0b\tc\nd", "a b c d"),
        ("a–b—c−d", "a-b-c-d"),
        ("can’t canʼt", "can't can't"),
        ("ＬＳ６", "ls6"),
        ("\u0415\u043b\u0443", "e\u043by"),
        ("日本", "日本"),
    ],
)
def test_folding_takes_away_what_does_not_matter(text, folded):
    assert fold(text) == folded


@given(st.text())
def test_every_folded_character_comes_from_a_place_in_the_text(text):
    assert len(origins(text)) == len(fold(text))
    assert origins(text) == sorted(origins(text))
    assert all(0 <= at < len(text) for at in origins(text))


@given(st.text())
def test_compact_text_is_the_letters_and_digits_in_order(text):
    assert compact(fold(text)) == "".join(ch for ch in fold(text) if ch.isalnum())


@given(st.text())
def test_plain_text_keeps_every_offset(text):
    assert len(plain(text)) == len(text)


def test_plain_text_is_lower_case_without_accents_and_keeps_line_breaks():
    assert plain("Ça\u00a0COÛTE\nl’été ß… 日") == "ca coute\nl'ete ß… 日"


def test_words_are_runs_of_letters_and_digits():
    assert ascii_words("a-b2 don't ü c") == ["a", "b2", "don", "t", "c"]


def test_a_phrase_is_found_as_whole_words_at_its_offset():
    assert find_phrase("Das ist Legally  BINDING.", "legally binding") == 8
    assert find_phrase("illegally binding", "legally binding") is None
    assert find_phrase("legally bindings", "legally binding") is None
    assert find_phrase("ﬁne: été", "ETE") == 5


def test_a_phrase_with_signs_is_taken_literally():
    assert holds_phrase("call 116 123 (free)", "116 123 (free)")
    assert not holds_phrase("116x123", "116.123")
