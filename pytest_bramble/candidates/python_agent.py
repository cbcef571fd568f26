"""A whole agent as candidate: a callable of the user's that drives its own loop."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from ..canonical import sha256_file
from ..errors import SettingsError
from .protocol import Kind, Message, Shown, ToolSpec


class TicketConversation(Protocol):
    """What an agent is handed: one ticket's messages so far, its tools, and the two things it can do."""

    @property
    def messages(self) -> Sequence[Message]:
        """Prompt, opening and everything said and called since."""
        ...

    @property
    def tools(self) -> Sequence[ToolSpec]:
        """The tools offered."""
        ...

    async def call(self, name: str, /, **arguments: Any) -> Any:
        """The tool's answer as ``{"status": …, "result": …}``."""
        ...

    async def say(self, text: str) -> str | None:
        """Say *text* to the customer; the answer, or None when the conversation is over."""
        ...


Agent = Callable[[TicketConversation], Awaitable[None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class PythonCandidate:
    """``python = "module:callable"``; the module is found beside pyproject.toml or on sys.path."""

    name: str
    target: str
    folder: Path
    family: str | None = None
    shown: Shown = field(default_factory=Shown)
    synthetic: bool = False
    max_trial_cost: float | None = None
    kind: Kind = field(default="python", init=False)

    def describe(self) -> Mapping[str, Any]:
        """The target and the hash of its source file."""
        source = inspect.getsourcefile(inspect.unwrap(self.agent()))
        digest = sha256_file(Path(source)) if source else None
        return {"python": self.target, "source_sha256": digest}

    def agent(self) -> Agent:
        """The callable.  Raises SettingsError when it cannot be had."""
        where = f"candidate {self.name!r}: python = {self.target!r}"
        module_name, colon, attribute = self.target.partition(":")
        if not (module_name and colon and attribute):
            raise SettingsError(f"{where}: write it as 'module:callable'")
        try:
            module = self._module(module_name)
        except Exception as exc:  # importing a user's module may raise anything
            raise SettingsError(f"{where}: {type(exc).__name__}: {exc}") from None
        found = getattr(module, attribute, None)
        if not callable(found):
            raise SettingsError(f"{where}: {module_name} has no callable {attribute!r}")
        return found  # type: ignore[no-any-return]  # its shape is the user's promise

    def _module(self, name: str) -> Any:
        file = self.folder / f"{name.replace('.', '/')}.py"
        if name not in sys.modules and file.is_file():
            spec = importlib.util.spec_from_file_location(name, file)
            if spec is not None and spec.loader is not None:
                module = importlib.util.module_from_spec(spec)
                sys.modules[name] = module
                spec.loader.exec_module(module)
        return importlib.import_module(name)
