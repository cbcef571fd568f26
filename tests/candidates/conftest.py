"""One event loop and one LiteLLM for all tests of the candidates, as in a session of the plugin."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from pytest_bramble.candidates.litellm_import import aclose_clients, load_litellm
from pytest_bramble.candidates.litellm_model import LiteLLMCandidate
from pytest_bramble.candidates.protocol import Message, Reply, ToolSpec
from pytest_bramble.candidates.retry import RetryPolicy

from ..stub_server import Answer, Script, StubServer

Serve = Callable[..., StubServer]
Ask = Callable[..., Reply]

OPENING = (Message(role="system", text="You work here."), Message(role="user", text="Where is my order?"))
GET_ORDER = ToolSpec(
    name="get_order",
    description="Reads an order.",
    parameters={
        "type": "object",
        "properties": {"order": {"type": "string"}},
        "required": ["order"],
        "additionalProperties": False,
    },
)


@pytest.fixture(scope="session")
def runner() -> Iterator[asyncio.Runner]:
    """The session's one event loop; LiteLLM keeps a pool of connections per loop."""
    load_litellm()
    with asyncio.Runner() as runner:
        yield runner
        runner.run(aclose_clients())


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """No key, address or proxy of the developer's own reaches a test."""
    for name in (
        "OPENAI_API_KEY",
        "OPENAI_BASE_URL",
        "OPENAI_API_BASE",
        "ANTHROPIC_API_KEY",
        "GEMINI_API_KEY",
    ):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Starts stub servers with a script and stops them after the test."""
    with ExitStack() as running:

        def start(*script: Answer | Script) -> StubServer:
            return running.enter_context(StubServer(*script))

        yield start


def candidate(stub: StubServer, **changed: object) -> LiteLLMCandidate:
    """A candidate that asks *stub* once per turn and waits ten seconds at most."""
    settings = {
        "name": "stub",
        "model_name": "openai/stub",
        "api_base": stub.url,
        "params": {"call_timeout_s": 10},
        "retry": RetryPolicy(attempts=1),
        **changed,
    }
    return LiteLLMCandidate(**settings)  # type: ignore[arg-type]  # a test names only what it is about


@pytest.fixture
def ask(runner: asyncio.Runner) -> Ask:
    """Asks a stub for one turn through real LiteLLM and HTTP."""

    def turn(
        stub: StubServer,
        messages: tuple[Message, ...] = OPENING,
        tools: tuple[ToolSpec, ...] = (),
        **changed: object,
    ) -> Reply:
        return runner.run(candidate(stub, **changed).model().reply(messages, tools))

    return turn
