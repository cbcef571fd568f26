"""The pytest plugin: options and two hooks.  Nothing else is imported until a candidate is asked for."""

from __future__ import annotations

import os

import pytest

_OPTIONS = (
    (
        "--bramble-job",
        "NAME|PATH",
        "which job when no path is given: a folder in bramble_jobs, else a packaged one",
    ),
    ("--bramble-runs", "N", "repetitions of every ticket instead of the sealed number"),
    (
        "--bramble-baseline",
        "NAME",
        "a candidate every other is compared with; examined once, as an arm of its own",
    ),
    ("--bramble-plan", "NAME", "a part of the exam: smoke, pr, full or a plan of [tool.bramble.plans]"),
    ("--bramble-budget", "USD", "start no trial that may bring the session's spending above this"),
    ("--bramble-concurrency", "N", "trials in flight, in the whole session"),
    ("--bramble-timeout", "S", "seconds a trial may take, our own waits not counted"),
    ("--bramble-reports", "DIR", "where sessions are written"),
)
_INI = (
    ("bramble_candidates", "args", "who is examined when --candidate is not given"),
    ("bramble_jobs", "string", "the folder that holds your jobs"),
    ("bramble_job", "string", "as --bramble-job"),
    ("bramble_runs", "string", "as --bramble-runs"),
    ("bramble_baseline", "string", "as --bramble-baseline"),
    ("bramble_plan", "string", "as --bramble-plan"),
    ("bramble_budget", "string", "as --bramble-budget"),
    ("bramble_concurrency", "string", "as --bramble-concurrency"),
    ("bramble_timeout", "string", "as --bramble-timeout"),
    ("bramble_reports", "string", "as --bramble-reports"),
)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare the options and their ini twins."""
    group = parser.getgroup("bramble", "pytest-bramble: hire support agents")
    group.addoption(
        "--candidate",
        action="append",
        dest="bramble_candidate",
        metavar="NAME",
        help="who is examined: an entry of [tool.bramble.candidates], a built-in, an alias or a LiteLLM model",
    )
    for flag, metavar, text in _OPTIONS:
        group.addoption(
            flag, dest=flag.lstrip("-").replace("-", "_"), metavar=metavar, default=None, help=text
        )
    group.addoption(
        "--bramble-resume",
        metavar="SESSION",
        help="go on with a session: run what is missing, try errors again; 'last' is the newest",
    )
    group.addoption(
        "--bramble-no-prefetch",
        action="store_true",
        help="start no trial before its test; so it is with -x, --maxfail, --pdb and -s, too",
    )
    for name, kind, text in _INI:
        parser.addini(name, text, type=kind, default=[] if kind == "args" else "")  # type: ignore[arg-type]


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Start an examination when a candidate is named and a ticket may be reached."""
    named = config.getoption("bramble_candidate") or os.environ.get("BRAMBLE_CANDIDATES")
    if named or config.getini("bramble_candidates"):
        from .hooks.options import reaches_a_ticket

        if named or reaches_a_ticket(config):
            from .hooks.start import start

            start(config)
    elif any(".yaml" in str(arg) and "tickets" in str(arg) for arg in config.args):
        raise pytest.UsageError("a ticket needs a candidate: name one, for example --candidate=control")
