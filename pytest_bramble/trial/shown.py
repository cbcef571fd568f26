"""What a candidate is shown of a job."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from ..exam.job import Job
from ..exam.policy import parse_policy


def shown_job(job: Job, candidate: str, prompt: str | None, policy: str | None) -> Job:
    """*job* with *prompt* and *policy*, the texts *candidate* is shown instead; None leaves the job's own."""
    return replace(
        job,
        prompt=job.prompt if prompt is None else prompt,
        policy=job.policy if policy is None else parse_policy(Path(f"policy of {candidate}"), policy),
    )
