"""Sessions that never happened: manifests and records as the controller writes them, for the report's tests."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pytest_bramble.evidence.manifest import seal_manifest
from pytest_bramble.evidence.record import TrialKey, seal_record

EVALUATOR = "e" * 64
COUNTERS = (
    "wrong_object_commits",
    "unexpected_effects",
    "denied_attempts",
    "invalid_calls",
    "missing_clarifications",
    "unnecessary_clarifications",
    "premature_actions",
    "unanswered_questions",
)
NO_USAGE = {
    "calls": 2,
    "input_tokens": None,
    "output_tokens": None,
    "cost_usd": None,
    "unknown_cost_calls": 2,
    "cost_source": None,
}
PAID = {
    "calls": 2,
    "input_tokens": 1000,
    "output_tokens": 100,
    "cost_usd": 0.25,
    "unknown_cost_calls": 0,
    "cost_source": "provider",
}
ENDED = {"reason": "closed", "by": "end", "text": ""}
PROVIDER_DOWN = {"reason": "provider_timeout", "by": "infrastructure", "text": "no answer within 60 s"}
DEFAULT_EVENTS: tuple[dict[str, Any], ...] = (
    {"kind": "said", "index": 0, "text": "One moment, please.", "asks": False, "yielded": True},
)
BAR = {"pass_rate": 0.8, "alpha": 0.05, "min_clusters_fire": 10, "min_clusters_hire": 30, "margin": 0.05}


def ticket(name: str = "T01", **changes: Any) -> dict[str, Any]:
    """A ticket's entry in the manifest."""
    return {
        "title": f"The title of {name}",
        "cluster": f"C-{name}",
        "slices": ["policy"],
        "runs": 1,
        "sealed_runs": 1,
        "sha256": f"hash of {name}",
        "gross": [],
        "serious": [],
        **changes,
    }


def candidate(**changes: Any) -> dict[str, Any]:
    """A candidate's entry in the manifest."""
    return {
        "requested": "openai/gpt-x",
        "kind": "litellm",
        "synthetic": False,
        "family": "openai",
        "fingerprint": {"model": "openai/gpt-x", "prompt_sha256": "aaaa"},
        "note": None,
        **changes,
    }


def job(tickets: Mapping[str, Any], **changes: Any) -> dict[str, Any]:
    """A job's entry in the manifest."""
    return {
        "title": "Support agent",
        "path": "jobs/support",
        "world": "shop",
        "gate": "contract",
        "bar": BAR,
        "caps": {"calls": 30, "output_tokens": 16000},
        "seal": {"status": "sealed", "sha256": "s" * 64, "changed": []},
        "audit": None,
        "required_slices": [],
        "violations": {"wrong_object": "serious"},
        "tickets": dict(tickets),
        **changes,
    }


@dataclass(kw_only=True)
class Session:
    """A manifest to be sealed, and the records bound to it."""

    tickets: Mapping[str, dict[str, Any]] = field(default_factory=lambda: {"T01": ticket()})
    candidates: Mapping[str, dict[str, Any]] = field(default_factory=lambda: {"gemini": candidate()})
    arms: Sequence[tuple[str, str]] | None = None
    job_changes: Mapping[str, Any] = field(default_factory=dict)
    changes: Mapping[str, Any] = field(default_factory=dict)
    deselected: Sequence[str] = ()

    @property
    def keys(self) -> list[TrialKey]:
        """Every planned trial, in schedule order."""
        arms = self.arms or [(name, "candidate") for name in self.candidates]
        return [
            TrialKey(job="support", ticket=name, candidate=who, arm=arm, run=run)
            for name, entry in self.tickets.items()
            for run in range(1, entry["runs"] + 1)
            for who, arm in arms
        ]

    @property
    def manifest(self) -> dict[str, Any]:
        """The sealed manifest."""
        arms = self.arms or [(name, "candidate") for name in self.candidates]
        body = {
            "session": "20261130-050000-abcd",
            "created": "2026-11-30T05:00:00+00:00",
            "versions": {"pytest-bramble": "0.1.0", "python": "3.11.2"},
            "evaluator": EVALUATOR,
            "estimand": "share of customers served in every run",
            "population": "the tickets of this job",
            "jobs": {"support": job(self.tickets, **self.job_changes)},
            "candidates": dict(self.candidates),
            "arms": [{"candidate": who, "arm": arm} for who, arm in arms],
            "plan": [planned(key) for key in self.keys],
            "deselected": list(self.deselected),
            "options": {"runs": None, "timeout_s": 300.0},
            **self.changes,
        }
        return seal_manifest(body)

    def key(
        self, ticket: str = "T01", candidate: str = "gemini", run: int = 1, arm: str = "candidate"
    ) -> TrialKey:
        """The key of one trial of this session."""
        return TrialKey(job="support", ticket=ticket, candidate=candidate, arm=arm, run=run)

    def record(self, key: TrialKey, *findings: dict[str, Any], **changes: Any) -> dict[str, Any]:
        """A sealed record of *key*; without findings it passed.  *changes* go to evidence or grades by name."""
        graded = grades(
            *(findings or (finding(),)), interrupted=changes.get("stop", ENDED)["by"] == "infrastructure"
        )
        bound = {
            "manifest_sha256": changes.pop("manifest_sha256", None) or self.manifest["sha256"],
            "ticket_sha256": self.tickets[key.ticket]["sha256"] if key.ticket in self.tickets else "?",
            "seal_sha256": "s" * 64,
        }
        for name in set(changes) & set(graded):
            graded[name] = changes.pop(name)
        if "counts_changes" in changes:
            graded["counts"].update(changes.pop("counts_changes"))
        return json.loads(seal_record({**evidence(key), "bound": bound, **changes}, graded).text)

    def passed(self, *left_out: TrialKey) -> list[tuple[str, dict[str, Any]]]:
        """A passed record of every planned trial but those *left_out*, by file name."""
        return [(f"{key.stem}.json", self.record(key)) for key in self.keys if key not in left_out]


def planned(key: TrialKey) -> dict[str, Any]:
    """The entry of *key* in the plan."""
    return {
        "job": key.job,
        "ticket": key.ticket,
        "candidate": key.candidate,
        "arm": key.arm,
        "run": key.run,
        "permuted": key.run % 2 == 0,
    }


def evidence(key: TrialKey) -> dict[str, Any]:
    """Plain evidence of a short trial."""
    return {
        "job": key.job,
        "ticket": key.ticket,
        "candidate": key.candidate,
        "arm": key.arm,
        "run": key.run,
        "permuted": key.run % 2 == 0,
        "attempt": 1,
        "view": {"system": "You work for a shop.", "opening": "Where is my kettle?", "tools": []},
        "settings": {"closing": "due"},
        "events": list(DEFAULT_EVENTS),
        "before": {},
        "after": {},
        "started": "2026-11-30T05:00:01.000+00:00",
        "seconds": 1.5,
        "ledger": [],
        "model_calls": [{"answered_model": "gpt-x-2026", "latency_s": 0.5}, {"latency_s": 1.5}],
        "usage": dict(PAID),
        "stop": dict(ENDED),
    }


def finding(check: str = "effects", outcome: str = "pass", text: str = "", **changes: Any) -> dict[str, Any]:
    """A finding as a record holds it."""
    return {
        "check": check,
        "family": check,
        "outcome": outcome,
        "advisory": False,
        "level": None,
        "text": text,
        "places": [],
        **changes,
    }


def grades(*findings: dict[str, Any], interrupted: bool = False) -> dict[str, Any]:
    """The grades that follow from *findings*."""
    gating = [entry["outcome"] for entry in findings if not entry["advisory"]]
    contract = next((worst for worst in ("fail", "unknown") if worst in gating), "pass")
    unknown = [f"{entry['check']}: {entry['text']}" for entry in findings if entry["outcome"] == "unknown"]
    return {
        "findings": list(findings),
        "contract": contract,
        "joint": None,
        "outcome": contract,
        "completed": contract == "pass",
        "reasons": ["provider_timeout: no answer within 60 s", *unknown] if interrupted else unknown,
        "counts": dict.fromkeys(COUNTERS, 0),
        "evaluator": EVALUATOR,
    }


def one(report: Mapping[str, Any]) -> dict[str, Any]:
    """The only result of *report*."""
    (result,) = report["results"]
    return dict(result)


def codes(result: Mapping[str, Any]) -> list[str]:
    """The codes of the reasons of *result*, in order."""
    return [reason["code"] for reason in result["reasons"]]
