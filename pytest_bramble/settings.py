"""Settings: one value, built once from command line, environment and ini file, in that order."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .errors import SettingsError, nearest, unknown_name

_TABLES = ("candidates",)
_ENTRY_KEYS: Mapping[str, type | tuple[type, ...]] = {
    "model": str,
    "family": str,
    "params": dict,
    "api_base": str,
    "api_key_env": str,
    "price": dict,
    "prompt": str,
    "policy": str,
    "tools": (list, dict),
    "extends": str,
    "synthetic": bool,
    "python": str,
}


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
    prompt: str | None = None
    policy: str | None = None
    tools: list[str] | Mapping[str, str] | None = None
    extends: str | None = None
    synthetic: bool = False
    python: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What this pytest session was asked to do.

    *asked*: a candidate was named on the command line, so a session that examines nothing is an error.
    *runs*: None means as sealed.  *concurrency*: trials in flight, whole session.
    *timeout_s*: seconds per trial, our own waits not counted.
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


def candidate_entries(pyproject: Path) -> Mapping[str, CandidateEntry]:
    """The candidates declared in *pyproject*; none when there is no such file.

    Raises SettingsError naming file, table and the nearest valid key.
    """
    if not pyproject.is_file():
        return {}
    try:
        tables = tomllib.loads(pyproject.read_text(encoding="utf-8")).get("tool", {}).get("bramble", {})
    except tomllib.TOMLDecodeError as exc:
        raise SettingsError(f"{pyproject}: not TOML: {exc}") from None
    for table in tables:
        if table not in _TABLES:
            raise SettingsError(f"{pyproject}: [tool.bramble]: {unknown_name('table', table, _TABLES)}")
    entries = tables.get("candidates", {})
    return {name: _entry(pyproject, name, entry) for name, entry in entries.items()}


def _entry(pyproject: Path, name: str, entry: Any) -> CandidateEntry:
    where = f"{pyproject}: [tool.bramble.candidates.{name}]"
    if not isinstance(entry, dict):
        raise SettingsError(f"{where}: must be a table, not {entry!r}")
    for key, value in entry.items():
        kind = _ENTRY_KEYS.get(key)
        if kind is None:
            known = ", ".join(_ENTRY_KEYS)
            raise SettingsError(f"{where}: unknown key {key!r}.{nearest(key, _ENTRY_KEYS)} Known: {known}.")
        if not isinstance(value, kind):
            raise SettingsError(f"{where}: {key} must be a {_kind_name(kind)}, not {value!r}")
    if not any(entry.get(key) for key in ("model", "extends", "python")):
        raise SettingsError(f"{where}: needs 'model' (a LiteLLM model string), 'python' or 'extends'")
    return CandidateEntry(name=name, folder=pyproject.parent, **entry)


def _kind_name(kind: type | tuple[type, ...]) -> str:
    words = {str: "string", dict: "table", list: "list", bool: "true or false"}
    kinds = kind if isinstance(kind, tuple) else (kind,)
    return " or ".join(words[k] for k in kinds)
