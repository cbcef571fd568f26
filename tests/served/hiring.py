"""A project with the support job in it, and the examination of a served model there, all in other processes."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..stub_server import StubServer
from .gold_desk import GoldDesk, Slip

REPOSITORY = Path(__file__).parent.parent.parent
PYTEST = (sys.executable, "-m", "pytest", "-q", "--tb=no", "-rN", "-p", "no:cacheprovider")
BRAMBLE = (sys.executable, "-c", "import sys; from pytest_bramble.cli import main; sys.exit(main())")


@dataclass(frozen=True, slots=True, kw_only=True)
class Office:
    """A project's folder."""

    path: Path

    @classmethod
    def in_folder(cls, path: Path) -> Office:
        """A project at *path* with the support job, freshly sealed."""
        shutil.copytree(REPOSITORY / "jobs" / "support", path / "jobs" / "support")
        (path / "jobs" / "support" / "audit.json").unlink(missing_ok=True)
        office = cls(path=path)
        office.run(*BRAMBLE, "freeze")
        return office

    def audit(self) -> None:
        """Prove the exam, so that H12 is met."""
        self.run(*BRAMBLE, "audit", "jobs/support")

    def examine(self, slips: Mapping[str, Slip] | None = None) -> dict[str, Any]:
        """The report on a served model that plays gold, but for its *slips*; the whole job, runs as sealed."""
        with StubServer(GoldDesk(self.path / "jobs" / "support", slips)) as server:
            self.serve(server.url)
            self.run(*PYTEST, "--candidate=served", fine=(0, 1))
        return self.report()

    def serve(self, url: str) -> None:
        """Tell the project where its candidate `served` is."""
        (self.path / "pyproject.toml").write_text(
            "[tool.pytest.ini_options]\ntestpaths = ['jobs/support']\n"
            "[tool.bramble.candidates.served]\nmodel = 'openai/served'\nfamily = 'nobody'\n"
            f"api_base = '{url}'\napi_key_env = 'SERVED_KEY'\n",
            encoding="utf-8",
        )

    def report(self) -> dict[str, Any]:
        """The report of the last session."""
        reports = self.path / "reports"
        last = (reports / "last").read_text(encoding="utf-8").strip()
        return json.loads((reports / last / "report.json").read_text(encoding="utf-8"))

    def gate(self, *arguments: str) -> int:
        """The exit code of `bramble gate last`."""
        return self.run(*BRAMBLE, "gate", "last", *arguments, fine=(0, 10, 11, 12)).returncode

    def run(self, *command: str, fine: tuple[int, ...] = (0,)) -> subprocess.CompletedProcess[str]:
        """Run *command* in the project; its output is the message when it does not end as it should."""
        done = subprocess.run(
            command,
            cwd=self.path,
            env=self.environment(),
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
        assert done.returncode in fine, done.stdout + done.stderr
        return done

    def environment(self) -> dict[str, str]:
        """What the project's commands find in their environment."""
        inherited = {k: v for k, v in os.environ.items() if not k.startswith(("BRAMBLE_", "PYTEST_"))}
        return {**inherited, "SERVED_KEY": "sk-served", "NO_PROXY": "127.0.0.1"}
