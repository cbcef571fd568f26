"""The asyncio engine: one event loop in one thread for every trial of this process."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future, wait
from typing import Any, TypeVar

Result = TypeVar("Result")
_PATIENCE_S = 2.0
_TICK_S = 0.25


class Engine:
    """Runs coroutines on a loop of its own, started at the first trial: an unused engine costs nothing."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self.while_waiting: Callable[[], None] | None = None  # called now and then, in the thread that waits
        self.at_first_wait: list[Callable[[], None]] = []  # called once, in that thread

    @property
    def thread(self) -> int | None:
        """The identity of the loop's thread, None before the first work."""
        return None if self._thread is None else self._thread.ident

    def submit(self, work: Coroutine[Any, Any, Result]) -> Future[Result]:
        """*work*, started."""
        return asyncio.run_coroutine_threadsafe(work, self._started())

    def wait(self, future: Future[Result]) -> Result:
        """The result of *future*.  When the waiting thread is interrupted the work is cancelled first."""
        try:
            self._use_the_first_wait(future)
            while self.while_waiting is not None and not wait([future], _TICK_S).done:
                self.while_waiting()
            return future.result()
        except BaseException:
            future.cancel()
            raise

    def _use_the_first_wait(self, future: Future[Result]) -> None:
        if not self.at_first_wait or future.done():
            return
        self.submit(_nothing()).result()  # what was started before it has come to its own first wait by then
        while self.at_first_wait:
            self.at_first_wait.pop(0)()

    def close(self, last: Callable[[], Coroutine[Any, Any, None]] | None = None) -> None:
        """Cancel what is left, await *last*, stop the loop; harmless when nothing was started.

        A loop that something blocks is left to its daemon thread: a session must be able to end.
        """
        if self._loop is None or self._thread is None:
            return
        with contextlib.suppress(TimeoutError):
            asyncio.run_coroutine_threadsafe(_end(last), self._loop).result(timeout=_PATIENCE_S)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(timeout=_PATIENCE_S)
        if not self._thread.is_alive():
            self._loop.close()
        self._loop = self._thread = None

    def _started(self) -> asyncio.AbstractEventLoop:
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            self._thread = threading.Thread(target=self._loop.run_forever, name="bramble-engine", daemon=True)
            self._thread.start()
        return self._loop


async def _nothing() -> None:
    return


async def _end(last: Callable[[], Coroutine[Any, Any, None]] | None) -> None:
    rest = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
    for task in rest:
        task.cancel()
    await asyncio.gather(*rest, return_exceptions=True)
    if last is not None:
        await last()
