"""Work, grade and record N scripted trials of the support job in one process, without pytest or report.

``python benchmarks/one_process.py JOB N``; trials.py times it as a whole process.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from pytest_bramble.audit.candidates import examiners_candidates
from pytest_bramble.engine.examination import Examination, Planned
from pytest_bramble.evidence.manifest import seal_manifest
from pytest_bramble.evidence.store import SessionFolder
from pytest_bramble.exam.loader import load_tickets
from pytest_bramble.settings import Settings


def main(job_path: Path, trials: int) -> None:
    """Work *trials* trials, ticket by ticket."""
    with tempfile.TemporaryDirectory() as name:
        folder = SessionFolder(Path(name) / "session")
        folder.create(seal_manifest({"session": "benchmark"}))
        examination = Examination(
            Settings(candidates=("gold",), runs=1 + trials // 2),
            {"gold": examiners_candidates()["gold"]},
            folder,
            "main",
        )
        job = examination.job(job_path)
        planned = ((key, t) for t in load_tickets(job) for key in examination.schedule(job, t))
        for _, (key, ticket) in zip(range(trials), planned, strict=False):
            examination.conduct(Planned(key=key, job=job, ticket=ticket))
        examination.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
