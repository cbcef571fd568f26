"""An exam of one ticket that holds, in findings made by hand: what everybody fails there, and what is then told."""

from __future__ import annotations

from dataclasses import replace

from pytest_bramble.audit.judgement import judge
from pytest_bramble.audit.results import Agent, Findings, Result
from pytest_bramble.checks.base import Finding
from pytest_bramble.evidence.record import Stop
from pytest_bramble.outcome import Outcome

CLOSED = Stop(reason="closed", by="end")
CHECKS = ("effects", "wrong_object", "denied", "asks", "answer_before_money", "outcome", "called_before")
SORTS = {
    "gold": "gold",
    "control": "honest",
    "do-nothing": "undirected",
    "always-ask": "undirected",
    "always-refuse": "undirected",
}
AIMS = {
    "half-done": ("effects",),
    "needless-question": ("asks",),
    "premature-approval": ("answer_before_money",),
}
# What everybody fails on a ticket whose exam holds.
HOLDS = {
    "gold": "",
    "do-nothing": "effects outcome",
    "no-policy": "called_before",
    "swap-object": "effects wrong_object outcome",
    "other-destination": "effects outcome",
    "minor-unit-error": "effects outcome",
    "wrong-currency": "denied",
    "pay-twice": "effects outcome",
    "wrong-outcome": "outcome",
    "half-done": "effects",
    "needless-question": "asks",
    "premature-approval": "answer_before_money",
}


def finding(name, failed, ticket, **rest):
    outcome = Outcome.FAIL if name in failed else Outcome.PASS
    given = {"outcome": outcome, "advisory": False, "text": "wrong" if name in failed else "", **rest}
    return Finding(name=name, family=name, level=ticket.examiner.violations.get(name), places=(), **given)


def result(ticket, name, failed, *, permuted=False, **rest):
    agent = Agent(name=name, sort=SORTS.get(name, "operator"), aim=AIMS.get(name, ()))
    findings = tuple(finding(check, failed.split(), ticket) for check in CHECKS)
    return Result(
        ticket=ticket.id, agent=agent, permuted=permuted, findings=findings, **{"stop": CLOSED, **rest}
    )


class Exam:
    """Findings of one ticket in which everybody does what HOLDS says, unless told otherwise."""

    def __init__(self, job, ticket):
        self.job, self.ticket = job, ticket

    def findings(self, changed=None, **examiner):
        ticket = replace(self.ticket, examiner=replace(self.ticket.examiner, **examiner))
        results = []
        for name, failed in {**HOLDS, **(changed or {})}.items():
            if failed is not None:
                both = (failed, failed) if isinstance(failed, str) else failed
                results += [
                    result(ticket, name, f, permuted=p) for p, f in zip((False, True), both, strict=True)
                ]
        return Findings(job=self.job, tickets=(ticket,), results=tuple(results), whole=True)

    def told(self, changed=None, **examiner):
        return self.said(self.findings(changed, **examiner))

    def said(self, findings):
        return [self.short(problem) for problem in judge(findings).problems]

    def short(self, problem):
        return f"{problem.path.name}:{problem.line}: {problem.text}"

    def at(self, text):
        """The line of the ticket that starts with *text*."""
        lines = self.ticket.path.read_text().splitlines()
        return next(n for n, line in enumerate(lines, start=1) if line.strip().startswith(text))
