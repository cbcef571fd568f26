"""The seal: FROZEN.sha256, the fingerprint of every file that decides a grade.

The file is what ``sha256sum -c`` reads: a ``<hash>  <path>`` per line, paths relative to its folder, sorted.
The set of paths counts too: a file that was added since breaks the seal of its job as surely as an edit does.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from ..canonical import sha256_file, sha256_text
from ..errors import ExamError

SEAL_FILE = "FROZEN.sha256"
LEVELS_UP = 2
NOT_SEALED_AT_TOP = frozenset({"prompt.md", "calibration", "audit.json", SEAL_FILE})
_LINE = re.compile(r"([0-9a-f]{64}) [ *]([^\\\r\n]+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Seal:
    """What the seal says of one job: *changed* names each offending file and what happened to it.

    *sha256* is over the job's own lines: those of the seal file or, where none speaks of the job, those that
    sealing it now would write.
    """

    status: Literal["sealed", "unsealed", "broken"]
    sha256: str
    changed: tuple[str, ...] = ()


UNSEALED = Seal(status="unsealed", sha256="")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Scan:
    """The files of a job folder that a seal covers, by path inside it, and those it refuses, with why."""

    files: tuple[str, ...]
    refused: Mapping[str, str]


def _odd(entry: os.DirEntry[str]) -> str | None:
    if not entry.name.isprintable() or "\\" in entry.name:
        return "its name holds a backslash or an unprintable character; rename it"
    if entry.is_symlink():
        return "is a symbolic link; put the file itself here"
    if not entry.is_dir() and not entry.is_file():
        return "is not a regular file; remove it"
    return None


def _walk(folder: Path, prefix: str, refused: dict[str, str]) -> Iterable[str]:
    with os.scandir(folder) as entries:
        for entry in sorted(entries, key=lambda found: found.name):
            name = prefix + entry.name
            if entry.name.startswith(".") or entry.name == "__pycache__" or name in NOT_SEALED_AT_TOP:
                continue
            why = _odd(entry)
            if why is not None:
                refused[name] = why
            elif entry.is_dir():
                yield from _walk(Path(entry.path), name + "/", refused)
            else:
                yield name


def _scan(job_dir: Path) -> _Scan:
    refused: dict[str, str] = {}
    files = tuple(sorted(_walk(job_dir, "", refused)))
    return _Scan(files=files, refused=refused)


def digests(job_dir: Path) -> Mapping[str, str]:
    """SHA-256 of every file of the job that a seal covers, by path inside the folder, sorted.

    Raises ExamError on a symbolic link, a file that is not regular, or a name ``sha256sum`` would escape.
    """
    scan = _scan(job_dir)
    _refuse(job_dir, scan)
    return {name: sha256_file(job_dir / name) for name in scan.files}


def _refuse(job_dir: Path, scan: _Scan) -> None:
    for name, why in scan.refused.items():
        raise ExamError(job_dir / _printable(name), None, why)


def _printable(name: str) -> str:
    return "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in name)


def job_folders(jobs_root: Path) -> tuple[Path, ...]:
    """The folders below *jobs_root* that hold a job.yaml, sorted.  Raises ExamError when there is none."""
    found = tuple(sorted(path.parent for path in jobs_root.glob("[!.]*/job.yaml")))
    if not found:
        raise ExamError(jobs_root, None, "no job here; a job is a folder with a job.yaml in it")
    return found


def sealed_files(jobs_root: Path) -> tuple[Path, ...]:
    """Every file a seal of *jobs_root* covers, sorted.  Raises ExamError as `digests` does."""
    return tuple(job / name for job in job_folders(jobs_root) for name in digests(job))


def find_seal_file(job_dir: Path) -> Path | None:
    """The nearest FROZEN.sha256 in the job's folder or at most two levels above it."""
    here = _absolute(job_dir)
    for folder in (here, *here.parents[:LEVELS_UP]):
        if (folder / SEAL_FILE).is_file():
            return folder / SEAL_FILE
    return None


def _absolute(path: Path) -> Path:
    return Path(os.path.abspath(path))  # noqa: PTH100  (resolve() would follow links, and the seal names none)


def read_seal(path: Path) -> Mapping[str, str]:
    """The seal file as path to SHA-256.  Raises ExamError on a line ``sha256sum -c`` would not check."""
    lines: dict[str, str] = {}
    for number, row in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        match = _LINE.fullmatch(row)
        if match is None:
            raise ExamError(
                path, number, "not a line of sha256sum; write the file anew with 'bramble freeze'"
            )
        digest, name = match.groups()
        if name in lines or name.startswith("/") or ".." in name.split("/"):
            raise ExamError(
                path, number, f"{name!r} stands twice or lies outside; write it anew with 'bramble freeze'"
            )
        lines[name] = digest
    return lines


def _text(lines: Mapping[str, str]) -> str:
    return "".join(f"{digest}  {name}\n" for name, digest in sorted(lines.items()))


def examine(job_dir: Path) -> tuple[Seal, Mapping[str, str]]:
    """What the seal says of the job in *job_dir*, and the digests it was judged by.

    Raises ExamError as `digests` does where no seal speaks of the job; a broken seal raises nothing.
    """
    scan = _scan(job_dir)
    found = {name: sha256_file(job_dir / name) for name in scan.files}
    seal_file, here = find_seal_file(job_dir), _absolute(job_dir)
    base = here.parent.parent if seal_file is None else seal_file.parent
    prefix = "" if here == base else here.relative_to(base).as_posix() + "/"
    present = {prefix + name: digest for name, digest in found.items()}
    try:
        lines = {} if seal_file is None else read_seal(seal_file)
    except (ExamError, UnicodeDecodeError) as error:
        return Seal(status="broken", sha256="", changed=(f"{SEAL_FILE}: unreadable ({error})",)), found
    own = {name: digest for name, digest in lines.items() if name.startswith(prefix)}
    if not own:
        _refuse(job_dir, scan)
        return Seal(status="unsealed", sha256=sha256_text(_text(present))), found
    refused = {prefix + _printable(name): why for name, why in scan.refused.items()}
    changed = _differences(own, present) | refused
    said = tuple(f"{name}: {what}" for name, what in sorted(changed.items()))
    return Seal(status="broken" if said else "sealed", sha256=sha256_text(_text(own)), changed=said), found


def _differences(sealed: Mapping[str, str], present: Mapping[str, str]) -> dict[str, str]:
    edited = {name: "edited" for name, digest in present.items() if sealed.get(name, digest) != digest}
    missing = {name: "missing" for name in sealed if name not in present}
    added = {name: "added" for name in present if name not in sealed}
    return edited | missing | added


def status_of(job_dir: Path) -> Seal:
    """Whether the seal holds for the job in *job_dir*: edited, missing and added files all break it."""
    return examine(job_dir)[0]


def freeze(jobs_root: Path, validate: Callable[[Path], None]) -> str:
    """Seal every job below *jobs_root*: writes FROZEN.sha256 beside that folder and returns its text.

    *validate* is called with each job folder first; whatever it raises leaves the old seal as it was.  Raises
    ExamError as `digests` and `job_folders` do.
    """
    root = _absolute(jobs_root)
    lines: dict[str, str] = {}
    for job in job_folders(root):
        before = digests(job)
        validate(job)
        lines.update({f"{root.name}/{job.name}/{name}": digest for name, digest in before.items()})
    text = _text(lines)
    draft = root.parent / f".{SEAL_FILE}.{os.getpid()}"
    draft.write_text(text, encoding="utf-8", newline="\n")
    draft.replace(root.parent / SEAL_FILE)
    return text


def verify(jobs_root: Path) -> tuple[str, ...]:
    """Everything below *jobs_root* that differs from its seal, one line each; empty when the seal holds.

    A job without a seal and a sealed job whose folder is gone are differences too.  Raises ExamError when
    there is no seal file, or it cannot be read.
    """
    root = _absolute(jobs_root)
    path = root.parent / SEAL_FILE
    if not path.is_file():
        raise ExamError(path, None, "no seal here; write one with 'bramble freeze'")
    lines, jobs = read_seal(path), job_folders(root)
    said: list[str] = []
    for job in jobs:
        seal = status_of(job)
        said += seal.changed if seal.status != "unsealed" else (f"{root.name}/{job.name}: not sealed",)
    homes = tuple(f"{root.name}/{job.name}/" for job in jobs)
    said += (f"{name}: missing" for name in lines if not name.startswith(homes))
    return tuple(sorted(said))
