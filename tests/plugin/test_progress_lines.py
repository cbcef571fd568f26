"""The progress line in whole sessions."""

from __future__ import annotations

import pytest


@pytest.fixture
def hasty(desk):
    """A project in which lines come without pause."""
    desk.makeconftest("import pytest_bramble.hooks.progress as progress\nprogress.PLAIN_S = 0.0\n")
    return desk


@pytest.mark.parametrize("options", [(), ("-v",), ("-n", "2"), ("-n", "2", "-v")], ids=" ".join)
def test_a_session_says_how_far_it_is(hasty, options):
    result = hasty.runpytest_subprocess("--candidate=control", *options)
    result.assert_outcomes(passed=8)
    result.stdout.re_match_lines([r"bramble: \d of 8 done, \d in flight.*"])


@pytest.mark.parametrize("options", [("-q",), ("-q", "-n", "2")], ids=" ".join)
def test_a_quiet_session_does_not(hasty, options):
    result = hasty.runpytest_subprocess("--candidate=control", *options)
    result.assert_outcomes(passed=8)
    assert "in flight" not in str(result.stdout)


def test_a_session_that_takes_no_time_says_nothing(desk):
    assert "in flight" not in str(desk.runpytest_subprocess("--candidate=control").stdout)
