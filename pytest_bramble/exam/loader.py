"""Job folders and ticket files, read.

A file whose hash stands in a seal that holds was validated when it was sealed and is only built here; any
other is read with its lines, held to its schema and to the job, and refused with file, line and the way out.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from ..errors import ExamError
from .build import JobFiles, TicketFile, job_of, ticket_of
from .job import Job
from .policy import parse_policy
from .seal import UNSEALED, Seal, digests, examine
from .semantics import across_tickets, job_problems, validate_ticket, world_problems
from .ticket import Ticket
from .validate import Source, Vocabulary, raise_all, schema_problems
from .yaml_source import compose, item_lines, load_marked, plain_value

Vocabularies = Callable[[Path, str], Vocabulary]
"""Job folder and the world job.yaml names, to what that world and the checks know.  Called when needed."""

_LOADED: dict[tuple[object, ...], Ticket] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class _File:
    """One exam file: its bytes, their SHA-256, and whether a holding seal vouches for them."""

    path: Path
    raw: bytes
    sha256: str
    vouched: bool

    def text(self) -> str:
        try:
            return self.raw.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = self.raw.count(b"\n", 0, error.start) + 1
            byte = f"byte {self.raw[error.start]:#04x}"
            raise ExamError(self.path, line, f"{byte} is not UTF-8; save the file as UTF-8") from None

    def source(self) -> Source:
        value, lines = load_marked(self.path, self.text())
        return Source(path=self.path, value=value, lines=lines)

    def plain(self) -> tuple[Any, tuple[int, ...]] | None:
        """Value and gold lines where the seal vouches for the file and it reads smoothly, else None."""
        if not self.vouched:
            return None
        try:
            node = compose(self.text())
            return plain_value(node), item_lines(node, "gold")
        except (ValueError, yaml.YAMLError):
            return None


def _read(path: Path, seal: Seal, sealed_as: str | None) -> _File:
    try:
        raw = path.read_bytes()
    except OSError as error:
        need = "a job folder holds job.yaml, world.yaml, policy.md, prompt.md and tickets/"
        raise ExamError(path, None, f"cannot be read ({error.strerror}); {need}") from None
    sha256 = hashlib.sha256(raw).hexdigest()
    return _File(path=path, raw=raw, sha256=sha256, vouched=seal.status == "sealed" and sealed_as == sha256)


def load_job(path: Path, vocabularies: Vocabularies | None = None) -> Job:
    """The job in the folder *path*.

    Without *vocabularies* the names of tools, worlds and checks are not looked up.  Raises ExamError.
    """
    _read(path / "job.yaml", UNSEALED, None)
    return _load_job(path, vocabularies, *examine(path))


def validate_job(path: Path, vocabularies: Vocabularies | None = None) -> Job:
    """The job in the folder *path*, every file held to its schema whatever a seal says; for `bramble freeze`.

    Raises ExamError naming every mistake.
    """
    job = _load_job(path, vocabularies, UNSEALED, digests(path))
    if not load_tickets(job, vocabularies):
        raise ExamError(path / "tickets", None, "no ticket here; a job needs one .yaml file at least")
    return job


def _load_job(path: Path, vocabularies: Vocabularies | None, seal: Seal, found: Mapping[str, str]) -> Job:
    names = ("job.yaml", "world.yaml", "policy.md", "prompt.md")
    job, world, policy, prompt = (_read(path / name, seal, found.get(name)) for name in names)
    return job_of(
        JobFiles(
            path=path,
            job=(value := _job_value(job, path, vocabularies)),
            world=_world_value(world, path, value["world"], vocabularies),
            policy=parse_policy(policy.path, policy.text()),
            prompt=prompt.text(),
            seal=seal,
            digests=found,
        )
    )


def _job_value(file: _File, path: Path, vocabularies: Vocabularies | None) -> Any:
    plain = file.plain()
    if plain is not None:
        return plain[0]
    source = file.source()
    raise_all(schema_problems("job", source))
    raise_all(job_problems(source, _vocabulary(source, path, vocabularies)))
    return source.value


def _vocabulary(source: Source, path: Path, vocabularies: Vocabularies | None) -> Vocabulary | None:
    if vocabularies is None:
        return None
    try:
        return vocabularies(path, source.value["world"])
    except ExamError as error:
        if error.path != source.path:
            raise
        raise source.wrong(("world",), error.message) from None


def _world_value(file: _File, path: Path, world: str, vocabularies: Vocabularies | None) -> Any:
    plain = file.plain()
    if plain is not None:
        return plain[0]
    source = file.source()
    raise_all(schema_problems("world", source))
    known = None if vocabularies is None else vocabularies(path, world)
    raise_all(world_problems(source, (), source.value, known))
    return source.value


def load_ticket(job: Job, path: Path, vocabularies: Vocabularies | None = None) -> Ticket:
    """The ticket in the file *path* of *job*; built once per process as long as neither changes.

    Raises ExamError naming every mistake of the file.  What only several tickets together can get wrong is
    `load_tickets`' business.
    """
    inside = os.path.relpath(path, job.path).replace(os.sep, "/")
    if inside not in job.digests:
        raise ExamError(
            path, None, f"not a file of job {job.name!r} when it was read; tickets lie in tickets/"
        )
    file = _read(path, job.seal, job.digests[inside])
    home = tuple(job.digests[name] for name in ("job.yaml", "world.yaml", "policy.md"))
    key = (str(path), file.sha256, *home, file.vouched, vocabularies is None)
    if key not in _LOADED:
        value, gold_lines = file.plain() or _careful(job, file, vocabularies)
        parts = TicketFile(path=path, value=value, sha256=file.sha256, gold_lines=gold_lines)
        _LOADED[key] = ticket_of(job, parts)
    return _LOADED[key]


def _careful(job: Job, file: _File, vocabularies: Vocabularies | None) -> tuple[Any, tuple[int, ...]]:
    source = file.source()
    vocabulary = None if vocabularies is None else vocabularies(job.path, job.world)
    raise_all(validate_ticket(job, source, vocabulary))
    places = range(len(source.value.get("gold", ())))
    return source.value, tuple(source.lines.at(("gold", place)) for place in places)


def load_tickets(job: Job, vocabularies: Vocabularies | None = None) -> tuple[Ticket, ...]:
    """All tickets of *job*, sorted by id.  Raises ExamError naming every mistake of every file."""
    problems: list[ExamError] = []
    tickets: list[Ticket] = []
    for path in (job.path / name for name in job.digests if name.startswith("tickets/")):
        if path.suffix == ".yml":
            problems.append(ExamError(path, None, f"a ticket ends in .yaml; rename it to {path.stem}.yaml"))
        elif path.suffix == ".yaml":
            try:
                tickets.append(load_ticket(job, path, vocabularies))
            except ExamError as error:
                problems.append(error)
    if job.seal.status != "sealed" and not problems:
        problems += across_tickets(job, tickets)
    raise_all(problems)
    return tuple(sorted(tickets, key=lambda ticket: ticket.id))
