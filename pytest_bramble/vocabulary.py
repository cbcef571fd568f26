"""What the exam files of a job may name: the tools of its world, and every check there is."""

from __future__ import annotations

from pathlib import Path

from .checks.base import registered
from .checks.catalogue import load_all
from .checks.own import load_own_checks
from .exam.validate import Vocabulary
from .worlds.registry import world_class


def vocabulary(job_path: Path, world: str) -> Vocabulary:
    """The vocabulary of the job in *job_path* whose job.yaml names *world*.  Raises ExamError for no world."""
    load_all()
    load_own_checks(job_path)
    known = world_class(world, job_path)
    return Vocabulary(
        check_params={family: definition.params for family, definition in registered().items()},
        tools=frozenset(known.tools()),
        enforce=known.RULES or None,
        lists=known.LISTS or None,
        object_problems=known.validate,
    )
