"""Sessions merged: what the new one holds, and that it says what an undivided one would."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pytest_bramble.cli import main
from pytest_bramble.evidence.store import SessionFolder
from pytest_bramble.replay.session import replay
from pytest_bramble.report.model import build

from .conftest import merged, tampered, told


def but_for_its_making(report: dict[str, Any]) -> dict[str, Any]:
    """The report without what times, manifest and schedule make different."""
    trials = [{k: v for k, v in trial.items() if k != "sha256"} for trial in report["trials"]]
    kept = {k: v for k, v in report.items() if k not in ("session", "created", "manifest_sha256")}
    return {**kept, "trials": trials}


def test_two_disjoint_halves_make_the_undivided_session(reports):
    joined = merged(reports, "half", "rest")
    assert (told(reports / "half")["complete"], told(reports / "rest")["kind"]) == (False, "partial")
    assert but_for_its_making(told(joined.path)) == but_for_its_making(told(reports / "whole"))


def test_the_order_in_which_sessions_are_given_does_not_matter(reports):
    one, other = merged(reports, "half", "rest", into="one"), merged(reports, "rest", "half", into="two")
    assert but_for_its_making(told(one.path)) == but_for_its_making(told(other.path))
    assert one.manifest()["parents"] == other.manifest()["parents"]
    assert one.manifest()["plan"] == other.manifest()["plan"]


def test_sessions_of_different_candidates_stand_side_by_side(reports):
    joined = merged(reports, "whole", "other")
    report = told(joined.path)
    assert report["complete"]
    assert [(r["candidate"], r["arm"], r["trials"]) for r in report["results"]] == [
        ("control", "candidate", 8),
        ("first-record", "baseline", 8),
        ("gold", "candidate", 8),
    ]
    assert report["baseline"] == "first-record"
    assert [c["candidate"] for c in report["comparisons"]] == ["control", "gold"]


def test_a_candidate_s_halves_and_another_candidate_are_merged_at_once(reports):
    report = told(merged(reports, "half", "other", "rest").path)
    assert [(r["candidate"], r["not_run"], r["deselected"]) for r in report["results"]] == [
        ("control", 0, 0),
        ("first-record", 0, 0),
        ("gold", 0, 0),
    ]


def test_a_merged_session_can_be_merged_again(reports):
    merged(reports, "half", "rest", into="first")
    twice = merged(reports, "first", "other", into="twice")
    once = merged(reports, "half", "rest", "other", into="once")
    assert but_for_its_making(told(twice.path)) == but_for_its_making(told(once.path))
    assert twice.manifest()["parents"] == once.manifest()["parents"]


@pytest.mark.parametrize("names", [("half", "rest"), ("whole", "other"), ("half", "rest", "other")])
def test_a_merged_session_replays(names, reports):
    found = replay(merged(reports, *names))
    assert (found.code, found.contradictions, found.missing) == (0, (), ())


def test_records_and_manifests_are_copied_byte_for_byte(reports):
    joined = merged(reports, "half", "rest")
    for name in ("half", "rest"):
        for path in (reports / name / "trials").glob("*.json"):
            assert (joined.trials / path.name).read_bytes() == path.read_bytes()
    assert len(list(joined.trials.iterdir())) == 8
    parents = sorted((joined.path / "parents").iterdir())
    assert [path.read_bytes() for path in parents] == [
        (reports / name / "manifest.json").read_bytes() for name in ("half", "rest")
    ]


def test_the_manifest_names_its_parents_by_their_hashes(reports):
    joined = merged(reports, "half", "rest")
    assert joined.manifest()["parents"] == [
        {"session": m["session"], "sha256": m["sha256"]}
        for m in (json.loads((reports / name / "manifest.json").read_text()) for name in ("half", "rest"))
    ]


def test_what_was_merged_is_left_as_it_was(reports):
    before = {p: p.read_bytes() for p in reports.rglob("*") if p.is_file()}
    merged(reports, "half", "rest")
    assert {p: p.read_bytes() for p in before} == before


def test_what_nobody_selected_stays_deselected(reports):
    tampering = tampered(reports, "rest")
    for name in [name for name in tampering.records if ".R04." in name]:
        del tampering.records[name]
    tampering.manifest["deselected"] += ["resolution.R04.control.r1"]
    tampering.write()
    joined = merged(reports, "half", "rest")
    (result,) = told(joined.path)["results"]
    assert joined.manifest()["deselected"] == ["resolution.R04.control.r1"]
    assert (result["trials"], result["deselected"], result["not_run"]) == (6, 1, 1)
    assert told(joined.path)["kind"] == "partial"


def test_a_complete_merged_session_becomes_latest_and_last(reports):
    merged(reports, "half", "rest")
    assert [(reports / name).read_text() for name in ("latest", "last")] == ["joined\n", "joined\n"]


def test_a_partial_merged_session_becomes_last_alone(reports):
    tampering = tampered(reports, "rest")
    del tampering.records["resolution.R04.control.r1.json"]
    tampering.write()
    merged(reports, "half", "rest")
    assert (reports / "last").read_text() == "joined\n"
    assert not (reports / "latest").exists()


def test_sessions_are_found_by_path_and_the_new_one_is_named_by_the_clock(reports, tmp_path, capsys):
    elsewhere = tmp_path / "artifact"
    (reports / "rest").rename(elsewhere)
    assert main(["merge", "half", str(elsewhere), "--reports", str(reports)]) == 0
    name = (reports / "last").read_text().strip()
    assert f"session {name}" in capsys.readouterr().out.splitlines()[0]
    assert told(reports / name)["complete"]


def test_a_session_that_lies_where_nothing_can_be_written_is_merged(reports, monkeypatch):
    def refuse(_: SessionFolder) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(SessionFolder, "lock", refuse)
    assert told(merged(reports, "half", "rest").path)["complete"]


def test_the_report_on_file_is_what_the_merged_files_say(reports):
    joined = merged(reports, "half", "rest")
    assert told(joined.path) == build(joined.manifest(), joined.records())
    assert joined.path.joinpath("report.html").stat().st_size > 10_000


@pytest.mark.parametrize(
    ("audits", "due"), [((True, True), True), ((True, False), False), ((True, None), None)]
)
def test_an_audit_counts_only_where_every_session_found_it(audits, due, reports):
    for name, ok in zip(("half", "rest"), audits, strict=True):
        tampering = tampered(reports, name)
        job = tampering.manifest["jobs"]["resolution"]
        told_ = {"ok": ok, "seal": job["seal"]["sha256"], "evaluator": tampering.manifest["evaluator"]}
        job["audit"] = None if ok is None else told_
        tampering.write()
    assert told(merged(reports, "half", "rest").path)["jobs"]["resolution"]["audit_ok"] is due


def test_versions_and_options_that_differ_are_told_both_and_neither(reports):
    tampering = tampered(reports, "rest")
    tampering.manifest["versions"]["python"] = "3.99.0"
    tampering.manifest["options"]["timeout_s"] = 60.0
    tampering.write()
    manifest = merged(reports, "half", "rest").manifest()
    assert manifest["versions"]["python"].endswith(", 3.99.0")
    assert (manifest["options"]["timeout_s"], manifest["options"]["runs"]) == (None, None)


def test_the_job_may_have_lain_elsewhere(reports):
    tampering = tampered(reports, "rest")
    tampering.manifest["jobs"]["resolution"]["path"] = "work/resolution"
    tampering.write()
    assert merged(reports, "half", "rest").manifest()["jobs"]["resolution"]["path"] == "jobs/resolution"


def test_a_merged_session_is_gated_like_any_other(reports, capsys):
    merged(reports, "half", "rest")
    assert main(["gate", "joined", "--reports", str(reports)]) == 10
    capsys.readouterr()
