"""A session by what a person calls it."""

from __future__ import annotations

from pathlib import Path

from ..errors import EvidenceError, nearest
from .store import SessionFolder, session_name

POINTERS = ("last", "latest")


def open_session(reports: Path, named: str) -> SessionFolder:
    """The session *named*: its name in *reports*, ``last``, ``latest``, or the path of its folder.

    Raises EvidenceError (no_session) with the nearest name when there is none.
    """
    try:
        return SessionFolder(reports / session_name(reports, named))
    except EvidenceError as exc:
        if named not in POINTERS and (Path(named) / "manifest.json").is_file():
            return SessionFolder(Path(named).resolve())
        known = [path.parent.name for path in reports.glob("*/manifest.json")]
        raise EvidenceError(exc.code, f"{exc}.{nearest(named, known)}") from None
