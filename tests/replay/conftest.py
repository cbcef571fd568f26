"""Honest sessions, run once, and copies of them to tamper with."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pytest_bramble.cli import main
from pytest_bramble.evidence.store import SessionFolder
from pytest_bramble.replay.session import Replayed, replay

from ..plugin.test_models import plays_gold
from ..stub_server import StubServer
from .rehash import Tampering

REPOSITORY = Path(__file__).parent.parent.parent


def project(folder: Path, entries: str = "") -> Path:
    """A sealed project with the resolution job in *folder*."""
    shutil.copytree(
        REPOSITORY / "jobs" / "resolution",
        folder / "jobs" / "resolution",
        ignore=shutil.ignore_patterns("audit.json"),
    )
    (folder / "pyproject.toml").write_text(
        f"[tool.pytest.ini_options]\nbramble_job = 'resolution'\n{entries}", encoding="utf-8"
    )
    main(["freeze", str(folder / "jobs")])
    return folder


def examine(folder: Path, *arguments: str) -> Path:
    """The folder of the session that pytest with *arguments* left in the project *folder*."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("BRAMBLE_", "PYTEST_"))}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode in (0, 1), done.stdout + done.stderr
    return folder / "reports" / (folder / "reports" / "last").read_text().strip()


@pytest.fixture(scope="session")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A session of first-record with control as its baseline, in a project of its own."""
    folder = project(tmp_path_factory.mktemp("honest"))
    return examine(folder, "--candidate=first-record", "--bramble-baseline=control")


@pytest.fixture(scope="session")
def modelled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A session of a model over HTTP with a prompt, a policy, a price and tools of its own."""
    with StubServer(plays_gold) as server:
        folder = project(
            tmp_path_factory.mktemp("modelled"),
            "[tool.bramble.candidates.plain]\n"
            f"model = 'openai/stub'\napi_base = '{server.url}'\napi_key_env = 'STUB_KEY'\n"
            "price = {input_per_mtok = 3, output_per_mtok = 15}\n"
            "[tool.bramble.candidates.own]\nextends = 'plain'\nprompt = 'brief.md'\npolicy = 'rules.md'\n"
            "tools = {list_orders = 'list_orders', verify_identity = 'verify_identity', get_order = 'look_up'}\n",
        )
        (folder / "brief.md").write_text("Be brief.", encoding="utf-8")
        (folder / "rules.md").write_text("## 1 All\nBe kind.\n", encoding="utf-8")
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("STUB_KEY", "a-key-of-no-worth")
            patch.setenv("NO_PROXY", "127.0.0.1")
            yield examine(folder, "-k", "R01", "--candidate=plain", "--candidate=own")


@pytest.fixture
def session(honest: Path, tmp_path: Path) -> Path:
    """A copy of the honest session in a copy of its project."""
    copy = tmp_path / "project"
    shutil.copytree(honest.parent.parent, copy)
    return copy / "reports" / honest.name


@pytest.fixture
def tampering(session: Path) -> Tampering:
    """The copied session, open for tampering."""
    return Tampering(session)


def replayed(session: Path) -> Replayed:
    """What a replay of *session* finds."""
    return replay(SessionFolder(session))


def told(session: Path) -> list[str]:
    """The contradictions a replay of *session* finds, as they are printed."""
    return [str(found) for found in replayed(session).contradictions]
