"""One sentence a manager can act on, for each verdict."""

from __future__ import annotations

from .verdict_facts import Verdict, VerdictInput
from .wording import count, percent

_KINDS = {
    "not_enough_evidence": "the exam is too small to tell",
    "unfinished": "the exam is not finished",
    "between_bars": "the bar is neither proved nor out of reach",
    "requirement_missing": "a requirement is missing",
}


def manager_sentence(facts: VerdictInput, verdict: Verdict) -> str:
    """What the verdict means for the person who decides; it promises nothing about other customers."""
    if verdict.verdict is None:
        return f"No verdict: {_lower(verdict.reasons[0].text)}"
    if verdict.verdict == "HIRED":
        return _hired(facts, verdict)
    if verdict.verdict == "FIRED":
        return f"Do not hire this candidate: {_lower(verdict.reasons[0].text)}"
    return _probation(verdict)


def _hired(facts: VerdictInput, verdict: Verdict) -> str:
    clusters = len({trial.cluster for trial in facts.trials})
    lower = int(verdict.bounds.lower * 1000) / 1000 if verdict.bounds else 0.0
    return (
        f"Hire: the candidate met the registered bar of {percent(facts.bar)} on this exam, a fictional shop "
        f"with public, deliberately hard tickets (at least {percent(lower)} of customers like these "
        f"{clusters} are served, with {percent(1.0 - facts.alpha)} confidence); this is no forecast of the "
        "share of your own tickets that it would resolve."
    )


def _probation(verdict: Verdict) -> str:
    kind = _KINDS[verdict.probation_kind or ""]
    unmet = sum(not known.met for known in verdict.preconditions)
    first = verdict.reasons[0].text
    others = (
        f" ({count(unmet, 'of twelve preconditions is', 'of twelve preconditions are')} not met)"
        if unmet
        else ""
    )
    return f"Keep a person beside this candidate, because {kind}{others}: {_lower(first)}"


def _lower(text: str) -> str:
    return text[0].lower() + text[1:] if text[1:2].islower() else text
