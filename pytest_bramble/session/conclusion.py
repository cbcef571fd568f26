"""The conclusion of a session: report.json and report.html, from its files and nothing else."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..evidence.store import SessionFolder, point_to, pretty, write_once
from ..report.html import template, write_html
from ..report.model import build


@dataclass(frozen=True, slots=True, kw_only=True)
class Conclusion:
    """What was concluded, and where a person reads it."""

    report: Mapping[str, Any]
    html: Path


def prepare() -> None:
    """Do ahead, while a session waits for its candidates, what a conclusion takes whatever the records say."""
    template()


@contextmanager
def _rest_frozen() -> Iterator[None]:
    """Keep the collector off what a session holds already: it would walk it again and again for nothing."""
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


def conclude(folder: SessionFolder) -> Conclusion:
    """Build and write the report of *folder*; a complete session becomes ``latest``.

    Raises EvidenceError when there is a report already or the manifest cannot be read, OSError when the disk
    refuses.
    """
    html = folder.path / "report.html"
    with _rest_frozen():
        report = build(folder.manifest(), folder.records())
        write_once(folder.path / "report.json", pretty(report))
        write_html(report, folder.records(), html)
    if report["complete"]:
        point_to(folder, "latest")
    return Conclusion(report=report, html=html)
