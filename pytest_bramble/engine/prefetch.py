"""Prefetching: trials are started ahead of the item that consumes them; slots.py says how many are in flight."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable
from concurrent.futures import Future
from typing import Any, Generic, TypeVar

from .loop import Engine

Result = TypeVar("Result")
Work = Callable[[], Coroutine[Any, Any, Result]]


class Prefetch(Generic[Result]):
    """Work by name: started ahead of need, waited for when needed, each started once."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._started: dict[str, Future[Result]] = {}

    @property
    def untaken(self) -> int:
        """How much was started and nobody has taken the result of."""
        return len(self._started)

    def start(self, upcoming: Iterable[tuple[str, Work[Result]]]) -> None:
        """Start what of *upcoming* (name, work) has not been started yet, in that order."""
        for name, work in upcoming:
            if name not in self._started:
                self._started[name] = self._engine.submit(work())

    def result(self, name: str, work: Work[Result]) -> Result:
        """The result of the work called *name*; raises what it raised.  It is forgotten once it was taken."""
        self.start([(name, work)])
        return self._engine.wait(self._started.pop(name))
