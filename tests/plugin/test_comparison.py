"""A baseline in one session with the candidates: registered, compared, told part by part."""

from __future__ import annotations

import json

import pytest

from pytest_bramble.cli import main

from .conftest import report, sessions

SLICES = {
    "clarification required": (4, 0, 4),
    "clarification not required": (4, 2, 4),
    "target known": (6, 2, 6),
    "unresolved": (2, 0, 2),
}


def manifest(desk):
    return json.loads((sessions(desk)[-1] / "manifest.json").read_text(encoding="utf-8"))


@pytest.fixture
def compared(desk):
    """The rule agent that takes the first record, against the control."""
    desk.runpytest(
        "--candidate=first-record", "--bramble-baseline=control", "--bramble-runs=2"
    ).assert_outcomes(passed=10, failed=6)
    return desk


def test_the_first_record_agent_loses_six_of_eight_to_the_control(compared):
    (found,) = report(compared)["comparisons"]
    assert (found["baseline"], found["candidate"], found["outcome"]) == (
        "control",
        "first-record",
        "contract",
    )
    assert found["pairs"] == {"kept_pass": 2, "fixed": 0, "regressed": 6, "kept_fail": 0, "unknown": 0}
    assert (found["clusters"], found["difference"], found["claim"]) == (1, -0.75, "inconclusive")
    assert (found["lower"], found["upper"], found["p"]) == (None, None, None)


def test_the_parts_of_the_job_are_told_and_gate_nothing(compared):
    found = {row["label"]: row for row in report(compared)["slices"]}
    told = {
        label: (row["pairs"], row["candidate_passed"], row["baseline_passed"])
        for label, row in found.items()
        if label in SLICES
    }
    assert told == SLICES
    assert {(row["membership"], row["status"], row["clusters"]) for row in found.values()} == {
        ("exploratory", None, 1)
    }


def test_the_plan_is_registered_before_the_first_trial(compared):
    registered = manifest(compared)
    job = registered["jobs"]["resolution"]
    assert registered["baseline"] == "control"
    assert registered["regression_rule"] == {
        "alpha": 0.05,
        "min_runs_to_name_a_ticket": 3,
        "most_unknown": 0.05,
        "new_misconduct": "WORSE",
    }
    assert (job["bar"]["margin"], job["bar"]["claim"], job["required_slices"]) == (0.05, None, [])
    assert {name: ticket["features"] for name, ticket in job["tickets"].items()} == {
        "R01": ["clarification not required", "target known"],
        "R02": ["clarification required", "target known"],
        "R03": ["clarification not required", "target known"],
        "R04": ["clarification required", "unresolved"],
    }
    assert len(job["slice_plan_sha256"]) == len(job["ground_sha256"]) == 64
    assert (registered["estimand"][:13], registered["population"][:11]) == ("share of runs", "the tickets")


def test_the_summary_tells_the_comparison(compared):
    told = compared.runpytest(
        "--candidate=first-record", "--bramble-baseline=control", "--bramble-runs=2"
    ).stdout.str()
    line = "first-record against control: better on 0 and worse on 6 of 8 runs; no claim, 1 customer"
    assert line in told.splitlines()


def test_the_control_against_itself_is_eight_of_eight_and_proves_nothing(desk):
    desk.runpytest("--candidate=control", "--bramble-baseline=control").assert_outcomes(passed=16)
    (found,) = report(desk)["comparisons"]
    assert found["pairs"] == {"kept_pass": 8, "fixed": 0, "regressed": 0, "kept_fail": 0, "unknown": 0}
    assert (found["difference"], found["claim"]) == (0.0, "inconclusive")
    assert {result["verdict"] for result in report(desk)["results"]} == {"PROBATION"}


def test_both_arms_take_the_registered_turns_with_the_same_permutation(compared):
    rows = [row for row in manifest(compared)["plan"] if row["ticket"] == "R02"]
    assert [(row["arm"], row["run"], row["permuted"]) for row in rows] == [
        ("candidate", 1, False),
        ("baseline", 1, False),
        ("baseline", 2, True),
        ("candidate", 2, True),
    ]


def test_required_slices_of_the_job_gate(desk):
    job = desk.path / "jobs" / "resolution" / "job.yaml"
    text = job.read_text(encoding="utf-8")
    job.write_text(f"{text}required_slices: [ambiguity]\n", encoding="utf-8")
    desk.runpytest("--candidate=control")
    (row,) = [row for row in report(desk)["slices"] if row["membership"] == "required"]
    assert (row["label"], row["status"], row["min_clusters"]) == ("ambiguity", "hold", 30)
    (known,) = [p for p in report(desk)["results"][0]["preconditions"] if p["id"] == "H9"]
    assert known["text"] == (
        "Every required slice must be ok, and ambiguity is on hold (it needs 29 more independent customers (30 in "
        "all))."
    )


def test_the_fewest_customers_of_a_required_slice_can_be_lowered_in_the_plan_alone(desk):
    job = desk.path / "jobs" / "resolution" / "job.yaml"
    text = job.read_text(encoding="utf-8")
    text = text.replace("bar: {pass_rate: 0.8}", "bar: {pass_rate: 0.8, min_clusters_slice: 2}")
    job.write_text(f"{text}required_slices: [ambiguity]\n", encoding="utf-8")
    desk.runpytest("--candidate=control")
    (row,) = [row for row in report(desk)["slices"] if row["membership"] == "required"]
    assert (row["supply"], row["min_clusters"]) == ("it needs 1 more independent customer (2 in all)", 2)


def test_a_session_is_gated_against_an_earlier_one(desk, capsys):
    for candidate in ("control", "first-record"):
        desk.runpytest(f"--candidate={candidate}", "--bramble-runs=4")
    first, second = (path.name for path in sessions(desk))
    reports = ("--reports", str(desk.path / "reports"))
    capsys.readouterr()
    assert main(["gate", first, "--against", first, *reports]) == 0
    assert main(["gate", second, "--against", first, *reports]) == 11
    told = capsys.readouterr().out
    assert "resolution first-record against " in told
    assert "R04 passed all 4 runs and now passes none of 4. In run 1 they part at step 2: " in told
    assert main(["gate", "last", *reports]) == 11
