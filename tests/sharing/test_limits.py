"""How fast a provider is called, on a clock that only moves when somebody waits."""

from __future__ import annotations

import asyncio
import heapq
import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_bramble.errors import SettingsError
from pytest_bramble.sharing.limits import Door, Limiter, Limits, read_limits
from pytest_bramble.sharing.shared import NAME, Shared


class Time:
    """A clock, and a sleep that lets it go on to the next waking only when everybody sleeps."""

    def __init__(self):
        self.now = 0.0
        self.slept = []
        self._sleepers = []
        self._numbers = itertools.count()

    def __call__(self):
        return self.now

    async def sleep(self, seconds):
        self.slept.append(round(seconds, 6))
        woken = asyncio.Event()
        heapq.heappush(self._sleepers, (self.now + seconds, next(self._numbers), woken))
        await woken.wait()

    async def run(self, *work):
        tasks = [asyncio.ensure_future(each) for each in work]
        while not all(task.done() for task in tasks):
            for _ in range(20):
                await asyncio.sleep(0)
            if self._sleepers:
                self.now, _, woken = heapq.heappop(self._sleepers)
                woken.set()
        return [task.result() for task in tasks]


@pytest.fixture
def time():
    return Time()


def limiter(time, shared=None):
    return Limiter(shared or Shared(None), time, time.sleep)


async def call(limiter, time, limits, provider="a", lasts=0.0):
    """Make one call; when it began."""
    async with limiter.call(provider, limits):
        began = time.now
        if lasts:
            await time.sleep(lasts)
    return round(began, 6)


def test_without_limits_nothing_waits(time):
    one = limiter(time)
    began = asyncio.run(time.run(*(call(one, time, Limits()) for _ in range(3))))
    assert (began, time.slept) == ([0, 0, 0], [])


def test_calls_a_minute_go_at_even_distances(time):
    one = limiter(time)
    began = asyncio.run(time.run(*(call(one, time, Limits(per_minute=60)) for _ in range(4))))
    assert began == [0, 1, 2, 3]


def test_a_pause_gives_no_credit_for_a_burst(time):
    one = limiter(time)

    async def work():
        await time.sleep(100)
        return [await call(one, time, Limits(per_minute=60)) for _ in range(3)]

    assert asyncio.run(time.run(work())) == [[100, 101, 102]]


def test_the_rate_is_shared_by_processes(time, tmp_path):
    both = [limiter(time, Shared(tmp_path / NAME, 2)) for _ in range(2)]
    limits = Limits(per_minute=30)
    began = asyncio.run(time.run(*(call(one, time, limits) for one in both for _ in range(2))))
    assert sorted(began) == [0, 2, 4, 6]


def test_another_provider_has_a_clock_of_its_own(time):
    one, limits = limiter(time), Limits(per_minute=1)
    began = asyncio.run(time.run(*(call(one, time, limits, provider) for provider in ("a", "b"))))
    assert began == [0, 0]


def test_no_more_calls_run_at_once_than_allowed(time, tmp_path):
    both = [limiter(time, Shared(tmp_path / NAME, 2)) for _ in range(2)]
    limits = Limits(concurrency=2)
    began = asyncio.run(time.run(*(call(one, time, limits, lasts=1) for one in both for _ in range(2))))
    assert sorted(began) == [0, 0, 1, 1]


def test_a_call_that_fails_gives_its_place_back(time):
    one = limiter(time)

    async def failing():
        async with one.call("a", Limits(concurrency=1)):
            raise LookupError("gone")

    with pytest.raises(LookupError, match="gone"):
        asyncio.run(time.run(failing()))
    assert asyncio.run(time.run(call(one, time, Limits(concurrency=1)))) == [0]


def test_a_hold_stops_everybody(time, tmp_path):
    first, second = (limiter(time, Shared(tmp_path / NAME, 2)) for _ in range(2))
    first.hold("a", 30)
    began = asyncio.run(time.run(call(second, time, Limits()), call(second, time, Limits(), "b")))
    assert began == [30, 0]


def test_after_a_hold_calls_go_one_by_one(time):
    one = limiter(time)
    one.hold("a", 30)
    began = asyncio.run(time.run(*(call(one, time, Limits()) for _ in range(3))))
    assert began == [30, 30.05, 30.1]


def test_a_hold_catches_those_who_wait_already(time):
    one = limiter(time)

    async def told_to_slow_down():
        await time.sleep(0.5)
        one.hold("a", 30)

    work = [call(one, time, Limits(per_minute=60)) for _ in range(2)]
    assert asyncio.run(time.run(*work, told_to_slow_down())) == [0, 30.5, None]


def test_of_two_holds_the_longer_one_counts(time):
    one = limiter(time)
    one.hold("a", 30)
    one.hold("a", 10)
    assert asyncio.run(time.run(call(one, time, Limits()))) == [30]


def test_where_nothing_is_shared_each_process_goes_at_its_part_of_the_rate(time, tmp_path):
    one = limiter(time, Shared(tmp_path / "no-such-folder" / NAME, 2))
    one.hold("b", 0)  # finds out that nothing is shared
    began = asyncio.run(time.run(*(call(one, time, Limits(per_minute=60)) for _ in range(3))))
    assert began == [0, 2, 4]


def test_a_door_is_one_providers(time):
    one = limiter(time)
    door = Door(provider="a", limits=Limits(per_minute=60), limiter=one)

    async def through():
        async with door.call():
            return time.now

    door.hold(5)
    assert asyncio.run(time.run(through(), through(), call(one, time, Limits(), "b"))) == [5, 6, 0]


@given(st.lists(st.floats(0, 100), min_size=2, max_size=12), st.integers(1, 600))
def test_no_two_calls_are_closer_than_the_rate_allows(arrivals, per_minute):
    time = Time()
    one = limiter(time)

    async def later(seconds):
        await time.sleep(seconds)
        return await call(one, time, Limits(per_minute=per_minute))

    began = sorted(asyncio.run(time.run(*(later(seconds) for seconds in arrivals))))
    gaps = [later - earlier for earlier, later in itertools.pairwise(began)]
    assert min(gaps) >= 60 / per_minute - 1e-5


def test_declared_limits_are_read():
    assert read_limits({"concurrency": 8, "per_minute": 60}, "x") == Limits(concurrency=8, per_minute=60.0)
    assert read_limits({}, "x") == Limits()


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        (
            {"concurency": 1},
            "x: unknown limits key 'concurency'. Did you mean 'concurrency'? Known: concurrency, per_minute.",
        ),
        ({"concurrency": 0}, "x: limits concurrency must be a whole number from 1, not 0"),
        ({"concurrency": True}, "x: limits concurrency must be a whole number from 1, not True"),
        ({"concurrency": 1.5}, "x: limits concurrency must be a whole number from 1, not 1.5"),
        ({"per_minute": 0}, "x: limits per_minute must be a number above 0, not 0"),
        ({"per_minute": "60"}, "x: limits per_minute must be a number above 0, not '60'"),
        ({"per_minute": True}, "x: limits per_minute must be a number above 0, not True"),
        ({"per_minute": float("inf")}, "x: limits per_minute must be a number above 0, not inf"),
    ],
)
def test_limits_that_are_none_are_refused(entry, message):
    with pytest.raises(SettingsError) as caught:
        read_limits(entry, "x")
    assert str(caught.value) == message
