"""Settings: one value, built once from command line, environment and ini file, in that order."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .errors import SettingsError, nearest, unknown_name

_TABLES = ("candidates", "plans")
_ENTRY_KEYS: Mapping[str, type | tuple[type, ...]] = {
    "model": str,
    "family": str,
    "params": dict,
    "api_base": str,
    "api_key_env": str,
    "price": dict,
    "max_trial_cost": (float, int),
    "limits": dict,
    "prompt": str,
    "policy": str,
    "tools": (list, dict),
    "extends": str,
    "synthetic": bool,
    "python": str,
}
_PLAN_KEYS: Mapping[str, type | tuple[type, ...]] = {"tickets": list, "runs": int}
FULL = "full"


@dataclass(frozen=True, slots=True, kw_only=True)
class CandidateEntry:
    """One ``[tool.bramble.candidates.NAME]`` table.  *folder* is where its relative file names start."""

    name: str
    folder: Path
    model: str | None = None
    family: str | None = None
    params: Mapping[str, Any] = field(default_factory=dict)
    api_base: str | None = None
    api_key_env: str | None = None
    price: Mapping[str, float] | None = None
    max_trial_cost: float | None = None
    limits: Mapping[str, Any] | None = None
    prompt: str | None = None
    policy: str | None = None
    tools: list[str] | Mapping[str, str] | None = None
    extends: str | None = None
    synthetic: bool = False
    python: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanEntry:
    """One ``[tool.bramble.plans.NAME]`` table: ids of tickets and names of slices, and how many runs of each.

    *tickets* empty means all of them, *runs* None as many as are registered.
    """

    tickets: tuple[str, ...] = ()
    runs: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What this pytest session was asked to do.

    *asked*: a candidate was named on the command line, so a session that examines nothing is an error.
    *runs*: None means as sealed.  *concurrency*: trials in flight, whole session.
    *timeout_s*: seconds per trial, our own waits not counted.  *budget_usd*: what the session may spend.
    *plan*: the name of one of *plans* or of a shipped one.
    """

    candidates: tuple[str, ...] = ()
    asked: bool = False
    job: str = "support"
    jobs: str = "jobs"
    runs: int | None = None
    baseline: str | None = None
    resume: str | None = None
    timeout_s: float = 300.0
    concurrency: int = 16
    prefetch: bool = True
    reports: Path = Path("reports")
    entries: Mapping[str, CandidateEntry] = field(default_factory=dict)
    budget_usd: float | None = None
    plan: str = FULL
    plans: Mapping[str, PlanEntry] = field(default_factory=dict)


def positive_whole(name: str, value: object) -> int:
    """*value* as a whole number from 1.  Raises SettingsError naming *name*."""
    try:
        number = int(str(value))
    except ValueError:
        number = 0
    if number < 1:
        raise SettingsError(f"{name} must be a whole number from 1, not {value!r}")
    return number


def positive_seconds(name: str, value: object) -> float:
    """*value* as seconds above zero.  Raises SettingsError naming *name*."""
    try:
        number = float(str(value))
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        raise SettingsError(f"{name} must be a number of seconds above 0, not {value!r}")
    return number


def positive_dollars(name: str, value: object) -> float:
    """*value* as US dollars above zero.  Raises SettingsError naming *name*."""
    try:
        number = float(str(value))
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        raise SettingsError(f"{name} must be a number of US dollars above 0, not {value!r}")
    return number


def candidate_entries(pyproject: Path) -> Mapping[str, CandidateEntry]:
    """The candidates declared in *pyproject*; none when there is no such file.

    Raises SettingsError naming file, table and the nearest valid key.
    """
    return {name: _entry(pyproject, name, entry) for name, entry in _table(pyproject, "candidates").items()}


def ini_value(pyproject: Path, name: str) -> str | None:
    """What pyproject.toml sets for pytest's ini key *name*; None when it sets nothing or cannot be read."""
    try:
        options = tomllib.loads(pyproject.read_text(encoding="utf-8"))["tool"]["pytest"]["ini_options"]
        return str(options[name])
    except (OSError, tomllib.TOMLDecodeError, KeyError, TypeError):
        return None


def plan_entries(pyproject: Path) -> Mapping[str, PlanEntry]:
    """The plans declared in *pyproject*; none when there is no such file.

    Raises SettingsError naming file, table and the nearest valid key.
    """
    return {name: _plan(pyproject, name, entry) for name, entry in _table(pyproject, "plans").items()}


def _table(pyproject: Path, wanted: str) -> Mapping[str, Any]:
    if not pyproject.is_file():
        return {}
    try:
        tables = tomllib.loads(pyproject.read_text(encoding="utf-8")).get("tool", {}).get("bramble", {})
    except tomllib.TOMLDecodeError as exc:
        raise SettingsError(f"{pyproject}: not TOML: {exc}") from None
    for table in tables:
        if table not in _TABLES:
            raise SettingsError(f"{pyproject}: [tool.bramble]: {unknown_name('table', table, _TABLES)}")
    found: Mapping[str, Any] = tables.get(wanted, {})
    return found


def _entry(pyproject: Path, name: str, entry: Any) -> CandidateEntry:
    where = f"{pyproject}: [tool.bramble.candidates.{name}]"
    _refuse_other_keys(where, entry, _ENTRY_KEYS)
    if not any(entry.get(key) for key in ("model", "extends", "python")):
        raise SettingsError(f"{where}: needs 'model' (a LiteLLM model string), 'python' or 'extends'")
    if "max_trial_cost" in entry:
        positive_dollars(f"{where}: max_trial_cost", entry["max_trial_cost"])
    return CandidateEntry(name=name, folder=pyproject.parent, **entry)


def _plan(pyproject: Path, name: str, entry: Any) -> PlanEntry:
    where = f"{pyproject}: [tool.bramble.plans.{name}]"
    _refuse_other_keys(where, entry, _PLAN_KEYS)
    if name == FULL:
        raise SettingsError(f"{where}: 'full' is the whole exam and cannot be another plan")
    tickets = entry.get("tickets", [])
    if not tickets or not all(isinstance(ticket, str) for ticket in tickets):
        raise SettingsError(f"{where}: tickets must be a list of ticket ids and slices, not {tickets!r}")
    runs = positive_whole(f"{where}: runs", entry["runs"]) if "runs" in entry else None
    return PlanEntry(tickets=tuple(tickets), runs=runs)


def _refuse_other_keys(where: str, entry: Any, keys: Mapping[str, type | tuple[type, ...]]) -> None:
    if not isinstance(entry, dict):
        raise SettingsError(f"{where}: must be a table, not {entry!r}")
    for key, value in entry.items():
        kind = keys.get(key)
        if kind is None:
            known = ", ".join(keys)
            raise SettingsError(f"{where}: unknown key {key!r}.{nearest(key, keys)} Known: {known}.")
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise SettingsError(f"{where}: {key} must be a {_kind_name(kind)}, not {value!r}")


def _kind_name(kind: type | tuple[type, ...]) -> str:
    words = {
        str: "string", dict: "table", list: "list", bool: "true or false", int: "whole number", float: "number"
    }  # fmt: skip
    kinds = kind if isinstance(kind, tuple) else (kind,)
    return " or ".join(words[k] for k in kinds)
