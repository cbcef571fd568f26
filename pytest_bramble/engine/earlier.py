"""What a session already holds when it is resumed: which trials stand, which are tried again."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ..errors import EvidenceError
from ..evidence.record import Evidence
from ..evidence.store import SessionFolder

_ATTEMPT = re.compile(r"\.attempt(\d+)$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Earlier:
    """The latest attempt at one trial.  *stands*: infrastructure did not end it, so it is not tried again."""

    path: Path
    attempt: int
    stands: bool
    sha256: str

    def evidence(self) -> Evidence:
        """The evidence of that attempt."""
        return Evidence.from_json(json.loads(self.path.read_text(encoding="utf-8"))["evidence"])


def left_behind(folder: SessionFolder, stem: str) -> Earlier | None:
    """The first attempt at a trial that another worker of this session finished before it died, or None."""
    path = folder.trials / f"{stem}.json"
    if not path.exists():
        return None
    record = json.loads(path.read_text(encoding="utf-8"))
    return Earlier(path=path, attempt=1, stands=True, sha256=record["sha256"])


def earlier_trials(folder: SessionFolder) -> Mapping[str, Earlier]:
    """The latest attempt at every trial of *folder* by its stem.

    Raises EvidenceError naming the record when one is half-written or was altered.
    """
    found: dict[str, Earlier] = {}
    for path, record in folder.records():
        if isinstance(record, EvidenceError):
            raise EvidenceError(record.code, f"{record}; move it away to run its trial again")
        stem = _ATTEMPT.sub("", path.stem)
        evidence = record["evidence"]
        known = found.get(stem)
        if known is None or known.attempt < evidence["attempt"]:
            found[stem] = Earlier(
                path=path,
                attempt=evidence["attempt"],
                stands=record["grades"]["outcome"] != "unknown" or evidence["stop"]["by"] != "infrastructure",
                sha256=record["sha256"],
            )
    return found
