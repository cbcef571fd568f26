"""A place where a user's project lies: jobs/resolution, nothing else."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import jinja2  # noqa: F401
import jsonschema  # noqa: F401
import pydantic.main
import pydantic.root_model
import pydantic.type_adapter  # noqa: F401  pydantic itself imports none of these until asked
import pytest
import yaml  # noqa: F401

# pytester forgets, after each run in this process, every module that run imported first; yaml's C half would
# then meet a second set of node classes.  So all of it is imported before.
import pytest_bramble.hooks.start
import pytest_bramble.worlds.shop  # noqa: F401

REPOSITORY = Path(__file__).parent.parent.parent


@pytest.fixture(autouse=True)
def _no_environment(monkeypatch):
    for name in (
        "BRAMBLE_CANDIDATES",
        "BRAMBLE_RUNS",
        "BRAMBLE_JOB",
        "BRAMBLE_TIMEOUT",
        "BRAMBLE_REPORTS",
        "BRAMBLE_PLAN",
        "BRAMBLE_BUDGET",
    ):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.delenv("PYTEST_ADDOPTS", raising=False)


@pytest.fixture
def desk(pytester: pytest.Pytester) -> pytest.Pytester:
    """A project with the resolution job in it, unsealed."""
    shutil.copytree(REPOSITORY / "jobs" / "resolution", pytester.path / "jobs" / "resolution")
    pytester.makepyprojecttoml("[tool.pytest.ini_options]\nbramble_job = 'resolution'\n")
    return pytester


def sessions(pytester: pytest.Pytester) -> list[Path]:
    """The session folders, the newest last."""
    reports = pytester.path / "reports"
    newest = (reports / "last").read_text(encoding="utf-8").strip()
    found = sorted(path for path in reports.glob("2*") if path.is_dir() and path.name != newest)
    return [*found, reports / newest]


def report(pytester: pytest.Pytester) -> dict[str, Any]:
    """The report of the newest session."""
    return json.loads((sessions(pytester)[-1] / "report.json").read_text(encoding="utf-8"))


def records(pytester: pytest.Pytester) -> list[dict[str, Any]]:
    """The records of the newest session by file name."""
    return [
        json.loads(p.read_text(encoding="utf-8"))
        for p in sorted((sessions(pytester)[-1] / "trials").glob("*.json"))
    ]
