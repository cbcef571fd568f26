"""A candidate as its manifest registers it: what it was shown, and the fingerprint that must follow from that."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, get_args

from ..candidates.protocol import Kind
from ..canonical import sha256_of, sha256_text
from ..contrast import Told, contrasts, shown
from ..errors import ExamError
from ..evidence.redaction import REMOVED
from ..exam.job import Job
from ..exam.policy import parse_policy
from ..report.plan import CandidatePlan
from ..report.shape import ShapeError, member, table, text, text_or_none
from ..trial.schedule import slug
from ..trial.shown import shown_job

KINDS = get_args(Kind)
_OWN = ("prompt_sha256", "policy_sha256", "sha256")


@dataclass(frozen=True, slots=True, kw_only=True)
class Examinee:
    """A registered candidate: *prompts* by job, its own *policy*, *tools* as it knows them."""

    plan: CandidatePlan
    prompts: Mapping[str, str]
    policy: str | None
    tools: Mapping[str, str] | None

    @property
    def described(self) -> dict[str, Any]:
        """The fingerprint without its own hash."""
        return {name: value for name, value in self.plan.fingerprint.items() if name != "sha256"}

    def job(self, job: Job) -> Job:
        """*job* as this candidate was shown it."""
        prompt = self.prompts.get(job.name, "")
        # A planted secret is taken out of the manifest and left in the view: there the job's own file speaks.
        if REMOVED in prompt and self._hash("prompt_sha256", job.name) == sha256_of(job.prompt):
            prompt = job.prompt
        return shown_job(job, self.plan.name, prompt, self.policy)

    def settings(self, job: str, recorded: Any) -> dict[str, Any]:
        """What a record must say of the candidate's settings.

        A model's own prompt is named there by its hash or, where it has none, by nothing; both are taken.
        """
        described = {name: value for name, value in self.described.items() if name not in _OWN}
        due = {"closing": "optional" if self.plan.kind == "python" else "due", **described}
        if self.plan.kind == "litellm":
            own = sha256_text(self.prompts.get(job, ""))
            without = isinstance(recorded, Mapping) and recorded.get("prompt_sha256", own) is None
            due["prompt_sha256"] = None if without else own
            due["policy_sha256"] = None if self.policy is None else sha256_text(self.policy)
        return due

    def problems(self, entry: Mapping[str, Any], jobs: Mapping[str, Job | None]) -> Iterator[Told]:
        """Place and words of what in the manifest's *entry* does not follow from the rest of it and from *jobs*.

        A job that is not at hand is None.
        """
        name, kind = self.plan.requested or "", self.plan.kind
        if slug(name) != self.plan.name:
            yield "requested", f"recorded {shown(name)}, which is called {shown(slug(name))} here"
        if kind not in KINDS:
            yield "kind", f"recorded {shown(kind)}, which no candidate is"
        if kind == "scripted" and not self.plan.synthetic:
            yield "synthetic", "recorded false, and a scripted candidate is synthetic"
        yield from contrasts(entry.get("own_policy"), self.policy is not None, "own_policy")
        if set(self.prompts) != set(jobs):
            yield "shown.prompt", "does not hold one prompt for each job"
        yield from contrasts(dict(self.plan.fingerprint), self._fingerprint(jobs), "fingerprint")

    def _fingerprint(self, jobs: Mapping[str, Job | None]) -> dict[str, Any]:
        due = self.described
        for part, hashes in (("prompt_sha256", self._prompts()), ("policy_sha256", self._policies(jobs))):
            due[part] = hashes
        if "tools_sha256" in due:
            due["tools_sha256"] = None if self.tools is None else sha256_of(dict(self.tools))
        return {**due, "sha256": sha256_of(self.described)}

    def _prompts(self) -> dict[str, Any]:
        return {
            job: self._hash("prompt_sha256", job) if REMOVED in words else sha256_of(words)
            for job, words in self.prompts.items()
        }

    def _policies(self, jobs: Mapping[str, Job | None]) -> dict[str, Any]:
        return {
            name: self._hash("policy_sha256", name)
            if job is None
            else sha256_of(asdict(self.job(job).policy))
            for name, job in jobs.items()
        }

    def _hash(self, part: str, job: str) -> Any:
        told = self.plan.fingerprint.get(part)
        return told.get(job) if isinstance(told, Mapping) else None


def read_examinee(plan: CandidatePlan, entry: Mapping[str, Any]) -> Examinee:
    """The candidate *plan* with what its *entry* in the manifest says it was shown.  Raises ShapeError."""
    where = f"candidates.{plan.name}.shown"
    told = table(entry.get("shown"), where)
    tools = member(told, "tools", where)
    policy = text_or_none(member(told, "policy", where), f"{where}.policy")
    try:
        parse_policy(Path(f"{where}.policy"), "## 1 None" if policy is None else policy)
    except ExamError as exc:
        raise ShapeError(str(exc)) from None
    return Examinee(
        plan=plan,
        prompts=_texts(member(told, "prompt", where), f"{where}.prompt"),
        policy=policy,
        tools=None if tools is None else _texts(tools, f"{where}.tools"),
    )


def _texts(value: Any, where: str) -> dict[str, str]:
    return {name: text(words, f"{where}.{name}") for name, words in table(value, where).items()}
