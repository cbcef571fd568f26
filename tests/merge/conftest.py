"""One candidate's session whole and in two halves, another candidate's beside it, all run once."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from pytest_bramble.evidence.store import SessionFolder
from pytest_bramble.session.merge import merge

from ..replay.conftest import examine, project
from ..replay.rehash import Tampering


@pytest.fixture(scope="session")
def examined(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project whose reports hold the sessions ``whole``, ``half``, ``rest`` of control, and ``other`` of gold."""
    folder = project(tmp_path_factory.mktemp("examined"))
    tickets = folder / "jobs/resolution/tickets"
    parts = {
        "whole": [],
        "half": [str(tickets / "R01.yaml"), str(tickets / "R03.yaml")],
        "rest": ["-n2", str(tickets / "R02.yaml"), str(tickets / "R04.yaml")],
        "other": ["--candidate=gold", "--bramble-baseline=first-record"],
    }
    for name, arguments in parts.items():
        chosen = arguments if name == "other" else ["--candidate=control", *arguments]
        session = examine(folder, *chosen)
        session.rename(session.parent / name)
        for path in (session.parent / name).glob(".lock"):
            path.unlink()
    for pointer in ("last", "latest"):
        (folder / "reports" / pointer).unlink()
    return folder


@pytest.fixture
def reports(examined: Path, tmp_path: Path) -> Path:
    """A copy of the reports, beside a copy of the job."""
    copy = tmp_path / "project"
    shutil.copytree(examined, copy)
    return copy / "reports"


def merged(reports: Path, *names: str, into: str = "joined") -> SessionFolder:
    """The sessions *names* of *reports*, merged."""
    merge([SessionFolder(reports / name) for name in names], reports, into)
    return SessionFolder(reports / into)


def told(session: Path) -> dict[str, Any]:
    """The report of *session*."""
    value: dict[str, Any] = json.loads((session / "report.json").read_text())
    return value


def tampered(reports: Path, name: str) -> Tampering:
    """The session *name*, open for tampering."""
    return Tampering(reports / name)
