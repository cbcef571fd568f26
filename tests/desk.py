"""A world of two tools, for tests that need one."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from pytest_bramble.effect import Effect
from pytest_bramble.exam.job import Policy
from pytest_bramble.worlds import base
from pytest_bramble.worlds.base import WorldSeed
from pytest_bramble.worlds.tools import Denied, Refused, tool


class World(base.World):
    """A shelf one can look at and put things on."""

    def __init__(self, seed: WorldSeed) -> None:
        super().__init__(seed)
        self.shelf: list[str] = []
        self.secret: dict[str, list[str]] = {"deep": []}

    @tool(writes=False)
    def look(self) -> Any:
        """Look at the shelf."""
        return {"shelf": self.shelf, "secret": self.secret}

    @tool(writes=True)
    def put(self, text: Annotated[str, "What to put there."]) -> Any:
        """Put something on the shelf."""
        if text == "forbidden":
            raise Denied("access", "not_yours", "that is not yours")
        if text == "nonsense":
            raise Refused("nonsense", "that cannot be put anywhere")
        self.shelf.append(text)
        self.commit(Effect(kind="shelved", objects=(("thing", text),)))
        return {"put": text}

    def snapshot(self) -> dict[str, Any]:
        return {"shelf": list(self.shelf)}

    def empty_answer(self, name: str) -> Any:
        return {"shelf": []}


def seed(**rest: Any) -> WorldSeed:
    """A seed with a queue and nothing else, unless *rest* says otherwise."""
    given: dict[str, Any] = {
        "objects": {"queues": {"disputes": "The bank's questions"}},
        "customer": "C-1",
        "scope_read": frozenset({"C-1"}),
        "scope_write": frozenset({"C-1"}),
        "enforce": frozenset(),
        "now": datetime.fromisoformat("2026-06-18T10:00:00+01:00"),
        "policy": Policy(general=""),
    }
    return WorldSeed(**{**given, **rest})
