"""A tool: one typed method gives its schema, the description offered to the model and its validation."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from ..candidates.protocol import ToolSpec
from ..effect import Effect

Status = Literal["ok", "denied", "invalid", "error", "fault"]
DenialKind = Literal["access", "identity", "refund", "approval"]
Method = TypeVar("Method", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolResult:
    """What one call came to.  *data* is a JSON value of its own, shared with nothing (R5)."""

    status: Status
    data: Any
    denial: DenialKind | None = None
    effects: tuple[Effect, ...] = ()


class Denied(Exception):  # noqa: N818  an outcome of a tool, not a fault of ours
    """Raised inside a tool: the caller may not do this.  *kind* is one of the four counted denials."""

    def __init__(self, kind: DenialKind, code: str, message: str) -> None:
        self.kind: DenialKind = kind
        self.code = code
        self.message = message
        super().__init__(message)


class Refused(Exception):  # noqa: N818  an outcome of a tool, not a fault of ours
    """Raised inside a tool: the call makes no sense as it stands (no such object, wrong state)."""

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        self.message = message
        super().__init__(message)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolDefinition:
    """A tool of a world: its spec as shown, and whether it writes (replay depends on the second)."""

    spec: ToolSpec
    writes: bool
    method: str
    _validators: list[Any] = field(default_factory=list, repr=False)

    def problems(self, arguments: Any) -> tuple[str, ...]:
        """What is wrong with *arguments* by the tool's own schema, each as one sentence; empty when valid."""
        if not self._validators:
            from jsonschema import Draft202012Validator

            self._validators.append(Draft202012Validator(self.spec.parameters))
        errors = sorted(self._validators[0].iter_errors(arguments), key=lambda e: list(map(str, e.path)))
        return tuple(_sentence(e) for e in errors)


def _sentence(error: Any) -> str:
    where = ".".join(str(p) for p in error.absolute_path)
    return f"{where}: {error.message}" if where else str(error.message)


def tool(*, writes: bool) -> Callable[[Method], Method]:
    """Mark a world's method as a tool.  Parameters are ``Annotated[type, "description"]``; the docstring is
    the description offered to the model."""

    def mark(method: Method) -> Method:
        method.__bramble_tool__ = writes  # type: ignore[attr-defined]
        return method

    return mark


@functools.cache
def definitions(world: type) -> Mapping[str, ToolDefinition]:
    """Every tool of the class *world* by name, in order of definition, base classes first."""
    found: dict[str, ToolDefinition] = {}
    for owner in reversed(world.__mro__):
        for name, member in vars(owner).items():
            writes = getattr(member, "__bramble_tool__", None)
            if writes is not None:
                found[name] = ToolDefinition(spec=_spec(name, member), writes=writes, method=name)
    return found


def _spec(name: str, method: Callable[..., Any]) -> ToolSpec:
    description = " ".join((inspect.getdoc(method) or "").split())
    return ToolSpec(name=name, description=description, parameters=_parameters(method))


def _parameters(method: Callable[..., Any]) -> Mapping[str, Any]:
    from pydantic import ConfigDict, Field, create_model

    hints = get_type_hints(method, include_extras=True)
    fields: dict[str, Any] = {}
    for parameter in list(inspect.signature(method).parameters.values())[1:]:
        hint, text = hints[parameter.name], None
        if get_origin(hint) is not None and hasattr(hint, "__metadata__"):
            hint, text = get_args(hint)[0], hint.__metadata__[0]
        default = ... if parameter.default is parameter.empty else parameter.default
        fields[parameter.name] = (hint, Field(default, description=text))
    model = create_model("Arguments", __config__=ConfigDict(extra="forbid"), **fields)
    return _bare(model.model_json_schema())


def _bare(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema without pydantic's titles: they repeat the names and cost tokens in every request."""
    schema.pop("title", None)
    for value in schema.get("properties", {}).values():
        value.pop("title", None)
    return schema
