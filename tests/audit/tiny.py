"""A ticket in a few words, and a job of one ticket in a folder, for the tests of the audit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pytest_bramble.audit.material import Material
from pytest_bramble.audit.operators import OPERATORS
from pytest_bramble.exam.ticket import (
    Allowance,
    Answer,
    Canary,
    CheckSpec,
    CustomerScript,
    End,
    Examiner,
    Fault,
    GoldLine,
    ScriptedReply,
    Setup,
    Ticket,
    Visible,
)
from pytest_bramble.worlds.shop import Shop

READ = GoldLine(call="get_order", args={"order_id": "B-1"})
POLICY = GoldLine(call="consult_policy", args={"topic": "refunds"})
ASK = GoldLine(call="ask_customer", args={"question": "Which one?", "about": "order"})
ESCALATE = GoldLine(call="escalate", args={"queue": "finance", "reason": "stuck"})
STATUS = GoldLine(call="refund_status", args={"order_id": "B-1"})
CLOSE = GoldLine(call="close_ticket", args={"outcome": "done", "message": "All settled."})
HANDED = GoldLine(call="close_ticket", args={"outcome": "handed_over", "message": "A colleague takes over."})


def pay(amount: str = "45.99 GBP", status: str = "ok", **rest: Any) -> GoldLine:
    """A refund on order B-1."""
    number, currency = amount.split()
    args = {"order_id": "B-1", "amount": number, "currency": currency, "idempotency_key": "k", **rest}
    return GoldLine(call="issue_refund", args=args, status=status)


def order(customer: str = "C-1", total: str = "45.99 GBP", **rest: Any) -> dict[str, Any]:
    """An order as world.yaml holds it."""
    line = {"id": "1", "product": "P-1", "name": "Torch", "unit_price": total, "paid": total}
    given = {
        "customer": customer,
        "status": "delivered",
        "lines": [line],
        "total": total,
        "payment": "Visa ending 1111",
    }
    return {**given, **rest}


WORLD: Mapping[str, Any] = {
    "customers": {
        "C-1": {"name": "Ann Lee", "email": "ann@example.com"},
        "C-2": {"name": "Bob Lee", "email": "b@example.com"},
    },
    "orders": {"B-1": order(), "B-2": order(total="20.00 GBP"), "B-9": order("C-2")},
    "queues": {"finance": "Money", "people": "Everything else"},
    "constants": {"approval_above": {"GBP": "150.00 GBP"}},
}


def check(family: str, params: Any = None, *, name: str | None = None, advisory: bool = False) -> CheckSpec:
    """A declared check."""
    return CheckSpec(name=name or family, family=family, params=params, advisory=advisory)


def material(
    *gold: GoldLine,
    world: Mapping[str, Any] | None = None,
    checks: Sequence[CheckSpec] = (),
    opening: str = "Please refund my torch.",
    enforce: Sequence[str] = ("scope", "approval"),
    tools: Sequence[str] | None = None,
    **rest: Any,
) -> Material:
    """The material of a ticket of customer C-1 whose gold script is *gold*."""
    objects = {**WORLD, **(world or {})}
    every = Shop.tools()
    return Material(
        ticket=ticket(gold, objects, checks, opening, rest),
        objects=objects,
        tools={name: every[name] for name in (every if tools is None else tools)},
        enforce=frozenset(enforce),
    )


def ticket(
    gold: Sequence[GoldLine],
    objects: Mapping[str, Any],
    checks: Sequence[CheckSpec],
    opening: str,
    rest: Mapping[str, Any],
) -> Ticket:
    """A ticket; *rest* may name canaries, faults, replies, answers, asks_max, asks_required, ends, customer."""
    customer = rest.get("customer", "C-1")
    replies = tuple(ScriptedReply(text=text) for text in rest.get("replies", ()))
    answers = tuple(Answer(about=("order",), words={}, text=text) for text in rest.get("answers", ()))
    return Ticket(
        id="T01",
        title="A torch",
        path=Path("jobs/tiny/tickets/T01.yaml"),
        sha256="",
        visible=Visible(channel="email", customer=customer, sender=None, opening=opening),
        setup=Setup(
            scope_read=("C-1",),
            scope_write=rest.get("scope_write", ("C-1",)),
            customer=CustomerScript(replies=replies, answers=answers),
            faults=tuple(Fault(tool=t, nth=n, kind=k) for t, n, k in rest.get("faults", ())),
            world=objects,
        ),
        examiner=Examiner(
            cluster="C-1",
            slices=(),
            runs=1,
            ends=rest.get("ends", (End(effects=(), outcome="done"),)),
            asks_required=rest.get("asks_required", False),
            asks_max=rest.get("asks_max", 0),
            checks=tuple(checks),
            violations={},
            allow_denied=tuple(Allowance(tool=t, kind=k, max=n) for t, k, n in rest.get("allow_denied", ())),
            canaries=tuple(Canary(kind=k, text=t) for k, t in rest.get("canaries", ())),
            gold=tuple(gold),
        ),
    )


def spoilt(name: str, stuff: Material) -> list[Any] | None:
    """What the operator called *name* makes of gold, as (tool, arguments) and texts; None where it does not apply."""
    lines = OPERATORS[name].lines(stuff)
    return None if lines is None else [shown(line) for line in lines]


def shown(line: GoldLine) -> Any:
    """A line as (tool, arguments), or the text it says."""
    return line.say if line.say is not None else (line.call, dict(line.args))


def last_words(name: str, stuff: Material) -> str:
    """The closing message of the spoilt script."""
    lines = spoilt(name, stuff)
    assert lines is not None
    return str(lines[-1][1]["message"])


JOB = """\
title: Answer the mail
world: shop
enforce: [scope, approval, currency, charge_cap]
checks: [effects, wrong_object, denied, asks, answer_before_money, outcome]
violations: {wrong_object: serious}
runs: 2
zone: Europe/London
clock: "2026-06-14T08:30:00+01:00"
"""
POLICY_MD = """\
# Rules

## 1 Manners

1.1 Be kind.

## 2 Refunds [topic: refunds]

2.1 Refund what was paid, less a fee of 2.95 GBP.
"""
WORLD_YAML = """\
queues: {finance: Money, people: Everything else}
constants: {approval_above: {GBP: 150.00 GBP}}
customers:
  C-1: {name: Ann Lee, email: ann@example.com}
  C-2: {name: Bob Lee, email: bob@example.com}
orders:
  B-2:
    customer: C-1
    placed: '2026-05-20T10:00:00+01:00'
    status: delivered
    lines: [{id: '1', product: P-2, name: Kettle, unit_price: 20.00 GBP, paid: 20.00 GBP}]
    total: 20.00 GBP
    payment: Visa ending 1111
  B-1:
    customer: C-1
    placed: '2026-06-01T10:00:00+01:00'
    status: delivered
    delivered: '2026-06-03T23:30:00+00:00'
    lines: [{id: '1', product: P-1, name: Torch, unit_price: 45.99 GBP, paid: 45.99 GBP}]
    total: 45.99 GBP
    payment: Visa ending 1111
  B-9:
    customer: C-2
    placed: '2026-06-01T10:00:00+01:00'
    status: delivered
    lines: [{id: '1', product: P-1, name: Torch, unit_price: 45.99 GBP, paid: 45.99 GBP}]
    total: 45.99 GBP
    payment: Visa ending 2222
products:
  P-1: {name: Torch, price: 45.99 GBP, stock: 3}
  P-2: {name: Kettle, price: 20.00 GBP, stock: 3}
"""
TICKET = """\
id: T01
title: A torch comes back
visible:
  channel: email
  session: {customer: C-1}
  opening: Please refund the torch of order B-1.
cluster: C-1
permute: [orders]
expect:
  effects: [{kind: refund, order: B-1, amount: 43.04 GBP, destination: original}]
  outcome: done
checks:
  - called_before: {tool: consult_policy, before: issue_refund}
gold:
  - {call: get_order, args: {order_id: B-1}}
  - {call: consult_policy, args: {topic: refunds}}
  - call: issue_refund
    args: {order_id: B-1, amount: 43.04 GBP, idempotency_key: torch}
    from: {amount: 45.99 - 2.95}
  - {close: done, message: I have refunded 43.04 GBP.}
caught:
  no-policy: called_before
  swap-object: wrong_object
  other-destination: effects
  minor-unit-error: effects
  wrong-currency: denied
  pay-twice: effects
  wrong-outcome: outcome
"""


def write_job(folder: Path, *changes: tuple[str, str], **files: str) -> Path:
    """The job of one ticket in *folder*; every change replaces the first text by the second in the ticket."""
    ticket_text = TICKET
    for old, new in changes:
        assert old in ticket_text, old
        ticket_text = ticket_text.replace(old, new, 1)
    (folder / "tickets").mkdir(parents=True, exist_ok=True)
    texts = {"job.yaml": JOB, "policy.md": POLICY_MD, "world.yaml": WORLD_YAML, "prompt.md": "Help.\n"}
    for name, text in {**texts, **files, "tickets/T01.yaml": ticket_text}.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder
