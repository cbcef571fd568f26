"""What a model wrote, on a terminal."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_bramble.printable import one_line, printable


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("\x1b[31mred", "\\x1b[31mred"),
        ("a\u202eb", "a\\u202eb"),
        ("zero\u200bwidth", "zero\\u200bwidth"),
        ("\x07", "\\x07"),
        ("\U000e0041", "\\U000e0041"),
        ("Grüße, 東京", "Grüße, 東京"),
        ("a\tb\nc", "a\tb\nc"),
    ],
)
def test_hostile_characters_become_escapes(text, shown):
    assert printable(text) == shown


@given(st.text())
def test_nothing_that_steers_a_terminal_is_left(text):
    left = {unicodedata.category(ch) for ch in printable(text) if ch not in "\n\t"}
    assert not left & {"Cc", "Cf", "Cs", "Co"}


def test_a_line_is_one_line_and_is_cut_with_an_ellipsis():
    assert one_line("a\n  b\tc") == "a b c"
    assert one_line("x" * 20, 10) == "x" * 9 + "…"
    assert one_line("x" * 10, 10) == "x" * 10
