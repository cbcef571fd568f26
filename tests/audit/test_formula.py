"""Formulas are worked out exactly, and nothing but arithmetic is one."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_bramble.audit.formula import FormulaError, work_out


@pytest.mark.parametrize(
    ("formula", "places", "value"),
    [
        ("39.95 - 2.95", 2, "37"),
        ("round(179.25 * (1 + 2 + 3) / 10) - 17.93 - 35.85 - 2.95", 2, "50.82"),
        ("179.25 * 6 / 10", 2, "107.55"),
        ("round(0.005)", 2, "0.01"),
        ("round(-0.005)", 2, "-0.01"),
        ("round(0.0049)", 2, "0"),
        ("round(1449.5)", 0, "1450"),
        ("round(1.2345)", 3, "1.235"),
        ("-3 + 5", 2, "2"),
        (" 1 / 3 ", 2, "1/3"),
    ],
)
def test_a_formula_is_worked_out_in_exact_fractions(formula, places, value):
    assert work_out(formula, places).value == Fraction(value)


def test_a_formula_tells_the_numbers_it_is_made_of():
    worked = work_out("round(179.25 * 3 / 10)", 2)
    assert [(literal.text, literal.decimal) for literal in worked.literals] == [
        ("179.25", True),
        ("3", False),
        ("10", False),
    ]


@pytest.mark.parametrize(
    ("formula", "wrong"),
    [
        ("2 ** 3", "'2 ** 3' is not allowed"),
        ("7 // 2", "'7 // 2' is not allowed"),
        ("price * 2", "'price' is not allowed"),
        ("abs(2)", "'abs(2)' is not allowed"),
        ("round(2, 1)", "'round(2, 1)' is not allowed"),
        ("round(number=2)", "'round(number=2)' is not allowed"),
        ("(1).real", "'(1).real' is not allowed"),
        ("True + 1", "'True' is not allowed"),
        ("'1' + '2'", "\"'1'\" is not allowed"),
        ("+3", "'+3' is not allowed"),
        ("1 if 1 else 2", "'1 if 1 else 2' is not allowed"),
    ],
)
def test_only_arithmetic_is_a_formula(formula, wrong):
    with pytest.raises(FormulaError) as caught:
        work_out(formula, 2)
    assert str(caught.value) == f"{wrong}; write numbers, + - * /, round(…) and parentheses"


@pytest.mark.parametrize("number", ["1e3", "1_000", "0x10", "1.", ".5e1"])
def test_a_number_is_written_plainly(number):
    with pytest.raises(FormulaError) as caught:
        work_out(f"2 * {number}", 2)
    assert str(caught.value) == f"{number!r} is not a plain number; write it like 179.25 or 3"


@pytest.mark.parametrize("formula", ["", "1 +", "1 = 1", "(1", "1\n2", "\0"])
def test_what_does_not_parse_is_no_formula(formula):
    with pytest.raises(FormulaError) as caught:
        work_out(formula, 2)
    assert str(caught.value) == f"{formula!r} is no formula; write numbers, + - * /, round(…) and parentheses"


def test_division_by_zero_and_endless_nesting_are_told():
    with pytest.raises(FormulaError, match=r"^it divides by zero$"):
        work_out("3 / (2 - 2)", 2)
    with pytest.raises(FormulaError, match=r"^nested deeper than 50$"):
        work_out("-" * 60 + "1", 2)
    with pytest.raises(FormulaError):
        work_out("(" * 5000 + "1" + ")" * 5000, 2)


@given(st.integers(0, 10**6), st.integers(0, 10**6), st.integers(1, 99), st.integers(0, 3))
def test_rounding_is_half_up_to_the_currencys_places(whole, fraction, divisor, places):
    value = Fraction(f"{whole}.{fraction:06}") / divisor
    rounded = work_out(f"round({whole}.{fraction:06} / {divisor})", places).value
    unit = Fraction(1, 10**places)
    assert rounded % unit == 0
    assert -unit / 2 < value - rounded <= unit / 2 or value - rounded == -unit / 2
    assert value - rounded < unit / 2
