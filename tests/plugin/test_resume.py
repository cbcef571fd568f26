"""Going on with a session: nothing is paid for twice, nothing is overwritten, what differs is named."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

from ..comparable import comparable
from .conftest import records, report, sessions


def undisturbed(desk, candidate="first-record"):
    """The report of the same exam in one go, without what time and session put into it."""
    desk.runpytest(f"--candidate={candidate}")
    return comparable(report(desk))


def test_a_resumed_session_runs_what_is_missing_and_only_that(desk):
    expected = undisturbed(desk)
    desk.runpytest("--candidate=first-record", "-k", "R01 or R02")
    before = {r["sha256"] for r in records(desk)}
    result = desk.runpytest("--candidate=first-record", "--bramble-resume=last")
    result.assert_outcomes(passed=2, failed=6)
    assert len(sessions(desk)) == 2
    assert before < {r["sha256"] for r in records(desk)}
    assert comparable(report(desk)) == expected


def test_the_earlier_report_stays_beside_the_new_one(desk):
    desk.runpytest("--candidate=control", "-k", "R01")
    first = (sessions(desk)[-1] / "report.json").read_bytes()
    desk.runpytest("--candidate=control", "--bramble-resume=last")
    assert (sessions(desk)[-1] / "report.1.json").read_bytes() == first
    assert (sessions(desk)[-1] / "report.1.html").is_file()
    assert report(desk)["complete"]


def test_what_infrastructure_broke_is_tried_again_and_the_first_attempt_stays(desk):
    world = desk.path / "jobs/resolution/world.py"
    job = desk.path / "jobs/resolution/job.yaml"
    job.write_text(job.read_text().replace("world: shop", "world: world.py:Moody"))
    world.write_text(
        "import pathlib\n"
        "from pytest_bramble.worlds.shop import Shop\n"
        "from pytest_bramble.worlds.tools import tool\n"
        "class Moody(Shop):\n"
        "    @tool(writes=False)\n"
        "    def list_orders(self, customer_id: str | None = None, cursor: str | None = None):\n"
        "        'List orders.'\n"
        "        if not pathlib.Path('well').exists():\n"
        "            raise RuntimeError('moody')\n"
        "        return super().list_orders(customer_id, cursor)\n"
    )
    desk.runpytest("--candidate=control").assert_outcomes(errors=8)
    (desk.path / "well").touch()
    desk.runpytest("--candidate=control", "--bramble-resume=last").assert_outcomes(passed=8)
    names = sorted(p.name for p in (sessions(desk)[-1] / "trials").iterdir())
    assert names[:2] == ["resolution.R01.control.r1.attempt2.json", "resolution.R01.control.r1.json"]
    assert len(names) == 16
    assert report(desk)["results"][0]["contract_passed"] == 8


@pytest.mark.parametrize(
    ("options", "edit", "where"),
    [
        (["--bramble-runs=3"], None, "jobs.resolution.tickets.R01.runs"),
        (["--candidate=do-nothing"], None, "candidates.do-nothing"),
        ([], ("job.yaml", "pass_rate: 0.8", "pass_rate: 0.9"), "jobs.resolution.bar.pass_rate"),
        ([], ("tickets/R03.yaml", "Please refund", "Kindly refund"), "jobs.resolution."),
        (
            [],
            ("prompt.md", "You work", "You toil"),
            "candidates.control.fingerprint.prompt_sha256.resolution",
        ),
    ],
    ids=["runs", "candidates", "bar", "ticket", "prompt"],
)
def test_what_differs_from_the_registration_is_refused_by_name(desk, options, edit, where):
    desk.runpytest("--candidate=control", "-k", "R01")
    if edit is not None:
        path = desk.path / "jobs/resolution" / edit[0]
        path.write_text(path.read_text().replace(edit[1], edit[2]))
    result = desk.runpytest("--candidate=control", "--bramble-resume=last", *options)
    assert result.ret == 4
    result.stderr.fnmatch_lines([f"*this session cannot be resumed: {where}* is not what was registered"])


def test_an_altered_record_is_named_and_nothing_is_run(desk):
    desk.runpytest("--candidate=control", "-k", "R01")
    record = sessions(desk)[-1] / "trials/resolution.R01.control.r1.json"
    record.write_text(record.read_text()[:-40])
    result = desk.runpytest("--candidate=control", "--bramble-resume=last")
    assert result.ret == 4
    result.stderr.fnmatch_lines(
        ["*resolution.R01.control.r1.json: cannot be read: *; move it away to run its trial again"]
    )


def test_a_session_that_does_not_exist_is_refused(desk):
    result = desk.runpytest("--candidate=control", "--bramble-resume=last")
    assert result.ret == 4
    result.stderr.fnmatch_lines(["*reports/last: no session yet"])


WAITING = """
import pathlib, asyncio

async def agent(ticket):
    pathlib.Path("asked").open("a").write("x")
    if not pathlib.Path("go").exists() and len(list(pathlib.Path("reports").glob("2*/trials/*.json"))) >= 3:
        pathlib.Path("waiting").touch()
        await asyncio.sleep(60)
    await ticket.call("list_orders")
    await ticket.call("close_ticket", outcome="waiting_for_customer", message="Which one?")
"""


@pytest.fixture
def waiting(desk):
    """A desk whose agent works three trials and then waits to be disturbed."""
    desk.makepyprojecttoml(
        "[tool.pytest.ini_options]\nbramble_job = 'resolution'\n"
        "[tool.bramble.candidates.mine]\npython = 'my_agent:agent'\n"
    )
    (desk.path / "my_agent.py").write_text(WAITING, encoding="utf-8")
    return desk


def disturbed(desk, *options):
    """A session, as far as where its agent waits."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "--candidate=mine",
        "-p",
        "no:cacheprovider",
        "--bramble-concurrency=1",
        *options,
    ]
    session = subprocess.Popen(
        command, cwd=desk.path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    while not (desk.path / "waiting").exists():
        assert session.poll() is None, session.communicate()[0]
        time.sleep(0.02)
    return session


def resumed(desk):
    (desk.path / "go").touch()
    return desk.runpytest_subprocess("--candidate=mine", "--bramble-resume=last")


def test_a_killed_session_loses_only_what_was_in_flight(waiting):
    session = disturbed(waiting)
    session.kill()
    session.communicate()
    assert not (sessions(waiting)[-1] / "report.json").exists()
    kept = {r["sha256"] for r in records(waiting)}
    assert len(kept) == 3
    resumed(waiting)
    assert kept < {r["sha256"] for r in records(waiting)}
    assert report(waiting)["complete"]
    assert len((waiting.path / "asked").read_text()) == 9


def test_the_workers_of_a_killed_session_end_with_it(waiting):
    session = disturbed(waiting, "-n", "1")
    children = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(session.pid)], capture_output=True, text=True, check=True
    ).stdout.split()
    assert children
    session.kill()
    session.communicate()
    while any(_runs(int(pid)) for pid in children):
        time.sleep(0.05)


def _runs(pid):
    done = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False)
    return done.returncode == 0 and not done.stdout.startswith("Z")


def test_sigterm_leaves_a_truthful_report(waiting):
    session = disturbed(waiting)
    session.terminate()
    told, _ = session.communicate(timeout=30)
    assert session.returncode == 2, told
    result = report(waiting)["results"][0]
    assert (result["planned"], result["trials"], result["not_run"]) == (8, 3, 5)
    assert report(waiting)["kind"] == "partial"


def test_two_processes_cannot_write_one_session(waiting):
    session = disturbed(waiting)
    try:
        result = waiting.runpytest_subprocess("--candidate=mine", "--bramble-resume=last")
        assert result.ret == 4
        result.stderr.fnmatch_lines(["*: another process is writing this session"])
    finally:
        session.kill()
        session.communicate()


def kill_workers_of(session):
    children = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(session.pid)], capture_output=True, text=True, check=True
    )
    for pid in children.stdout.split():
        os.kill(int(pid), signal.SIGKILL)


def test_a_worker_that_dies_leaves_an_unknown_and_the_rest_is_worked(waiting):
    session = disturbed(waiting, "-n", "2", "--bramble-no-prefetch", "--bramble-concurrency=2")
    (waiting.path / "go").touch()
    kill_workers_of(session)
    told, _ = session.communicate(timeout=60)
    result = report(waiting)["results"][0]
    assert result["planned"] == result["failed"] + result["passed"] + result["unknown"] == 8, told
    assert result["unknown"] == result["errors"] > 0
    unknown = [t["reasons"][0] for t in report(waiting)["trials"] if t["outcome"] == "unknown"]
    assert {reason.partition(":")[0] for reason in unknown} == {"worker_crashed"}
    resumed(waiting)
    assert report(waiting)["results"][0]["unknown"] == 0


def test_what_a_dead_worker_had_finished_ahead_is_not_paid_for_again(waiting):
    session = disturbed(waiting, "-n", "2")
    (waiting.path / "go").touch()
    kill_workers_of(session)
    told, _ = session.communicate(timeout=60)
    result = report(waiting)["results"][0]
    assert result["planned"] == result["trials"] == 8, told
    in_flight = 2
    assert len((waiting.path / "asked").read_text()) <= 8 + in_flight


def test_a_disk_that_refuses_makes_an_error_and_no_traceback(desk):
    (desk.path / "my_agent.py").write_text(
        "import pathlib, shutil\n"
        "async def agent(ticket):\n"
        "    for trials in pathlib.Path('reports').glob('2*/trials'):\n"
        "        shutil.rmtree(trials)\n"
    )
    desk.makepyprojecttoml(
        "[tool.pytest.ini_options]\nbramble_job = 'resolution'\n"
        "[tool.bramble.candidates.mine]\npython = 'my_agent:agent'\n"
    )
    result = desk.runpytest_subprocess("--candidate=mine", "-k", "R01 and r1")
    result.assert_outcomes(errors=1, deselected=7)
    result.stdout.fnmatch_lines(["the record could not be written: *"])
    assert "Traceback" not in str(result.stdout)
