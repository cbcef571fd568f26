"""What a session may spend, what it did spend, and what the next one is told of it."""

from __future__ import annotations

import json

import pytest

from pytest_bramble.cli import main

from ..stub_server import StubServer
from .conftest import records, report, sessions
from .test_models import plays_gold

# A gold trial of R01 is six calls of 11 tokens in and 7 out: at these prices six times 0.0003 dollars.
PRICE = "{input_per_mtok = 9.0909090909, output_per_mtok = 28.5714285714}"
TRIAL_USD = 0.0018


@pytest.fixture
def shop(desk, monkeypatch):
    """A project with one paid candidate, for a server that plays R01's gold script."""
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)

    def told(url, *lines):
        entry = ["[tool.bramble.candidates.paid]", "model = 'openai/stub'", f"api_base = '{url}'", *lines]
        desk.makepyprojecttoml(
            "\n".join(["[tool.pytest.ini_options]", "bramble_job = 'resolution'", *entry, ""])
        )
        main(["freeze", str(desk.path / "jobs")])
        return desk

    return told


def test_under_a_budget_trials_stop_before_it_is_spent(shop):
    with StubServer(plays_gold) as server:
        desk = shop(server.url, f"price = {PRICE}", f"max_trial_cost = {TRIAL_USD}")
        result = desk.runpytest_subprocess(
            "-k",
            "R01",
            "--candidate=paid",
            "--bramble-runs=4",
            f"--bramble-budget={2.5 * TRIAL_USD}",
            "--tb=short",
        )
    result.assert_outcomes(passed=2, errors=2, deselected=12)
    result.stdout.fnmatch_lines(
        [
            "not run: budget: $0.0036 are spent, a trial of paid may cost $0.0018, and --bramble-budget is 0.0045"
        ]
    )
    assert len(server.requests) == 12
    told = report(desk)
    assert (told["complete"], told["results"][0]["trials"], told["results"][0]["not_run"]) == (False, 2, 2)
    assert told["results"][0]["usage"]["agent"]["cost_usd"] == pytest.approx(2 * TRIAL_USD)


def test_workers_share_a_budget_and_a_resumed_session_goes_on_with_the_same(desk):
    agent(desk, "max_trial_cost = 0.3")
    asked = ["-k", "R01", "--candidate=mine", "--bramble-runs=4", "-n", "2"]
    desk.runpytest_subprocess(*asked, "--bramble-budget=0.7").assert_outcomes(failed=2, errors=2)
    again = desk.runpytest_subprocess(*asked, "--bramble-budget=1.0", "--bramble-resume=last")
    again.assert_outcomes(failed=3, errors=1)
    assert len(records(desk)) == 3
    assert not list(sessions(desk)[-1].glob(".shared*"))


@pytest.mark.parametrize(
    ("lines", "budget", "message"),
    [
        (
            [],
            "1",
            (
                "--bramble-budget: no price is known for paid; declare it: price = {input_per_mtok = *, "
                "output_per_mtok = *} in the candidate's entry. Nothing was sent."
            ),
        ),
        ([f"price = {PRICE}"], "0", "--bramble-budget must be a number of US dollars above 0, not '0'"),
        ([f"price = {PRICE}"], "much", "--bramble-budget must be a number of US dollars above 0, not 'much'"),
        (
            [f"price = {PRICE}", "max_trial_cost = 2"],
            "1.5",
            (
                "bramble: --bramble-budget 1.5: a first trial of paid is taken to cost up to $2.00; raise the budget, "
                "or declare max_trial_cost in the candidate's entry. Nothing was sent."
            ),
        ),
        (
            [f"price = {PRICE}"],
            "1.5",
            (
                "bramble: --bramble-budget 1.5: a first trial of paid is taken to cost up to $6.03; raise the budget, "
                "or declare max_trial_cost in the candidate's entry. Nothing was sent."
            ),
        ),
        (
            ["max_trial_cost = -1"],
            "1",
            "*candidates.paid]: max_trial_cost must be a number of US dollars above 0, not -1",
        ),
        (
            ["limits = {per_hour = 3}"],
            "1",
            "[[]tool.bramble.candidates.paid]: unknown limits key 'per_hour'. Did you mean 'per_minute'? Known: concurrency, per_minute.",
        ),
    ],
)
def test_a_budget_that_cannot_be_kept_is_refused_before_anything_is_sent(shop, lines, budget, message):
    with StubServer(plays_gold) as server:
        desk = shop(server.url, *lines)
        result = desk.runpytest("-k", "R01", "--candidate=paid", f"--bramble-budget={budget}")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"ERROR: {message}"])
    assert server.requests == ()
    assert not (desk.path / "reports").exists()


def agent(desk, *lines):
    """A project with an agent of its own, whose spending nobody sees."""
    desk.makepyfile(mine="async def agent(ticket):\n    await ticket.call('list_orders')\n")
    entry = ["[tool.bramble.candidates.mine]", "python = 'mine:agent'", *lines, ""]
    desk.makepyprojecttoml("\n".join(["[tool.pytest.ini_options]", "bramble_job = 'resolution'", *entry]))


DYING = """
import os
async def agent(ticket):
    if os.environ.get("DIES"):
        os._exit(9)
    await ticket.call("list_orders")
"""


def test_what_a_trial_had_spent_when_its_process_died_counts_when_the_session_goes_on(desk, monkeypatch):
    agent(desk, "max_trial_cost = 0.3")
    (desk.path / "mine.py").write_text(DYING, encoding="utf-8")
    asked = [
        "-k",
        "R01",
        "--candidate=mine",
        "--bramble-runs=4",
        "--bramble-budget=0.7",
        "--bramble-no-prefetch",
    ]
    monkeypatch.setenv("DIES", "yes")
    assert desk.runpytest_subprocess(*asked).ret == 9
    monkeypatch.delenv("DIES")
    again = desk.runpytest_subprocess(*asked, "--bramble-resume=last", "--tb=short")
    again.assert_outcomes(failed=1, errors=3, deselected=12)
    again.stdout.fnmatch_lines(["not run: budget: $0.6000 are spent, *"])


def test_an_agent_under_a_budget_must_say_what_a_trial_may_cost(desk):
    agent(desk)
    result = desk.runpytest("--candidate=mine", "--bramble-budget=1")
    result.stderr.fnmatch_lines(["ERROR: --bramble-budget: what mine spends is not seen here; declare *"])
    agent(desk, "max_trial_cost = 0.3")
    result = desk.runpytest("-k", "R01 or R02", "--candidate=mine", "--bramble-budget=1", "--tb=short")
    result.assert_outcomes(failed=3, errors=1, deselected=4)
    result.stdout.fnmatch_lines(
        ["not run: budget: $0.9000 are spent, a trial of mine may cost $0.3000, and --bramble-budget is 1"]
    )


def test_scripted_candidates_cost_nothing(desk):
    desk.runpytest("--candidate=control", "--bramble-budget=0.01").assert_outcomes(passed=8)


def test_a_session_is_told_what_the_last_one_cost(shop):
    with StubServer(plays_gold) as server:
        desk = shop(server.url, f"price = {PRICE}", "limits = {per_minute = 6000}")
        first = desk.runpytest_subprocess("-k", "R01", "--candidate=paid", "--bramble-budget=10")
        first.assert_outcomes(passed=2, deselected=6)
        second = desk.runpytest("--candidate=paid", "--collect-only")
    first.stdout.fnmatch_lines(
        [
            "bramble: budget $10.00",
            "bramble: paid: the whole exam is 8 trials, cost and time unknown; 'bramble doctor paid' measures both",
        ]
    )
    name = sessions(desk)[-1].name
    second.stdout.fnmatch_lines(
        [f"bramble: paid: the whole exam is 8 trials, about $0.0144 and * s, as in the session {name}"]
    )
    told = json.loads((desk.path / "reports" / "measured.jsonl").read_text(encoding="utf-8"))
    assert (told["trials"], told["calls"], told["model"]) == (2, 12, "openai/stub")


def test_a_session_of_scripted_candidates_is_told_nothing(desk):
    result = desk.runpytest("--candidate=control", "-k", "R01")
    assert "the whole exam is" not in str(result.stdout)
    assert not (desk.path / "reports" / "measured.jsonl").exists()
