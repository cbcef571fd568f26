"""CPU we add per model call on top of LiteLLM: the same conversation asked through our model and through LiteLLM.

``python benchmarks/calls.py HOW URL`` is one of the two processes; it prints the milliseconds of CPU it took per
call, its start left out: LiteLLM's import alone scatters by more than what is measured.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

from exams import REPOSITORY
from processes import Figure, surroundings
from tables import Row

from pytest_bramble.candidates.litellm_import import aclose_clients, load_litellm
from pytest_bramble.candidates.litellm_model import LiteLLMCandidate
from pytest_bramble.candidates.protocol import Message, ToolCall, ToolSpec

sys.path.insert(0, str(REPOSITORY))
from tests.stub_server import StubServer, calls, tool_call

WARM_UP, CALLS = 24, 300
TURNS = 6
PROSE = "An order of three months ago, its lines, its payments and where each parcel is now. "


def measured(times: int) -> Iterator[Row]:
    """One row over *times* pairs of processes, run in turn."""
    with StubServer(calls(tool_call("tool_1", '{"order": "B-101"}'))) as server:
        pairs = [(_spent("ours", server.url), _spent("litellm", server.url)) for _ in range(times)]
    own = Figure.of([bare for _, bare in pairs]).median
    added = [ours - bare for ours, bare in pairs]
    what = f"CPU we add per model call on top of LiteLLM's own {own:.2g} ms"
    yield Row(what=what, budget="1 ms", figure=Figure.of(added), unit="ms")


def _spent(how: str, url: str) -> float:
    """Milliseconds of CPU per call, in a process of its own."""
    done = subprocess.run(
        [sys.executable, str(Path(__file__).resolve()), how, url],
        env=surroundings({"OPENAI_API_KEY": "sk-benchmark", "NO_PROXY": "127.0.0.1"}),
        stdout=subprocess.PIPE,
        check=True,
    )
    return float(done.stdout.split()[-1])


def conversation(turns: int) -> list[Message]:
    """The messages a model sees after *turns* tool calls."""
    told = [Message(role="system", text=10 * PROSE), Message(role="user", text=3 * PROSE)]
    for turn in range(turns):
        call = ToolCall(id=f"call_{turn}", name="tool_1", arguments='{"order": "B-101"}')
        told.append(Message(role="assistant", text="", tool_calls=(call,)))
        told.append(Message(role="tool", text=8 * PROSE, tool_call_id=call.id))
    return told


CONVERSATION = [conversation(turns) for turns in range(TURNS)]
TOOLS = tuple(
    ToolSpec(
        name=f"tool_{n}",
        description=2 * PROSE,
        parameters={
            "type": "object",
            "properties": {
                name: {"type": "string", "description": PROSE} for name in ("order", "reason", "note")
            },
            "required": ["order"],
            "additionalProperties": False,
        },
    )
    for n in range(10)
)


def ours(url: str) -> Callable[[], list[Callable[[], Awaitable[Any]]]]:
    """The calls of one trial through a model of ours, made anew for each trial as in a session."""
    candidate = LiteLLMCandidate(name="served", model_name="openai/served", api_base=url)

    def trial() -> list[Callable[[], Awaitable[Any]]]:
        model = candidate.model()
        return [lambda messages=messages: model.reply(messages, TOOLS) for messages in CONVERSATION]

    return trial


async def bare(url: str) -> Callable[[], list[Callable[[], Awaitable[Any]]]]:
    """The same requests, their bodies taken from what ours sent, asked of LiteLLM directly."""
    litellm = load_litellm()
    model = LiteLLMCandidate(name="served", model_name="openai/served", api_base=url).model()
    bodies = [dict(model._ask(messages, TOOLS).body) for messages in CONVERSATION]
    rest = {"api_base": url, "api_key": os.environ["OPENAI_API_KEY"], "max_retries": 0, "timeout": 60}

    def trial() -> list[Callable[[], Awaitable[Any]]]:
        return [lambda body=body: litellm.acompletion(**body, **rest) for body in bodies]

    return trial


async def ask(how: str, url: str) -> float:
    """Ask CALLS times, one after the other; the milliseconds of CPU each took."""
    load_litellm()
    trial = ours(url) if how == "ours" else await bare(url)
    await _one_by_one(trial, WARM_UP)
    started = time.process_time()
    await _one_by_one(trial, CALLS)
    spent = time.process_time() - started
    await aclose_clients()
    return 1000 * spent / CALLS


async def _one_by_one(trial: Callable[[], list[Callable[[], Awaitable[Any]]]], number: int) -> None:
    for _ in range(number // TURNS):
        for call in trial():
            await call()


if __name__ == "__main__":
    print(asyncio.run(ask(sys.argv[1], sys.argv[2])))
