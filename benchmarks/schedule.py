"""How close the engine comes to a greedy list schedule.

240 trials of four calls, each waiting a quarter of a second, 32 in flight: wall time of whole processes over the
time of a schedule that gives each trial to the place that is free first and costs nothing itself.  That time is
calculated, and it is made: by a process that waits as long under a semaphore and does nothing else, for a machine's
timers may take longer than they are asked to.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from exams import REPOSITORY, resolution
from processes import Figure, Run, pytest_run, run
from tables import Row

sys.path.insert(0, str(REPOSITORY))
from tests.stub_server import Answer, Request, StubServer, calls, tool_call

TRIALS, CALLS, WAIT_S, CONCURRENCY = 240, 4, 0.25, 32
LOAD = f"{TRIALS} trials x {CALLS} calls x {WAIT_S * 1000:.0f} ms, {CONCURRENCY} in flight"
BARE = f"""
import asyncio

async def trial(places):
    async with places:
        for _ in range({CALLS}):
            await asyncio.sleep({WAIT_S})

async def all_of_them():
    places = asyncio.Semaphore({CONCURRENCY})
    await asyncio.gather(*(trial(places) for _ in range({TRIALS})))

asyncio.run(all_of_them())
"""
FAILED = (1,)  # the agents ask a question and go: they are here for their waits


def measured(times: int) -> Iterator[Row]:
    """Rows over *times* sessions each: one process, two, and one through LiteLLM."""
    ideal = greedy(TRIALS, CALLS * WAIT_S, CONCURRENCY)
    yield from _of_sleepers(times, ideal)
    with tempfile.TemporaryDirectory() as name, StubServer(waits_then_answers) as server:
        folder = Path(name)
        served = "[tool.bramble.candidates.served]\nmodel = 'openai/served'\napi_key_env = 'SERVED_KEY'\n"
        resolution(folder, f"{served}api_base = '{server.url}'\n")
        what = f"{LOAD}, a model over HTTP through LiteLLM: wall over {ideal:.2f} s"
        for how, options in ((what, ()), ("the same with `-n 2`", ("-n", "2"))):
            yield Row(what=how, figure=_over(_walls(folder, times, "--candidate=served", *options), ideal))


def _of_sleepers(times: int, ideal: float) -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        resolution(folder)
        session(folder, "--candidate=sleeper")
        pairs = [(session(folder, "--candidate=sleeper").wall_s, _bare(folder)) for _ in range(times)]
        walls = [ours for ours, _ in pairs]
        yield Row(
            what=f"{LOAD}: wall over {ideal:.2f} s, as calculated", budget="1.15", figure=_over(walls, ideal)
        )
        made = Figure.of([bare for _, bare in pairs]).median
        what = f"the same over what bare asyncio takes for these waits here, {made:.2f} s"
        yield Row(what=what, budget="1.15", figure=Figure.of([ours / bare for ours, bare in pairs]))
        walls = _walls(folder, times, "--candidate=sleeper", "-n", "2")
        yield Row(what=f"the same with `-n 2`, over {ideal:.2f} s", figure=_over(walls, ideal))


def _bare(folder: Path) -> float:
    return run([sys.executable, "-c", BARE], folder).wall_s


def _walls(folder: Path, times: int, *options: str) -> list[float]:
    session(folder, *options)
    return [session(folder, *options).wall_s for _ in range(times)]


def _over(walls: list[float], reference: float) -> Figure:
    return Figure.of([wall / reference for wall in walls])


def greedy(trials: int, seconds: float, places: int) -> float:
    """The makespan of equal jobs given out one by one to the place that is free first."""
    free = [0.0] * places
    for _ in range(trials):
        first = free.index(min(free))
        free[first] += seconds
    return max(free)


def session(folder: Path, *options: str) -> Run:
    """One session of TRIALS trials."""
    counts = [f"--bramble-runs={TRIALS // 4}", f"--bramble-concurrency={CONCURRENCY}"]
    told = {"BENCHMARK_WAIT_S": str(WAIT_S), "SERVED_KEY": "sk-benchmark", "NO_PROXY": "127.0.0.1"}
    return pytest_run(["jobs/resolution", *counts, "--tb=no", *options], folder, told, FAILED)


def waits_then_answers(request: Request) -> Answer:
    """What the sleeping agent does, as a served model: three looks, then a question."""
    turn = sum(1 for message in request.body["messages"] if message["role"] == "assistant")
    time.sleep(WAIT_S)
    if turn < CALLS - 1:
        return calls(tool_call("list_orders", "{}", f"call_{turn}"))
    asks = {"outcome": "waiting_for_customer", "message": "Which one?"}
    return calls(tool_call("close_ticket", json.dumps(asks), f"call_{turn}"))
