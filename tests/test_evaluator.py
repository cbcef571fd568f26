"""The evaluator's hash covers what works and grades a trial."""

from __future__ import annotations

from pathlib import Path

from pytest_bramble import evaluator

PACKAGE = Path(evaluator.__file__).parent


def test_the_parts_exist():
    assert [part for part in evaluator._PARTS if not (PACKAGE / part).exists()] == []


def test_a_changed_source_changes_the_hash(tmp_path, monkeypatch):
    for part in evaluator._PARTS:
        target = tmp_path / part
        if part.endswith(".py"):
            target.write_bytes((PACKAGE / part).read_bytes())
        else:
            target.mkdir()
            (target / "a.py").write_text("1\n")
    monkeypatch.setattr(evaluator, "__file__", str(tmp_path / "evaluator.py"))
    hashes = set()
    for part in evaluator._PARTS:
        file = tmp_path / part if part.endswith(".py") else tmp_path / part / "a.py"
        evaluator.evaluator_hash.cache_clear()
        hashes.add(evaluator.evaluator_hash())
        file.write_text(f"# changed {part}\n")
    evaluator.evaluator_hash.cache_clear()
    hashes.add(evaluator.evaluator_hash())
    assert len(hashes) == len(evaluator._PARTS) + 1
    monkeypatch.undo()
    evaluator.evaluator_hash.cache_clear()
