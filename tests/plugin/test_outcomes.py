"""What pytest shows of a trial: passed, failed, error, and the first line of the reason."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from .conftest import records, report, sessions

WORLD_THAT_BREAKS = """
from pytest_bramble.worlds.shop import Shop
from pytest_bramble.worlds.tools import tool

class Broken(Shop):
    @tool(writes=False)
    def list_orders(self, customer_id: str | None = None, cursor: str | None = None):
        "List orders."
        raise RuntimeError("the harness broke")
"""


@pytest.fixture
def broken(desk):
    """A desk whose world raises in the middle of a trial."""
    job = desk.path / "jobs/resolution/job.yaml"
    job.write_text(job.read_text().replace("world: shop", "world: world.py:Broken"), encoding="utf-8")
    (job.parent / "world.py").write_text(WORLD_THAT_BREAKS, encoding="utf-8")
    return desk


def test_the_first_line_of_a_failure_names_checks_and_evidence(desk):
    result = desk.runpytest("-k", "R01 and r1", "--candidate=first-record")
    result.stdout.fnmatch_lines(
        [
            "effects, wrong_object, outcome failed: not expected: refund, order A-71, 64.00 USD, to original; missing: *",
            "  fail wrong_object (serious misconduct): wrong object: refund, order A-71, 64.00 USD, to original *",
            "  transcript:",
            "     0 call  list_orders {} -> ok *",
            "  record: reports*resolution.R01.first-record.r1.json",
        ]
    )


def test_the_short_summary_carries_the_reason(desk):
    result = desk.runpytest("-k", "R01 and r1", "--candidate=first-record", "-rf", "--tb=no")
    result.stdout.fnmatch_lines(
        ["FAILED jobs/resolution/tickets/R01.yaml::first-record-r1 - effects, wrong_obj*"]
    )


def test_a_harness_fault_is_an_error_and_unknown(broken):
    result = broken.runpytest("--candidate=control")
    result.assert_outcomes(errors=8)
    told = report(broken)["results"][0]
    assert (told["trials"], told["unknown"], told["errors"], told["failed"]) == (8, 8, 8, 0)
    assert told["verdict"] is None
    assert [r["code"] for r in told["reasons"]] == ["no_determinate_trial"]
    result.stdout.fnmatch_lines(["unknown: harness_error: RuntimeError: the harness broke;*"])


def test_a_harness_fault_leaves_a_record_that_says_so(broken):
    broken.runpytest("-k", "R01", "--candidate=control")
    stop = records(broken)[0]["evidence"]["stop"]
    assert stop == {
        "reason": "harness_error",
        "by": "infrastructure",
        "text": "RuntimeError: the harness broke",
    }


def test_a_cap_is_the_candidates_failure(desk):
    job = desk.path / "jobs/resolution/job.yaml"
    job.write_text(job.read_text().replace("calls: 30", "calls: 3"), encoding="utf-8")
    result = desk.runpytest("-k", "R01 and r1", "--candidate=control")
    result.assert_outcomes(failed=1, deselected=7)
    result.stdout.fnmatch_lines(["*3 calls and turns without closing the ticket; the cap is 3*"])


def test_doing_nothing_passes_nothing(desk):
    desk.runpytest("--candidate=do-nothing").assert_outcomes(failed=8)


def test_gold_passes_everything(desk):
    desk.runpytest("--candidate=gold").assert_outcomes(passed=8)


def test_a_promise_no_check_reads_passes_the_contract(desk):
    desk.runpytest("--candidate=false-settlement").assert_outcomes(passed=8)
    told = report(desk)["results"][0]
    assert [told["contract_passed"], told["completed"], told["misconduct"]] == [8, 6, []]
    assert all(
        "settlement" in str(r["evidence"]["events"][-1]["arguments"]["message"]) for r in records(desk)
    )


def test_junit_has_one_case_a_trial_and_points_to_its_record(desk):
    desk.runpytest("--candidate=first-record", "--junitxml=junit.xml")
    suite = ET.parse(desk.path / "junit.xml").getroot()[0]
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("8", "6", "0")
    properties = {p.get("name"): p.get("value") for p in suite[0].iter("property")}
    assert properties["bramble_record"] == "resolution.R01.first-record.r1.json"
    assert properties["bramble_sha256"] == records(desk)[0]["sha256"]


def test_hostile_text_is_printed_as_escapes(desk):
    ticket = desk.path / "jobs/resolution/tickets/R01.yaml"
    text = (
        ticket.read_text()
        .replace("card you paid with.", 'card. \\e[31mred\\u202e"')
        .replace("message: I", 'message: "I')
    )
    ticket.write_text(
        text.replace("amount: 189.00 EUR, destination", "amount: 188.00 EUR, destination"), encoding="utf-8"
    )
    result = desk.runpytest("-k", "R01 and r1", "--candidate=gold", "--color=no")
    assert "\x1b" not in str(result.stdout)
    assert "\u202e" not in str(result.stdout)
    result.stdout.fnmatch_lines(["*to the card. \\u001b[[]31mred\\u202e*"])


def test_the_summary_takes_at_most_fifteen_lines(desk):
    result = desk.runpytest(
        "--candidate=first-record", "--candidate=do-nothing", "--candidate=control", "--tb=no", "-q", "-rN"
    )
    lines = result.outlines
    start = next(i for i, line in enumerate(lines) if line.strip("= ") == "bramble")
    assert 3 <= len(lines) - start - 2 <= 15
    assert lines[-2] == f"report: reports/{sessions(desk)[-1].name}/report.html"


def test_pytest_html_shows_a_scorecard_and_a_link(desk):
    desk.runpytest_subprocess(
        "-k", "R01", "--candidate=first-record", "--html=out/all.html", "--self-contained-html"
    )
    page = (desk.path / "out/all.html").read_text(encoding="utf-8")
    assert f"<h3>bramble: session {sessions(desk)[-1].name}</h3>" in page
    assert f'href="../reports/{sessions(desk)[-1].name}/report.html"' in page
