"""`bramble report`: once more from the session's own files, never over what is there."""

from __future__ import annotations

import fcntl
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pytest_bramble.cli import main
from pytest_bramble.evidence.manifest import seal_manifest
from pytest_bramble.evidence.store import pretty

from ..report.fake_session import Session, ticket
from ..report.sat import exam, of_arm, paired
from .conftest import concluded

REPOSITORY = Path(__file__).parent.parent.parent
GONE = "job support is not here today; the evaluator is another today; the registered ones count\n"


def session():
    return Session(tickets=exam(2, 1))


def test_missing_files_are_written_and_the_summary_printed(store, bramble):
    path = store("s1", session())
    code, out, err = bramble("report", "s1")
    assert (code, err) == (0, "")
    assert out.splitlines()[0] == "bramble exam · session s1 · 2 of 2 planned trials"
    assert out.endswith(
        f"report: {path.relative_to(Path.cwd())}/report.html\n{GONE}"
        "written: reports/s1/report.json\nwritten: reports/s1/report.html\n"
    )
    assert json.loads((path / "report.json").read_text(encoding="utf-8"))["session"] == "s1"
    assert "<title>gemini PROBATION" in (path / "report.html").read_text(encoding="utf-8")


def test_what_is_there_is_left_alone(store, bramble):
    path = store("s1", session())
    concluded(path)
    code, out, _ = bramble("report", "s1")
    assert (code, out.splitlines()[-1] + "\n") == (0, GONE)
    assert (path / "report.html").read_text(encoding="utf-8") == "the page"


def test_only_what_is_missing_is_written(store, bramble):
    path = store("s1", session())
    concluded(path)
    (path / "report.json").unlink()
    assert bramble("report", "s1")[1].splitlines()[-1] == "written: reports/s1/report.json"
    assert (path / "report.html").read_text(encoding="utf-8") == "the page"


def test_a_report_that_says_something_else_is_named(store, bramble):
    path = store("s1", session())
    concluded(path)
    (path / "report.json").write_text('{"verdict": "HIRED"}', encoding="utf-8")
    assert bramble("report", "s1")[1].splitlines()[-1] == (
        "reports/s1/report.json says something else: it was written from other files or by another version"
    )
    assert (path / "report.json").read_text(encoding="utf-8") == '{"verdict": "HIRED"}'


def test_rebuilding_does_not_move_the_pointers(store, bramble, tmp_path):
    store("s1", session())
    store("s2", session())
    bramble("report", "s1")
    assert (tmp_path / "reports" / "last").read_text(encoding="utf-8") == "s2\n"
    assert not (tmp_path / "reports" / "latest").exists()


def test_a_session_that_is_being_written_is_left_to_itself(store, bramble):
    path = store("s1", session())
    with (path / ".lock").open("a", encoding="utf-8") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        assert bramble("report", "s1") == (
            2,
            "",
            "bramble: reports/s1: another process is writing this session\n",
        )
    assert not (path / "report.json").exists()


def test_json_is_the_report_and_nothing_else(store, bramble):
    path = store("s1", session())
    report = concluded(path)
    code, out, err = bramble("report", "s1", "--json")
    assert (code, out, err) == (0, pretty(report), GONE)


@pytest.mark.parametrize(("name", "start"), [("new.json", "{"), ("new.html", "<!doctype html>")])
def test_output_is_a_new_file(store, bramble, name, start):
    path = store("s1", session())
    code, out, _ = bramble("report", "s1", "--output", name)
    assert (code, out.splitlines()[-1]) == (0, f"written: {name}")
    assert Path(name).read_text(encoding="utf-8").startswith(start)
    assert not (path / "report.json").exists()


@pytest.mark.parametrize("name", ["new.json", "new.html"])
def test_output_never_overwrites(store, bramble, name):
    store("s1", session())
    Path(name).write_text("mine", encoding="utf-8")
    code, out, err = bramble("report", "s1", "--output", name)
    assert (code, out) == (2, "")
    assert err.startswith(f"bramble: {name} exists; ")
    assert Path(name).read_text(encoding="utf-8") == "mine"


# -- the registered plan counts -----------------------------------------------------------------


def test_an_edited_manifest_makes_the_evidence_invalid(store, bramble):
    path = store("s1", session())
    manifest = json.loads((path / "manifest.json").read_text(encoding="utf-8"))
    manifest["jobs"]["support"]["bar"]["pass_rate"] = 0.5
    (path / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    code, out, _ = bramble("report", "s1")
    assert code == 0
    assert out.splitlines()[1].startswith("gemini        NO VERDICT")
    assert "manifest.json was changed after it was registered, so nothing in it counts" in out.splitlines()
    (result,) = json.loads((path / "report.json").read_text(encoding="utf-8"))["results"]
    assert (result["verdict"], result["reasons"][0]["code"]) == (None, "manifest_changed")
    assert bramble("gate", "s1")[0] == 12


def test_an_edited_manifest_with_a_fresh_hash_holds_no_record(store, bramble):
    path = store("s1", session())
    manifest = json.loads((path / "manifest.json").read_text(encoding="utf-8"))
    manifest["jobs"]["support"]["bar"]["pass_rate"] = 0.5
    body = {name: value for name, value in manifest.items() if name not in ("schema", "sha256")}
    (path / "manifest.json").write_text(json.dumps(seal_manifest(body)), encoding="utf-8")
    assert bramble("gate", "s1")[0] == 12
    (result,) = json.loads(bramble("report", "s1", "--json")[1])["results"]
    assert (result["verdict"], result["reasons"][0]["code"]) == (None, "record_rejected")
    assert result["reasons"][0]["text"].endswith("it is bound to another manifest.")


def test_a_manifest_that_is_none_is_bad_input(store, bramble):
    path = store("s1", session())
    (path / "manifest.json").write_text("{}", encoding="utf-8")
    assert bramble("report", "s1") == (
        2,
        "",
        "bramble: manifest.json cannot be read: manifest: 'evaluator' is missing\n",
    )


@pytest.fixture
def examined(pytester):
    """A project with the resolution job, examined once in a process of its own."""
    shutil.copytree(REPOSITORY / "jobs" / "resolution", pytester.path / "jobs" / "resolution")
    (pytester.path / "jobs" / "resolution" / "audit.json").unlink(missing_ok=True)
    pytester.makepyprojecttoml("[tool.pytest.ini_options]\nbramble_job = 'resolution'\n")
    assert main(["freeze", str(pytester.path / "jobs")]) == 0
    pytester.runpytest_subprocess("--candidate=control", "-q", "-p", "no:cacheprovider")
    return pytester


def changed_today(examined, bramble, name, old, new):
    """The last line of the report after an edit of today's file."""
    file = examined.path / "jobs" / "resolution" / name
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    return bramble("report", "last")[1].splitlines()[-1]


def test_the_registered_bar_counts_and_todays_is_told(examined, bramble):
    told = changed_today(examined, bramble, "job.yaml", "pass_rate: 0.8", "pass_rate: 0.9")
    assert told == "registered bar 0.8, job.yaml now says 0.9; the registered one counts"
    report = json.loads(bramble("report", "last", "--json")[1])
    assert report["jobs"]["resolution"]["bar"]["pass_rate"] == 0.8
    assert report["results"][0]["verdict"] == "PROBATION"


def test_nothing_is_said_where_nothing_differs(examined, bramble):
    assert bramble("report", "last")[1].splitlines()[-1].startswith("report: ")


# -- slices thought of later --------------------------------------------------------------------


def sliced(bramble, text, *more):
    Path("later.yaml").write_text(text, encoding="utf-8")
    return bramble("report", "s1", "--slices", "later.yaml", *more)


def test_later_slices_are_shown_and_not_stored(store, bramble):
    path = store("s1", paired(exam(2, 1)), fails=of_arm("candidate T02"))
    code, out, err = sliced(bramble, "tickets: {T01: [], T02: [late]}", "--json")
    assert (code, err) == (0, GONE)
    (row,) = [row for row in json.loads(out)["slices"] if row["origin"] == "later"]
    assert (row["label"], row["membership"], row["candidate_passed"], row["baseline_passed"]) == (
        "late",
        "exploratory",
        0,
        1,
    )
    assert not (path / "report.json").exists()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "tickets: {T01: [late], T02: []}\nrequired: [late]",
            "slice 'late' was added after the run: it cannot be required",
        ),
        ("tickets: {T01: [late]}", "the slice plan leaves out tickets of the session: T02"),
        ("tickets: {T01: [], T02: [], T03: []}", "the slice plan names tickets outside the session: T03"),
        (
            "tickets: {T01: [], T02: []}\nrequired: [lat]",
            "unknown required slice 'lat'. Known: none.",
        ),
        ("job: shop\ntickets: {T01: []}", "unknown job 'shop'. Known: support."),
        ("slices: []", "unknown key 'slices'. Did you mean 'tickets'? Known: job, required, tickets."),
        ("job: support", "'tickets' must map every ticket to its labels"),
        ("tickets: {T01: late, T02: []}", "tickets.T01: must be a list of labels, not 'late'"),
        ("tickets: {T01: [1], T02: []}", "tickets.T01: must be a list of labels, not [1]"),
        ("[T01]", "must hold 'tickets:' with every ticket and its labels"),
    ],
)
def test_a_later_plan_that_does_not_fit_is_bad_input(store, bramble, text, message):
    store("s1", session())
    assert sliced(bramble, text) == (2, "", f"bramble: later.yaml: {message}\n")


def test_a_file_of_slices_that_is_not_there_is_bad_input(store, bramble):
    store("s1", session())
    assert bramble("report", "s1", "--slices", "no.yaml") == (
        2,
        "",
        "bramble: no.yaml: No such file or directory\n",
    )


def test_an_unknown_label_of_a_ticket_never_becomes_a_number(store, bramble):
    store("s1", Session(tickets={"T01": ticket("T01", slices=["policy"])}))
    code, _, err = sliced(bramble, "tickets: {T01: [policy]}")
    assert (code, err) == (
        2,
        "bramble: later.yaml: slice 'policy' is registered: a later one needs a name of its own\n",
    )


def test_a_reader_that_leaves_early_is_no_error(store, tmp_path):
    store("s1", session())
    command = "from pytest_bramble.cli import main; raise SystemExit(main(['report', 's1']))"
    with subprocess.Popen(
        [sys.executable, "-c", command],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        process.stdout.close()
        assert process.stderr.read() == ""
    assert process.returncode == 141
