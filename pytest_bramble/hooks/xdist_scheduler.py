"""How xdist's controller hands out trials: a window per worker, topped up as items finish.

xdist's own load scheduling sends chunks that are long at first and starve at the end; a worker that starts its
items ahead of need wants a constant number of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from xdist.remote import Producer
from xdist.scheduler.load import LoadScheduling

if TYPE_CHECKING:
    from xdist.workermanage import WorkerController

_LEAST = 2  # a worker runs an item only once it knows the next one, or that there is none


class WindowScheduling(LoadScheduling):  # type: ignore[misc]  # xdist ships no types
    """Keeps up to *window* items with every worker."""

    def __init__(self, config: pytest.Config, log: Producer, window: int) -> None:
        super().__init__(config, log)
        self._window = max(_LEAST, window)

    def schedule(self) -> None:
        """Hand out the first windows, one item at a time in turn, so that a short exam is shared evenly."""
        first = self.collection is None
        self.maxschedchunk = 1
        if first and not self._prepared():
            return
        for _ in range(self._window):
            for node in self.nodes:
                if len(self.node2pending[node]) < self._window:
                    self._send_tests(node, 1)
        for node in self.nodes:
            self.check_schedule(node)

    def check_schedule(self, node: WorkerController, duration: float = 0) -> None:  # noqa: ARG002
        """Top *node* up to its window; when nothing is left, let it finish and go."""
        if node.shutting_down:
            return
        room = self._window - len(self.node2pending[node])
        if self.pending and room > 0:
            self._send_tests(node, room)
        if not self.pending:
            node.shutdown()

    def _prepared(self) -> bool:
        if not self._check_nodes_have_same_collection():
            return False
        self.collection = next(iter(self.node2collection.values()))
        self.pending[:] = range(len(self.collection))
        return bool(self.collection)
