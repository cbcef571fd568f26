"""How fast a provider may be called: calls at once and calls a minute, shared by a session's workers."""

from __future__ import annotations

import math
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from typing import Any

from ..errors import SettingsError, unknown_name
from .shared import Shared
from .waiting import own_wait

_KEYS = ("concurrency", "per_minute")
_POLL_S = 0.05
_APART_S = 0.05  # after a hold calls go one by one, or they would all be refused again together


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Calls at once and calls a minute; None is no limit."""

    concurrency: int | None = None
    per_minute: float | None = None


UNLIMITED = Limits()


def read_limits(entry: Mapping[str, Any], where: str) -> Limits:
    """The limits declared in *entry*.  Raises SettingsError, starting with *where*, when they are none."""
    for key in entry:
        if key not in _KEYS:
            raise SettingsError(f"{where}: {unknown_name('limits key', key, _KEYS)}")
    calls, rate = entry.get("concurrency"), entry.get("per_minute")
    if calls is not None and (isinstance(calls, bool) or not isinstance(calls, int) or calls < 1):
        raise SettingsError(f"{where}: limits concurrency must be a whole number from 1, not {calls!r}")
    number = isinstance(rate, int | float) and not isinstance(rate, bool)
    if rate is not None and not (number and 0 < rate < math.inf):
        raise SettingsError(f"{where}: limits per_minute must be a number above 0, not {rate!r}")
    return Limits(concurrency=calls, per_minute=None if rate is None else float(rate))


@dataclass(frozen=True, slots=True)
class _Turn:
    """A call's place: seconds until it may go, and how many holds the clock had seen by then."""

    wait_s: float
    holds: int


class Limiter:
    """The limits of a session.  Calls of one provider share a clock: who is told to slow down slows all of them.

    The rate is kept by reservation (GCRA without bursts): each call moves the clock on by its interval and waits
    for its own moment.  *clock* is one all processes of the machine share, *sleep* how a wait is spent.
    """

    def __init__(
        self,
        shared: Shared,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = own_wait,
    ) -> None:
        self._shared = shared
        self._clock = clock
        self._sleep = sleep

    @asynccontextmanager
    async def call(self, provider: str, limits: Limits) -> AsyncIterator[None]:
        """One call of *provider*, for as long as the context lasts; waits until it may be made."""
        permit = None
        while limits.concurrency is not None and permit is None:
            permit = self._shared.take(f"call {provider}", limits.concurrency)
            if permit is None:
                await self._sleep(_POLL_S)
        try:
            await self._wait_for_turn(provider, limits.per_minute)
            yield
        finally:
            if permit is not None:
                self._shared.give_back(permit)

    def hold(self, provider: str, seconds: float) -> None:
        """Let no call of *provider* begin for *seconds*, whoever makes it."""
        until = self._clock() + seconds
        self._shared.change(
            lambda database: database.execute(
                "INSERT INTO clocks VALUES (?, ?, 1) ON CONFLICT (provider) DO UPDATE"
                " SET free_at = max(free_at, excluded.free_at), holds = holds + 1",
                (provider, until),
            )
        )

    async def _wait_for_turn(self, provider: str, per_minute: float | None) -> None:
        interval = 0.0 if per_minute is None else 60.0 / per_minute * self._shared.divisor
        while True:
            now = self._clock()
            turn = self._shared.change(lambda database: _reserve(database, provider, interval, now))  # noqa: B023
            if turn.wait_s <= 0:
                return
            await self._sleep(turn.wait_s)
            if self._shared.change(lambda database: _state(database, provider)[1]) == turn.holds:
                return


@dataclass(frozen=True, slots=True, kw_only=True)
class Door:
    """The way to one provider: its name, the limits of who calls, and the limiter that keeps them."""

    provider: str
    limits: Limits = UNLIMITED
    limiter: Limiter

    def call(self) -> AbstractAsyncContextManager[None]:
        """One call, for as long as the context lasts; waits until it may be made."""
        return self.limiter.call(self.provider, self.limits)

    def hold(self, seconds: float) -> None:
        """Let nobody's call begin for *seconds*."""
        self.limiter.hold(self.provider, seconds)


def _reserve(database: sqlite3.Connection, provider: str, interval: float, now: float) -> _Turn:
    free_at, holds = _state(database, provider)
    at = max(free_at, now)
    after = at + (interval or (_APART_S if free_at > now else 0.0))
    if after > now:
        database.execute(
            "INSERT INTO clocks VALUES (?, ?, ?) ON CONFLICT (provider) DO UPDATE SET free_at = excluded.free_at",
            (provider, after, holds),
        )
    return _Turn(wait_s=at - now, holds=holds)


def _state(database: sqlite3.Connection, provider: str) -> tuple[float, int]:
    row = database.execute("SELECT free_at, holds FROM clocks WHERE provider = ?", (provider,)).fetchone()
    return (float(row[0]), int(row[1])) if row else (-math.inf, 0)
