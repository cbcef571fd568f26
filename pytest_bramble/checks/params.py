"""JSON Schema of check parameters, and how the parameters that several families share are read.

A value that names a tool says so by ``"format": "tool"``: the loader compares it with the world's tools.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

TOOL: Mapping[str, Any] = {"type": "string", "format": "tool", "description": "The name of a tool."}
TOOLS: Mapping[str, Any] = {
    "type": "array",
    "items": TOOL,
    "minItems": 1,
    "description": "Names of tools, each of them alike.",
}
WITH: Mapping[str, Any] = {
    "type": "object",
    "minProperties": 1,
    "description": "Only calls with these arguments count, such as {topic: refunds}.",
}
TEXTS: Mapping[str, Any] = {"type": "array", "items": {"type": "string", "minLength": 1}, "minItems": 1}
COUNT: Mapping[str, Any] = {"type": "integer", "minimum": 0}
POSITIVE: Mapping[str, Any] = {"type": "integer", "minimum": 1}


def schema(
    properties: Mapping[str, Mapping[str, Any]], *, required: tuple[str, ...] = (), bare: bool = False
) -> Mapping[str, Any]:
    """The schema of a family's parameters; *bare*: the family may also be named without any."""
    return {
        "type": ["object", "null"] if bare else "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }


def tool_schema(
    properties: Mapping[str, Mapping[str, Any]], *, required: tuple[str, ...] = ()
) -> Mapping[str, Any]:
    """The schema of a family that is told ``tool`` or ``tools``, beside *properties*."""
    given = {"tool": TOOL, "tools": TOOLS, **properties}
    return {
        **schema(given, required=required),
        "anyOf": [{"required": ["tool"]}, {"required": ["tools"]}],
    }


def tools_of(params: Mapping[str, Any]) -> tuple[str, ...]:
    """The tools under ``tool`` and ``tools`` together."""
    single = (params["tool"],) if "tool" in params else ()
    return (*single, *params.get("tools", ()))


def listed(value: str | list[str]) -> tuple[str, ...]:
    """*value* as several, whether it was written as one or as a list."""
    return (value,) if isinstance(value, str) else tuple(value)
