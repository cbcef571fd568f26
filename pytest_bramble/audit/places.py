"""Where in a ticket file something stands, looked up only when there is something to say about it."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

from ..exam.build import checks_of
from ..exam.job import Job
from ..exam.ticket import Ticket
from ..exam.yaml_source import JsonPath, Lines, load_marked
from .results import Problem


def problem(ticket: Ticket, at: JsonPath, text: str) -> Problem:
    """A problem at the line of *at* in the file of *ticket*, or of the nearest thing around it."""
    return Problem(path=ticket.path, line=_marked(ticket.path, ticket.sha256)[1].at(at), text=text)


def job_problem(job: Job, at: JsonPath, text: str) -> Problem:
    """A problem at the line of *at* in the job.yaml of *job*."""
    path = job.path / "job.yaml"
    return Problem(path=path, line=_marked(path, job.digests.get("job.yaml", ""))[1].at(at), text=text)


def check_at(ticket: Ticket, name: str) -> JsonPath:
    """Where the ticket declares the check called *name*."""
    raw, _ = _marked(ticket.path, ticket.sha256)
    names = [spec.name for spec in checks_of(raw.get("checks", ()))]
    return ("checks", names.index(name)) if name in names else ("checks",)


@functools.lru_cache(maxsize=256)
def _marked(path: Path, _sha256: str) -> tuple[Any, Lines]:
    return load_marked(path, path.read_text(encoding="utf-8-sig"))
