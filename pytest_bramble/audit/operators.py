"""Every operator: small, general mistakes on gold, each made wherever it can be made.

Those the exam's authors must have an answer to are named in a ticket's ``caught`` or ``equivalent``; the others
are built against a check the ticket declares and have to be caught by just that one.
"""

from __future__ import annotations

from collections.abc import Mapping

from . import (
    injection,
    leakers,
    operators_money,
    operators_objects,
    operators_steps,
    operators_talk,
    operators_words,
    unasked,
)
from .operator import Operator

_ROOMS = (
    operators_talk,
    operators_money,
    operators_objects,
    injection,
    leakers,
    operators_words,
    operators_steps,
    unasked,
)

OPERATORS: Mapping[str, Operator] = {
    operator.name: operator for room in _ROOMS for operator in room.OPERATORS
}
"""Every operator by name."""
