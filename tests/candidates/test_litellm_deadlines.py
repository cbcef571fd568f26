"""A call ends when its time is over, whatever the server does, and when it is cancelled."""

from __future__ import annotations

import asyncio
import traceback

import pytest

from pytest_bramble.candidates.provider_faults import ProviderError

from ..stub_server import Answer, StubServer, says
from .conftest import OPENING, Ask, Serve, candidate

SHORT = {"call_timeout_s": 0.3}


@pytest.mark.parametrize(
    "answer", [Answer(fault="hang"), Answer(fault="drip", body=says("x" * 4000).body)], ids=["hang", "drip"]
)
@pytest.mark.parametrize("model", ["openai/stub", "anthropic/claude-sonnet-4-5"])
def test_a_server_that_never_finishes_is_a_timeout(
    serve: Serve, ask: Ask, answer: Answer, model: str
) -> None:
    stub = serve(answer)
    with pytest.raises(ProviderError) as caught:
        ask(stub, params=SHORT, model_name=model)
    assert caught.value.reason == "provider_timeout"
    assert str(caught.value).startswith(f"{model}: no complete answer within 0.3 s")
    assert caught.value.request["sent"] is True
    assert len(stub.requests) == 1


async def _cancelled(stub: StubServer) -> asyncio.Task[object]:
    """A task whose call reached *stub* and was then cancelled."""
    task: asyncio.Task[object] = asyncio.create_task(_reply(stub))
    assert await asyncio.to_thread(stub.wait_for_a_request)
    task.cancel()
    await asyncio.wait([task])
    return task


async def _reply(stub: StubServer) -> object:
    return await candidate(stub, api_key_env="SHOP_KEY").model().reply(OPENING, ())


def test_a_cancelled_call_is_cancelled_and_not_a_fault(
    serve: Serve, runner: asyncio.Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHOP_KEY", "sk-canary-0123456789")
    stub = serve(Answer(fault="hang"))
    task = runner.run(_cancelled(stub))
    assert task.cancelled()
    assert len(stub.requests) == 1


def test_a_cancelled_calls_traceback_shows_no_key(
    serve: Serve, runner: asyncio.Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHOP_KEY", "sk-canary-0123456789")

    async def report() -> str:
        try:
            await (await _cancelled(serve(Answer(fault="hang"))))
        except asyncio.CancelledError as exc:
            return "".join(traceback.TracebackException.from_exception(exc, capture_locals=True).format())
        return "not cancelled"

    told = runner.run(report())
    assert "CancelledError" in told
    assert "canary" not in told


def test_a_trials_own_limit_ends_a_call_as_its_own(serve: Serve, runner: asyncio.Runner) -> None:
    async def limited() -> None:
        async with asyncio.timeout(0.2):
            await candidate(serve(Answer(fault="hang"))).model().reply(OPENING, ())

    with pytest.raises(TimeoutError):
        runner.run(limited())


def test_one_loop_keeps_one_connection(serve: Serve, ask: Ask) -> None:
    stub = serve(says("Hello"))
    for _ in range(5):
        ask(stub)
    assert len({request.peer for request in stub.requests}) == 1
