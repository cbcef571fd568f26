"""A named plan examines a part of the exam, and the session says so."""

from __future__ import annotations

import shutil

import pytest

from pytest_bramble.session.plans import SHIPPED

from .conftest import REPOSITORY, report


def options(desk, *lines):
    desk.makepyprojecttoml("\n".join(["[tool.pytest.ini_options]", "bramble_job = 'resolution'", *lines]))


def test_a_plan_selects_tickets_and_runs(desk):
    options(desk, "[tool.bramble.plans.two]", "tickets = ['R01', 'R03']", "runs = 1")
    result = desk.runpytest("--candidate=control", "--bramble-plan=two")
    result.assert_outcomes(passed=2, deselected=6)
    result.stdout.fnmatch_lines(["bramble PARTIAL *"])
    told = report(desk)
    assert (told["complete"], told["kind"], told["options"]["plan"]) == (False, "partial", "two")
    assert (told["results"][0]["planned"], told["results"][0]["deselected"]) == (8, 6)
    assert {(trial["ticket"], trial["run"]) for trial in told["trials"]} == {("R01", 1), ("R03", 1)}


def test_a_plan_names_slices_too(desk):
    options(desk, "[tool.bramble.plans.ambiguous]", "tickets = ['ambiguity']")
    collected = desk.runpytest("--candidate=control", "--bramble-plan=ambiguous", "--collect-only", "-q")
    ids = [line for line in collected.outlines if "::" in line]
    assert {line.partition("::")[0][-8:] for line in ids} == {
        f"{name}.yaml" for name in with_slice("ambiguity")
    }
    assert len(ids) == 2 * len(with_slice("ambiguity")) > 0


def with_slice(label):
    tickets = (REPOSITORY / "jobs" / "resolution" / "tickets").glob("*.yaml")
    texts = {file.stem: file.read_text(encoding="utf-8") for file in tickets}
    return {
        name for name, text in texts.items() if f"{label}" in text.partition("slices:")[2].partition("\n")[0]
    }


def test_without_a_plan_everything_is_examined(desk):
    desk.runpytest("--candidate=control").assert_outcomes(passed=8)
    assert report(desk)["options"]["plan"] == "full"


def test_a_plan_comes_from_the_ini_file_or_the_environment(desk, monkeypatch):
    options(desk, "bramble_plan = 'one'", "[tool.bramble.plans.one]", "tickets = ['R01']")
    desk.runpytest("--candidate=control").assert_outcomes(passed=2, deselected=6)
    monkeypatch.setenv("BRAMBLE_PLAN", "full")
    desk.runpytest("--candidate=control").assert_outcomes(passed=8)


def test_workers_follow_the_plan(desk):
    options(desk, "[tool.bramble.plans.two]", "tickets = ['R01', 'R03']", "runs = 1")
    result = desk.runpytest_subprocess("--candidate=control", "--bramble-plan=two", "-n", "2")
    result.assert_outcomes(passed=2)
    assert report(desk)["results"][0]["deselected"] == 6


@pytest.mark.parametrize(
    ("lines", "plan", "message"),
    [
        ([], "fool", "--bramble-plan: unknown plan 'fool'. Did you mean 'full'? Known: full."),
        (
            ["[tool.bramble.plans.mine]", "tickets = ['R1']"],
            "mine",
            "--bramble-plan: plan 'mine': unknown ticket or slice 'R1'. Did you mean 'R01'? Known: *",
        ),
        (
            ["[tool.bramble.plans.mine]", "tickets = []"],
            "mine",
            "*plans.mine]: tickets must be a list of ticket ids and slices, not []",
        ),
        (
            ["[tool.bramble.plans.mine]", "tickets = [1]"],
            "mine",
            "*plans.mine]: tickets must be a list of ticket ids and slices, not *1*",
        ),
        (
            ["[tool.bramble.plans.mine]", "tickets = ['R01']", "runs = 0"],
            "mine",
            "*plans.mine]: runs must be a whole number from 1, not 0",
        ),
        (
            ["[tool.bramble.plans.mine]", "ticket = ['R01']"],
            "mine",
            "*plans.mine]: unknown key 'ticket'. Did you mean 'tickets'? Known: tickets, runs.",
        ),
        (
            ["[tool.bramble.plans.full]", "tickets = ['R01']"],
            "full",
            "*plans.full]: 'full' is the whole exam and cannot be another plan",
        ),
    ],
)
def test_a_plan_that_is_none_is_refused(desk, lines, plan, message):
    options(desk, *lines)
    result = desk.runpytest("--candidate=control", f"--bramble-plan={plan}")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"ERROR: {message}"])


def test_the_shipped_plans_are_what_they_are_called(pytester):
    shutil.copytree(REPOSITORY / "jobs" / "support", pytester.path / "jobs" / "support")
    for plan, tickets, runs in (("smoke", 6, 1), ("pr", 12, 3)):
        assert (len(SHIPPED["support"][plan].tickets), SHIPPED["support"][plan].runs) == (tickets, runs)
        collected = pytester.runpytest(
            "--candidate=control", f"--bramble-plan={plan}", "--collect-only", "-q"
        )
        assert sum("::" in line for line in collected.outlines) == tickets * runs
