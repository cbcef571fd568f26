"""report.html: one file that asks for nothing from outside and runs nothing a model wrote."""

from __future__ import annotations

import base64
import contextlib
import functools
import hashlib
import os
import secrets
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from ..errors import EvidenceError
from ..printable import printable
from .gather import RecordFile
from .page import page
from .transcripts import blobs
from .trial_rows import Numbering

if TYPE_CHECKING:
    from jinja2 import Template

TEMPLATES = Path(__file__).parent / "templates"


def write_html(report: Mapping[str, Any], records: Iterable[RecordFile], out: TextIO | Path) -> None:
    """Write the page of *report* with the transcripts in *records* to *out*, one transcript at a time.

    Raises EvidenceError (would_overwrite) when *out* is a path that exists, OSError when the disk refuses.
    """
    if not isinstance(out, Path):
        out.writelines(_chunks(report, records))
        return
    temporary = out.with_name(f".{out.name}.{os.getpid()}.{secrets.token_hex(3)}")
    try:
        with temporary.open("x", encoding="utf-8", newline="\n") as file:
            file.writelines(_chunks(report, records))
        os.link(temporary, out)
    except FileExistsError:
        raise EvidenceError("would_overwrite", f"{out} exists; a report is never overwritten") from None
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)


@functools.cache
def template() -> Template:
    """The page's template, compiled: most of what the first report of a process has to wait for."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_finalize,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.get_template("parts.html.j2")  # imported by the page; kept in the same environment
    return environment.get_template("report.html.j2")


def _chunks(report: Mapping[str, Any], records: Iterable[RecordFile]) -> Iterator[str]:
    from markupsafe import Markup

    style, script = (_source(name) for name in ("report.css", "report.js"))
    yield from template().generate(
        page=page(report),
        blobs=blobs(report, records, Numbering.of(report)),
        style=Markup(style),  # noqa: S704  our own file, and its hash is what the policy admits
        script=Markup(script),  # noqa: S704  the same
        policy=content_policy(style, script),
    )


def content_policy(style: str, script: str) -> str:
    """The Content-Security-Policy that admits exactly *style* and *script*, and nothing from anywhere."""
    return (
        f"default-src 'none'; style-src '{_digest(style)}'; script-src '{_digest(script)}'; "
        "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
    )


def _source(name: str) -> str:
    return (TEMPLATES / name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode('utf-8')).digest()).decode('ascii')}"


def _finalize(value: Any) -> Any:
    """What every expression of the template passes through before it is escaped: no control characters."""
    return printable(value) if type(value) is str else value
