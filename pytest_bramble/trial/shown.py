"""What a candidate is shown of a job."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from ..candidates.registry import AnyCandidate
from ..exam.job import Job
from ..exam.policy import parse_policy


def shown_job(job: Job, candidate: AnyCandidate) -> Job:
    """*job* with prompt and policy replaced by what the candidate's entry shows instead."""
    shown = candidate.shown
    prompt = job.prompt if shown.prompt is None else shown.prompt
    policy = (
        job.policy
        if shown.policy is None
        else parse_policy(Path(f"policy of {candidate.name}"), shown.policy)
    )
    return replace(job, prompt=prompt, policy=policy)
