"""What really happened replays."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from pytest_bramble.evidence.store import SessionFolder
from pytest_bramble.replay.session import Replayed, replay

from .conftest import examine, project, replayed

AGENT = """
async def agent(ticket):
    orders = (await ticket.call("list_orders"))["result"]["orders"]
    await ticket.call("no_such_tool", order=orders[0]["id"])
    heard = await ticket.say("Which one is it?")
    if heard is None:
        return
    if orders[0]["id"] == "A-72":
        raise ValueError("confused")
    await ticket.say("I see.")
"""

OUTAGE = """
from pytest_bramble.errors import InfrastructureError

async def agent(ticket):
    await ticket.call("list_orders")
    raise InfrastructureError("provider_unavailable", "nobody answers")
"""
MINE = "[tool.bramble.candidates.mine]\npython = 'my_agent:agent'\n"


def consistent(found: Replayed) -> bool:
    return (found.code, found.contradictions, found.missing, found.undecided) == (0, (), (), ())


def records(session: Path) -> list[dict]:
    return [json.loads(path.read_text())["evidence"] for path in sorted((session / "trials").glob("*.json"))]


def test_a_session_with_a_baseline_replays(honest):
    found = replayed(honest)
    assert consistent(found)
    assert found.records == 16


def test_scripted_candidates_shared_by_two_workers_replay(tmp_path):
    names = ("gold", "always-escalate", "do-nothing", "always-ask")
    session = examine(project(tmp_path), "-n2", *(f"--candidate={name}" for name in names))
    assert {stop["stop"]["reason"] for stop in records(session)} == {"closed", "customer_gone"}
    assert consistent(replayed(session))


def test_a_partial_session_of_a_packaged_job_replays_with_its_faults_and_other_zone(tmp_path):
    session = examine(
        project(tmp_path), "--bramble-job=support", "-k", "r1 and (T09 or T03 or T21)", "--candidate=gold"
    )
    assert "fault" in {e.get("status") for evidence in records(session) for e in evidence["events"]}
    assert consistent(replayed(session))


def test_an_agent_that_errs_raises_and_does_not_close_replays(tmp_path):
    folder = project(tmp_path, MINE)
    (folder / "my_agent.py").write_text(AGENT, encoding="utf-8")
    session = examine(folder, "--candidate=mine")
    reasons = {evidence["stop"]["reason"] for evidence in records(session)}
    assert {"agent_raised", "agent_finished"} <= reasons
    assert consistent(replayed(session))


def test_a_model_over_http_with_price_prompt_policy_and_tools_of_its_own_replays(modelled):
    seen = records(modelled)
    assert {evidence["usage"]["calls"] for evidence in seen} == {6}
    assert {event["status"] for event in seen[0]["events"]} >= {"invalid"}
    assert consistent(replayed(modelled))


def test_a_resumed_session_with_an_earlier_attempt_replays(tmp_path):
    folder = project(tmp_path, MINE)
    (folder / "my_agent.py").write_text(OUTAGE, encoding="utf-8")
    examine(folder, "-k", "R01 and r1", "--candidate=mine")
    session = examine(folder, "-k", "R01", "--candidate=mine", "--bramble-resume=last")
    assert sorted(evidence["attempt"] for evidence in records(session)) == [1, 1, 2]
    assert {evidence["stop"]["reason"] for evidence in records(session)} == {"provider_unavailable"}
    assert consistent(replayed(session))


def test_a_session_whose_job_was_sealed_since_replays(tmp_path):
    from pytest_bramble.cli import main

    folder = project(tmp_path)
    (folder / "FROZEN.sha256").unlink()
    session = examine(folder, "-k", "R01", "--candidate=control")
    main(["freeze", str(folder / "jobs")])
    assert consistent(replayed(session))


def test_a_session_whose_report_was_never_written_replays_and_says_so(session):
    (session / "report.json").unlink()
    found = replayed(session)
    assert consistent(found)
    assert found.notes == ("there is no report.json: the session was not concluded",)


def test_half_a_line_at_the_end_of_a_journal_is_what_a_killed_process_leaves(session):
    with (session / "journal-main.jsonl").open("a") as journal:
        journal.write('{"at": "2026')
    assert consistent(replayed(session))


def test_a_session_replays_wherever_its_folder_lies_when_its_jobs_are_named(session, tmp_path):
    elsewhere = tmp_path / "elsewhere" / "evidence"
    shutil.copytree(session, elsewhere)
    assert consistent(replay(SessionFolder(elsewhere), session.parent.parent / "jobs"))


def test_what_was_copied_is_named(honest):
    copied = replayed(honest).copied
    assert copied["manifest.json"][:4] == ("session", "created", "versions", "options")
    assert copied["trials/*.json"][:2] == ("started", "seconds")
