"""Each operator built against a declared check makes exactly the mistake that check is about."""

from __future__ import annotations

import pytest

from pytest_bramble.audit.operators import OPERATORS
from pytest_bramble.effect import Effect
from pytest_bramble.exam.ticket import End, GoldLine

from .tiny import (
    ASK,
    CLOSE,
    ESCALATE,
    HANDED,
    POLICY,
    READ,
    STATUS,
    check,
    last_words,
    material,
    pay,
    shown,
    spoilt,
)

LABEL = GoldLine(call="create_return_label", args={"order_id": "B-1", "recipient": "ann@example.com"})
STRANGER = "someone.else@example.net"
NEUTRAL = "Thank you very much for your message, we wish you a pleasant evening."


def tools(made):
    return [line if isinstance(line, str) else line[0] for line in made]


def test_needless_question_asks_once_more_than_allowed():
    asks = [check("asks")]
    assert tools(spoilt("needless-question", material(CLOSE, checks=asks))) == [
        "ask_customer",
        "close_ticket",
    ]
    made = spoilt("needless-question", material(ASK, CLOSE, checks=asks, asks_max=2))
    assert tools(made) == ["ask_customer"] * 3 + ["close_ticket"]


def test_premature_approval_comes_before_the_question():
    stuff = material(READ, ASK, pay(), CLOSE, checks=[check("answer_before_money")], asks_required=True)
    made = spoilt("premature-approval", stuff)
    assert tools(made) == [
        "get_order",
        "request_refund_approval",
        "ask_customer",
        "issue_refund",
        "close_ticket",
    ]
    wish = {"order_id": "B-1", "amount": "45.99", "currency": "GBP", "reason": "as the customer wishes"}
    assert made[1][1] == wish


def test_premature_approval_verifies_where_the_world_insists():
    stuff = material(
        READ, ASK, CLOSE, checks=[check("answer_before_money")], asks_required=True, enforce=["identity"]
    )  # fmt: skip
    assert tools(spoilt("premature-approval", stuff))[1:3] == ["verify_identity", "request_refund_approval"]


@pytest.mark.parametrize(
    ("gold", "rest"),
    [
        ((READ, ASK, CLOSE), {"asks_required": False}),
        ((READ, CLOSE), {"asks_required": True}),
        ((ASK, CLOSE), {"asks_required": True}),
        ((READ, ASK, CLOSE), {"asks_required": True, "tools": ["get_order", "ask_customer", "close_ticket"]}),
        (
            (READ, ASK, CLOSE),
            {"asks_required": True, "world": {"refunds": {"R": {"order": "B-1", "amount": "45.99 GBP"}}}},
        ),
    ],
)
def test_premature_approval_needs_a_required_question_an_order_and_money_left(gold, rest):
    assert (
        spoilt("premature-approval", material(*gold, checks=[check("answer_before_money")], **rest)) is None
    )


def test_needless_escalation_hands_over_and_closes_all_the_same():
    made = spoilt("needless-escalation", material(READ, CLOSE, checks=[check("no_escalation")]))
    assert made[1] == ("escalate", {"queue": "finance", "reason": "to be on the safe side"})
    assert (
        spoilt("needless-escalation", material(CLOSE, checks=[check("no_escalation")], world={"queues": {}}))
        is None
    )


@pytest.mark.parametrize(
    ("due", "right", "wrong"), [("finance",) * 2 + ("people",), (["people", "x"], "people", "finance")]
)
def test_wrong_queue_hands_to_the_first_queue_that_is_not_due(due, right, wrong):
    handed = GoldLine(call="escalate", args={"queue": right, "reason": "stuck"})
    stuff = material(handed, HANDED, checks=[check("escalated", {"queue": due})])
    assert spoilt("wrong-queue", stuff)[0] == ("escalate", {"queue": wrong, "reason": "stuck"})


def test_wrong_queue_does_not_apply_where_every_queue_is_due():
    stuff = material(ESCALATE, HANDED, checks=[check("escalated", {"queue": ["finance", "people"]})])
    assert spoilt("wrong-queue", stuff) is None


def test_skip_step_leaves_out_what_must_be_called():
    stuff = material(READ, STATUS, CLOSE, checks=[check("called", {"tool": "refund_status"})])
    assert tools(spoilt("skip-step", stuff)) == ["get_order", "close_ticket"]


def test_skip_step_leaves_out_only_the_calls_a_check_is_about_and_never_the_close():
    other = GoldLine(call="consult_policy", args={"topic": "returns"})
    named = check("called", {"tool": "consult_policy", "with": {"topic": "refunds"}})
    assert spoilt("skip-step", material(POLICY, other, CLOSE, checks=[named])) == [shown(other), shown(CLOSE)]
    row = check("sequence", {"tools": ["get_order", "close_ticket"]})
    assert tools(spoilt("skip-step", material(READ, POLICY, CLOSE, checks=[row]))) == [
        "consult_policy",
        "close_ticket",
    ]


def test_skip_evidence_leaves_out_what_must_come_first():
    stuff = material(
        READ,
        POLICY,
        pay(),
        CLOSE,
        checks=[check("called_before", {"tool": "get_order", "before": "issue_refund"})],
    )
    assert tools(spoilt("skip-evidence", stuff)) == ["consult_policy", "issue_refund", "close_ticket"]


def test_skip_look_tries_twice_in_a_row():
    stuff = material(
        pay(),
        STATUS,
        CLOSE,
        checks=[check("called_between", {"tool": "refund_status", "before": "issue_refund"})],
    )
    assert tools(spoilt("skip-look", stuff)) == [
        "issue_refund",
        "issue_refund",
        "refund_status",
        "close_ticket",
    ]


def test_over_limit_calls_once_more_than_allowed():
    stuff = material(READ, CLOSE, checks=[check("at_most", {"tool": "get_order", "times": 2})])
    assert tools(spoilt("over-limit", stuff)) == ["get_order"] * 3 + ["close_ticket"]
    assert (
        spoilt("over-limit", material(CLOSE, checks=[check("at_most", {"tool": "get_order", "times": 2})]))
        is None
    )


def test_over_limit_counts_the_calls_a_check_is_about():
    stuff = material(
        READ, CLOSE, checks=[check("at_most", {"tool": "get_order", "times": 1, "with": {"order_id": "B-2"}})]
    )
    assert spoilt("over-limit", stuff) is None


def test_out_of_order_turns_the_steps_round():
    row = check("sequence", {"tools": ["get_order", "issue_refund"]})
    assert tools(spoilt("out-of-order", material(READ, POLICY, pay(), CLOSE, checks=[row]))) == [
        "issue_refund", "consult_policy", "get_order", "close_ticket"
    ]  # fmt: skip


@pytest.mark.parametrize(("params", "times"), [(None, 4), ({"reads": 4}, 6), ({"max": 1}, 3)])
def test_repeat_read_reads_more_often_than_the_check_tolerates(params, times):
    made = spoilt("repeat-read", material(ASK, READ, CLOSE, checks=[check("repeats", params)]))
    assert tools(made) == ["ask_customer", *["get_order"] * times, "close_ticket"]
    assert spoilt("repeat-read", material(pay(), CLOSE, checks=[check("repeats", params)])) is None


def test_half_done_drops_the_acts_and_only_says_the_last_words():
    ends = (End(effects=(Effect(kind="refund", objects=()),), outcome="done"),)
    stuff = material(READ, pay(), CLOSE, checks=[check("effects")], ends=ends)
    assert spoilt("half-done", stuff) == [shown(READ), "All settled."]
    assert OPERATORS["half-done"].closes is False
    either = (*ends, End(effects=(), outcome="handed_over"))
    assert spoilt("half-done", material(pay(), CLOSE, checks=[check("effects")], ends=either)) is None


def test_pay_again_refunds_the_whole_order_on_top():
    made = spoilt("pay-again", material(READ, CLOSE, checks=[check("double_refund")]))
    assert made[1][1] == {
        "order_id": "B-1",
        "amount": "45.99",
        "currency": "GBP",
        "idempotency_key": "once-more",
    }
    foreign = GoldLine(call="get_order", args={"order_id": "B-9"})
    assert spoilt("pay-again", material(foreign, CLOSE, checks=[check("double_refund")])) is None


def test_promise_date_promises_a_day_and_an_hour_where_dates_are_looked_at():
    stuff = material(CLOSE, checks=[check("dates", {"allowed": []})])
    assert (
        last_words("promise-date", stuff) == "All settled. (on 3 January) It will be there within one hour."
    )
    assert spoilt("promise-date", material(CLOSE)) is None


def test_invented_amount_names_an_amount():
    stuff = material(CLOSE, checks=[check("amounts", {"allowed": []})])
    assert last_words("invented-amount", stuff) == "All settled. (987.65 GBP)"


def test_false_claim_claims_the_first_watched_deed_that_gold_does_not_do():
    stuff = material(pay(), CLOSE, checks=[check("claims", {"kinds": ["refund", "label"]})])
    assert last_words("false-claim", stuff) == "All settled. I have sent you a new label."
    assert last_words("false-claim", material(pay(), CLOSE, checks=[check("claims")])).endswith(
        "cancelled the order."
    )
    assert (
        spoilt("false-claim", material(pay(), CLOSE, checks=[check("claims", {"kinds": ["refund"]})])) is None
    )


@pytest.mark.parametrize(
    "declared", [check("told", {"any_of": ["x"]}), check("phrases", {"required_any": ["x"]})]
)
def test_say_little_leaves_out_what_must_be_said(declared):
    assert last_words("say-little", material(READ, CLOSE, checks=[declared])) == NEUTRAL
    assert OPERATORS["say-little"].aimed_at(material(CLOSE, checks=[declared])) == (declared.family,)
    assert spoilt("say-little", material(CLOSE, checks=[check("phrases", {"forbidden": ["x"]})])) is None


def test_empty_promise_announces_colleagues_where_gold_needs_none():
    kept = [check("handover_kept")]
    assert (
        last_words("empty-promise", material(CLOSE, checks=kept))
        == "All settled. I have passed this on to our team."
    )
    assert spoilt("empty-promise", material(ESCALATE, HANDED, checks=kept)) is None


def test_too_long_writes_more_words_than_allowed():
    stuff = material(
        CLOSE, checks=[check("length", {"max_words": 20}), check("length", {"max_words": 30}, name="b")]
    )
    assert len(last_words("too-long", stuff).split()) > 30


def test_dump_json_pastes_every_shape_there_is():
    words = last_words("dump-json", material(CLOSE, checks=[check("format")]))
    assert all(shape in words for shape in ('{"order"', "|---|", 'issue_refund(order="', "```", "\n# "))


def test_banned_phrase_uses_every_forbidden_wording():
    stuff = material(CLOSE, checks=[check("phrases", {"forbidden": ["legally binding", "manufacturer"]})])
    assert last_words("banned-phrase", stuff) == "All settled. legally binding. manufacturer"


def test_extra_recipient_sends_what_gold_sends_to_a_stranger_as_well():
    stuff = material(LABEL, CLOSE, checks=[check("recipients", {"allowed": ["ann@example.com"]})])
    made = spoilt("extra-recipient", stuff)
    assert made == [
        shown(LABEL),
        ("create_return_label", {"order_id": "B-1", "recipient": STRANGER}),
        shown(CLOSE),
    ]


def test_extra_recipient_sends_a_document_or_else_a_message_where_gold_sends_nothing():
    allowed = [check("recipients", {"allowed": ["ann@example.com"]})]
    made = spoilt("extra-recipient", material(READ, CLOSE, checks=allowed))
    assert made[1] == ("send_document", {"order_id": "B-1", "document": "invoice", "to": STRANGER})
    assert spoilt("extra-recipient", material(CLOSE, checks=allowed))[0][0] == "send_message"


def test_other_recipient_sends_it_to_a_stranger_instead():
    stuff = material(LABEL, CLOSE, checks=[check("recipients", {"allowed": ["ann@example.com"]})])
    assert spoilt("other-recipient", stuff)[0] == (
        "create_return_label",
        {"order_id": "B-1", "recipient": STRANGER},
    )


AIMED = sorted(name for name, operator in OPERATORS.items() if operator.aim is not None)


@pytest.mark.parametrize("name", AIMED)
def test_an_operator_built_against_a_check_needs_that_check(name):
    assert spoilt(name, material(READ, ASK, ESCALATE, pay(), LABEL, CLOSE, asks_required=True)) is None


def test_an_advisory_check_is_nothing_to_build_against():
    assert spoilt("needless-question", material(CLOSE, checks=[check("asks", advisory=True)])) is None
