"""A merged session that was tampered with: replay holds it to its parents."""

from __future__ import annotations

import json
import shutil
from typing import Any

from pytest_bramble.evidence.manifest import seal_manifest
from pytest_bramble.evidence.record import seal_record
from pytest_bramble.evidence.store import SessionFolder, pretty
from pytest_bramble.replay.session import replay
from pytest_bramble.report.model import build

from .conftest import merged, told


def contradictions(session: SessionFolder) -> list[str]:
    return [str(found) for found in replay(session).contradictions]


def test_a_parent_that_is_gone_is_named(reports):
    joined = merged(reports, "half", "rest")
    (joined.path / "parents" / "1.json").unlink()
    assert contradictions(joined)[0].startswith("manifest.json: parents: 1.json: cannot be read: ")


def test_a_parent_that_is_not_the_one_merged_is_named(reports):
    joined = merged(reports, "half", "rest")
    (joined.path / "parents" / "1.json").write_bytes((reports / "other" / "manifest.json").read_bytes())
    assert (
        contradictions(joined)[0] == "manifest.json: parents: parents/1.json: not the session that was merged"
    )


def test_a_parent_that_fails_its_own_hash_is_named(reports):
    joined = merged(reports, "half", "rest")
    path = joined.path / "parents" / "2.json"
    path.write_text(path.read_text().replace('"population": "', '"population": "not '))
    assert contradictions(joined)[0] == (
        "manifest.json: parents: parents/2.json does not match its own sha256"
    )


def rewritten(joined: SessionFolder, **changed: Any) -> None:
    """The merged manifest with *changed* entries, hashed anew; its records stay bound to its parents."""
    body = {k: v for k, v in joined.manifest().items() if k not in ("schema", "sha256")}
    manifest = seal_manifest({**body, **changed})
    (joined.path / "manifest.json").write_text(pretty(manifest))
    (joined.path / "report.json").write_text(pretty(build(manifest, joined.records())))


def test_a_merged_plan_that_its_parents_do_not_make_is_named(reports):
    joined = merged(reports, "half", "rest")
    rewritten(joined, deselected=["resolution.R01.control.r1"])
    words = 'recorded "resolution.R01.control.r1", replayed nothing'
    assert f"manifest.json: deselected[0]: {words}" in contradictions(joined)


def test_a_record_bound_to_no_parent_is_refused_by_the_report(reports):
    joined = merged(reports, "half", "rest")
    rewritten(joined, parents=joined.manifest()["parents"][:1])
    refused = told(joined.path)["refused"]
    assert len(refused) == 4
    assert refused[0]["text"] == "resolution.R02.control.r1.json: it is bound to another manifest."


def test_a_record_bound_to_a_parent_that_did_not_plan_it_is_named(reports):
    joined = merged(reports, "whole", "other")
    path = joined.trials / "resolution.R01.gold.r1.json"
    record = json.loads(path.read_text())
    whole = joined.manifest()["parents"][0]["sha256"]
    assert record["evidence"]["bound"]["manifest_sha256"] != whole
    record["evidence"]["bound"]["manifest_sha256"] = whole
    path.write_text(seal_record(record["evidence"], record["grades"]).text)
    rewritten(joined)
    assert any(
        one.startswith(f"trials/{path.name}: evidence.bound.manifest_sha256: recorded")
        for one in contradictions(joined)
    )


def test_the_sessions_of_a_merged_one_need_not_be_there_any_more(reports):
    joined = merged(reports, "half", "rest")
    for name in ("half", "rest", "whole", "other"):
        shutil.rmtree(reports / name)
    assert replay(joined).code == 0
