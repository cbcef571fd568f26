"""CPU we add per model call on top of LiteLLM: the same conversation asked through our model and through LiteLLM.

``python benchmarks/calls.py HOW URL CALLS`` is the process that is measured; its start is taken off by one that
makes few calls.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

from exams import REPOSITORY
from processes import Figure, Run, run
from tables import Row

from pytest_bramble.candidates.litellm_import import aclose_clients, load_litellm
from pytest_bramble.candidates.litellm_model import LiteLLMCandidate
from pytest_bramble.candidates.protocol import Message, ToolCall, ToolSpec

sys.path.insert(0, str(REPOSITORY))
from tests.stub_server import StubServer, calls, tool_call

FEW, MANY = 24, 624
TURNS = 6
PROSE = "An order of three months ago, its lines, its payments and where each parcel is now. "


def measured(times: int) -> Iterator[Row]:
    """One row over *times* pairs of processes."""
    with StubServer(calls(tool_call("tool_1", '{"order": "B-101"}'))) as server:
        _spent("ours", server.url)
        pairs = [(_spent("ours", server.url), _spent("litellm", server.url)) for _ in range(times)]
    what = (
        f"CPU we add per model call on top of LiteLLM's own {Figure.of([b for _, b in pairs]).median:.2g} ms"
    )
    yield Row(what=what, budget="1 ms", figure=Figure.of([a - b for a, b in pairs]), unit="ms")


def _spent(how: str, url: str) -> float:
    """Milliseconds of CPU per call."""
    many, few = (_process(how, url, number) for number in (MANY, FEW))
    return 1000 * (many.cpu_s - few.cpu_s) / (MANY - FEW)


def _process(how: str, url: str, number: int) -> Run:
    command = [sys.executable, str(Path(__file__).resolve()), how, url, str(number)]
    with tempfile.TemporaryDirectory() as name:
        return run(command, Path(name), {"OPENAI_API_KEY": "sk-benchmark", "NO_PROXY": "127.0.0.1"})


def conversation(turns: int) -> list[Message]:
    """The messages a model sees after *turns* tool calls."""
    told = [Message(role="system", text=10 * PROSE), Message(role="user", text=3 * PROSE)]
    for turn in range(turns):
        call = ToolCall(id=f"call_{turn}", name="tool_1", arguments='{"order": "B-101"}')
        told.append(Message(role="assistant", text="", tool_calls=(call,)))
        told.append(Message(role="tool", text=8 * PROSE, tool_call_id=call.id))
    return told


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
        return [lambda turn=turn: model.reply(conversation(turn), TOOLS) for turn in range(TURNS)]

    return trial


async def bare(url: str) -> Callable[[], list[Callable[[], Awaitable[Any]]]]:
    """The same requests, their bodies taken from what ours sent, asked of LiteLLM directly."""
    litellm = load_litellm()
    model = LiteLLMCandidate(name="served", model_name="openai/served", api_base=url).model()
    bodies = [dict(model._ask(conversation(turn), TOOLS).body) for turn in range(TURNS)]
    rest = {"api_base": url, "api_key": os.environ["OPENAI_API_KEY"], "max_retries": 0, "timeout": 60}

    def trial() -> list[Callable[[], Awaitable[Any]]]:
        return [
            lambda body=body: (conversation(0), litellm.acompletion(**body, **rest))[1] for body in bodies
        ]

    return trial


async def ask(how: str, url: str, number: int) -> None:
    """Ask *number* times, one after the other."""
    load_litellm()
    trial = ours(url) if how == "ours" else await bare(url)
    for _ in range(number // TURNS):
        for call in trial():
            await call()
    await aclose_clients()


if __name__ == "__main__":
    asyncio.run(ask(sys.argv[1], sys.argv[2], int(sys.argv[3])))
