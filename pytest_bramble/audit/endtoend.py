"""One real run: a ticket through pytest in a process of its own, compared with what this process found."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ..exam.ticket import Ticket
from .places import problem
from .results import Findings, Problem, Result
from .ticket_view import TicketView, views

_SECONDS = 120


def end_to_end_problems(findings: Findings) -> Iterator[Problem]:
    """Where pytest, its plugin and the stored records tell another story than the audit's own trials.

    Gold and one bad agent are examined, the one that fires misconduct if there is one.
    """
    view, bad = _case(findings)
    names = ("gold", bad)
    with tempfile.TemporaryDirectory() as folder:
        said = _examined(view.ticket, names, Path(folder))
        records = [
            json.loads(path.read_text(encoding="utf-8")) for path in Path(folder).glob("2*/trials/*.json")
        ]
    if not records:
        yield problem(view.ticket, (), f"end to end: pytest left no record: {said}")
        return
    yield from _differences(view, names, {_key(record["evidence"]): record["grades"] for record in records})


def _case(findings: Findings) -> tuple[TicketView, str]:
    """The ticket and the bad agent to run: the first that fires misconduct, else the first that fails."""
    bad = [(view, sent) for view in views(findings) for sent in view.operators if sent.fails]
    firing = [(view, sent) for view, sent in bad if any(result.misconduct for result in sent.results)]
    if not bad:
        return views(findings)[0], "do-nothing"
    view, sent = (firing or bad)[0]
    return view, sent.agent.name


def _examined(ticket: Ticket, names: tuple[str, ...], reports: Path) -> str:
    """What pytest printed last, the records being in *reports*."""
    who = [f"--candidate={name}" for name in names]
    command = [sys.executable, "-m", "pytest", str(ticket.path.resolve()), *who, "--bramble-runs=2", "-q"]
    # The user's own options must not change what is compared.
    quiet = ["-o", "addopts=", "-p", "no:cacheprovider", "--tb=no", f"--bramble-reports={reports}"]
    clean = {
        name: value for name, value in os.environ.items() if not name.startswith(("BRAMBLE_", "PYTEST_"))
    }
    try:
        done = subprocess.run(  # noqa: S603  our own interpreter, arguments of our own making
            [*command, *quiet], capture_output=True, text=True, timeout=_SECONDS, env=clean, check=False
        )
    except subprocess.TimeoutExpired:
        return f"not finished within {_SECONDS} s"
    return (done.stdout + done.stderr).strip().rpartition("\n")[2]


def _differences(
    view: TicketView, names: tuple[str, ...], told: Mapping[tuple[str, bool], Mapping[str, Any]]
) -> Iterator[Problem]:
    for name in names:
        for result in view.by_agent[name].results:
            grades = told.get((name, result.permuted))
            there = None if grades is None else _there(grades)
            if there != _here(result):
                run = 2 if result.permuted else 1
                text = f"end to end: {name} in run {run} was graded {there}, not {_here(result)}"
                yield problem(view.ticket, (), text)


def _key(evidence: Mapping[str, Any]) -> tuple[str, bool]:
    return str(evidence["candidate"]), bool(evidence["permuted"])


def _there(grades: Mapping[str, Any]) -> dict[str, str]:
    return {finding["check"]: finding["outcome"] for finding in grades["findings"]}


def _here(result: Result) -> dict[str, str]:
    return {finding.name: str(finding.outcome) for finding in result.findings}
