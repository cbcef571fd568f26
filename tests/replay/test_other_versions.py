"""Sessions of another grader or version, and sessions whose exam is not at hand."""

from __future__ import annotations

import json

import pytest

from pytest_bramble.cli import main
from pytest_bramble.commands.replay import LIMITS
from pytest_bramble.evidence.store import SessionFolder
from pytest_bramble.replay.session import replay

from .conftest import replayed
from .tampered import R01, make_pass


def of_another_evaluator(tampering):
    """The session as another grader would have left it."""
    tampering.manifest["evaluator"] = "e" * 64
    for record in tampering.records.values():
        record["grades"]["evaluator"] = "e" * 64


def test_another_evaluator_that_grades_alike_is_told_and_the_session_consistent(tampering, session, capsys):
    of_another_evaluator(tampering)
    tampering.write()
    found = replayed(session)
    assert (found.code, found.contradictions, found.undecided) == (0, (), ())
    assert (found.evaluator, found.installed != "e" * 64) == ("e" * 64, True)
    assert main(["replay", str(session), "--jobs", str(session.parent.parent / "jobs")]) == 0
    first = capsys.readouterr().out.splitlines()[0]
    assert first == f"evaluator {'e' * 64}; installed is another: {found.installed}"


def test_what_another_grader_graded_otherwise_is_told_old_and_new_and_not_decided(tampering, session, capsys):
    of_another_evaluator(tampering)
    make_pass(tampering.grades(R01))
    tampering.write()
    found = replayed(session)
    assert (found.code, found.contradictions) == (2, ())
    told = [str(one) for one in found.undecided]
    assert f'trials/{R01}.json: grades.contract: graded "pass", now graded "fail"' in told
    assert (
        f'trials/{R01}.json: grades.findings.wrong_object.outcome: graded "pass", now graded "fail"' in told
    )
    assert main(["replay", str(session)]) == 2
    printed = capsys.readouterr().out
    assert (
        f'another grader or version: trials/{R01}.json: grades.contract: graded "pass", now graded "fail"'
        in printed
    )
    assert f"NOT REPLAYED: session {session.name}, 16 records" in printed


def test_another_evaluator_excuses_no_effect(tampering, session):
    of_another_evaluator(tampering)
    tampering.evidence(R01)["ledger"] = []
    tampering.write()
    assert replayed(session).code == 1


def test_a_record_of_another_evaluator_than_the_manifest_s_is_named(tampering, session):
    tampering.grades(R01)["evaluator"] = "e" * 64
    tampering.write()
    found = [str(one) for one in replayed(session).contradictions]
    assert any(one.startswith(f'trials/{R01}.json: grades.evaluator: recorded "eeee') for one in found)


def test_a_report_of_another_version_is_not_decided(tampering, session):
    tampering.manifest["versions"]["pytest-bramble"] = "0.0.1"
    tampering.write(lambda report: report["results"][1].update(score=99.0))
    found = replayed(session)
    assert (found.code, found.contradictions, len(found.undecided)) == (2, (), 1)


def test_a_session_whose_job_is_not_here_cannot_be_replayed(session, capsys):
    assert main(["replay", str(session), "--jobs", str(session.parent)]) == 2
    assert (
        f"cannot replay: job 'resolution' is not here; looked in {session.parent}. Name its folder with --jobs.\n"
        in capsys.readouterr().out
    )


def test_without_the_job_a_record_is_still_held_to_its_hashes(session):
    path = session / "trials" / f"{R01}.json"
    path.write_text(path.read_text().replace('"outcome":"fail"', '"outcome":"pass"', 1))
    found = replay(SessionFolder(session), session.parent)
    assert found.code == 1
    assert f"trials/{R01}.json: the record does not match its sha256" in map(str, found.contradictions)


def test_a_job_that_cannot_be_read_is_told_with_its_file(session):
    jobs = session.parent.parent / "jobs"
    (jobs / "resolution/job.yaml").write_text("title: [")
    found = replay(SessionFolder(session), jobs)
    assert found.code == 2
    assert found.missing[0].startswith(f"job 'resolution' cannot be read: {jobs}/resolution/job.yaml:")


def test_a_ticket_that_is_gone_makes_the_job_another(session):
    jobs = session.parent.parent / "jobs"
    (jobs / "resolution/tickets/R02.yaml").unlink()
    found = replay(SessionFolder(session), jobs)
    assert found.code == 2
    assert found.missing[0] == "jobs.resolution.tickets.R02: registered, and there is no such ticket here"


def test_a_sealed_file_edited_since_makes_the_job_another(session):
    jobs = session.parent.parent / "jobs"
    (jobs / "resolution/policy.md").write_text((jobs / "resolution/policy.md").read_text() + "\n")
    found = replay(SessionFolder(session), jobs)
    assert (found.code, found.missing) == (
        2,
        ("jobs.resolution.seal: broken since: jobs/resolution/policy.md: edited",),
    )


@pytest.mark.parametrize("path", ["../../../etc", "/etc", "../jobs/resolution", "jobs/support", ""])
def test_no_path_of_a_manifest_leads_out_of_the_places_that_are_looked_in(path, tampering, session):
    tampering.manifest["jobs"]["resolution"]["path"] = path
    tampering.write()
    assert replayed(session).code == (0 if path == "" else 2)


def test_a_manifest_that_is_not_json_cannot_be_replayed(session, capsys):
    (session / "manifest.json").write_text("{")
    assert main(["replay", str(session)]) == 2
    assert "bramble: manifest.json: cannot be read: " in capsys.readouterr().err


def test_a_session_that_is_not_there_cannot_be_replayed(tmp_path, capsys):
    assert main(["replay", "yesterday", "--reports", str(tmp_path)]) == 2
    assert capsys.readouterr().err == f"bramble: {tmp_path}/yesterday: no session, it has no manifest.json.\n"


def test_the_output_says_what_a_replay_cannot_show(session, capsys, monkeypatch):
    monkeypatch.chdir(session.parent.parent)
    assert main(["replay", "latest"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-2:] == [f"consistent: session {session.name}, 16 records", LIMITS]
    assert LIMITS == (
        "A replay shows that a session is consistent, not that it was ever executed: a fabrication that keeps to "
        "every rule passes."
    )
    assert lines[1].startswith("copied, not recomputed: manifest.json: session, created, versions, options, ")


def test_a_coherent_fabrication_passes(tampering, session):
    """Which is why no replay says that anything was executed: run 1 copied whole into run 3's place, say."""
    record = json.loads(json.dumps(tampering.records[f"{R01}.json"]))
    record["evidence"]["started"] = "1999-12-31T23:59:59.000+00:00"
    record["evidence"]["seconds"] = 12.5
    tampering.records[f"{R01}.json"] = record
    tampering.write()
    assert replayed(session).code == 0
