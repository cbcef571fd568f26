"""Numbers written as words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_bramble.checks.number_words import number_words, spelled_numbers


def digits(text):
    return [found for _, _, found in spelled_numbers(text)]


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("zero", 0), ("nineteen", 19), ("twenty", 20), ("forty two", 42), ("ninety nine", 99),
        ("seize", 16), ("dix sept", 17), ("vingt et un", 21), ("trente deux", 32), ("soixante dix", 70),
        ("soixante et onze", 71), ("soixante dix neuf", 79), ("quatre vingts", 80), ("quatre vingt un", 81),
        ("quatre vingt dix neuf", 99), ("quince", 15), ("veintitres", 23), ("treinta y uno", 31),
        ("noventa y nueve", 99), ("zwolf", 12), ("zwoelf", 12), ("siebenundzwanzig", 27), ("dreissig", 30),
        ("neunundneunzig", 99), ("eins", 1), ("one", 1), ("an", 1), ("une", 1),
    ],
)  # fmt: skip
def test_a_number_word_has_its_value(word, value):
    assert number_words()[word] == value


def test_every_number_up_to_ninety_nine_can_be_said():
    assert set(number_words().values()) == set(range(100))


def test_a_number_is_found_where_it_stands():
    assert spelled_numbers("we live at twenty-seven now") == [(11, 23, "27")]


def test_single_digits_stay_apart():
    assert digits("four four one seven") == ["4", "4", "1", "7"]


def test_the_longest_reading_wins():
    assert digits("quatre vingt dix sept et trois") == ["97", "3"]


def test_double_and_triple_repeat_one_digit():
    assert digits("double four, triple null") == ["44", "000"]
    assert digits("double twenty") == ["20"]
    assert digits("double trouble") == []
    assert digits("double double four") == ["44"]
    assert digits("double " * 5000) == []


def test_articles_are_no_digits():
    assert digits("a cat and an owl") == []


def test_part_of_a_word_is_no_number():
    assert digits("one phone, someone, ones") == ["1"]


def test_a_number_does_not_reach_across_punctuation():
    assert digits("twenty, seven") == ["20", "7"]


@given(st.text(alphabet="onetwy -sixu,.", max_size=60))
def test_what_is_found_lies_in_the_text_and_in_order(text):
    done = 0
    for start, end, found in spelled_numbers(text):
        assert done <= start < end <= len(text)
        assert found.isdigit()
        done = end
