"""The three outcomes every grade has, and how they combine."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum


class Outcome(StrEnum):
    """What is known of a check, a trial or a ticket."""

    PASS = "pass"  # noqa: S105  a grade, not a password
    FAIL = "fail"
    UNKNOWN = "unknown"


def kleene_and(outcomes: Iterable[Outcome]) -> Outcome:
    """The strong Kleene conjunction: fail beats unknown beats pass.

    Raises ValueError when there is nothing to combine: a gate that gated nothing is not green.
    """
    seen = set(outcomes)
    if not seen:
        raise ValueError("no outcome to combine: a gate that gated nothing cannot pass")
    for worst in (Outcome.FAIL, Outcome.UNKNOWN):
        if worst in seen:
            return worst
    return Outcome.PASS
