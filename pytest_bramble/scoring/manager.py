"""One sentence a manager can act on, for each verdict."""

from __future__ import annotations

from .verdict_facts import Verdict, VerdictInput
from .wording import count

_KINDS = {
    "not_enough_evidence": "the exam is too small to tell",
    "unfinished": "the exam is not finished",
    "between_bars": "the result lies between the two bars",
    "requirement_missing": "a requirement is missing",
}


def manager_sentence(facts: VerdictInput, verdict: Verdict) -> str:
    """What the verdict means for the person who decides; it promises nothing about other customers."""
    if verdict.verdict is None:
        return f"No verdict: {_lower(verdict.reasons[0].text)}"
    if verdict.verdict == "HIRED":
        return _hired(facts, verdict)
    if verdict.verdict == "FIRED":
        return f"Do not put this candidate in front of customers: {_lower(verdict.reasons[0].text)}"
    return _probation(verdict)


def _hired(facts: VerdictInput, verdict: Verdict) -> str:
    clusters = len({trial.cluster for trial in facts.trials})
    lower = int(verdict.bounds.lower * 1000) / 10 if verdict.bounds else 0.0
    return (
        f"The candidate met the registered bar of {facts.bar:.0%} on this exam, a fictional shop with public, "
        f"deliberately hard tickets (at least {lower}% of customers like these {clusters}, with 95% confidence); "
        "this is no forecast of the share of your own tickets it would resolve."
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
    return text[0].lower() + text[1:]
