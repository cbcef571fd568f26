"""What LiteLLM does to a whole process: imports, warnings, network, threads, failure output."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from ..stub_server import Answer, Request, StubServer, echoes_the_key, says, sends
from .test_litellm_answers import CLAUDE, COHERE, GEMINI

REPO = Path(__file__).parents[2]
OPTIONS = ("-W", "error", "-l", "-vv", "-rA", "--tb=long", "-p", "no:cacheprovider")
CANARY = "sk-canary-0123456789"

QUIET = """
import asyncio, socket, sys, threading

asked, real = [], socket.getaddrinfo
def noted(host, *rest, **named):
    asked.append(host)
    return real(host, *rest, **named)
socket.getaddrinfo = noted

from pytest_bramble.candidates.litellm_import import aclose_clients, load_litellm
from pytest_bramble.candidates.litellm_model import LiteLLMCandidate
from pytest_bramble.candidates.protocol import Message

asyncio.run(aclose_clients())
print("imported before it is needed:", "litellm" in sys.modules)
first = load_litellm()
print("the same again:", load_litellm() is first)
print("debug advice suppressed:", first.suppress_debug_info)
print("threads after import:", [thread.name for thread in threading.enumerate()])

async def talk():
    asyncio.get_running_loop().slow_callback_duration = 60  # -X dev complains of a busy machine otherwise
    told = (Message(role="user", text="Hello?"),)
    for model in ("openai/gpt-4o", "anthropic/claude-sonnet-4-5", "gemini/gemini-2.5-flash", "mistral/large", "cohere/r"):
        candidate = LiteLLMCandidate(name="x", model_name=model, api_base=sys.argv[1])
        reply = await candidate.model().reply(told, ())
        print(model, reply.text or reply.tool_calls[0].name)
    print("tasks of litellm:", len(asyncio.all_tasks()) > 1)
    await aclose_clients()
    print("tasks left:", len(asyncio.all_tasks()) - 1)

asyncio.run(talk())
print("looked up:", sorted(set(asked) - {"127.0.0.1"}))
"""

FAILING = """
import asyncio, sys

from pytest_bramble.candidates.litellm_model import LiteLLMCandidate
from pytest_bramble.candidates.protocol import Message
from pytest_bramble.candidates.retry import RetryPolicy

import os

def examine(path):
    candidate = LiteLLMCandidate(
        name="x", model_name="openai/stub", api_base=os.environ["STUB"] + path,
        api_key_env="SHOP_KEY", retry=RetryPolicy(attempts=1),
    )
    model = candidate.model()
    return asyncio.run(model.reply((Message(role="user", text="Hello?"),), ()))

def test_fails():
    examine("/401")

def test_passes():
    assert examine("/200").text == "Hello."

def test_calls():
    assert examine("/200").tool_calls == ()
"""


def _any_provider(request: Request) -> Answer:
    if request.path.endswith("/messages"):
        return sends(CLAUDE)
    if request.path.endswith("/v1"):
        return sends(COHERE)
    return sends(GEMINI) if "generateContent" in request.path else says("Hello.")


def _environment(**more: str) -> dict[str, str]:
    kept = {key: os.environ[key] for key in ("PATH", "HOME", "LANG") if key in os.environ}
    return {**kept, "PYTHONPATH": str(REPO), "NO_PROXY": "127.0.0.1", **more}


@pytest.mark.parametrize("warnings", ["error", "always"])
def test_litellm_comes_late_quietly_and_without_a_network(tmp_path: Path, warnings: str) -> None:
    with StubServer(_any_provider) as stub:
        run = subprocess.run(
            [sys.executable, "-X", "dev", "-W", warnings, "-c", QUIET, stub.url],
            cwd=tmp_path,
            env=_environment(),
            capture_output=True,
            text=True,
            check=False,
        )
    # asyncio's debug mode tells of every callback the machine made wait; that is load, not noise of ours.
    slow = [line for line in run.stderr.splitlines() if line.startswith("Executing <")]
    assert [line for line in run.stderr.splitlines() if line not in slow] == []
    assert run.stdout == dedent(
        """\
        imported before it is needed: False
        the same again: True
        debug advice suppressed: True
        threads after import: ['MainThread']
        openai/gpt-4o Hello.
        anthropic/claude-sonnet-4-5 One moment.
        gemini/gemini-2.5-flash get_order
        mistral/large Hello.
        cohere/r Bonjour.
        tasks of litellm: True
        tasks left: 0
        looked up: []
        """
    )


def _by_path(request: Request) -> Answer:
    return echoes_the_key(request) if "/401/" in request.path else says("Hello.")


def test_failure_output_with_locals_and_warnings_as_errors_shows_no_key(tmp_path: Path) -> None:
    (tmp_path / "test_shop.py").write_text(FAILING)
    with StubServer(_by_path) as stub:
        run = subprocess.run(
            [sys.executable, "-m", "pytest", *OPTIONS, "test_shop.py"],
            cwd=tmp_path,
            env=_environment(SHOP_KEY=CANARY, STUB=stub.url),
            capture_output=True,
            text=True,
            check=False,
        )
    keys = {request.key for request in stub.requests}
    assert keys == {CANARY}
    assert "1 failed, 2 passed" in run.stdout
    assert (
        "the key was refused; check SHOP_KEY (HTTP 401): Incorrect API key provided: [removed]" in run.stdout
    )
    assert "Secret(***)" in run.stdout
    assert "canary" not in run.stdout + run.stderr
