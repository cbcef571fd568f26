"""The session folder never overwrites."""

from __future__ import annotations

import json

import pytest

from pytest_bramble.canonical import canonical, sha256_of
from pytest_bramble.errors import EvidenceError
from pytest_bramble.evidence.manifest import check_manifest, seal_manifest
from pytest_bramble.evidence.record import TrialKey, check_hashes, seal_record
from pytest_bramble.evidence.store import Journal, SessionFolder, new_session_name, point_to, write_once


@pytest.fixture
def folder(tmp_path):
    session = SessionFolder(tmp_path / "reports" / "s1")
    session.create(seal_manifest({"session": "s1"}))
    return session


def sealed(**rest):
    return seal_record({"attempt": 1, "text": "é", **rest}, {"contract": "pass"})


def record(**rest):
    return json.loads(sealed(**rest).text)


def test_a_file_is_written_once(tmp_path):
    write_once(tmp_path / "a", "one")
    with pytest.raises(EvidenceError, match="a exists; evidence is never overwritten") as caught:
        write_once(tmp_path / "a", "two")
    assert caught.value.code == "would_overwrite"
    assert (tmp_path / "a").read_text() == "one"
    assert [p.name for p in tmp_path.iterdir()] == ["a"]


def test_a_session_is_created_once(folder):
    with pytest.raises(EvidenceError, match="s1 exists; a session is never overwritten"):
        folder.create(seal_manifest({"session": "s1"}))


def test_the_manifest_holds_its_own_hash(folder):
    check_manifest(folder.manifest())


@pytest.mark.parametrize("change", [{"session": "s2"}, {"added": 1}, {"sha256": "0" * 64}])
def test_a_changed_manifest_is_told(folder, change):
    with pytest.raises(EvidenceError, match="does not match its own sha256") as caught:
        check_manifest({**folder.manifest(), **change})
    assert caught.value.code == "manifest_changed"


def test_a_manifest_of_another_schema_is_told(folder):
    with pytest.raises(EvidenceError, match="schema is 'other/1', not 'bramble/manifest-1'"):
        check_manifest({**folder.manifest(), "schema": "other/1"})


def test_a_later_attempt_lies_beside_the_first(folder):
    folder.write_record("j.T.c.r1", 1, sealed())
    folder.write_record("j.T.c.r1", 2, sealed())
    assert sorted(p.name for p in folder.trials.iterdir()) == ["j.T.c.r1.attempt2.json", "j.T.c.r1.json"]


def test_the_same_attempt_is_never_written_twice(folder):
    folder.write_record("j.T.c.r1", 1, sealed())
    with pytest.raises(EvidenceError, match="never overwritten"):
        folder.write_record("j.T.c.r1", 1, sealed())


def test_records_come_by_name_and_the_altered_are_named(folder):
    folder.write_record("b", 1, sealed())
    altered = {**record(), "grades": {"contract": "fail"}}
    (folder.trials / "a.json").write_text(json.dumps(altered))
    (folder.trials / "c.json").write_text('{"half":')
    (folder.trials / ".d.json.77.ab").write_text("unfinished")
    found = {path.name: value for path, value in folder.records()}
    assert list(found) == ["a.json", "b.json", "c.json"]
    assert str(found["a.json"]) == "a.json: the record does not match its sha256"
    assert found["b.json"] == record()
    assert str(found["c.json"]).startswith("c.json: cannot be read: ")


def test_changed_evidence_is_told_although_the_outer_hash_was_recomputed():
    honest = record(stop="closed")
    body = {**honest, "evidence": {**honest["evidence"], "stop": "other"}}
    del body["sha256"]
    with pytest.raises(EvidenceError, match="the evidence does not match its evidence_sha256"):
        check_hashes({**body, "sha256": sha256_of(body)}, "x")


def test_a_record_is_canonical_json(folder):
    path = folder.write_record("b", 1, sealed())
    assert path.read_text(encoding="utf-8") == canonical(record()) + "\n"


def test_the_hashes_are_over_canonical_json():
    assert record()["evidence_sha256"] == sha256_of(record()["evidence"])
    assert record()["sha256"] == sha256_of({k: v for k, v in record().items() if k != "sha256"})


def test_a_record_with_another_key_is_told():
    with pytest.raises(
        EvidenceError, match="x: not the keys of a record: evidence, evidence_sha256, extra, grades"
    ):
        check_hashes({**record(), "extra": 1}, "x")


def test_a_record_altered_after_it_was_read_is_told_when_read_again(folder):
    path = folder.write_record("b", 1, sealed())
    assert isinstance(next(folder.records())[1], dict)
    path.write_text(path.read_text().replace("pass", "fail"))
    assert str(next(folder.records())[1]) == "b.json: the record does not match its sha256"


def test_a_record_altered_after_this_process_wrote_it_is_told(folder):
    path = folder.write_record("t1", 1, sealed())
    path.write_text(path.read_text().replace('"contract":"pass"', '"contract":"fail"'))
    with pytest.raises(EvidenceError, match="the record does not match its sha256"):
        folder.record(path.name)


def test_a_record_that_took_another_s_place_is_read_anew(folder):
    path = folder.write_record("t1", 1, sealed())
    assert [read["evidence"]["attempt"] for _, read in folder.records()] == [1]
    path.write_text(sealed(attempt=2).text)
    assert [read["evidence"]["attempt"] for _, read in folder.records()] == [2]


def test_few_records_are_parsed_once_and_many_are_not_kept(folder, monkeypatch):
    folder.write_record("t1", 1, sealed())
    ((_, first),), ((_, second),) = list(folder.records()), list(folder.records())
    assert first is second
    monkeypatch.setattr("pytest_bramble.evidence.store._KEPT_BYTES", 10)
    unkept = SessionFolder(folder.path)
    ((_, first),), ((_, second),) = list(unkept.records()), list(unkept.records())
    assert first == second
    assert first is not second


def test_a_record_that_is_a_broken_link_is_told(folder):
    (folder.trials / "t1.json").symlink_to("nowhere")
    ((_, told),) = folder.records()
    assert isinstance(told, EvidenceError)


def test_a_record_that_holds_no_number_is_told(folder):
    (folder.trials / "a.json").write_text(sealed(cost=1).text.replace('"cost":1', '"cost":NaN'))
    assert str(next(folder.records())[1]).startswith("a.json: not canonical JSON: ")


def test_a_journal_is_opened_by_its_first_line(tmp_path):
    journal = Journal(tmp_path, "gw0")
    assert list(tmp_path.iterdir()) == []
    journal.note({"note": "start"})
    journal.note({"note": "end"})
    lines = (tmp_path / "journal-gw0.jsonl").read_text().splitlines()
    assert [json.loads(line)["note"] for line in lines] == ["start", "end"]
    journal.close()


def test_a_pointer_holds_a_name_and_can_be_moved(folder, tmp_path):
    point_to(folder, "last")
    point_to(SessionFolder(tmp_path / "reports" / "s2"), "last")
    assert (tmp_path / "reports" / "last").read_text() == "s2\n"


def test_session_names_differ():
    assert len({new_session_name() for _ in range(8)}) > 1


@pytest.mark.parametrize(
    ("arm", "label", "stem"),
    [
        ("candidate", "gemini-r2", "support.T30.gemini.r2"),
        ("baseline", "gemini-base-r2", "support.T30.gemini.base.r2"),
    ],
)
def test_a_trial_has_a_label_and_a_file_name(arm, label, stem):
    key = TrialKey(job="support", ticket="T30", candidate="gemini", arm=arm, run=2)
    assert (key.label, key.stem) == (label, stem)
