"""The built-in scripted candidates by name."""

from __future__ import annotations

from collections.abc import Mapping

from .control import control, false_settlement, first_record
from .scripted import Play, Script, Sight


def do_nothing(_sight: Sight) -> Script:
    """Say nothing, call nothing."""
    yield from ()


BUILT_IN: Mapping[str, Play] = {
    "control": control,
    "do-nothing": do_nothing,
    "false-settlement": false_settlement,
    "first-record": first_record,
}
