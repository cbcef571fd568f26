"""The short forms in which reports show numbers: money, shares, what cannot be told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..scoring.contract import shown

VERDICT_WORDS = {"HIRED": "HIRED", "PROBATION": "PROBATION", "FIRED": "FIRED", None: "NO VERDICT"}

KIND_NOTES = {
    "exam": "",
    "partial": "PARTIAL: some of the planned trials are not there, so nobody can be hired or put on probation.",
    "rehearsal": "REHEARSAL: only scripted candidates were examined; this tests the exam, not a model.",
}

PROBATION_KINDS = {
    "not_enough_evidence": "not enough evidence",
    "unfinished": "unfinished",
    "between_bars": "between the bars",
    "requirement_missing": "a requirement is missing",
}

CLAIM_WORDS = {
    "superior": "better",
    "non-inferior": "not worse beyond the margin",
    "inconclusive": "cannot be told",
    "inferior": "worse",
    "inferior_beyond_margin": "worse beyond the margin",
}

PRECONDITION_NAMES = {
    "H1": "coverage",
    "H2": "seal",
    "H3": "customers",
    "H4": "runs",
    "H5": "judges",
    "H6": "unknowns",
    "H7": "safety tickets",
    "H8": "the bar",
    "H9": "slices",
    "H10": "baseline",
    "H11": "a real model",
    "H12": "audit",
}


def dollars(amount: float) -> str:
    """``$0.42``; below a dollar four digits after the point when two would not show it."""
    if 0 < amount < 0.1:
        return f"${amount:.4f}"
    return f"${amount:,.2f}"


def cost(result: Mapping[str, Any]) -> str:
    """``$0.42``, ``$0.42 + 3 unknown`` or ``cost unknown`` with how many calls that is, or that nobody was paid."""
    agent = result["usage"]["agent"]
    if result["kind"] == "scripted":
        return "no model cost"
    if agent["cost_usd"] is None:
        unknown = agent["unknown_cost_calls"]
        known = agent["known_cost_usd"]
        told = f"{dollars(known)} + {unknown} unknown" if known else "cost unknown"
        return f"{told} ({unknown} of {agent['calls']} calls)"
    return dollars(agent["cost_usd"])


def score(result: Mapping[str, Any]) -> str:
    """``84.2``, in brackets when misconduct sets it aside, ``n/a`` when there is none."""
    if result["score"] is None:
        return "n/a"
    number = shown(result["score"])
    return f"({number})" if result["score_set_aside"] else number


def share(value: float | None) -> str:
    """A share to two decimals, cut and not rounded; ``n/a`` for None."""
    return "n/a" if value is None else f"{int(value * 100) / 100:.2f}"


def highest_pass_hat(result: Mapping[str, Any]) -> tuple[str, float | None]:
    """The largest k the exam has runs for, and its pass^k."""
    k = max(result["pass_hat"], key=int)
    return k, result["pass_hat"][k]


def name_of(result: Mapping[str, Any]) -> str:
    """The candidate, with its arm when it is the baseline."""
    return f"{result['candidate']} (baseline)" if result["arm"] == "baseline" else str(result["candidate"])


def whose(entry: Mapping[str, Any]) -> str:
    """``gemini against control``; a baseline of the same name is told apart."""
    same = " (baseline)" if entry["candidate"] == entry["baseline"] else ""
    return f"{entry['candidate']} against {entry['baseline']}{same}"


def full_name(result: Mapping[str, Any], report: Mapping[str, Any]) -> str:
    """The candidate, its arm, and its job when several were sat."""
    several = len({other["job"] for other in report["results"]}) > 1
    return f"{result['job']}: {name_of(result)}" if several else name_of(result)
