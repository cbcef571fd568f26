"""A session as its manifest and records tell it: what everything else in a report is counted from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ..errors import EvidenceError
from ..evidence.manifest import check_manifest
from ..scoring.verdict_facts import Reason
from .gather import Gathered, RecordFile, gather
from .paired import Scored
from .plan import Plan, read_plan
from .sitting import scores, sittings


@dataclass(frozen=True, slots=True, kw_only=True)
class Examined:
    """One session, read: the *manifest*, its *plan*, the trials there are, and every sitting scored."""

    manifest: Mapping[str, Any]
    plan: Plan
    gathered: Gathered
    seats: tuple[Scored, ...]

    @property
    def complete(self) -> bool:
        """True when every planned trial of every sitting is there."""
        return all(seat.sitting.complete for seat in self.seats)


def examined(manifest: Mapping[str, Any], records: Iterable[RecordFile]) -> Examined:
    """The session of *manifest* and *records*.

    Raises EvidenceError (manifest_changed) when the manifest is so broken that it holds no plan; one that
    merely fails its hash makes every sitting's evidence invalid.
    """
    plan = read_plan(manifest)
    gathered = gather(plan, records)
    found = sittings(plan, gathered, _manifest_changed(manifest))
    seats = tuple(Scored(sitting=sitting, trials=scores(sitting)) for sitting in found)
    return Examined(manifest=manifest, plan=plan, gathered=gathered, seats=seats)


def _manifest_changed(manifest: Mapping[str, Any]) -> tuple[Reason, ...]:
    try:
        check_manifest(manifest)
    except EvidenceError as exc:
        return (Reason(code=exc.code, text=f"{exc}."),)
    return ()
