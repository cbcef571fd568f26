"""Which class a job's ``world:`` names."""

from __future__ import annotations

import functools
import importlib
import importlib.util
from pathlib import Path

from ..errors import ExamError, unknown_name
from .base import World

_BUILT_IN = {"shop": ("pytest_bramble.worlds.shop", "Shop")}


@functools.cache
def world_class(name: str, job_path: Path) -> type[World]:
    """The world called *name*: a built-in, or ``file.py:Class`` in the job's folder.

    Raises ExamError naming job.yaml when there is no such world.
    """
    if name in _BUILT_IN:
        module_name, class_name = _BUILT_IN[name]
        found = getattr(importlib.import_module(module_name), class_name)
    else:
        found = _own(name, job_path)
    if not (isinstance(found, type) and issubclass(found, World)):
        raise ExamError(
            job_path / "job.yaml", None, f"world {name!r} is not a pytest_bramble.worlds.base.World"
        )
    return found


def _own(name: str, job_path: Path) -> object:
    file_name, colon, class_name = name.partition(":")
    file = job_path / file_name
    if not colon or not file.is_file():
        hint = unknown_name("world", name, _BUILT_IN)
        raise ExamError(job_path / "job.yaml", None, f"{hint} Or name your own as 'world.py:MyWorld'.")
    spec = importlib.util.spec_from_file_location(f"bramble_world_{job_path.name}", file)
    if spec is None or spec.loader is None:
        raise ExamError(file, None, "not a Python file")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return getattr(module, class_name, None)
