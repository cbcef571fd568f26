"""An expected effect that nothing can bring about is told with its line; any that some call commits is not."""

from __future__ import annotations

import pytest

from pytest_bramble.audit.reach import reach_problems
from pytest_bramble.audit.results import Agent, Result
from pytest_bramble.evidence.record import Stop
from pytest_bramble.exam.loader import load_job, load_tickets
from pytest_bramble.vocabulary import vocabulary

from .tiny import JOB, TICKET, WORLD_YAML, write_job

EXPECT = TICKET[TICKET.index("expect:") : TICKET.index("checks:")]


def told(
    folder, effect, *, expect="expect: {{effects: [{effect}], outcome: done}}\n", ledger=frozenset(), **files
):
    """What is wrong with a ticket that expects *effect*, without file names."""
    path = write_job(folder / "tiny", (EXPECT, expect.format(effect=effect)), **files)
    job = load_job(path, vocabulary)
    (ticket,) = load_tickets(job, vocabulary)
    result = Result(
        ticket="T01",
        agent=Agent(name="gold", sort="gold"),
        permuted=False,
        findings=(),
        stop=Stop(reason="closed", by="end"),
        ledger=frozenset(ticket.examiner.ends[0].effects) if ledger == "all" else ledger,
    )
    return [f"{p.path.name}:{p.line}: {p.text}" for p in reach_problems(job, ticket, (result,))]


ORDERS = {
    "world.yaml": WORLD_YAML
    + """\
shipments: {S-1: {order: B-1, carrier: X, status: in_transit, tracking: TT1}}
"""
}
PENDING = {"world.yaml": WORLD_YAML.replace("status: delivered", "status: pending")}
DEAR = {"world.yaml": WORLD_YAML.replace("45.99 GBP", "200.00 GBP")}


@pytest.mark.parametrize(
    ("effect", "files"),
    [
        ("{kind: refund, order: B-1, amount: 45.99 GBP, destination: original}", {}),
        ("{kind: refund, order: B-1, amount: 1.00 GBP, destination: Amex ending 1}", {}),
        ("{kind: refund, order: B-1, amount: 200.00 GBP, destination: original}", DEAR),
        ("{kind: credit, customer: C-1, amount: 5.00 GBP}", {}),
        ("{kind: discount, customer: C-1, destination: 10 %}", {}),
        ("{kind: replacement, order: B-1, product: P-2}", {}),
        ("{kind: label, order: B-1, destination: ann@example.com}", {}),
        ("{kind: address_change, order: B-1, destination: 12b 4 LS6 3QA}", {}),
        ("{kind: cancellation, order: B-1}", PENDING),
        ("{kind: contact_change, customer: C-1, destination: new@example.com}", {}),
        ("{kind: contact_change, customer: C-1, destination: 07700 900614}", {}),
        ("{kind: access_grant, customer: C-1, destination: bob lee}", {}),
        ("{kind: erasure, customer: C-1}", {}),
        ("{kind: invoice_deletion, order: B-1}", {}),
        ("{kind: message, recipient: ann@example.com}", {}),
        ("{kind: document, order: B-1, document: invoice, destination: ann@example.com}", {}),
    ],
)
def test_an_effect_that_a_call_commits_can_be_reached(tmp_path, effect, files):
    assert told(tmp_path, effect, **files) == []


@pytest.mark.parametrize(
    ("effect", "why"),
    [
        (
            "{kind: refund, order: B-77, amount: 1.00 GBP, destination: original}",
            "no tool that the audit knows commits it",
        ),
        (
            "{kind: refund, order: B-1, amount: 46.00 GBP, destination: original}",
            "issue_refund: 46.00 GBP is more than the 45.99 GBP that was charged",
        ),
        (
            "{kind: refund, order: B-9, amount: 1.00 GBP, destination: original}",
            "issue_refund: order B-9 is not open to this ticket",
        ),
        ("{kind: refund, order: B-1}", "its call commits something else"),
        (
            "{kind: cancellation, order: B-1}",
            "cancel_order: order B-1 is delivered; only a pending or packed one can be cancelled",
        ),
        ("{kind: gift, order: B-1}", "no tool that the audit knows commits it"),
        ("{kind: label, order: B-1, destination: Ann@Example.com}", "its call commits something else"),
    ],
)
def test_an_effect_that_no_call_commits_is_told_with_the_reason(tmp_path, effect, why):
    (row,) = told(tmp_path, effect)
    assert row.startswith("T01.yaml:9: expect: cannot be reached: ")
    assert row.endswith(f"; {why}")


def test_what_some_agent_committed_is_not_tried(tmp_path):
    assert told(tmp_path, "{kind: gift, order: B-1}", ledger="all") == []


def test_every_end_is_looked_at_and_its_line_told(tmp_path):
    expect = "expect:\n  any_of:\n    - {{effects: [], outcome: declined}}\n    - effects:\n        - {effect}\n      outcome: done\n"
    rows = told(tmp_path, "{kind: gift, order: B-1}", expect=expect)
    assert rows == [
        "T01.yaml:13: expect: cannot be reached: gift, order B-1; no tool that the audit knows commits it"
    ]


def test_the_line_of_an_effect_of_the_only_end_is_told(tmp_path):
    expect = "expect:\n  outcome: done\n  effects:\n    - {effect}\n"
    (row,) = told(tmp_path, "{kind: gift, order: B-1}", expect=expect)
    assert row.startswith("T01.yaml:12: expect: ")


def test_a_tool_that_the_job_does_not_offer_reaches_nothing(tmp_path):
    offered = "tools: [get_order, consult_policy, issue_refund, close_ticket]\n"
    rows = told(tmp_path, "{kind: erasure, customer: C-1}", **{"job.yaml": JOB + offered})
    assert rows[0].endswith("; there is no tool register_erasure in this job")


def test_a_world_that_enforces_everything_can_be_satisfied(tmp_path):
    strict = JOB.replace(
        "[scope, approval, currency, charge_cap]", "[scope, identity, policy, approval, amount, currency]"
    )
    files = {"job.yaml": strict}
    assert (
        told(tmp_path, "{kind: refund, order: B-1, amount: 45.99 GBP, destination: original}", **files) == []
    )
    assert told(tmp_path, "{kind: erasure, customer: C-1}", **files) == []
    two = WORLD_YAML.replace(
        "{id: '1', product: P-1, name: Torch, unit_price: 45.99 GBP, paid: 45.99 GBP}]\n    total: 45.99 GBP\n    payment: Visa ending 1111",
        "{id: '1', product: P-1, name: Torch, unit_price: 40.00 GBP, paid: 40.00 GBP}, "
        "{id: '2', product: P-2, name: Kettle, unit_price: 5.99 GBP, paid: 5.99 GBP}]\n    total: 45.99 GBP\n    payment: Visa ending 1111",
    )
    assert two != WORLD_YAML
    files["world.yaml"] = two
    assert (
        told(tmp_path, "{kind: refund, order: B-1, amount: 5.99 GBP, destination: original}", **files) == []
    )
    (row,) = told(tmp_path, "{kind: refund, order: B-1, amount: 6.00 GBP, destination: original}", **files)
    assert row.endswith("issue_refund: 6.00 GBP is not the amount on record for this refund")
