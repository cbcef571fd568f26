"""How many trials may be in flight: a number for one process, or one shared by the workers of a session."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Protocol

from ..sharing.shared import Shared

_POLL_S = 0.02


class Slots(Protocol):
    """Something trials in flight are counted by."""

    def taken(self) -> AbstractAsyncContextManager[None]:
        """A slot for as long as the context lasts; waits until one is free."""
        ...


class OwnSlots:
    """Slots of one process."""

    def __init__(self, limit: int) -> None:
        self._free = asyncio.Semaphore(limit)

    @asynccontextmanager
    async def taken(self) -> AsyncIterator[None]:
        """A slot for as long as the context lasts."""
        async with self._free:
            yield


class SharedSlots:
    """Slots shared by the processes of a session; one of a process that died is free again."""

    def __init__(self, shared: Shared, limit: int) -> None:
        self._shared = shared
        self._limit = limit
        # One asks for all that wait here, or hundreds would ask fifty times a second.
        self._asking = asyncio.Lock()

    @asynccontextmanager
    async def taken(self) -> AsyncIterator[None]:
        """A slot for as long as the context lasts."""
        async with self._asking:
            while (slot := self._shared.take("trial", self._limit)) is None:  # noqa: ASYNC110  no event crosses processes
                await asyncio.sleep(_POLL_S)
        try:
            yield
        finally:
            self._shared.give_back(slot)
