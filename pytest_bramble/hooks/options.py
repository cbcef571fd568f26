"""From pytest's config to settings, and from paths to the jobs they reach."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from ..errors import SettingsError, unknown_name
from ..settings import (
    FULL,
    Settings,
    candidate_entries,
    plan_entries,
    positive_dollars,
    positive_seconds,
    positive_whole,
)

PACKAGE = Path(__file__).parent.parent
_PRUNED = frozenset({"node_modules", "__pycache__", "build", "dist", "reports"})


def settings_of(config: pytest.Config) -> Settings:
    """The settings of this session: command line, then environment, then ini file, then defaults.

    Raises SettingsError naming the option.
    """
    named = config.getoption("bramble_candidate")
    from_environment = os.environ.get("BRAMBLE_CANDIDATES", "").split()
    runs = _value(config, "runs")
    timeout, budget = _value(config, "timeout"), _value(config, "budget")
    pyproject = _pyproject(config)
    return Settings(
        candidates=tuple(dict.fromkeys(named or from_environment or config.getini("bramble_candidates"))),
        asked=bool(named or from_environment),
        job=_value(config, "job") or "support",
        jobs=str(config.getini("bramble_jobs") or "jobs"),
        runs=None if runs is None else positive_whole("--bramble-runs", runs),
        resume=config.getoption("bramble_resume"),
        baseline=_value(config, "baseline"),
        timeout_s=300.0 if timeout is None else positive_seconds("--bramble-timeout", timeout),
        concurrency=positive_whole("--bramble-concurrency", _value(config, "concurrency") or 16),
        prefetch=not _one_at_a_time(config),
        reports=config.rootpath / (_value(config, "reports") or "reports"),
        entries=candidate_entries(pyproject),
        budget_usd=None if budget is None else positive_dollars("--bramble-budget", budget),
        plan=_value(config, "plan") or FULL,
        plans=plan_entries(pyproject),
    )


def _value(config: pytest.Config, name: str) -> str | None:
    """Option ``--bramble-NAME``, variable ``BRAMBLE_NAME`` or ini key ``bramble_NAME``, first that is set."""
    option = config.getoption(f"bramble_{name}", None)
    if option is not None:
        return str(option)
    return os.environ.get(f"BRAMBLE_{name.upper()}") or str(config.getini(f"bramble_{name}")) or None


def _one_at_a_time(config: pytest.Config) -> bool:
    """True when a trial should not start before its turn: asked for, or pytest may stop or be looked at."""
    option = config.option
    debugging = option.usepdb or getattr(option, "trace", False) or option.capture == "no"
    return bool(option.bramble_no_prefetch or option.maxfail or debugging)


def _pyproject(config: pytest.Config) -> Path:
    beside_ini = config.inipath.parent / "pyproject.toml" if config.inipath else None
    return beside_ini if beside_ini and beside_ini.is_file() else config.rootpath / "pyproject.toml"


def named_job(settings: Settings, rootpath: Path) -> Path:
    """The folder of the job the settings name.  Raises SettingsError with the nearest valid name."""
    places = (
        Path.cwd() / settings.job,
        rootpath / settings.jobs / settings.job,
        packaged_jobs() / settings.job,
    )
    for place in places:
        if (place / "job.yaml").is_file():
            return place.resolve()
    known = {
        p.parent.name for root in (rootpath / settings.jobs, packaged_jobs()) for p in root.glob("*/job.yaml")
    }
    raise SettingsError(f"--bramble-job: {unknown_name('job', settings.job, known)}")


def packaged_jobs() -> Path:
    """The jobs that came with the package: inside it when installed, beside it in a source tree."""
    inside = PACKAGE / "jobs"
    return inside if inside.is_dir() else PACKAGE.parent / "jobs"


def reaches_a_ticket(config: pytest.Config) -> bool:
    """True when the paths pytest was given lie in a job or contain one."""
    return bool(jobs_reached(config.args, config.invocation_params.dir))


def jobs_reached(args: Iterable[str], base: Path) -> list[Path]:
    """The job folders that pytest's *args* lie in or contain, in order, without importing or reading any."""
    found: dict[Path, None] = {}
    for arg in args:
        path = (base / str(arg).split("::")[0]).resolve()
        above = [p for p in (path, *path.parents) if (p / "job.yaml").is_file()]
        for job in above or _below(path):
            found[job] = None
    return list(found)


def _below(path: Path) -> Iterator[Path]:
    for folder, names, files in os.walk(path):
        if "job.yaml" in files and "tickets" in names:
            yield Path(folder)
            names.clear()
        elif "pyvenv.cfg" in files:
            names.clear()
        names[:] = sorted(n for n in names if not n.startswith(".") and n not in _PRUNED)
