"""Checks of a job's own: registered by the conftest.py files in its folder."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

from ..errors import BrambleError, ExamError


def load_own_checks(job: Path) -> None:
    """Import the conftest.py files of the folder *job* that nobody has imported yet, as pytest would.

    Raises ExamError naming the file when one cannot be imported.
    """
    for folder in (job, job / "tickets"):
        file = (folder / "conftest.py").resolve()
        if file.is_file() and not _imported(file):
            _load(file)


def _imported(file: Path) -> bool:
    origins = (getattr(module, "__file__", None) for module in list(sys.modules.values()))
    return any(origin is not None and Path(origin) == file for origin in origins)


def _load(file: Path) -> None:
    name = f"bramble_conftest_{abs(hash(str(file)))}"
    spec = importlib.util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise ExamError(file, None, "not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BrambleError:
        raise
    except Exception as exc:  # a user's module may raise anything
        del sys.modules[name]
        raise ExamError(file, None, f"cannot be imported: {type(exc).__name__}: {exc}") from None
