from __future__ import annotations

import pytest

from pytest_bramble.scoring.wording import count, listing, p_value, percent, rate


@pytest.mark.parametrize(("number", "text"), [(0, "0 tickets"), (1, "1 ticket"), (2, "2 tickets")])
def test_one_ticket_is_not_tickets(number: int, text: str) -> None:
    assert count(number, "ticket") == text


def test_irregular_plural_is_used() -> None:
    assert (count(1, "is", "are"), count(2, "is", "are")) == ("1 is", "2 are")


@pytest.mark.parametrize(
    ("names", "text"),
    [
        (["T1"], "T1"),
        (["T1", "T2"], "T1 and T2"),
        (["T1", "T2", "T3"], "T1, T2 and T3"),
        (list("abcdef"), "a, b, c, d, e and f"),
        (list("abcdefgh"), "a, b, c, d, e, f and 2 more"),
    ],
)
def test_listing_reads_like_a_sentence_and_counts_the_rest(names: list[str], text: str) -> None:
    assert listing(names) == text


@pytest.mark.parametrize(
    ("value", "text"), [(0.79999, "0.799"), (0.8, "0.800"), (0.0, "0.000"), (1.0, "1.000")]
)
def test_rate_is_cut_so_that_it_never_reads_as_a_bar_it_misses(value: float, text: str) -> None:
    assert rate(value) == text


@pytest.mark.parametrize(
    ("p", "text"), [(0.03125, "p = 0.0312"), (0.0001, "p = 0.0001"), (0.00009, "p < 0.0001")]
)
def test_tiny_p_is_not_printed_as_zero(p: float, text: str) -> None:
    assert p_value(p) == text


@pytest.mark.parametrize(("value", "text"), [(0.8, "80%"), (0.825, "82.5%"), (1.0 - 0.05, "95%")])
def test_percent_keeps_the_digits_there_are(value: float, text: str) -> None:
    assert percent(value) == text
