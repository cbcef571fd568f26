"""What the terminal says across candidates: one line per comparison, one for the ranking."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..scoring.wording import count
from .wordings import CLAIM_WORDS, whose


def across_lines(report: Mapping[str, Any]) -> Iterator[str]:
    """The lines, the outcome that gates standing for a comparison.

    For example ``gemini against control: better on 0 and worse on 6 of 8 runs; no claim, 1 customer``.
    """
    several = len(report["jobs"]) > 1
    gating = {(c["job"], c["candidate"]): c for c in report["comparisons"]}
    for compared in gating.values():
        yield _prefix(compared, several) + comparison_line(compared)
    for refused in report["not_compared"]:
        text = f"{refused['text'][0].lower()}{refused['text'][1:]}"
        yield f"{_prefix(refused, several)}{whose(refused)}: {text}"
    for ranking in report["ranking"]:
        yield f"{_prefix(ranking, several)}ranking: {ranking['text']}"


def _prefix(entry: Mapping[str, Any], several: bool) -> str:
    return f"{entry['job']}: " if several else ""


def comparison_line(compared: Mapping[str, Any]) -> str:
    """One comparison in a line."""
    pairs = compared["pairs"]
    unknown = f", {pairs['unknown']} unknown" if pairs["unknown"] else ""
    return (
        f"{whose(compared)}: better on {pairs['fixed']} and worse on {pairs['regressed']} of "
        f"{count(sum(pairs.values()), 'run')}{unknown}; {_claimed(compared)}"
    )


def _claimed(compared: Mapping[str, Any]) -> str:
    if compared["lower"] is None:
        return f"no claim, {count(compared['clusters'], 'customer')}"
    span = f"{compared['lower']:+.2f} to {compared['upper']:+.2f} of customers"
    return f"{CLAIM_WORDS[compared['claim']]}, {span}"
