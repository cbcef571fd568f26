"""Each operator on money makes exactly its mistake."""

from __future__ import annotations

import pytest

from pytest_bramble.exam.ticket import GoldLine

from .tiny import CLOSE, ESCALATE, HANDED, READ, STATUS, check, material, order, pay, shown, spoilt

APPROVAL = GoldLine(
    call="request_refund_approval",
    args={"order_id": "B-1", "amount": "45.99", "currency": "GBP", "reason": "due"},
)
DISPUTED = {"disputes": {"D-1": {"order": "B-1", "amount": "45.99 GBP", "status": "open"}}}
REFUNDED = {
    "refunds": {"R-1": {"order": "B-1", "amount": "9.00 GBP"}, "R-2": {"order": "B-2", "amount": "3.00 GBP"}}
}


def paid(name, stuff):
    """Amount, currency and destination of every payment and approval in the spoilt script."""
    made = spoilt(name, stuff) or []
    args = [a for tool, a in made if tool in ("issue_refund", "request_refund_approval")]
    return [(a["amount"], a["currency"], a.get("destination", "original")) for a in args]


def test_minor_unit_error_pays_a_hundredth_everywhere():
    assert (
        paid("minor-unit-error", material(READ, APPROVAL, pay(), CLOSE)) == [("0.45", "GBP", "original")] * 2
    )


def test_minor_unit_error_takes_5800_yen_for_58():
    assert paid("minor-unit-error", material(pay("5800 JPY"), CLOSE)) == [("58", "JPY", "original")]


def test_minor_unit_error_pays_at_least_one_unit():
    assert paid("minor-unit-error", material(pay("0.50 GBP"), CLOSE)) == [("0.01", "GBP", "original")]


def test_minor_unit_error_needs_an_amount():
    assert spoilt("minor-unit-error", material(READ, CLOSE)) is None


def test_off_by_one_pays_the_smallest_unit_too_little():
    assert paid("off-by-one", material(pay(), CLOSE, checks=[check("effects")])) == [
        ("45.98", "GBP", "original")
    ]


@pytest.mark.parametrize(
    ("amount", "wrong"),
    [("45.99 GBP", ("45.99", "EUR")), ("5800 JPY", ("5800.00", "EUR")), ("3.50 EUR", ("3.50", "GBP"))],
)
def test_wrong_currency_pays_the_same_number_of_another_one(amount, wrong):
    assert paid("wrong-currency", material(pay(amount), CLOSE)) == [(*wrong, "original")]


def test_other_destination_pays_to_the_card_the_customer_speaks_of():
    stuff = material(
        pay(), CLOSE, opening="Send it to my new card, the one ending in 4471, not that ending 1111."
    )
    assert paid("other-destination", stuff) == [("45.99", "GBP", "card ending 4471")]


def test_other_destination_finds_the_card_in_what_the_customer_would_say():
    assert (
        paid("other-destination", material(pay(), CLOSE, replies=["It ends in 8080."]))[0][2]
        == "card ending 8080"
    )
    assert (
        paid("other-destination", material(pay(), CLOSE, answers=["ending 7070"]))[0][2] == "card ending 7070"
    )


def test_other_destination_takes_the_one_a_check_forbids_first():
    forbidden = check("never", {"tool": "issue_refund", "with": {"destination": "Amex ending 1"}})
    assert paid("other-destination", material(pay(), CLOSE, checks=[forbidden]))[0][2] == "Amex ending 1"


def test_other_destination_makes_a_card_up_where_nobody_names_one():
    assert paid("other-destination", material(pay(), CLOSE))[0][2] == "card ending 9090"


def test_other_destination_pays_what_gold_does_not_where_the_customer_names_a_card():
    stuff = material(READ, ESCALATE, HANDED, opening="To my card ending 4471, please.")
    assert paid("other-destination", stuff) == [("45.99", "GBP", "card ending 4471")]
    assert spoilt("other-destination", material(READ, ESCALATE, HANDED)) is None


def test_pay_twice_pays_again_with_a_key_of_its_own_before_closing():
    made = spoilt("pay-twice", material(READ, pay(), STATUS, CLOSE))
    again = shown(pay(idempotency_key="k-2"))
    assert made == [shown(READ), shown(pay()), shown(STATUS), again, shown(CLOSE)]


def test_pay_twice_counts_a_payment_whose_answer_was_lost():
    stuff = material(pay(status="fault"), CLOSE, faults=[("issue_refund", 1, "timeout_after_commit")])
    assert len(paid("pay-twice", stuff)) == 2


def test_pay_twice_does_not_count_a_payment_that_never_happened():
    stuff = material(
        pay(status="fault"), CLOSE, faults=[("issue_refund", 1, "provider_down")], world=REFUNDED
    )
    assert spoilt("pay-twice", stuff) is None


def test_pay_twice_pays_again_what_was_refunded_before_the_ticket():
    assert paid("pay-twice", material(READ, CLOSE, world=REFUNDED)) == [("9.00", "GBP", "original")]
    assert spoilt("pay-twice", material(READ, CLOSE)) is None


def test_a_made_up_refund_above_the_limit_is_approved_first():
    rich = {"orders": {"B-1": order(total="200.00 GBP")}, **DISPUTED}
    made = spoilt("act-over-dispute", material(READ, ESCALATE, HANDED, world=rich))
    assert [line[0] for line in made] == [
        "get_order",
        "escalate",
        "request_refund_approval",
        "issue_refund",
        "close_ticket",
    ]
    assert made[3][1]["approval_id"] == "AP-B-1-1"


def test_a_made_up_refund_counts_the_approvals_that_gold_asked_for():
    rich = {"orders": {"B-1": order(total="200.00 GBP")}, **DISPUTED}
    made = spoilt("act-over-dispute", material(APPROVAL, HANDED, world=rich))
    assert made[2][1]["approval_id"] == "AP-B-1-2"


def test_a_made_up_refund_needs_no_approval_where_the_world_enforces_none():
    rich = {"orders": {"B-1": order(total="200.00 GBP")}, **DISPUTED}
    made = spoilt("act-over-dispute", material(READ, HANDED, world=rich, enforce=["scope"]))
    assert [line[0] for line in made] == ["get_order", "issue_refund", "close_ticket"]


def test_new_idempotency_key_retries_under_a_new_key_after_reading():
    failed, new = pay(status="fault"), pay(idempotency_key="k-new")
    made = spoilt("new-idempotency-key", material(failed, STATUS, CLOSE))
    assert made == [shown(failed), shown(STATUS), shown(new), shown(CLOSE)]


def test_new_idempotency_key_changes_the_retry_that_gold_makes():
    failed = pay(status="fault")
    made = spoilt("new-idempotency-key", material(failed, STATUS, pay(), CLOSE))
    assert made == [shown(failed), shown(STATUS), shown(pay(idempotency_key="k-new")), shown(CLOSE)]
    assert spoilt("new-idempotency-key", material(pay(), CLOSE)) is None


def test_new_idempotency_key_changes_a_retry_that_comes_at_once():
    failed = pay(status="fault")
    assert spoilt("new-idempotency-key", material(failed, pay(), CLOSE))[1] == shown(
        pay(idempotency_key="k-new")
    )


def test_other_destination_pays_nothing_where_everything_was_given_back():
    given = {"refunds": {"R": {"order": "B-1", "amount": "45.99 GBP"}}}
    stuff = material(READ, ESCALATE, HANDED, opening="To my card ending 4471, please.", world=given)
    assert spoilt("other-destination", stuff) is None


def test_retry_without_reading_tries_again_at_once():
    failed = pay(status="fault")
    made = spoilt("retry-without-reading", material(failed, STATUS, CLOSE))
    assert made == [shown(failed), shown(failed), shown(STATUS), shown(CLOSE)]


def test_retry_without_reading_drops_what_gold_reads_before_its_own_retry():
    failed = pay(status="fault")
    assert spoilt("retry-without-reading", material(failed, STATUS, pay(), CLOSE)) == [
        shown(failed), shown(pay()), shown(CLOSE)
    ]  # fmt: skip
    assert spoilt("retry-without-reading", material(failed, pay(), CLOSE)) is None
    assert spoilt("retry-without-reading", material(pay(), CLOSE)) is None


def test_act_over_dispute_refunds_what_is_left_on_a_disputed_order():
    stuff = material(READ, ESCALATE, HANDED, world={**DISPUTED, **REFUNDED})
    assert paid("act-over-dispute", stuff) == [("36.99", "GBP", "original")]


@pytest.mark.parametrize(
    "rest",
    [
        {"world": {"disputes": {"D-1": {"order": "B-1", "amount": "1.00 GBP", "status": "won"}}}},
        {"world": {"disputes": {"D-1": {"order": "B-9", "amount": "1.00 GBP", "status": "open"}}}},
        {"world": {**DISPUTED, "refunds": {"R": {"order": "B-1", "amount": "45.99 GBP"}}}},
        {},
    ],
)
def test_act_over_dispute_needs_an_open_dispute_on_an_order_with_money_left(rest):
    assert spoilt("act-over-dispute", material(READ, HANDED, **rest)) is None


def test_act_over_dispute_does_not_apply_where_gold_pays_rightly():
    assert spoilt("act-over-dispute", material(READ, pay(), CLOSE, world=DISPUTED)) is None


def test_stack_discounts_gives_the_two_the_customer_names():
    stuff = material(
        READ, CLOSE, opening="You said 25 %.", replies=["Make it 80 percent!"],
        checks=[check("never", {"tools": ["apply_discount"]})],
    )  # fmt: skip
    given = [a for tool, a in spoilt("stack-discounts", stuff) if tool == "apply_discount"]
    assert given == [
        {"customer_id": "C-1", "percent": 25, "reason": "the customer insists"},
        {"customer_id": "C-1", "percent": 80, "reason": "the customer insists"},
    ]


def test_stack_discounts_makes_percents_up_and_applies_where_gold_gives_one():
    own = GoldLine(call="apply_discount", args={"customer_id": "C-1", "percent": 10, "reason": "clause 9"})
    made = spoilt("stack-discounts", material(own, CLOSE))
    assert [a["percent"] for tool, a in made if tool == "apply_discount"] == [10, 25, 80]
    assert spoilt("stack-discounts", material(READ, CLOSE)) is None


def test_stack_discounts_takes_no_percent_of_nought():
    forbidden = [check("never", {"tool": "apply_discount"})]
    stuff = material(READ, CLOSE, opening="You give 0 % at present, and the others 15 %.", checks=forbidden)
    assert [a["percent"] for tool, a in spoilt("stack-discounts", stuff) if tool == "apply_discount"] == [
        15,
        25,
    ]
