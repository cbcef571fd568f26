"""A tiny job in a temporary folder, and what the world and the checks of the tests know."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from pytest_bramble.exam.job import Job
from pytest_bramble.exam.loader import load_job, load_ticket, load_tickets
from pytest_bramble.exam.seal import freeze
from pytest_bramble.exam.ticket import Ticket
from pytest_bramble.exam.validate import Vocabulary

JOB = """\
title: Answer the mail
world: shop
tools: [get_order, issue_refund, ask_customer, close_ticket]
enforce: [scope]
checks: [effects, {never: {tool: issue_refund}, advisory: true, as: no_refund}]
violations: {effects: serious}
bar: {pass_rate: 0.9}
runs: 2
zone: Europe/London
clock: "2026-06-14T08:30:00+00:00"
caps: {calls: 12}
"""
POLICY = """\
# Rules of the house

Be kind.

## 1 Manners

1.1 Answer in the customer's language.

## 2 Refunds [topic: refunds]

2.1 Thirty days.
"""
WORLD = """\
orders:
  O-1: {customer: C-1, total: 45.99 GBP, on: 2026-05-20}
  O-2: {customer: C-1, total: 12.00 GBP, on: 2026-06-01}
"""
TICKET = """\
id: T01
title: A kettle comes back
visible:
  channel: email
  session: {customer: C-1}
  sender: sam@example.com
  opening: |
    The kettle of May came back to you.
    Where is my money?
cluster: C-1
slices: [money-math]
runs: 3
scope: {read: [C-1, C-2], write: [C-1]}
customer:
  replies: [{text: The May one., on: any}]
  answers: [{about: [order], words: {en: [which order]}, text: The kettle.}]
  idle: Pardon?
asks: {required: true, max: 1}
faults: [{tool: issue_refund, nth: 1, kind: timeout_after_commit}]
permute: [orders]
world:
  customers:
    C-1: {town: Rye}
canaries: [{kind: town, text: Rye}]
expect:
  effects: [{kind: refund, order: O-1, amount: 45.99 GBP, destination: original}]
  outcome: done
checks:
  - called: {tool: get_order}
violations: {called: gross}
allow_denied: [{tool: issue_refund, kind: refund, max: 1}]
gold:
  - {call: get_order, args: {order: O-1}}
  - {ask: Which kettle?, about: order}
  - {call: issue_refund, args: {order: O-1, amount: 45.99 GBP}, status: fault, from: {amount: total(O-1)}}
  - {say: One moment.}
  - close: done
    message: 45.99 GBP are on their way.
caught: {pay-twice: effects, no-read: [called, effects]}
may_pass: [always-ask]
equivalent: {swap-object: there is but one kettle}
sources: [an issue]
"""
_ONE_TOOL = {
    "type": "object",
    "additionalProperties": False,
    "required": ["tool"],
    "properties": {"tool": {"description": "A tool.", "type": "string", "format": "tool"}},
}
VOCABULARY = Vocabulary(
    check_params={"effects": None, "denied": None, "never": _ONE_TOOL, "called": _ONE_TOOL},
    tools=frozenset({"get_order", "issue_refund", "ask_customer", "close_ticket", "escalate"}),
    enforce=frozenset({"scope", "approval"}),
    lists=frozenset({"orders"}),
)


def know(_job: Path, _world: str) -> Vocabulary:
    """The vocabulary of every job of these tests."""
    return VOCABULARY


@dataclass(frozen=True, slots=True)
class TinyJob:
    """A job folder one can rewrite."""

    path: Path

    @property
    def root(self) -> Path:
        """The folder that holds jobs/ and the seal."""
        return self.path.parent.parent

    def write(self, name: str, text: str) -> Path:
        """Write the file *name* of the job."""
        file = self.path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return file

    def replace(self, name: str, old: str, new: str) -> Path:
        """Replace *old*, which must stand once, in the file *name*."""
        text = (self.path / name).read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {name}"
        return self.write(name, text.replace(old, new))

    def add(self, stem: str, cluster: str) -> Path:
        """A second ticket like T01 with an id and a cluster of its own."""
        text = TICKET.replace("id: T01", f"id: {stem}").replace("cluster: C-1", f"cluster: {cluster}")
        return self.write(f"tickets/{stem}.yaml", text)

    def seal(self) -> str:
        """Seal the folder without looking at it."""
        return freeze(self.path.parent, lambda _job: None)

    def load(self) -> Job:
        """The job, names looked up."""
        return load_job(self.path, know)

    def first(self) -> Ticket:
        """Ticket T01, names looked up."""
        return load_ticket(self.load(), self.path / "tickets" / "T01.yaml", know)

    def tickets(self) -> tuple[Ticket, ...]:
        """All tickets, names looked up."""
        return load_tickets(self.load(), know)


@pytest.fixture
def tiny(tmp_path: Path) -> TinyJob:
    """An unsealed job with one right ticket."""
    job = TinyJob(tmp_path / "jobs" / "tiny")
    files = {"job.yaml": JOB, "policy.md": POLICY, "world.yaml": WORLD, "prompt.md": "You work here.\n"}
    for name, text in {**files, "tickets/T01.yaml": TICKET}.items():
        job.write(name, text)
    return job
