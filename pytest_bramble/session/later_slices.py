"""A file of slices that somebody thought of after a session: ``bramble report SESSION --slices FILE``.

job: support            # only when the session examined several jobs
tickets:                # every ticket of the job, with the labels it has
  T01: [big-money]
  T02: []
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..errors import SettingsError, unknown_name
from ..exam.yaml_source import load_marked
from ..report.slicing import LaterSlices

_KEYS = ("job", "tickets", "required")


def read_slices(path: Path) -> LaterSlices:
    """The slices in the file *path*.  Raises SettingsError, ExamError for bad YAML, OSError."""
    value, _ = load_marked(path, path.read_text(encoding="utf-8"))
    if not isinstance(value, Mapping):
        raise SettingsError(f"{path}: must hold 'tickets:' with every ticket and its labels")
    for key in value:
        if key not in _KEYS:
            raise SettingsError(f"{path}: {unknown_name('key', str(key), _KEYS)}")
    tickets = value.get("tickets")
    if not isinstance(tickets, Mapping):
        raise SettingsError(f"{path}: 'tickets' must map every ticket to its labels")
    job = value.get("job")
    return LaterSlices(
        job=None if job is None else str(job),
        labels={str(name): _labels(path, f"tickets.{name}", labels) for name, labels in tickets.items()},
        required=_labels(path, "required", value.get("required", [])),
    )


def _labels(path: Path, where: str, value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(label, str) and label for label in value):
        raise SettingsError(f"{path}: {where}: must be a list of labels, not {value!r}")
    return tuple(value)
