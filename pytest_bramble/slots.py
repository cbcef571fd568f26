"""How many trials may be in flight: a number for one process, or one shared by the workers of a session."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Protocol

_POLL_S = 0.02
_BUSY_S = 30.0


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
    """Slots shared by processes of one machine, through a file in the session folder.

    A slot of a process that died is given back by the next one that finds none free.
    """

    def __init__(self, path: Path, limit: int) -> None:
        self._path = path
        self._limit = limit
        self._database: sqlite3.Connection | None = None

    @asynccontextmanager
    async def taken(self) -> AsyncIterator[None]:
        """A slot for as long as the context lasts."""
        while (slot := self._take()) is None:  # noqa: ASYNC110  no event crosses processes
            await asyncio.sleep(_POLL_S)
        try:
            yield
        finally:
            with contextlib.suppress(sqlite3.Error):  # the file may have gone with the session
                self._opened().execute("DELETE FROM slots WHERE id = ?", (slot,))

    def _opened(self) -> sqlite3.Connection:
        if self._database is None:
            self._database = sqlite3.connect(
                self._path, timeout=_BUSY_S, isolation_level=None, check_same_thread=False
            )
            self._database.execute("PRAGMA journal_mode=WAL")
            self._database.execute("PRAGMA synchronous=OFF")
            self._database.execute("CREATE TABLE IF NOT EXISTS slots (id INTEGER PRIMARY KEY, pid INTEGER)")
        return self._database

    def _take(self) -> int | None:
        database = self._opened()
        database.execute("BEGIN IMMEDIATE")
        try:
            holders = [pid for (pid,) in database.execute("SELECT pid FROM slots")]
            if len(holders) >= self._limit:
                dead = {pid for pid in holders if not _lives(pid)}
                database.executemany("DELETE FROM slots WHERE pid = ?", [(pid,) for pid in dead])
                holders = [pid for pid in holders if pid not in dead]
            if len(holders) >= self._limit:
                return None
            return database.execute("INSERT INTO slots (pid) VALUES (?)", (os.getpid(),)).lastrowid
        finally:
            database.execute("COMMIT")


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
