"""Money is integer minor units."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_bramble.money import EXPONENTS, Money

MONEY = st.builds(Money, st.integers(-(10**12), 10**12), st.sampled_from(sorted(EXPONENTS)))


@pytest.mark.parametrize(
    ("text", "minor"),
    [("45.99 GBP", 4599), ("5800 JPY", 5800), ("1.234 KWD", 1234), ("0.05 EUR", 5), ("-3.00 USD", -300)],
)
def test_an_amount_is_read_in_its_currencys_own_decimals(text, minor):
    assert Money.parse(text) == Money(minor, text[-3:])


@pytest.mark.parametrize("text", ["45.9 GBP", "45 GBP", "58.00 JPY", "1.23 KWD"])
def test_an_amount_with_other_decimals_is_refused(text):
    with pytest.raises(ValueError, match=f"{text[-3:]} has exactly {EXPONENTS[text[-3:]]} decimals"):
        Money.parse(text)


@pytest.mark.parametrize(
    "text", ["", "GBP 45.99", "45,99 EUR", "£45.99", "45.99", "1e3 GBP", "45.99  GBP", "٣.٠٠ GBP "]
)
def test_what_is_no_amount_is_refused(text):
    with pytest.raises(ValueError, match="not an amount"):
        Money.parse(text)


def test_an_unknown_currency_is_refused():
    with pytest.raises(ValueError, match="unknown currency 'XXX'"):
        Money.parse("1.00 XXX")
    with pytest.raises(ValueError, match="unknown currency 'XXX'"):
        Money(1, "XXX")


@pytest.mark.parametrize("minor", [True, 1.0, "1"])
def test_minor_units_are_integers(minor):
    with pytest.raises(ValueError, match="minor units must be an integer"):
        Money(minor, "GBP")


@given(MONEY)
def test_what_is_written_can_be_read(money):
    assert Money.parse(str(money)) == money
