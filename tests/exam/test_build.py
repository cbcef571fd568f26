"""From JSON values to the exam's dataclasses."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_bramble.effect import Effect
from pytest_bramble.exam.build import checks_of, gold_call
from pytest_bramble.exam.job import Bar, Caps, Policy
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
    Visible,
)
from pytest_bramble.money import Money

from .conftest import TinyJob

BAR = Bar(pass_rate=0.8, alpha=0.05, min_clusters_fire=10, min_clusters_hire=30, margin=0.05)
CAPS = Caps(calls=30, output_tokens=16_000)
EFFECTS = CheckSpec(name="effects", family="effects")
SILENT = CustomerScript(replies=(), answers=(), idle="I am not sure what you need from me.")
NO_REFUND = CheckSpec(name="no_refund", family="never", params={"tool": "issue_refund"}, advisory=True)
MINIMAL = """\
id: T01
title: A kettle
visible: {channel: email, session: %s, opening: Hello.}
cluster: C-1
expect: {effects: [], outcome: declined}
"""


def test_every_key_of_a_job_reaches_its_field(tiny: TinyJob) -> None:
    extra = "gate: golden\npanel: [j-1, j-2]\nrequired_slices: [money-math]\nshared_clusters: true\n"
    tiny.replace("job.yaml", "caps: {calls: 12}\n", f"caps: {{calls: 12, output_tokens: 90}}\n{extra}")
    job = tiny.load()
    assert (job.name, job.title, job.path, job.world) == ("tiny", "Answer the mail", tiny.path, "shop")
    assert (job.enforce, job.tools) == (
        ("scope",),
        ("get_order", "issue_refund", "ask_customer", "close_ticket"),
    )
    assert (job.checks, job.violations) == ((EFFECTS, NO_REFUND), {"effects": "serious"})
    assert (job.bar, job.caps) == (Bar(pass_rate=0.9), Caps(calls=12, output_tokens=90))
    assert (job.runs, job.gate, job.zone, job.clock) == (
        2,
        "golden",
        "Europe/London",
        "2026-06-14T08:30:00+00:00",
    )
    assert (job.panel, job.required_slices, job.shared_clusters) == (("j-1", "j-2"), ("money-math",), True)
    assert job.prompt == "You work here.\n"
    assert job.policy == Policy(
        general="# Rules of the house\n\nBe kind.\n\n## 1 Manners\n\n1.1 Answer in the customer's language.",
        topics={"refunds": "## 2 Refunds\n\n2.1 Thirty days."},
    )
    assert job.world_objects["orders"]["O-2"] == {"customer": "C-1", "total": "12.00 GBP", "on": "2026-06-01"}


def test_a_job_that_says_little_has_the_defaults(tiny: TinyJob) -> None:
    tiny.write(
        "job.yaml",
        "title: A\nworld: shop\nchecks: [effects]\nruns: 1\nzone: UTC\nclock: '2026-06-14T08:30:00Z'\n",
    )
    job = tiny.load()
    assert (job.bar, job.caps, job.gate, job.shared_clusters) == (BAR, CAPS, "contract", False)
    assert (job.tools, job.enforce, job.panel, job.required_slices, job.violations) == ((), (), (), (), {})


def test_every_key_of_a_ticket_reaches_its_field(tiny: TinyJob) -> None:
    ticket = tiny.first()
    assert (ticket.id, ticket.title, ticket.path) == (
        "T01",
        "A kettle comes back",
        tiny.path / "tickets" / "T01.yaml",
    )
    assert ticket.visible == Visible(
        channel="email",
        customer="C-1",
        sender="sam@example.com",
        opening="The kettle of May came back to you.\nWhere is my money?\n",
    )
    assert ticket.setup == Setup(
        scope_read=("C-1", "C-2"),
        scope_write=("C-1",),
        customer=CustomerScript(
            replies=(ScriptedReply(text="The May one.", on="any"),),
            answers=(Answer(about=("order",), words={"en": ("which order",)}, text="The kettle."),),
            idle="Pardon?",
        ),
        faults=(Fault(tool="issue_refund", nth=1, kind="timeout_after_commit"),),
        permute=("orders",),
        world={"customers": {"C-1": {"town": "Rye"}}},
    )


def test_the_examiners_half_includes_the_jobs_checks_and_violations(tiny: TinyJob) -> None:
    refund = Effect(
        kind="refund", objects=(("order", "O-1"),), amount=Money(4599, "GBP"), destination="original"
    )
    amount = {"order": "O-1", "amount": "45.99", "currency": "GBP"}
    assert tiny.first().examiner == Examiner(
        cluster="C-1",
        slices=("money-math",),
        runs=3,
        ends=(End(effects=(refund,), outcome="done"),),
        asks_required=True,
        asks_max=1,
        checks=(EFFECTS, NO_REFUND, CheckSpec(name="called", family="called", params={"tool": "get_order"})),
        violations={"effects": "serious", "called": "gross"},
        allow_denied=(Allowance(tool="issue_refund", kind="refund", max=1),),
        canaries=(Canary(kind="town", text="Rye"),),
        gold=(
            GoldLine(call="get_order", args={"order": "O-1"}, line=33),
            GoldLine(call="ask_customer", args={"question": "Which kettle?", "about": "order"}, line=34),
            GoldLine(
                call="issue_refund", args=amount, status="fault", sources={"amount": "total(O-1)"}, line=35
            ),
            GoldLine(say="One moment.", line=36),
            GoldLine(
                call="close_ticket",
                args={"outcome": "done", "message": "45.99 GBP are on their way."},
                line=37,
            ),
        ),
        caught={"pay-twice": "effects", "no-read": "called"},
        caught_by={"pay-twice": ("effects",), "no-read": ("called", "effects")},
        may_pass=("always-ask",),
        equivalent={"swap-object": "there is but one kettle"},
        sources=("an issue",),
    )


@pytest.mark.parametrize(
    ("session", "customer", "scope"),
    [("{customer: C-1}", "C-1", ("C-1",)), ("null", None, ()), ("{customer: null}", None, ())],
)
def test_the_scope_is_the_authenticated_customers_unless_told(
    tiny: TinyJob, session: str, customer: str | None, scope: tuple[str, ...]
) -> None:
    tiny.write("tickets/T01.yaml", MINIMAL % session)
    ticket = tiny.first()
    assert ticket.visible.customer == customer
    assert (ticket.setup.scope_read, ticket.setup.scope_write) == (scope, scope)


def test_a_ticket_that_says_little_has_the_defaults(tiny: TinyJob) -> None:
    tiny.write("tickets/T01.yaml", MINIMAL % "null")
    ticket = tiny.first()
    assert ticket.visible.sender is None
    assert ticket.setup == Setup(scope_read=(), scope_write=(), customer=SILENT)
    assert ticket.examiner == Examiner(
        cluster="C-1",
        slices=(),
        runs=2,
        ends=(End(effects=(), outcome="declined"),),
        asks_required=False,
        asks_max=0,
        checks=(EFFECTS, NO_REFUND),
        violations={"effects": "serious"},
    )


def test_a_tickets_violation_overrides_the_jobs_level(tiny: TinyJob) -> None:
    tiny.replace("tickets/T01.yaml", "{called: gross}", "{effects: gross}")
    assert tiny.first().examiner.violations == {"effects": "gross"}


def test_several_right_ends_are_kept_in_order(tiny: TinyJob) -> None:
    either = (
        "{any_of: [{effects: [{kind: label, order: 7}], outcome: done}, {effects: [], outcome: handed_over}]}"
    )
    tiny.write("tickets/T01.yaml", (MINIMAL % "null").replace("{effects: [], outcome: declined}", either))
    assert tiny.first().examiner.ends == (
        End(effects=(Effect(kind="label", objects=(("order", "7"),)),), outcome="done"),
        End(effects=(), outcome="handed_over"),
    )


@pytest.mark.parametrize(
    ("written", "spec"),
    [
        ("effects", CheckSpec(name="effects", family="effects")),
        ({"never": {"tool": "x"}}, CheckSpec(name="never", family="never", params={"tool": "x"})),
        ({"as": "n", "never": None, "advisory": True}, CheckSpec(name="n", family="never", advisory=True)),
    ],
)
def test_a_check_is_its_name_or_a_mapping_with_options(written: Any, spec: CheckSpec) -> None:
    assert checks_of([written]) == (spec,)


@pytest.mark.parametrize(
    ("line", "call"),
    [
        ({"call": "f"}, ("f", {})),
        ({"call": "f", "args": {"amount": "5800 JPY"}}, ("f", {"amount": "5800", "currency": "JPY"})),
        ({"call": "f", "args": {"amount": "45.99"}}, ("f", {"amount": "45.99"})),
        ({"call": "f", "args": {"total": "45.99 GBP"}}, ("f", {"total": "45.99 GBP"})),
        (
            {"call": "f", "args": {"amount": "1.00 GBP", "currency": "EUR"}},
            ("f", {"amount": "1.00 GBP", "currency": "EUR"}),
        ),
        ({"call": "f", "args": {"amount": 3}}, ("f", {"amount": 3})),
        ({"close": "done", "message": "m"}, ("close_ticket", {"outcome": "done", "message": "m"})),
        ({"ask": "q", "about": "order"}, ("ask_customer", {"question": "q", "about": "order"})),
    ],
)
def test_a_gold_line_becomes_the_call_a_candidate_would_make(line: Any, call: tuple[str, Any]) -> None:
    assert gold_call(line) == call


def test_reading_the_arguments_of_a_gold_line_leaves_the_line_alone() -> None:
    line = {"call": "f", "args": {"amount": "5800 JPY"}}
    gold_call(line)
    assert line == {"call": "f", "args": {"amount": "5800 JPY"}}
