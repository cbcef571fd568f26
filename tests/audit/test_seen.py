"""What was shown is remembered by type: the same value counts however it was written, another one does not."""

from __future__ import annotations

from zoneinfo import ZoneInfo

import pytest

from pytest_bramble.audit.seen import Seen, idents_in, links_in, mailboxes_in, phones_in, places_in
from pytest_bramble.checks.date_text import Day
from pytest_bramble.money import Money


def shown(*values):
    seen = Seen(ZoneInfo("Europe/London"))
    for value in values:
        seen.show(value)
    return seen


def day(year, month, number):
    return Day(year=year, month=month, day=number)


@pytest.mark.parametrize("text", ["45.99 GBP", "it was £45.99, I think", "45,99 GBP"])
def test_an_amount_counts_in_whatever_notation(text):
    assert shown({"total": text}).amount(Money(4599, "GBP"))
    assert not shown({"total": text}).amount(Money(4599, "EUR"))
    assert not shown({"total": text}).amount(Money(4590, "GBP"))


def test_an_instant_is_a_day_in_the_shops_zone():
    seen = shown([{"delivered": "2026-06-03T23:30:00+00:00"}])
    assert seen.day(day(2026, 6, 4))
    assert not seen.day(day(2026, 6, 3))
    assert shown("at 2026-06-03T22:30:00Z, they say").day(day(2026, 6, 3))


@pytest.mark.parametrize("text", ["2026-06-20", "20 June 2026", "on June 20", "20/06/2026"])
def test_a_day_counts_however_it_is_written(text):
    assert shown(text).day(day(None, 6, 20))
    assert not shown(text).day(day(2026, 6, 21))


def test_a_day_of_another_year_is_another_day():
    assert not shown("20 June 2026").day(day(2025, 6, 20))
    assert shown("20 June").day(day(2025, 6, 20))


def test_whole_numbers_count_as_digits_words_and_json():
    seen = shown("three of the ten napkins", {"quantity": 7}, "and 12 more.")
    assert [n for n in range(15) if seen.number(n)] == [3, 7, 10, 12]


@pytest.mark.parametrize(
    "text", ["2026-06-09T14:30:00+01:00", "B-109", "1.7 l", "45.99 GBP", "14:10-15:10", "6/9"]
)
def test_digits_inside_something_else_are_no_numbers(text):
    seen = shown(text)
    assert [n for n in range(60) if seen.number(n)] == []


def test_true_and_false_are_no_numbers():
    assert not shown({"verified": True}).number(1)


@pytest.mark.parametrize("text", ["Order B-109.", "(B-109)", "[B-109]", "b-109", {"id": "B-109"}, ["B-109"]])
def test_an_id_counts_as_a_word_of_its_own(text):
    assert shown(text).ident("B-109")
    assert not shown(text).ident("B-10")
    assert not shown(text).ident("109")


def test_a_value_counts_only_as_a_whole():
    seen = shown({"lines": [{"line": "1"}], "text": "after-5 comes next"})
    assert seen.value("1")
    assert not seen.value("after-5")


def test_words_count_whatever_their_case_and_punctuation():
    seen = shown("We live at 12, Fen-Lane now.")
    assert seen.words("12 Fen Lane")
    assert not seen.words("13 Fen Lane")


def test_addresses_links_and_phones_count_by_what_they_mean():
    seen = shown("Mail Sam.Oak@Example.com, see https://Shop.example/a?b=1. Call +44 7700 900614!")
    assert seen.mailbox("sam.oak@example.com")
    assert not seen.mailbox("oak@example.com")
    assert seen.link("https://shop.example/a?b=1")
    assert seen.phone("700900614")
    assert not seen.phone("700900615")


@pytest.mark.parametrize(
    ("found_by", "text", "found"),
    [
        (
            idents_in,
            "B-109, [CARE-1], AP-B-1-2 and P-TORCH or UTF-8, a T-shirt",
            ["B-109", "CARE-1", "AP-B-1-2", "UTF-8"],
        ),
        (mailboxes_in, "To a.b+c@x.example, please", ["a.b+c@x.example"]),
        (
            links_in,
            "at http://x.example/y, or (https://z.example).",
            ["http://x.example/y", "https://z.example"],
        ),
        (phones_in, "07700 900614, +44 20 7946 0018, 116 123, 999", ["700900614", "079460018"]),
        (phones_in, "PP5530188264 and 5530188264 and 2026-06-09", []),
        (places_in, "9 Tannery Yard, Hexham, NE46 3QR", ["NE46 3QR", "9 Tannery Yard"]),
        (places_in, "2 blue kettles, 3 Enamel mugs", []),
    ],
)
def test_values_are_found_in_prose(found_by, text, found):
    assert list(found_by(text)) == found
