"""What can go wrong, and whose problem it is.

* BrambleError
  x ExamError            a job, ticket or world file is wrong; its author mends it
  x SettingsError        the command line, ini file or pyproject.toml is wrong; the user mends it
  x EvidenceError        a session folder or record cannot be trusted or read; nothing is concluded from it
  x InfrastructureError  a provider, judge or the harness failed; nobody is graded
  x BudgetSpent          there is no money for the trial; it was not run
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path


class BrambleError(Exception):
    """Base of everything the package raises on purpose; its text is fit to print without a traceback."""


class ExamError(BrambleError):
    """An exam file is wrong.  ``str()`` starts with ``file:line: ``."""

    def __init__(self, path: Path | str, line: int | None, message: str) -> None:
        self.path = Path(path)
        self.line = line
        self.message = message
        where = f"{path}:{line}" if line else f"{path}"
        super().__init__(f"{where}: {message}")


class SettingsError(BrambleError):
    """An option, ini key, environment variable or candidate entry is wrong."""


class EvidenceError(BrambleError):
    """Stored evidence is missing, altered or contradicts itself.  *code* is the report's reason code."""

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        super().__init__(message)


class InfrastructureError(BrambleError):
    """Something other than the candidate failed.  *reason* is a short code such as ``provider_timeout``."""

    def __init__(self, reason: str, message: str) -> None:
        self.reason = reason
        super().__init__(message)


class BudgetSpent(BrambleError):  # noqa: N818  a limit reached, nothing is wrong
    """A trial was not started, for it might have gone over the session's budget."""


def nearest(value: str, known: Iterable[str]) -> str:
    """A hint to append to a message, or an empty string: ``' Did you mean 'control'?'``."""
    match = get_close_matches(value, sorted(known), n=1, cutoff=0.5)
    return f" Did you mean {match[0]!r}?" if match else ""


def unknown_name(what: str, value: str, known: Iterable[str]) -> str:
    """One sentence refusing *value*, with the nearest valid name and all of them."""
    names = sorted(known)
    return f"unknown {what} {value!r}.{nearest(value, names)} Known: {', '.join(names) or 'none'}."
