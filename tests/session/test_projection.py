"""What an exam is told to cost and take, from what was measured before."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pytest_bramble.session.projection import (
    NAME,
    Extent,
    Measured,
    duration,
    latest,
    money,
    projection_line,
    remember,
)

MEASURED = Measured(
    source="20261130-1", job="j", candidate="a", model="m", trials=2, usd=0.5, calls=20, seconds=60.0
)
EXTENT = Extent(what="the whole exam", trials=100, concurrency=16)


def test_nothing_measured_is_said_to_be_unknown():
    assert projection_line("a", EXTENT, None) == (
        "a: the whole exam is 100 trials, cost and time unknown; 'bramble doctor a' measures both"
    )


def test_one_trial_is_not_several():
    line = projection_line("a", replace(EXTENT, what="the plan p", trials=1), None)
    assert line.startswith("a: the plan p is 1 trial, ")


def test_cost_and_time_grow_with_the_trials():
    assert projection_line("a", EXTENT, MEASURED) == (
        "a: the whole exam is 100 trials, about $25.00 and 3 min, as in the session 20261130-1"
    )


def test_a_cost_that_was_not_known_stays_unknown():
    measured = replace(MEASURED, usd=None, source="doctor")
    assert projection_line("a", EXTENT, measured) == (
        "a: the whole exam is 100 trials, cost unknown and 3 min, by bramble doctor"
    )


def test_a_rate_can_be_what_takes_longest():
    line = projection_line("a", replace(EXTENT, per_minute=10.0), MEASURED)
    assert "and 1.7 h," in line


def test_an_exam_takes_at_least_one_trial():
    assert "about $0.25 and 30 s" in projection_line("a", replace(EXTENT, trials=1), MEASURED)


@pytest.mark.parametrize(
    ("usd", "text"), [(0, "$0.00"), (0.0042, "$0.0042"), (0.1, "$0.10"), (12.345, "$12.35")]
)
def test_small_amounts_have_more_digits(usd, text):
    assert money(usd) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.2, "1 s"), (99.0, "99 s"), (120.0, "2 min"), (5999.0, "100 min"), (6000.0, "1.7 h")],
)
def test_durations_are_told_in_the_unit_that_fits(seconds, text):
    assert duration(seconds) == text


def test_what_was_measured_last_is_found_again(tmp_path):
    newer = replace(MEASURED, source="doctor", usd=None)
    remember(tmp_path, [MEASURED, replace(MEASURED, candidate="b")])
    remember(tmp_path, [newer])
    assert latest(tmp_path, "j", "a", "m") == newer
    assert latest(tmp_path, "j", "b", "m") == replace(MEASURED, candidate="b")


@pytest.mark.parametrize("other", [("k", "a", "m"), ("j", "c", "m"), ("j", "a", "n")])
def test_what_was_measured_of_others_tells_nothing(tmp_path, other):
    remember(tmp_path, [MEASURED])
    assert latest(tmp_path, *other) is None


@pytest.mark.parametrize("line", ["", "no json", "[]", "{}", '{"usd": 1}', '{"usd": null, "source": "x"'])
def test_a_line_that_is_none_is_passed_over(tmp_path, line):
    remember(tmp_path, [MEASURED])
    with (tmp_path / NAME).open("a", encoding="utf-8") as file:
        file.write(f"{line}\n")
    assert latest(tmp_path, "j", "a", "m") == MEASURED


def test_no_trials_measure_nothing(tmp_path):
    remember(tmp_path, [replace(MEASURED, trials=0)])
    assert latest(tmp_path, "j", "a", "m") is None


def test_where_nothing_can_be_kept_nothing_is_lost_but_an_estimate(tmp_path):
    remember(tmp_path / "missing", [MEASURED])
    assert latest(tmp_path / "missing", "j", "a", "m") is None


def test_nothing_measured_leaves_no_file(tmp_path):
    remember(tmp_path, [])
    assert not (tmp_path / NAME).exists()
