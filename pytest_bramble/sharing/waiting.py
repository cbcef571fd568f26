"""Our own waits: back-off, rate limits.  They are told to whoever keeps the trial's time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextvars import ContextVar

Told = Callable[[float, str], None]
_KEEPER: ContextVar[Told | None] = ContextVar("bramble_time_keeper", default=None)
_WATCHER: ContextVar[Told | None] = ContextVar("bramble_wait_watcher", default=None)


def keep_time(told: Told) -> None:
    """Have *told* hear of every own wait of the current task: seconds, and what is waited for."""
    _KEEPER.set(told)


def show_waits(told: Told) -> None:
    """Have *told* hear of the same waits, beside who keeps the time: for people to see."""
    _WATCHER.set(told)


async def own_wait(seconds: float, why: str = "provider") -> None:
    """Wait *seconds* that are ours and not the candidate's."""
    for told in (_KEEPER.get(), _WATCHER.get()):
        if told is not None:
            told(seconds, why)
    await asyncio.sleep(seconds)
