"""The documentation tells the truth: every command in it runs, every name has its place."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pytest_bramble import plugin
from pytest_bramble.audit.candidates import examiners_candidates
from pytest_bramble.candidates.builtin import BUILT_IN
from pytest_bramble.candidates.registry import ALIASES
from pytest_bramble.settings import _ENTRY_KEYS

REPOSITORY = Path(__file__).parent.parent.parent
PAGES = [REPOSITORY / "README.md", *sorted((REPOSITORY / "docs").glob("*.md"))]
CONSOLE = re.compile(r"```console\n(.*?)```", re.DOTALL)
COMMANDS = sorted(
    {
        (page.name, line.removeprefix("$ "))
        for page in PAGES
        for block in CONSOLE.findall(page.read_text(encoding="utf-8"))
        for line in block.splitlines()
        if line.startswith("$ ")
    }
)
ASKS_A_PROVIDER = re.compile(r"--candidate=(?:gemini|claude|gpt|mistral|\w+/)")


@pytest.fixture(scope="module")
def clone(tmp_path_factory):
    """What a user's clone holds, as far as the commands need it."""
    folder = tmp_path_factory.mktemp("clone")
    for name in ("jobs", "pyproject.toml", "FROZEN.sha256", "README.md"):
        source = REPOSITORY / name
        if source.is_dir():
            shutil.copytree(source, folder / name)
        else:
            shutil.copy(source, folder / name)
    return folder


@pytest.mark.parametrize(("page", "command"), COMMANDS, ids=[f"{p}: {c}" for p, c in COMMANDS])
def test_a_command_of_the_documentation_runs(clone, page, command):
    words = shlex.split(command)
    assert words[0] in ("pytest", "bramble"), "a console block holds commands of this package only"
    if ASKS_A_PROVIDER.search(command):
        words.append("--collect-only")  # no test asks a real provider
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("BRAMBLE_", "PYTEST_"))}
    environment["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{environment['PATH']}"
    done = subprocess.run(
        words, cwd=clone, env=environment, capture_output=True, text=True, timeout=180, check=False
    )
    told = done.stdout + done.stderr
    assert done.returncode == 0, told
    assert "Traceback" not in told


def test_there_are_commands_to_run():
    assert len(COMMANDS) > 8


def everything_written():
    return "\n".join(page.read_text(encoding="utf-8") for page in PAGES)


@pytest.mark.parametrize("flag", [flag for flag, *_ in plugin._OPTIONS] + ["--candidate"])
def test_every_option_is_documented(flag):
    assert f"`{flag}" in everything_written()


@pytest.mark.parametrize("name", [name for name, *_ in plugin._INI])
def test_every_ini_key_is_documented(name):
    assert f"`{name}`" in everything_written()


@pytest.mark.parametrize("name", sorted({*BUILT_IN, *examiners_candidates(), *ALIASES}))
def test_every_built_in_candidate_is_documented(name):
    assert f"`{name}`" in everything_written()


@pytest.mark.parametrize("key", sorted(_ENTRY_KEYS))
def test_every_key_of_a_candidate_entry_is_documented(key):
    assert f"| `{key}` |" in (REPOSITORY / "docs" / "candidates.md").read_text(encoding="utf-8")


def test_every_link_between_pages_leads_somewhere():
    for page in PAGES:
        for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"
