"""Which items come next: in one process the collected ones, in an xdist worker those it was sent."""

from __future__ import annotations

from collections.abc import Iterator

import pytest


def upcoming(item: pytest.Item) -> Iterator[pytest.Item]:
    """*item* and what this process will run after it, as far as it is known now."""
    queue = _queue_of_a_worker(item.config)
    if queue is None:
        yield from _rest(item)
        return
    yield item
    items = item.session.items
    yield from (items[index] for index in queue if 0 <= index < len(items))


def _rest(item: pytest.Item) -> Iterator[pytest.Item]:
    items = item.session.items
    places = item.config.stash.setdefault(_PLACES, {})
    if not places:
        places.update((id(each), place) for place, each in enumerate(items))
    start = places.get(id(item), 0)
    for place in range(start, len(items)):
        yield items[place]


def _queue_of_a_worker(config: pytest.Config) -> list[int] | None:
    """The indices an xdist worker still has to run, next first; None outside xdist.

    xdist offers no public way to them; where this one is gone the worker merely starts nothing ahead.
    """
    if not hasattr(config, "workerinput"):
        return None
    for plugin in config.pluginmanager.get_plugins():
        if type(plugin).__name__ == "WorkerInteractor":
            coming = [getattr(plugin, "nextitem_index", None)]
            with plugin.torun.lock() as queue:
                coming += list(queue)
            return [index for index in coming if isinstance(index, int)]
    return []


_PLACES: pytest.StashKey[dict[int, int]] = pytest.StashKey()
