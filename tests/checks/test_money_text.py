"""Amounts of money as people write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_bramble.checks.money_text import amounts_in, figures_in, reads_as
from pytest_bramble.money import EXPONENTS, Money


def read(text):
    return [(m.offset, m.written, sorted(str(money) for money in m.meanings)) for m in amounts_in(text)]


def only(text):
    (mention,) = amounts_in(text)
    assert mention.written == text
    (money,) = mention.meanings
    return str(money)


@pytest.mark.parametrize(
    ("text", "money"),
    [
        ("£45.99", "45.99 GBP"),
        ("45.99 GBP", "45.99 GBP"),
        ("GBP45.99", "45.99 GBP"),
        ("gbp 45.99", "45.99 GBP"),
        ("45.99£", "45.99 GBP"),
        ("45,99 €", "45.99 EUR"),
        ("€45,99", "45.99 EUR"),
        ("45,99\u00a0€", "45.99 EUR"),
        ("45,9 EUR", "45.90 EUR"),
        ("45 euros", "45.00 EUR"),
        ("45-euro", "45.00 EUR"),
        ("5 Pfund", "5.00 GBP"),
        ("¥5,800", "5800 JPY"),
        ("5800 yen", "5800 JPY"),
        ("5,800.00 JPY", "5800 JPY"),
        ("5800円", "5800 JPY"),
        ("５８００円", "5800 JPY"),
        ("￥5800", "5800 JPY"),
        ("５，８００円", "5800 JPY"),
        ("５．５０ EUR", "5.50 EUR"),
        ("US$45", "45.00 USD"),
        ("A$ 5", "5.00 AUD"),
        ("R$ 5,00", "5.00 BRL"),
        ("1,234.56 USD", "1234.56 USD"),
        ("1.234,56 €", "1234.56 EUR"),
        ("1'234.50 CHF", "1234.50 CHF"),
        ("1.234.567 EUR", "1234567.00 EUR"),
        ("€5.000", "5000.00 EUR"),
        ("1.234 KWD", "1.234 KWD"),
        ("12 zł", "12.00 PLN"),
    ],
)
def test_an_amount_is_read(text, money):
    assert only(text) == money


def test_a_dollar_can_be_of_several_countries():
    assert read("$1") == [(0, "$1", ["1.00 AUD", "1.00 CAD", "1.00 MXN", "1.00 NZD", "1.00 USD"])]


def test_a_group_before_a_space_may_belong_to_something_else():
    assert read("item 2 100 EUR") == [(5, "2 100 EUR", ["100.00 EUR", "2100.00 EUR"])]


def test_a_fraction_the_currency_does_not_have_means_nothing():
    assert read("58.25 yen") == [(0, "58.25 yen", [])]


def test_several_amounts_are_read_in_order_with_their_offsets():
    assert [(at, text) for at, text, _ in read("Paid 5 EUR, then 6 EUR and £7.")] == [
        (5, "5 EUR"),
        (17, "6 EUR"),
        (27, "£7"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "10.12.2026 EUR", "1.2.3 EUR", "30% of 12 items", "order B-208", "10.12.2026", "I have 2 euphoniums", "the 2 eurocards", "2 pounded",
        "9" * 40 + " EUR", "EUROS", "5 won't", "1.5.7 EU", "x$", "sgbp 5",
    ],
)  # fmt: skip
def test_what_is_no_amount_is_not_read(text):
    assert read(text) == []


def test_bare_figures_are_found_with_their_offsets():
    assert list(figures_in("a 45.99 b 7")) == [(2, "45.99"), (10, "7")]


def test_a_bare_figure_reads_as_an_amount_of_either_notation():
    money = Money.parse("45.99 GBP")
    assert reads_as("45.99", money)
    assert reads_as("45,99", money)
    assert not reads_as("4599", money)


@given(st.integers(min_value=0, max_value=10**9), st.sampled_from(sorted(EXPONENTS)))
def test_money_as_we_write_it_reads_as_itself(minor, currency):
    money = Money(minor, currency)
    (mention,) = amounts_in(f"it is {money}, then")
    assert mention.offset == 6
    assert mention.meanings == {money}


@given(st.text(max_size=80))
def test_any_text_is_read_without_a_fault(text):
    for mention in amounts_in(text):
        assert text[mention.offset : mention.offset + len(mention.written)] == mention.written
