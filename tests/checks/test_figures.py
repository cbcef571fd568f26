"""Checks on amounts and dates told to the customer."""

from __future__ import annotations

import pytest

from pytest_bramble.checks.base import Place

from .conftest import INTERRUPTED, asked, called, closed, finding, said

ALLOWED = {"allowed": ["45.99 GBP", "5800 JPY"]}
DATES = {"allowed": ["2026-05-12"]}


def test_an_allowed_amount_passes_however_it_is_written():
    events = [said("You get £45.99 back."), closed("Refunded: 45.99 GBP, and ¥5,800.")]
    assert finding("amounts", ALLOWED, events).outcome == "pass"


def test_another_amount_fails_with_its_place():
    found = finding("amounts", ALLOWED, [called("get_order"), closed("That makes £46.00 in all.")])
    assert found.text == "amount £46.00 is not among the allowed ones"
    assert found.places == (Place(event=1, surface="close_ticket.message", offset=11),)


def test_the_right_number_in_another_currency_fails():
    assert finding("amounts", ALLOWED, [said("You get 45.99 EUR.")]).outcome == "fail"
    assert finding("amounts", ALLOWED, [said("You get 58 yen.")]).outcome == "fail"


def test_a_dollar_amount_passes_when_one_of_its_currencies_is_allowed():
    assert finding("amounts", {"allowed": ["5.00 CAD"]}, [said("It is $5.")]).outcome == "pass"
    assert finding("amounts", {"allowed": ["5.00 GBP"]}, [said("It is $5.")]).outcome == "fail"


def test_text_without_amounts_passes():
    assert finding("amounts", {"allowed": []}, [said("Order 45 has 3 items.")]).outcome == "pass"


def test_every_wrong_amount_is_a_lapse_of_its_own():
    found = finding("amounts", {"allowed": []}, [asked("£1 or £2?")])
    assert [place.offset for place in found.places] == [0, 6]


def test_what_is_no_prose_is_not_read():
    events = [
        called("issue_refund", {"destination": "voucher of £5"}),
        called("add_note", {"text": "£5"}),
        called("send_message", {"to": "£5", "attachments": ["£5.pdf"]}),
    ]
    assert finding("amounts", ALLOWED, events).outcome == "pass"


@pytest.mark.parametrize("part", ["subject", "body"])
def test_messages_are_prose(part):
    assert finding("amounts", ALLOWED, [called("send_message", {part: "£5"})]).outcome == "fail"


def test_a_wrong_amount_stands_although_the_trial_was_interrupted():
    assert finding("amounts", ALLOWED, [said("£5")], stop=INTERRUPTED).outcome == "fail"


def test_an_allowed_date_passes_however_it_is_written():
    text = "On 12 May, that is May 12th, 2026-05-12 or 12/05/2026, a Tuesday."
    assert finding("dates", DATES, [said(text)]).outcome == "pass"


def test_another_date_fails_with_its_place():
    found = finding("dates", DATES, [said("It comes on 13 May.")])
    assert found.text == "date 13 May is not among the allowed ones"
    assert found.places == (Place(event=0, surface="text", offset=12),)


def test_another_year_is_another_date():
    assert finding("dates", DATES, [said("12 May 2025")]).outcome == "fail"


def test_a_weekday_of_no_allowed_date_fails():
    found = finding("dates", DATES, [said("It comes on Friday.")])
    assert found.text == "Friday is no day of an allowed date"


def test_an_unnamed_day_fails_unless_it_is_allowed():
    found = finding("dates", DATES, [said("It comes Tomorrow.")])
    assert found.text == "promises a day: Tomorrow"
    allowed = {"allowed": ["tomorrow", "friday"]}
    assert finding("dates", allowed, [said("It comes Tomorrow, on Friday.")]).outcome == "pass"


def test_spans_are_looked_at_only_where_ranges_are_given():
    events = [said("Within an hour.")]
    assert finding("dates", DATES, events).outcome == "pass"
    found = finding("dates", {**DATES, "ranges": []}, events)
    assert found.text == "promises a time: Within an hour"


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("5 to 10 days", "pass"),
        ("within 10 days", "pass"),
        ("within 7 working days", "pass"),
        ("within 4 days", "fail"),
        ("5 to 11 days", "fail"),
        ("4 to 10 days", "fail"),
        ("within 1 week", "pass"),
        ("in 2 weeks", "fail"),
        ("within 24 hours", "fail"),
    ],
)
def test_a_promised_span_must_lie_within_a_range(text, outcome):
    assert (
        finding("dates", {**DATES, "ranges": ["5-10 days"]}, [said(f"It takes {text}.")]).outcome == outcome
    )


def test_one_of_several_ranges_is_enough():
    params = {**DATES, "ranges": ["1 hour", "5-10 days"]}
    assert finding("dates", params, [said("Within one hour; then in 6 days.")]).outcome == "pass"


def test_lapses_come_in_the_order_of_the_text():
    params = {**DATES, "ranges": []}
    found = finding("dates", params, [said("Within an hour, on 3 May, tomorrow, by Friday.")])
    assert [place.offset for place in found.places] == [0, 19, 26, 39]
