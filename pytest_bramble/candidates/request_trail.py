"""The requests of one conversation, each told by what is new in it: a history repeats itself in every one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any


class Trail:
    """Shortens the requests of one conversation, in their order; bodies() makes them whole again."""

    def __init__(self) -> None:
        self._last: Mapping[str, Any] | None = None

    def shortened(self, request: Mapping[str, Any]) -> Mapping[str, Any]:
        """*request* with its ``body`` replaced by ``since_last``; the first one stays whole."""
        body, last = request["body"], self._last
        self._last = body if isinstance(body, Mapping) else None
        if self._last is None or last is None:
            return request
        rest = {key: value for key, value in request.items() if key != "body"}
        return {**rest, "since_last": _changes(last, self._last)}


def bodies(requests: Iterable[Mapping[str, Any]]) -> Iterator[Any]:
    """The whole body of each of *requests*, which are all of one conversation, in order."""
    body: Any = None
    for request in requests:
        body = request["body"] if "body" in request else _changed(body, request["since_last"])
        yield body


def _changes(last: Mapping[str, Any], body: Mapping[str, Any]) -> Mapping[str, Any]:
    """What turns *last* into *body*: items added to the end of lists, keys set anew, keys gone."""
    added: dict[str, Any] = {}
    changed: dict[str, Any] = {}
    for key, value in body.items():
        before = last.get(key)
        if key in last and before == value:
            continue
        if isinstance(before, list) and isinstance(value, list) and value[: len(before)] == before:
            added[key] = value[len(before) :]
        else:
            changed[key] = value
    return {"added": added, "changed": changed, "gone": sorted(set(last) - set(body))}


def _changed(last: Mapping[str, Any], told: Mapping[str, Any]) -> Mapping[str, Any]:
    kept = {key: value for key, value in last.items() if key not in told["gone"]}
    grown = {key: [*kept[key], *items] for key, items in told["added"].items()}
    return {**kept, **grown, **told["changed"]}
