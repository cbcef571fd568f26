"""`bramble audit`: every agent on every ticket, what follows from it, and audit.json."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..checks.own import load_own_checks
from ..errors import SettingsError, unknown_name
from ..evaluator import evaluator_hash
from ..exam.job import Job
from ..exam.loader import load_job, load_tickets
from ..exam.ticket import Ticket
from ..vocabulary import vocabulary
from .endtoend import end_to_end_problems
from .judgement import Judgement, judge
from .provenance import provenance_problems
from .questions import question_problems
from .reach import reach_problems
from .results import Findings, Problem, Result
from .table import kill_table, matrix, summary
from .trials import GOLD, graded, in_other_words, sent_to, worked


def audit(folder: Path, only: Sequence[str] = ()) -> int:
    """Prove the job in *folder*, print how, and say by the exit code whether it holds: 0 or 1.

    *only* restricts it to some tickets; then nothing is written and nothing is said of the job as a whole.
    Raises ExamError for files that are wrong and SettingsError for a ticket that is not there.
    """
    started = time.perf_counter()
    findings = examine_job(folder, only)
    if findings.whole:
        findings = replace(findings, beside=(*findings.beside, *end_to_end_problems(findings)))
    judgement = judge(findings)
    _print(matrix(findings))
    if findings.whole:
        _print(("", *kill_table(judgement.kills)))
        report = json.dumps(told(findings, judgement), indent=2, sort_keys=True) + "\n"
        (folder / "audit.json").write_text(report, encoding="utf-8")
    _print(("", *summary(findings, judgement), f"{time.perf_counter() - started:.1f} s", ""))
    _print(map(str, judgement.problems))
    _print([_conclusion(findings, judgement)])
    return 0 if judgement.ok else 1


def examine_job(folder: Path, only: Sequence[str] = ()) -> Findings:
    """The findings of every agent on every ticket, or on those in *only*.  Raises ExamError, SettingsError."""
    load_own_checks(folder)
    job = load_job(folder, vocabulary)
    tickets = _chosen(load_tickets(job, vocabulary), only)
    if not tickets:
        raise SettingsError(f"{folder}: there is no ticket to audit")
    results, beside = asyncio.run(_worked(job, tickets))
    wordings = asyncio.run(in_other_words(job, tickets))
    return Findings(
        job=job, tickets=tickets, results=results, whole=not only, beside=beside, wordings=wordings
    )


async def _worked(job: Job, tickets: tuple[Ticket, ...]) -> tuple[tuple[Result, ...], tuple[Problem, ...]]:
    results: list[Result] = []
    beside: list[Problem] = []
    for ticket in tickets:
        mine: list[Result] = []
        for sent in sent_to(job, ticket):
            for permuted in (False, True):
                evidence = await worked(job, ticket, sent, permuted=permuted)
                mine.append(graded(evidence, ticket, sent))
                if sent.agent == GOLD:
                    beside += provenance_problems(job, ticket, evidence)
        beside += (*reach_problems(job, ticket, tuple(mine)), *question_problems(ticket))
        results += mine
    return tuple(results), tuple(beside)


def _chosen(tickets: tuple[Ticket, ...], only: Sequence[str]) -> tuple[Ticket, ...]:
    known = {ticket.id: ticket for ticket in tickets}
    for ident in only:
        if ident not in known:
            raise SettingsError(f"--ticket: {unknown_name('ticket', ident, known)}")
    return tuple(ticket for ticket in tickets if not only or ticket.id in only)


def told(findings: Findings, judgement: Judgement) -> dict[str, Any]:
    """The audit as audit.json holds it."""
    counted = {name: {"passed": p.passed, "of": p.of} for name, p in judgement.agents.items()}
    return {
        "gold": counted.pop("gold"),
        "agents": counted,
        "checks": {family: {"killed_by": len(killed)} for family, killed in judgement.kills.items()},
        "operators": {"applied": judgement.applied, "caught": judgement.caught},
        "seal": findings.job.seal.sha256,
        "evaluator": evaluator_hash(),
        "ok": judgement.ok,
    }


def _conclusion(findings: Findings, judgement: Judgement) -> str:
    if judgement.problems:
        number = len(judgement.problems)
        return f"{number} problem{'' if number == 1 else 's'}: the exam does not hold"
    return "the exam holds" if findings.whole else "these tickets hold; nothing is said of the whole exam"


def _print(lines: Any) -> None:
    for line in lines:
        print(line)  # noqa: T201  a command prints
