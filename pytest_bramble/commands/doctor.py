"""`bramble doctor`: whether a candidate can sit an exam, and what the exam will cost and take."""

from __future__ import annotations

import argparse
import asyncio
import os
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

from ..audit.candidates import examiners_candidates
from ..candidates.litellm_import import aclose_clients
from ..candidates.litellm_model import LiteLLMCandidate
from ..candidates.registry import AnyCandidate, resolve
from ..engine.examination import known_to
from ..evidence.redaction import Redactor
from ..exam.loader import load_job, load_tickets
from ..hooks.options import named_job
from ..session.doctor import Advice, answered, looked_at, ticket_for, tried
from ..session.projection import Measured, projection_line, remember
from ..session.purse import extent_of
from ..settings import Settings, candidate_entries, ini_value
from .sessions import add_reports, say

_MARKS: Mapping[str, str] = {"ok": "ok", "unknown": "??", "failed": "NO"}


def add_doctor(commands: Any) -> None:
    """Add the subcommand to *commands*."""
    doctor = commands.add_parser(
        "doctor",
        help="whether a candidate can sit an exam, and what it will cost",
        description="Looks at key, model, price and parameters, has one tool call go round, works one ticket once, "
        "and says what the whole exam will cost and take.  Exit 0 when nothing stands in the way, 1 otherwise.",
    )
    doctor.add_argument("candidate", help="as for --candidate")
    doctor.add_argument("--job", metavar="NAME|PATH", help="which exam; as --bramble-job")
    add_reports(doctor)
    doctor.set_defaults(run=_doctor)


def _doctor(arguments: argparse.Namespace) -> int:
    here = Path.cwd()
    pyproject = here / "pyproject.toml"
    named = arguments.job or os.environ.get("BRAMBLE_JOB") or ini_value(pyproject, "bramble_job")
    settings = Settings(
        job=named or "support",
        jobs=ini_value(pyproject, "bramble_jobs") or "jobs",
        reports=arguments.reports,
        entries=candidate_entries(pyproject),
    )
    candidate = resolve(arguments.candidate, settings.entries, examiners_candidates)
    job = named_job(settings, here)
    keys = [candidate.endpoint().key_env or ""] if isinstance(candidate, LiteLLMCandidate) else []
    return asyncio.run(_examined(candidate, job, settings, Redactor.of(os.environ, keys)))


async def _examined(candidate: AnyCandidate, job: Path, settings: Settings, redactor: Redactor) -> int:
    code = 0
    try:
        async for told in _told(candidate, job, settings):
            if isinstance(told, Advice):
                say(redactor.text(f"{_MARKS[told.state]}  {told.what}: {told.text}"))
                code = 1 if told.state == "failed" else code
            else:
                say(f"    {told}")
    finally:
        await aclose_clients()
    return code


async def _told(candidate: AnyCandidate, job: Path, settings: Settings) -> AsyncIterator[Advice | str]:
    """What was found out, in order, as far as one thing does not keep the next from being tried."""
    stopped = False
    for advice in looked_at(candidate):
        stopped = stopped or advice.state == "failed"
        yield advice
    if stopped:
        return
    if isinstance(candidate, LiteLLMCandidate):
        advice = await answered(candidate)
        yield advice
        if advice.state == "failed":
            return
    read = load_job(job, known_to)
    found = await tried(candidate, read, ticket_for(read, load_tickets(read, known_to)))
    yield found.advice
    if found.measured is not None:
        _remember(settings.reports, found.measured)
        yield projection_line(candidate.name, extent_of(settings, read, candidate), found.measured)


def _remember(reports: Path, measured: Measured) -> None:
    reports.mkdir(parents=True, exist_ok=True)
    remember(reports, [measured])
