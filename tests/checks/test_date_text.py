"""Dates and promised spans of time as people write them."""

from __future__ import annotations

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_bramble.checks.date_text import Day, dates_in, relative_in, span_of, spans_in, weekdays_in

MAY_12 = Day(year=None, month=5, day=12)


def days(text):
    return [(m.offset, m.written, m.days) for m in dates_in(text)]


@pytest.mark.parametrize(
    "text",
    [
        "12 May", "12th May", "12th of May", "May 12", "May 12th", "May the 12th", "12. Mai", "12 mai",
        "12 de mayo", "12.05.", "12 MAY",
    ],
)  # fmt: skip
def test_a_day_and_a_month_are_read_in_four_languages(text):
    assert days(text) == [(0, text, (MAY_12,))]


@pytest.mark.parametrize(
    "text",
    [
        "2026-05-12",
        "12 May 2026",
        "May 12, 2026",
        "12. Mai 2026",
        "12 mai 2026",
        "12 de mayo de 2026",
        "12.05.2026",
    ],
)
def test_a_date_with_a_year_is_read(text):
    assert days(f"on {text}.") == [(3, text, (Day(year=2026, month=5, day=12),))]


def test_slashes_can_mean_two_days():
    assert days("12/05/2026")[0][2] == (Day(year=2026, month=5, day=12), Day(year=2026, month=12, day=5))
    assert days("12/05/26")[0][2][0].year == 2026
    assert days("25/12/2026")[0][2] == (Day(year=2026, month=12, day=25),)
    assert days("by 5/5")[0][2] == (Day(year=None, month=5, day=5),)


def test_points_put_the_day_first():
    assert days("05.12.2026")[0][2] == (Day(year=2026, month=12, day=5),)


def test_a_day_and_month_with_a_slash_need_a_word_that_leads_to_a_date():
    assert [written for _, written, _ in days("by 12/05, or le 3/6")] == ["12/05", "3/6"]
    assert days("we are here 24/7, box 1/2") == []


@pytest.mark.parametrize(
    "month", ["juin", "août", "décembre", "enero", "septiembre", "März", "Dezember", "Sept"]
)
def test_months_of_every_language_are_known(month):
    assert len(days(f"3 {month}")) == 1


def test_the_first_of_a_french_month_is_read():
    assert days("1er juin") == [(0, "1er juin", (Day(year=None, month=6, day=1),))]


@pytest.mark.parametrize(
    "text",
    [
        "you may 12", "march 3 abreast", "mar 3", "31 April", "2026-13-01", "version 1.2.3", "10.12 EUR", "45.99",
        "B-12/05/2026", "May 10:30", "x12 May", "dismay 12", "12 Mayor", "1.12/05/2026", "30 February",
    ],
)  # fmt: skip
def test_what_is_no_date_is_not_read(text):
    assert days(text) == []


def test_the_29th_of_february_is_a_day():
    assert len(days("29 February")) == 1
    assert days("29 February 2025") == []


def test_a_day_without_year_is_on_that_date_of_any_year():
    assert MAY_12.is_on(datetime.date(2026, 5, 12))
    assert not MAY_12.is_on(datetime.date(2026, 12, 5))
    assert not Day(year=2025, month=5, day=12).is_on(datetime.date(2026, 5, 12))


@given(st.dates(min_value=datetime.date(2000, 1, 1), max_value=datetime.date(2099, 12, 31)))
def test_an_iso_date_reads_as_itself(date):
    (mention,) = dates_in(f"due {date.isoformat()} at noon")
    assert mention.days == (Day(year=date.year, month=date.month, day=date.day),)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("Friday", 4),
        ("lundi", 0),
        ("miércoles", 2),
        ("Samstags", 5),
        ("Sonnabend", 5),
        ("dimanche", 6),
        ("jueves", 3),
    ],
)
def test_a_weekday_is_named(text, number):
    assert list(weekdays_in(f"on {text}")) == [(3, text, number)]


def test_a_weekday_inside_a_word_is_none():
    assert list(weekdays_in("Mondayish, Bluefriday")) == []


@pytest.mark.parametrize(
    "text",
    [
        "tomorrow", "the day after tomorrow", "later today", "by tonight", "by the end of the day", "demain",
        "après-demain", "mañana", "pasado mañana", "morgen", "übermorgen",
    ],
)  # fmt: skip
def test_an_unnamed_day_is_promised(text):
    assert list(relative_in(f"done {text}!")) == [(5, text)]


@pytest.mark.parametrize(
    "text",
    [
        "Guten Morgen",
        "am Morgen",
        "por la mañana",
        "esta mañana",
        "today",
        "tomorrowland",
        "how are you today",
    ],
)
def test_a_greeting_or_a_time_of_day_promises_nothing(text):
    assert list(relative_in(text)) == []


def spans(text):
    return [(s.written, s.low, s.high) for s in spans_in(text)]


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("within an hour", 1, 1),
        ("within the hour", 1, 1),
        ("in one hour", 1, 1),
        ("in 24 hours", 24, 24),
        ("within twenty-four hours", 24, 24),
        ("in two weeks", 336, 336),
        ("5 to 10 days", 120, 240),
        ("5–10 working days", 120, 240),
        ("in 5-10 business days", 120, 240),
        ("takes 3 days", 72, 72),
        ("up to 10 days", 240, 240),
        ("dans une heure", 1, 1),
        ("dans l'heure", 1, 1),
        ("sous 5 à 10 jours", 120, 240),
        ("en una hora", 1, 1),
        ("dentro de 24 horas", 24, 24),
        ("de 5 a 10 días", 120, 240),
        ("innerhalb einer Stunde", 1, 1),
        ("in den nächsten 24 Stunden", 24, 24),
        ("innerhalb von 5 bis 10 Werktagen", 120, 240),
    ],
)
def test_a_promised_span_is_read_in_hours(text, low, high):
    (found,) = spans(f"It is there {text}, surely")
    assert found[1:] == (low, high)
    assert text.endswith(found[0])


@pytest.mark.parametrize(
    "text",
    [
        "10 days", "an hour", "within 30 days of delivery", "in 2 days ago", "a 30-day window", "in a few days",
        "today in the yesterdays", "within 1000 hours", "per day", "in days", "within one 'hourly' rate",
    ],
)  # fmt: skip
def test_a_rule_a_memory_or_a_bare_span_is_no_promise(text):
    assert spans(text) == []


def test_a_range_without_its_lower_end_is_its_upper_end():
    assert spans("to 10 days") == []
    assert spans("within or 10 days") == []


def test_a_span_is_found_at_its_offset():
    (span,) = spans_in("Money is back within an hour.")
    assert (span.offset, span.written) == (14, "within an hour")


def test_a_whole_text_names_one_span():
    assert span_of("5-10 days").high == 240
    assert span_of("1 hour").low == 1
    assert span_of("some days") is None


@given(st.text(max_size=80))
def test_any_text_is_read_without_a_fault(text):
    for mention in dates_in(text):
        assert text[mention.offset : mention.offset + len(mention.written)] == mention.written
    for span in spans_in(text):
        assert text[span.offset : span.offset + len(span.written)] == span.written
    list(weekdays_in(text))
    list(relative_in(text))
