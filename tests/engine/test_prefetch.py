"""Work started ahead of need, in as many slots as there are."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import signal
import threading

import pytest

from pytest_bramble.engine.loop import Engine
from pytest_bramble.engine.prefetch import Prefetch
from pytest_bramble.engine.slots import OwnSlots, SharedSlots
from pytest_bramble.sharing.shared import Shared


@pytest.fixture
def engine():
    made = Engine()
    yield made
    made.close()


class Jobs:
    """Named work that counts how often it was started and how many ran at once."""

    def __init__(self):
        self.started = []
        self.most = 0
        self.gate = threading.Event()  # opened: work ends; shut: it goes on
        self.gate.set()
        self._running = 0

    def named(self, name):
        async def work():
            self.started.append(name)
            self._running += 1
            self.most = max(self.most, self._running)
            await asyncio.sleep(0)
            while not self.gate.is_set():  # noqa: ASYNC110  the gate is opened in another thread
                await asyncio.sleep(0)
            self._running -= 1
            return name.upper()

        return name, work


def test_work_is_started_once_whoever_asks_first(engine):
    jobs, prefetch = Jobs(), Prefetch(engine)
    prefetch.start([jobs.named("a"), jobs.named("b")])
    prefetch.start([jobs.named("a")])
    assert [prefetch.result(*jobs.named(name)) for name in "ab"] == ["A", "B"]
    assert sorted(jobs.started) == ["a", "b"]


def test_work_nobody_started_ahead_is_started_when_needed(engine):
    assert Prefetch(engine).result(*Jobs().named("a")) == "A"


def test_never_more_runs_at_once_than_there_are_slots(engine):
    jobs, slots = Jobs(), OwnSlots(3)

    async def in_a_slot(work):
        async with slots.taken():
            return await work()

    jobs.gate.clear()
    waiting = [engine.submit(in_a_slot(jobs.named(str(n))[1])) for n in range(20)]
    jobs.gate.set()
    assert [engine.wait(each) for each in waiting] == [str(n) for n in range(20)]
    assert jobs.most == 3


def test_what_work_raises_reaches_whoever_waits_for_it(engine):
    async def broken():
        raise LookupError("gone")

    prefetch = Prefetch(engine)
    prefetch.start([("a", broken)])
    with pytest.raises(LookupError, match="gone"):
        prefetch.result("a", broken)


def test_closing_the_engine_cancels_what_is_left(engine):
    begun, ended = threading.Event(), threading.Event()

    async def endless():
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    Prefetch(engine).start([("a", endless)])
    assert begun.wait(10)
    engine.close()
    assert ended.is_set()


def test_closing_awaits_what_comes_last(engine):
    done = []

    async def last():
        done.append("last")

    engine.wait(engine.submit(last()))
    engine.close(last)
    assert done == ["last", "last"]


def test_an_engine_that_was_never_used_closes_at_once():
    Engine().close()


def test_shared_slots_are_given_back(tmp_path):
    slots = SharedSlots(Shared(tmp_path / "shared.sqlite", 2), 1)

    async def twice():
        for _ in range(2):
            async with slots.taken():
                pass
        return True

    assert asyncio.run(asyncio.wait_for(twice(), 10))


def test_shared_slots_count_across_their_holders(tmp_path):
    first, second = (SharedSlots(Shared(tmp_path / "shared.sqlite", 2), 1) for _ in range(2))
    order = []

    async def holds():
        async with first.taken():
            order.append("first in")
            await asyncio.sleep(0.05)
            order.append("first out")

    async def waits():
        while not order:  # noqa: ASYNC110  the order of two tasks is what is tested
            await asyncio.sleep(0)
        async with second.taken():
            order.append("second in")

    async def both():
        await asyncio.gather(holds(), waits())

    asyncio.run(both())
    assert order == ["first in", "first out", "second in"]


def _hold(path, held):
    async def forever():
        async with SharedSlots(Shared(path, 2), 1).taken():
            held.set()
            await asyncio.sleep(60)

    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(forever())


def test_the_slot_of_a_dead_process_is_free_though_nobody_collected_it(tmp_path):
    context = multiprocessing.get_context("spawn")
    held = context.Event()
    process = context.Process(target=_hold, args=(tmp_path / "shared.sqlite", held))
    process.start()
    assert held.wait(30)
    os.kill(process.pid, signal.SIGKILL)

    async def take():
        async with SharedSlots(Shared(tmp_path / "shared.sqlite", 2), 1).taken():
            return True

    assert asyncio.run(asyncio.wait_for(take(), 10))
    process.join()


def test_what_was_started_and_not_taken_is_counted(engine):
    jobs, prefetch = Jobs(), Prefetch(engine)
    prefetch.start([jobs.named("a"), jobs.named("b"), jobs.named("a")])
    assert prefetch.untaken == 2
    prefetch.result(*jobs.named("a"))
    assert prefetch.untaken == 1


def test_the_first_wait_is_used_once_by_the_thread_that_waits_after_work_has_begun(engine):
    begun, told = threading.Event(), []

    async def work():
        begun.set()
        while not told:  # noqa: ASYNC110  what ends it happens in another thread
            await asyncio.sleep(0)
        return "done"

    engine.at_first_wait.append(lambda: told.append((threading.current_thread(), begun.is_set())))
    assert engine.wait(engine.submit(work())) == "done"
    assert engine.wait(engine.submit(work())) == "done"
    assert told == [(threading.current_thread(), True)]


def test_a_wait_for_what_is_there_already_is_no_first_wait(engine):
    async def nothing():
        return "done"

    future = engine.submit(nothing())
    future.result()
    engine.at_first_wait.append(lambda: pytest.fail("there was no time for that"))
    assert engine.wait(future) == "done"
