"""The job a session examined, found again and held to what its manifest registered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from ..checks.own import load_own_checks
from ..contrast import Told, contrasts, shown
from ..errors import ExamError
from ..exam.job import Job
from ..exam.loader import load_job, load_tickets
from ..exam.registered import registered_job
from ..exam.ticket import Ticket
from ..vocabulary import vocabulary

_PACKAGE = Path(__file__).parent.parent
PLACE = "path"  # where the job lay then says nothing of what it is


@dataclass(frozen=True, slots=True, kw_only=True)
class Exam:
    """A job found on this machine, its tickets, and the manifest entry that follows from its files."""

    job: Job
    tickets: Mapping[str, Ticket]
    entry: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """*exam* is the registered job, None when it is not here; *wrong* says why, *problems* what contradicts it."""

    exam: Exam | None
    wrong: tuple[str, ...] = ()
    problems: tuple[Told, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Homes:
    """Where jobs are looked for: below *roots* under the path that was registered, in *folders* by their name."""

    roots: tuple[Path, ...]
    folders: tuple[Path, ...]


def find_exam(name: str, registered: Mapping[str, Any], runs: int | None, homes: Homes) -> Found:
    """The job *name* as it was *registered*, looked for under *homes*: the first whose files have its hashes."""
    wrong: list[str] = []
    places = list(_places(name, registered, homes))
    for place in places:
        try:
            exam = _read(place, runs)
        except ExamError as exc:
            wrong.append(f"job {name!r} cannot be read: {exc}")
            continue
        other = _other_files(name, registered, exam)
        if not other:
            return Found(exam=exam, problems=tuple(_problems(name, registered, exam)))
        wrong += other if not wrong else []
    if not places:
        looked = ", ".join(map(str, (*homes.roots, *homes.folders)))
        wrong.append(f"job {name!r} is not here; looked in {looked}. Name its folder with --jobs.")
    return Found(exam=None, wrong=tuple(wrong))


def homes_of(session: Path, jobs: Path | None) -> Homes:
    """Where jobs are looked for: in *jobs* alone when it is given, else beside the session, here, and packaged."""
    if jobs is not None:
        return Homes(roots=(), folders=(jobs,))
    packaged = _PACKAGE / "jobs" if (_PACKAGE / "jobs").is_dir() else _PACKAGE.parent / "jobs"
    return Homes(roots=(session.absolute().parent.parent, Path.cwd()), folders=(packaged,))


def _places(name: str, registered: Mapping[str, Any], homes: Homes) -> Iterator[Path]:
    """Folders that may be the job, each once; no name and no path in a manifest leads anywhere else."""
    said = PurePosixPath(str(registered.get("path") or f"jobs/{name}"))
    if not said.is_absolute() and ".." not in said.parts and said.name == name:
        places = (*(root / said for root in homes.roots), *(folder / name for folder in homes.folders))
        yield from (place for place in dict.fromkeys(places) if (place / "job.yaml").is_file())


def _read(place: Path, runs: int | None) -> Exam:
    load_own_checks(place)
    job = load_job(place, vocabulary)
    tickets = load_tickets(job, vocabulary)
    return Exam(
        job=job,
        tickets={ticket.id: ticket for ticket in tickets},
        entry=registered_job(job, tickets, runs),
    )


def _other_files(name: str, registered: Mapping[str, Any], exam: Exam) -> list[str]:
    """In which files the job at hand is not the registered one; empty when every hash is the same."""
    said: list[str] = []
    tickets = registered.get("tickets")
    for ticket, entry in sorted((tickets if isinstance(tickets, Mapping) else {}).items()):
        here = exam.entry["tickets"].get(ticket)
        hash_then = entry.get("sha256") if isinstance(entry, Mapping) else None
        if here is None:
            said.append(f"jobs.{name}.tickets.{ticket}: registered, and there is no such ticket here")
        elif here["sha256"] != hash_then:
            said.append(_unlike(f"jobs.{name}.tickets.{ticket}.sha256", hash_then, here["sha256"]))
    seal, now = registered.get("seal"), exam.entry["seal"]
    then = seal if isinstance(seal, Mapping) else {}
    if then.get("sha256") != now["sha256"]:
        said.append(_unlike(f"jobs.{name}.seal.sha256", then.get("sha256"), now["sha256"]))
    elif now["status"] == "broken" and then.get("changed") != now["changed"]:
        said.append(f"jobs.{name}.seal: broken since: {'; '.join(now['changed'])}")
    return said


def _unlike(where: str, registered: Any, found: Any) -> str:
    return f"{where}: registered {shown(registered)}, the files here give {shown(found)}"


def _problems(name: str, registered: Mapping[str, Any], exam: Exam) -> Iterator[Told]:
    """What the manifest says of the job that its files, which are the registered ones, contradict."""
    due = {**exam.entry, PLACE: registered.get(PLACE)}
    then, now = registered.get("seal"), due["seal"]
    sealed_since = (
        isinstance(then, Mapping) and then.get("status") == "unsealed" and now["status"] == "sealed"
    )
    if sealed_since:  # sealing files changes none of them
        due["seal"] = {**now, "status": "unsealed"}
    if not _speaks_of(due["audit"], registered):
        due["audit"] = registered.get("audit")
    yield from contrasts(registered, due, f"jobs.{name}")


def _speaks_of(audit: Any, registered: Mapping[str, Any]) -> bool:
    """True when the audit on file is of the very seal and evaluator that the registered one names."""
    then = registered.get("audit")
    return (
        isinstance(audit, Mapping)
        and isinstance(then, Mapping)
        and all(audit[name] == then.get(name) for name in ("seal", "evaluator"))
    )
