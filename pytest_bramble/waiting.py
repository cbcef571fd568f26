"""Our own waits: back-off, rate limits.  They are told to whoever keeps the trial's time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextvars import ContextVar

Told = Callable[[float, str], None]
_KEEPER: ContextVar[Told | None] = ContextVar("bramble_time_keeper", default=None)


def keep_time(told: Told) -> None:
    """Have *told* hear of every own wait of the current task: seconds, and what is waited for."""
    _KEEPER.set(told)


async def own_wait(seconds: float, why: str = "provider") -> None:
    """Wait *seconds* that are ours and not the candidate's."""
    told = _KEEPER.get()
    if told is not None:
        told(seconds, why)
    await asyncio.sleep(seconds)
