"""Workers that cannot share their limits go on with their part of them, and say so once."""

from __future__ import annotations

from .conftest import report, sessions

NETWORK = """
import pytest_bramble.sharing.shared
pytest_bramble.sharing.shared.network_disk = lambda path: "nfs4"
"""


def test_on_a_network_disk_one_line_says_that_limits_are_not_shared(desk):
    desk.makeconftest(NETWORK)
    result = desk.runpytest_subprocess("--candidate=control", "-n", "2", "-W", "error")
    result.assert_outcomes(passed=8, warnings=2)
    folder = sessions(desk)[-1]
    result.stdout.fnmatch_lines(
        [
            (
                f"*PytestWarning: bramble: the workers cannot share their limits: {folder} lies on a network disk (nfs4); "
                "each of the 2 keeps to its part of them"
            )
        ]
    )
    assert str(result.stdout).count("the workers cannot share their limits") == 1
    assert report(desk)["complete"]


def test_one_process_shares_with_nobody_and_says_nothing(desk):
    desk.makeconftest(NETWORK)
    result = desk.runpytest_subprocess("--candidate=control")
    result.assert_outcomes(passed=8)
    assert "cannot share" not in str(result.stdout)


def test_nothing_that_was_shared_is_left_behind(desk):
    desk.runpytest_subprocess("--candidate=control", "-n", "2").assert_outcomes(passed=8)
    names = {path.name for path in sessions(desk)[-1].iterdir()}
    assert not {name for name in names if name.startswith((".shared", ".slots"))}
