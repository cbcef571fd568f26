"""The built-in scripted candidates by name."""

from __future__ import annotations

from collections.abc import Mapping

from .scripted import Play, Script, Sight


def do_nothing(_sight: Sight) -> Script:
    """Say nothing, call nothing."""
    yield from ()


BUILT_IN: Mapping[str, Play] = {"do-nothing": do_nothing}
