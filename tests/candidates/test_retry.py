"""Which failed calls are made again, how often, and after how long."""

from __future__ import annotations

import asyncio
from contextlib import AbstractAsyncContextManager, nullcontext
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_bramble.candidates.protocol import ContextOverflow
from pytest_bramble.candidates.provider_faults import ProviderError, seconds_to_wait
from pytest_bramble.candidates.retry import RetryPolicy
from pytest_bramble.sharing.limits import Limits

from ..stub_server import Answer, fails, says, sends
from .conftest import OPENING, Ask, Serve, candidate

PASSING = ["provider_rate_limit", "provider_timeout", "provider_unavailable", "provider_bad_response"]
LASTING = ["provider_quota", "provider_auth", "provider_rejected"]
NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


class Waits:
    """A sleep that takes no time and remembers how long it should have taken."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)


def quick(attempts: int, waits: Waits) -> RetryPolicy:
    """A policy that waits for nothing."""
    return RetryPolicy(attempts=attempts, sleep=waits, jitter=lambda: 0.5)


@pytest.mark.parametrize("attempts", [1, 2, 3])
def test_a_fault_that_stays_is_tried_that_often(serve: Serve, ask: Ask, attempts: int) -> None:
    stub, waits = serve(fails(503)), Waits()
    with pytest.raises(ProviderError) as caught:
        ask(stub, retry=quick(attempts, waits))
    assert len(stub.requests) == attempts
    assert waits.seconds == [0.75, 1.5][: attempts - 1]
    assert [attempt["waited_s"] for attempt in caught.value.attempts] == [*waits.seconds, None]


def test_a_fault_that_passes_ends_in_the_reply_and_stays_in_the_record(serve: Serve, ask: Ask) -> None:
    stub, waits = serve(fails(429, retry_after="2"), says("Hello.")), Waits()
    reply = ask(stub, retry=quick(3, waits))
    assert (reply.text, len(stub.requests), waits.seconds) == ("Hello.", 2, [2.0])
    attempt = dict(reply.attempts[0])
    assert attempt.pop("seconds") > 0
    assert attempt == {
        "reason": "provider_rate_limit",
        "status": 429,
        "message": "openai/stub: the provider limits the rate of calls (HTTP 429): no",
        "retry_after_s": 2.0,
        "waited_s": 2.0,
    }
    assert len(reply.attempts) == 1


@pytest.mark.parametrize(
    "first",
    [Answer(fault="reset"), Answer(body=b'{"id":'), sends({}), fails(500), fails(529)],
    ids=["reset", "malformed", "empty", "500", "529"],
)
def test_what_may_pass_is_tried_again(serve: Serve, ask: Ask, first: Answer) -> None:
    stub = serve(first, says("Hello."))
    assert ask(stub, retry=quick(2, Waits())).text == "Hello."
    assert len(stub.requests) == 2


def test_a_hanging_call_is_tried_again(serve: Serve, ask: Ask) -> None:
    stub = serve(Answer(fault="hang"), says("Hello."))
    reply = ask(stub, retry=quick(2, Waits()), params={"call_timeout_s": 0.4})
    assert (reply.text, reply.attempts[0]["reason"]) == ("Hello.", "provider_timeout")


@pytest.mark.parametrize(
    "first",
    [fails(429, code="insufficient_quota"), fails(400), fails(401), fails(403), fails(404)],
    ids=["quota", "400", "401", "403", "404"],
)
def test_what_will_not_pass_is_not_tried_again(serve: Serve, ask: Ask, first: Answer) -> None:
    stub, waits = serve(first, says("Hello.")), Waits()
    with pytest.raises(ProviderError):
        ask(stub, retry=quick(3, waits))
    assert (len(stub.requests), waits.seconds) == (1, [])


def test_a_full_context_window_is_not_tried_again(serve: Serve, ask: Ask) -> None:
    stub = serve(fails(400, "too long", "context_length_exceeded"), says("Hello."))
    with pytest.raises(ContextOverflow):
        ask(stub, retry=quick(3, Waits()))
    assert len(stub.requests) == 1


def test_a_retry_asks_the_same(serve: Serve, ask: Ask) -> None:
    stub = serve(fails(500), says("Hello."))
    ask(stub, retry=quick(2, Waits()))
    assert stub.requests[0].body == stub.requests[1].body


@given(st.integers(1, 9), st.integers(1, 9), st.sampled_from(PASSING + LASTING), st.floats(0, 1))
def test_only_passing_faults_within_the_limit_are_waited_for(
    attempts: int, tried: int, reason: str, jitter: float
) -> None:
    policy = RetryPolicy(attempts=attempts, jitter=lambda: jitter)
    wait = policy.wait_s(tried, ProviderError(reason, "x"))
    if reason in LASTING or tried >= attempts:
        assert wait is None
    else:
        whole = min(60.0, 2.0 ** (tried - 1))
        assert wait is not None
        assert whole / 2 <= wait <= whole


@given(st.floats(0, 10_000))
def test_a_wish_to_wait_is_honoured_up_to_a_minute(asked: float) -> None:
    fault = ProviderError("provider_rate_limit", "x", 429, asked)
    assert RetryPolicy().wait_s(1, fault) == min(asked, 60.0)


def test_the_waits_of_one_trial_stay_within_five_minutes_together() -> None:
    fault = ProviderError("provider_rate_limit", "x", 429, 60.0)
    assert RetryPolicy().wait_s(1, fault, waited_s=240.0) == 60.0
    assert RetryPolicy().wait_s(1, fault, waited_s=240.1) is None


def test_a_trial_that_has_waited_enough_waits_no_more(serve: Serve, runner: asyncio.Runner) -> None:
    stub, waits = serve(fails(429, retry_after="2"), says("Hello."), fails(429, retry_after="2")), Waits()
    model = candidate(stub, retry=RetryPolicy(sleep=waits, total_s=3.0)).model()
    assert runner.run(model.reply(OPENING, ())).text == "Hello."
    with pytest.raises(ProviderError) as caught:
        runner.run(model.reply(OPENING, ()))
    assert (caught.value.reason, waits.seconds, len(stub.requests)) == ("provider_rate_limit", [2.0], 3)


class Gate:
    """A limiter that only remembers."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, Limits]] = []
        self.held: list[tuple[str, float]] = []

    def call(self, provider: str, limits: Limits) -> AbstractAsyncContextManager[None]:
        self.calls.append((provider, limits))
        return nullcontext()

    def hold(self, provider: str, seconds: float) -> None:
        self.held.append((provider, seconds))


@pytest.mark.parametrize(
    ("first", "held"),
    [
        (fails(429, retry_after="7"), [7.0]),
        (fails(429, retry_after="900"), [60.0]),
        (fails(429), [0.75]),
        (fails(503, retry_after="7"), []),
        (fails(500), []),
    ],
    ids=["retry-after", "long", "none", "503", "500"],
)
def test_a_limit_on_the_rate_holds_back_everybody(
    serve: Serve, runner: asyncio.Runner, first: Answer, held: list[float]
) -> None:
    stub, gate = serve(first, says("Hello.")), Gate()
    limits = Limits(concurrency=2)
    asked = candidate(stub, retry=quick(2, Waits()), limits=limits).model(gate)  # type: ignore[arg-type]
    assert runner.run(asked.reply(OPENING, ())).text == "Hello."
    where = f"openai {stub.url}"
    assert gate.calls == [(where, limits)] * 2
    assert gate.held == [(where, seconds) for seconds in held]


def test_the_last_refusal_holds_back_everybody_too(serve: Serve, runner: asyncio.Runner) -> None:
    stub, gate = serve(fails(429, retry_after="7")), Gate()
    with pytest.raises(ProviderError):
        runner.run(candidate(stub).model(gate).reply(OPENING, ()))  # type: ignore[arg-type]
    assert gate.held == [(f"openai {stub.url}", 7.0)]


def test_three_tries_are_the_default() -> None:
    fault = ProviderError("provider_timeout", "x")
    assert RetryPolicy().wait_s(2, fault) is not None
    assert RetryPolicy().wait_s(3, fault) is None


def test_no_try_at_all_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^attempts must be from 1, not 0$"):
        RetryPolicy(attempts=0)


@given(st.integers(0, 10**6))
def test_seconds_and_dates_ask_for_the_same_wait(seconds: int) -> None:
    date = format_datetime(NOW + timedelta(seconds=seconds), usegmt=True)
    assert seconds_to_wait(str(seconds), NOW) == seconds_to_wait(date, NOW) == float(seconds)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0.5", 0.5),
        (" 3 ", 3.0),
        ("-1", None),
        ("soon", None),
        ("nan", None),
        ("", None),
        ("Mon, 30 Nov 2026 11:59:00 GMT", 0.0),
        ("Mon, 30 Nov 2026 12:00:30 -0000", 30.0),
    ],
)
def test_a_wish_to_wait_is_read_or_ignored(text: str, expected: float | None) -> None:
    assert seconds_to_wait(text, NOW) == expected
