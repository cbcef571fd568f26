"""Prefetching: trials are started ahead of the item that consumes them, as many in flight as there are slots."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable
from concurrent.futures import Future
from typing import Any, Generic, TypeVar

from .loop import Engine
from .slots import Slots

Result = TypeVar("Result")
Work = Callable[[], Coroutine[Any, Any, Result]]


class Prefetch(Generic[Result]):
    """Work by name: started ahead of need, waited for when needed, each started once."""

    def __init__(self, engine: Engine, slots: Slots) -> None:
        self._engine = engine
        self._slots = slots
        self._started: dict[str, Future[Result]] = {}

    def start(self, upcoming: Iterable[tuple[str, Work[Result]]]) -> None:
        """Start what of *upcoming* (name, work) has not been started yet, in that order."""
        for name, work in upcoming:
            if name not in self._started:
                self._started[name] = self._engine.submit(self._in_a_slot(work))

    def result(self, name: str, work: Work[Result]) -> Result:
        """The result of the work called *name*; raises what it raised.  It is forgotten once it was taken."""
        self.start([(name, work)])
        return self._engine.wait(self._started.pop(name))

    async def _in_a_slot(self, work: Work[Result]) -> Result:
        async with self._slots.taken():
            return await work()
