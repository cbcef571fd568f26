"""A replay calls no candidate, no agent and no provider, and cannot."""

from __future__ import annotations

import subprocess
import sys

import pytest

from pytest_bramble.audit.gold import GoldCandidate
from pytest_bramble.audit.undirected import Undirected
from pytest_bramble.candidates import registry
from pytest_bramble.candidates.litellm_model import LiteLLMCandidate
from pytest_bramble.candidates.litellm_turn import LiteLLMModel
from pytest_bramble.candidates.python_agent import PythonCandidate
from pytest_bramble.candidates.scripted import ScriptedCandidate, ScriptedModel
from pytest_bramble.engine import working
from pytest_bramble.trial import conduct as trial

from ..test_house import PACKAGE, reachable
from .conftest import examine, project, replayed

ENTRY_POINTS = [
    (ScriptedCandidate, "model"),
    (ScriptedModel, "reply"),
    (GoldCandidate, "model_for"),
    (Undirected, "model_for"),
    (PythonCandidate, "agent"),
    (LiteLLMCandidate, "model"),
    (LiteLLMModel, "reply"),
    (registry, "resolve"),
    (trial, "conduct"),
    (working, "work"),
]


def test_a_session_replays_while_every_entry_to_a_candidate_raises(honest, monkeypatch):
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a candidate was called during a replay")

    for owner, name in ENTRY_POINTS:
        monkeypatch.setattr(owner, name, refuse)
    found = replayed(honest)
    assert (found.code, found.records) == (0, 16)


def test_an_agent_s_module_is_gone_and_its_session_replays(tmp_path):
    folder = project(tmp_path, "[tool.bramble.candidates.mine]\npython = 'my_agent:agent'\n")
    (folder / "my_agent.py").write_text(
        "async def agent(ticket):\n    await ticket.say('Hm.')\n", encoding="utf-8"
    )
    session = examine(folder, "-k", "R01", "--candidate=mine")
    (folder / "my_agent.py").write_text("raise SystemExit('imported by a replay')\n", encoding="utf-8")
    assert replayed(session).code == 0


def test_a_replay_imports_neither_litellm_nor_anything_that_asks(honest):
    script = (
        "import sys; from pathlib import Path; from pytest_bramble.evidence.store import SessionFolder;"
        "from pytest_bramble.replay.session import replay; code = replay(SessionFolder(Path(sys.argv[1]))).code;"
        "print([m for m in sys.modules if m.partition('.')[0] in ('litellm', 'pytest', 'openai')]"
        " + [m for m in sys.modules if m.startswith('pytest_bramble.audit')]); sys.exit(code)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(honest)], capture_output=True, text=True, check=False, cwd=honest
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    "forbidden",
    [
        *("audit", "engine", "hooks", "commands", "trial/conduct.py", "trial/agent_driver.py"),
        *("candidates/registry.py", "candidates/scripted.py", "candidates/builtin.py"),
        *("candidates/litellm_model.py", "candidates/litellm_turn.py", "candidates/python_agent.py"),
    ],
)
def test_no_import_leads_from_a_replay_to(forbidden):
    assert (PACKAGE / forbidden).exists()
    reached = reachable(*(PACKAGE / "replay").glob("*.py"))
    assert len(reached) > 50
    assert [path for path in reached if str(path.relative_to(PACKAGE)).startswith(forbidden)] == []
