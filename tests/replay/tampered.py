"""Trials of the honest session that tests tamper with, and two things done to them."""

from __future__ import annotations

from typing import Any

R01 = "resolution.R01.first-record.r1"  # refunds A-71, which was not meant
R02 = "resolution.R02.first-record.r1"
CONTROL = "resolution.R01.control.base.r1"
ANOTHER = ("refund, order: A-72, amount: 189.00 EUR", "refund, order: A-71, amount: 64.00 USD")


def event_of(evidence: dict[str, Any], tool: str) -> dict[str, Any]:
    return next(event for event in evidence["events"] if event.get("tool") == tool)


def make_pass(grades: dict[str, Any]) -> None:
    for finding in grades["findings"]:
        finding.update(outcome="pass", text="", places=[])
    grades.update(contract="pass", outcome="pass", completed=True)
    grades["counts"] = dict.fromkeys(grades["counts"], 0)
