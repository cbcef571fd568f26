from __future__ import annotations

from collections.abc import Callable

import pytest

from pytest_bramble.scoring import refusals

NAN = float("nan")


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda: refusals.whole("runs", True), "runs must be a whole number, not True"),
        (lambda: refusals.whole("runs", 2.0), "runs must be a whole number, not 2.0"),
        (lambda: refusals.whole("runs", -1), "runs must be at least 0, not -1"),
        (lambda: refusals.whole("runs", 0, least=1), "runs must be at least 1, not 0"),
        (lambda: refusals.finite("weight", False), "weight must be a number, not False"),
        (lambda: refusals.finite("weight", "3"), "weight must be a number, not '3'"),
        (lambda: refusals.finite("weight", NAN), "weight must be a finite number, not nan"),
        (lambda: refusals.finite("weight", float("inf")), "weight must be a finite number, not inf"),
        (lambda: refusals.between("bar", 0, 0.0, 1.0), "bar must lie strictly between 0 and 1, not 0.0"),
        (lambda: refusals.between("bar", 1.0, 0.0, 1.0), "bar must lie strictly between 0 and 1, not 1.0"),
        (lambda: refusals.within("margin", 1.01, 0.0, 1.0), "margin must lie between 0 and 1, not 1.01"),
        (lambda: refusals.within("margin", -0.01, 0.0, 1.0), "margin must lie between 0 and 1, not -0.01"),
        (lambda: refusals.level(0.5), "alpha must lie strictly between 0 and 0.5, not 0.5"),
        (lambda: refusals.level(0.0), "alpha must lie strictly between 0 and 0.5, not 0.0"),
        (lambda: refusals.named("ticket", ""), "ticket must be a non-empty text, not ''"),
        (lambda: refusals.named("ticket", 3), "ticket must be a non-empty text, not 3"),
    ],
)
def test_what_makes_no_sense_is_refused_with_its_reason(call: Callable[[], object], text: str) -> None:
    with pytest.raises(ValueError) as refusal:
        call()
    assert str(refusal.value) == text


def test_what_makes_sense_is_handed_back() -> None:
    assert refusals.whole("runs", 0) == 0
    assert refusals.finite("weight", 2) == 2.0
    assert refusals.between("bar", 0.8, 0.0, 1.0) == 0.8
    assert (refusals.within("m", 0.0, 0.0, 1.0), refusals.within("m", 1, 0.0, 1.0)) == (0.0, 1.0)
    assert refusals.level(0.05) == 0.05
    assert refusals.named("ticket", "T01") == "T01"
