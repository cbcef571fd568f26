"""The session folder: registered first, bound, hashed, never overwritten."""

from __future__ import annotations

import json

from pytest_bramble.canonical import sha256_of
from pytest_bramble.cli import main

from .conftest import records, report, sessions


def manifest(desk):
    return json.loads((sessions(desk)[-1] / "manifest.json").read_text())


def test_a_session_holds_the_files_the_design_names(desk):
    desk.runpytest("--candidate=control")
    found = sorted(p.name for p in sessions(desk)[-1].iterdir() if not p.name.startswith("."))
    assert found == ["journal-main.jsonl", "manifest.json", "report.html", "report.json", "trials"]
    assert len(records(desk)) == 8


def test_every_record_is_bound_to_the_manifest_and_its_ticket(desk):
    desk.runpytest("--candidate=control")
    registered = manifest(desk)
    for record in records(desk):
        bound = record["evidence"]["bound"]
        assert bound["manifest_sha256"] == registered["sha256"]
        assert (
            bound["ticket_sha256"]
            == registered["jobs"]["resolution"]["tickets"][record["evidence"]["ticket"]]["sha256"]
        )


def test_the_hashes_of_a_record_can_be_recomputed(desk):
    desk.runpytest("-k", "R01", "--candidate=control")
    record = records(desk)[0]
    assert record["evidence_sha256"] == sha256_of(record["evidence"])
    assert record["sha256"] == sha256_of({k: v for k, v in record.items() if k != "sha256"})


def test_the_plan_is_the_whole_job_whatever_was_selected(desk):
    desk.runpytest("-k", "R02", "--candidate=control")
    registered = manifest(desk)
    assert len(registered["plan"]) == 8
    assert len(registered["deselected"]) == 6


def test_even_runs_are_permuted(desk):
    desk.runpytest("-k", "R01", "--candidate=control")
    first, second = (r["evidence"] for r in records(desk))
    assert (first["permuted"], second["permuted"]) == (False, True)
    listed = [[o["id"] for o in e["events"][0]["data"]["orders"]] for e in (first, second)]
    assert listed[0] == listed[1][::-1]


def test_the_foreign_order_is_in_the_ledgers_and_in_no_listing(desk):
    desk.runpytest("-k", "R01", "--candidate=control")
    seen = records(desk)[0]["evidence"]
    assert "A-90" in seen["before"]["orders"]
    assert seen["before"]["orders"]["A-90"] == seen["after"]["orders"]["A-90"]
    assert "A-90" not in json.dumps(seen["events"])


def test_the_journal_tells_start_and_end_of_every_trial(desk):
    desk.runpytest("-k", "R01 and r1", "--candidate=control")
    lines = [
        json.loads(line) for line in (sessions(desk)[-1] / "journal-main.jsonl").read_text().splitlines()
    ]
    assert [lines[0]["note"], lines[-1]["note"]] == ["start", "end"]
    assert {line["trial"] for line in lines} == {"resolution.R01.control.r1"}


def test_two_sessions_lie_side_by_side(desk):
    desk.runpytest("--candidate=control")
    before = {p: p.read_bytes() for p in sessions(desk)[0].rglob("*") if p.is_file()}
    desk.runpytest("--candidate=control")
    assert len(sessions(desk)) == 2
    assert {p: p.read_bytes() for p in before} == before


def test_a_sealed_job_says_sealed(desk):
    assert main(["freeze", str(desk.path / "jobs")]) == 0
    desk.runpytest("--candidate=control")
    assert report(desk)["seal"]["status"] == "sealed"


def test_an_edited_ticket_breaks_the_seal_and_takes_the_verdict(desk):
    main(["freeze", str(desk.path / "jobs")])
    ticket = desk.path / "jobs/resolution/tickets/R01.yaml"
    ticket.write_text(ticket.read_text().replace("The straps rub", "The straps really rub"))
    result = desk.runpytest("--candidate=first-record")
    told = report(desk)
    assert told["seal"]["status"] == "broken"
    assert told["seal"]["changed"] == ["jobs/resolution/tickets/R01.yaml: edited"]
    assert told["results"][0]["verdict"] is None
    assert [r["code"] for r in told["results"][0]["reasons"]] == ["seal_broken"]
    result.stdout.fnmatch_lines(["*jobs/resolution/tickets/R01.yaml: edited*"])


def test_an_added_ticket_breaks_the_seal(desk):
    main(["freeze", str(desk.path / "jobs")])
    tickets = desk.path / "jobs/resolution/tickets"
    (tickets / "R05.yaml").write_text((tickets / "R01.yaml").read_text().replace("id: R01", "id: R05"))
    desk.runpytest("--candidate=control")
    assert report(desk)["seal"]["changed"] == ["jobs/resolution/tickets/R05.yaml: added"]


def test_another_prompt_leaves_the_seal_and_changes_the_fingerprint(desk):
    main(["freeze", str(desk.path / "jobs")])
    desk.runpytest("--candidate=control")
    before = report(desk)
    prompt = desk.path / "jobs/resolution/prompt.md"
    prompt.write_text(prompt.read_text() + "\nBe brief.\n")
    desk.runpytest("--candidate=control")
    after = report(desk)
    assert (before["seal"], after["seal"]["status"]) == (after["seal"], "sealed")
    assert before["results"][0]["fingerprint"] != after["results"][0]["fingerprint"]


def test_a_reports_folder_of_your_own(desk):
    desk.runpytest("-k", "R01", "--candidate=control", "--bramble-reports=elsewhere/deep")
    assert len(list((desk.path / "elsewhere/deep").glob("2*/report.json"))) == 1
