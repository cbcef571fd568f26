"""What is not merged, and the field, trial or file that is named for it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from pytest_bramble.cli import main
from pytest_bramble.errors import EvidenceError
from pytest_bramble.evidence.store import SessionFolder
from pytest_bramble.exam.registered import ESTIMAND

from .conftest import merged, tampered


def refusal(reports: Path, *names: str, into: str = "joined") -> str:
    """Why the sessions *names* are not merged; nothing is left of the attempt."""
    before = sorted(reports.iterdir())
    with pytest.raises(EvidenceError) as refused:
        merged(reports, *names, into=into)
    assert sorted(reports.iterdir()) == before
    return str(refused.value)


def changed(reports: Path, name: str, where: str, value: Any) -> None:
    """Give the manifest of the session *name* another *value* at *where*, dots between its keys."""
    tampering = tampered(reports, name)
    *outer, last = where.split(".")
    target: Any = tampering.manifest
    for key in outer:
        target = target[key]
    target[last] = value
    tampering.write()


def session(reports: Path, name: str) -> str:
    return json.loads((reports / name / "manifest.json").read_text())["session"]


JOB = "jobs.resolution"
SCRIPT = "pytest_bramble.candidates.control.control"


@pytest.mark.parametrize(
    ("where", "value", "told"),
    [
        (f"{JOB}.bar.pass_rate", 0.7, "{half} has 0.8, {rest} has 0.7"),
        (f"{JOB}.caps.calls", 10, "{half} has 30, {rest} has 10"),
        (f"{JOB}.tickets.R01.runs", 5, "{half} has 2, {rest} has 5"),
        (f"{JOB}.tickets.R01.sealed_runs", 5, "{half} has 2, {rest} has 5"),
        (f"{JOB}.tickets.R01.cluster", "C-7", '{half} has "C-1", {rest} has "C-7"'),
        (f"{JOB}.seal.status", "unsealed", '{half} has "sealed", {rest} has "unsealed"'),
        (f"{JOB}.violations.wrong_object", "gross", '{half} has "serious", {rest} has "gross"'),
        (f"{JOB}.gate", "golden", '{half} has "contract", {rest} has "golden"'),
        ("estimand", "others", f'{{half}} has "{ESTIMAND}", {{rest}} has "others"'),
        ("regression_rule.alpha", 0.1, "{half} has 0.05, {rest} has 0.1"),
        ("something_new", 1, "{half} has null, {rest} has 1"),
        ("candidates.control.fingerprint.script", "else", f'{{half}} has "{SCRIPT}", {{rest}} has "else"'),
        ("candidates.control.requested", "a", '{half} has "control", {rest} has "a"'),
    ],
)  # fmt: skip
def test_a_difference_is_refused_by_its_field(where, value, told, reports):
    changed(reports, "rest", where, value)
    words = told.format(half=session(reports, "half"), rest=session(reports, "rest"))
    # A changed fingerprint changes its hash too, and hashes come later in the alphabet.
    assert refusal(reports, "half", "rest") == f"these sessions cannot be merged: {where}: {words}"


def test_another_version_of_a_ticket_is_refused_by_its_hash(reports):
    tampering = tampered(reports, "rest")
    tampering.manifest["jobs"]["resolution"]["tickets"]["R02"]["sha256"] = "f" * 64
    for name, record in tampering.records.items():
        if ".R02." in name:
            record["evidence"]["bound"]["ticket_sha256"] = "f" * 64
    tampering.write()
    assert refusal(reports, "half", "rest").startswith(
        "these sessions cannot be merged: jobs.resolution.tickets.R02.sha256: "
    )


def test_another_evaluator_is_refused(reports):
    tampering = tampered(reports, "rest")
    tampering.manifest["evaluator"] = "e" * 64
    for record in tampering.records.values():
        record["grades"]["evaluator"] = "e" * 64
    tampering.write()
    assert refusal(reports, "half", "rest").startswith("these sessions cannot be merged: evaluator: ")


def test_another_job_is_refused(reports):
    tampering = tampered(reports, "rest")
    tampering.manifest["jobs"]["elsewhere"] = tampering.manifest["jobs"]["resolution"]
    tampering.write()
    told = refusal(reports, "half", "rest")
    assert told.startswith(
        f"these sessions cannot be merged: jobs.elsewhere: {session(reports, 'half')} has nothing, "
    )


def test_a_trial_that_two_sessions_hold_is_refused_by_its_name(reports):
    assert refusal(reports, "half", "whole") == (
        "these sessions cannot be merged: resolution R01 control-r1 is in half and in whole"
    )


def test_a_trial_of_which_two_sessions_hold_other_attempts_is_refused(reports):
    tampering = tampered(reports, "half")
    record = tampering.records["resolution.R01.control.r1.json"]
    again = json.loads(json.dumps(record))
    again["evidence"]["attempt"] = 2
    tampering.records = {"resolution.R01.control.r1.attempt2.json": again}
    tampering.write()
    assert refusal(reports, "whole", "half").endswith("resolution R01 control-r1 is in whole and in half")


def test_a_baseline_that_two_sessions_ran_is_refused_by_its_trials(reports):
    """A matrix runs its baseline in one of its jobs."""
    shutil.copytree(reports / "other", reports / "again")
    tampering = tampered(reports, "again")
    tampering.manifest["session"] = "again"
    for name in [name for name in tampering.records if ".gold." in name]:
        del tampering.records[name]
    tampering.write()
    assert refusal(reports, "other", "again").endswith("R01 first-record-base-r1 is in other and in again")


def test_another_baseline_is_refused(reports):
    tampering = tampered(reports, "whole")
    tampering.manifest["baseline"] = "control"
    tampering.write()
    assert refusal(reports, "whole", "other") == (
        f'these sessions cannot be merged: baseline: {session(reports, "whole")} has "control", '
        f'{session(reports, "other")} has "first-record"'
    )


def test_a_session_given_twice_is_refused(reports):
    assert refusal(reports, "half", "half") == "session half is given twice"


def test_a_copy_of_a_session_is_that_session_though_it_holds_no_trial(reports):
    shutil.copytree(reports / "half", reports / "copy")
    for path in (reports / "copy" / "trials").iterdir():
        path.unlink()
    assert refusal(reports, "half", "copy") == f"session {session(reports, 'half')} is given twice"


def test_an_altered_record_is_refused_by_its_file(reports):
    path = reports / "rest" / "trials" / "resolution.R02.control.r1.json"
    path.write_text(path.read_text().replace('"outcome":"pass"', '"outcome":"fail"', 1))
    assert refusal(reports, "half", "rest") == (
        "session rest cannot be merged: resolution.R02.control.r1.json: the record does not match its sha256."
    )


def test_an_altered_manifest_is_refused(reports):
    path = reports / "rest" / "manifest.json"
    path.write_text(path.read_text().replace('"control"', '"kontrol"'))
    assert refusal(reports, "half", "rest") == (
        "session rest cannot be merged: manifest.json does not match its own sha256"
    )


def test_a_manifest_without_what_is_joined_is_refused(reports):
    tampering = tampered(reports, "rest")
    del tampering.manifest["arms"]
    tampering.write()
    assert refusal(reports, "half", "rest") == "a manifest cannot be read: KeyError('arms')"


def test_a_session_that_is_being_written_is_refused(reports):
    with SessionFolder(reports / "half").lock(), pytest.raises(EvidenceError) as refused:
        merged(reports, "half", "rest")
    assert str(refused.value) == f"{reports / 'half'}: another process is writing this session"
    assert not (reports / "joined").exists()


def test_a_session_that_exists_is_never_overwritten(reports):
    before = {p: p.read_bytes() for p in (reports / "whole").rglob("*") if p.is_file()}
    assert refusal(reports, "half", "rest", into="whole") == (
        f"{reports / 'whole'} exists; a session is never overwritten"
    )
    assert {p: p.read_bytes() for p in before} == before


@pytest.mark.parametrize("name", ["last", "latest", ".hidden", "a b", "-x"])
def test_a_name_that_no_session_can_have_is_refused(name, reports):
    assert refusal(reports, "half", "rest", into=name) == (
        f"--into {name!r} is no name of a session: use letters, digits, '.', '_' and '-'"
    )


def test_the_command_tells_a_refusal_in_one_line_and_exits_with_two(reports, capsys):
    assert main(["merge", "half", "whole", "--into", "joined", "--reports", str(reports)]) == 2
    assert capsys.readouterr().err == (
        "bramble: these sessions cannot be merged: resolution R01 control-r1 is in half and in whole\n"
    )


def test_one_session_alone_is_no_merge(reports, capsys):
    with pytest.raises(SystemExit) as ended:
        main(["merge", "half", "--reports", str(reports)])
    assert ended.value.code == 2
    assert "the following arguments are required: session" in capsys.readouterr().err


def test_a_path_in_the_new_name_is_refused(reports, capsys):
    assert main(["merge", "half", "rest", "--into", "../away", "--reports", str(reports)]) == 2
    assert "'../away' is no name of a session" in capsys.readouterr().err
    assert not (reports.parent / "away").exists()
