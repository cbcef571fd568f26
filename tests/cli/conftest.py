"""Session folders on disk, written as the controller writes them, from sessions that never happened."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from pytest_bramble.cli import main
from pytest_bramble.evidence.store import SessionFolder, pretty
from pytest_bramble.report.model import build
from pytest_bramble.scoring.regression import RegressionRule

from ..report.fake_session import Session
from ..report.sat import records

Files = Callable[[Session], Iterable[tuple[str, dict[str, Any]]]]
Store = Callable[..., Path]
Say = Callable[..., tuple[int, str, str]]


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """Writes a session below ``reports/``, the current folder's parent being a project of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("BRAMBLE_REPORTS", raising=False)

    def stored(name: str, session: Session, files: Files | None = None, **spoilt: Any) -> Path:
        session.changes = {
            "session": name,
            "regression_rule": asdict(RegressionRule()),
            **session.changes,
        }
        folder = SessionFolder(tmp_path / "reports" / name)
        folder.create(session.manifest)
        for file, record in records(session, **spoilt) if files is None else files(session):
            (folder.trials / file).write_text(json.dumps(record), encoding="utf-8")
        (tmp_path / "reports" / "last").write_text(f"{name}\n", encoding="utf-8")
        return folder.path

    return stored


def concluded(folder: Path) -> Mapping[str, Any]:
    """The report of the session in *folder*, written into it."""
    session = SessionFolder(folder)
    report = build(session.manifest(), session.records())
    (folder / "report.json").write_text(pretty(report), encoding="utf-8")
    (folder / "report.html").write_text("the page", encoding="utf-8")
    return report


@pytest.fixture
def bramble(capsys: pytest.CaptureFixture[str]) -> Say:
    """Runs the command: its exit code, what it printed, and what it printed as an error."""

    def run(*arguments: str) -> tuple[int, str, str]:
        capsys.readouterr()
        code = main(arguments)
        told = capsys.readouterr()
        return code, told.out, told.err

    return run
