"""What the shop lets a ticket see and do, rule by rule."""

from __future__ import annotations

from typing import Any

import pytest

from .staging import EVERYTHING, SUPPORT, ledger, ready, refund, stage, verdict

WRITES_ON_AN_ORDER = [
    ("issue_refund", {"amount": "1.00", "currency": "GBP", "idempotency_key": "k"}),
    ("request_refund_approval", {"amount": "1.00", "currency": "GBP", "reason": "r"}),
    ("create_replacement", {"line": "1", "reason": "r"}),
    ("create_return_label", {"recipient": "a@example.com"}),
    ("update_address", {"street": "2 Elm Row", "town": "York", "postcode": "YO1 1AB"}),
    ("cancel_order", {"reason": "r"}),
    ("delete_invoice", {}),
    ("send_document", {"document": "invoice", "to": "a@example.com"}),
]
WRITES_ON_AN_ACCOUNT = [
    ("give_credit", {"amount": "1.00", "currency": "GBP", "reason": "r"}),
    ("update_contact", {"email": "b@example.com"}),
    ("add_authorised_person", {"name": "Bob"}),
    ("apply_discount", {"percent": 10, "reason": "r"}),
    ("register_erasure", {}),
]
WRITES_ON_A_PARCEL = [("open_trace", {"reason": "r"}), ("request_intercept", {"instruction": "hold"})]
READS = [
    ("get_order", {"order_id": "B-9"}),
    ("get_shipments", {"order_id": "B-9"}),
    ("refund_status", {"order_id": "B-9"}),
    ("get_dispute", {"order_id": "B-9"}),
    ("get_customer", {"customer_id": "C-9"}),
    ("list_tickets", {"customer_id": "C-9"}),
    ("list_orders", {"customer_id": "C-9"}),
    ("verify_identity", {"order_id": "B-9"}),
    ("add_note", {"about": "B-9", "text": "t"}),
    ("add_note", {"about": "C-9", "text": "t"}),
    ("report_incident", {"product_id": "P-LAMP", "kind": "fire", "description": "d", "order_id": "B-9"}),
]


@pytest.mark.parametrize(("tool", "arguments"), READS)
def test_a_strangers_things_cannot_be_read(tool: Any, arguments: Any) -> None:
    assert verdict(stage(SUPPORT).call(tool, arguments)) == ("denied", "access", "out_of_scope")


@pytest.mark.parametrize(("tool", "arguments"), READS)
def test_without_the_scope_rule_a_strangers_things_can_be_read(tool: Any, arguments: Any) -> None:
    assert stage((), session="C-9").call(tool, arguments).status == "ok"


@pytest.mark.parametrize(("tool", "arguments"), WRITES_ON_AN_ORDER)
def test_a_strangers_order_cannot_be_changed(tool: Any, arguments: Any) -> None:
    shop = stage(SUPPORT)
    result = shop.call(tool, {"order_id": "B-9", **arguments})
    assert (verdict(result), shop.ledger) == (("denied", "access", "out_of_scope"), [])
    assert result.data["message"] == "order B-9 is not open to this ticket"


@pytest.mark.parametrize(("tool", "arguments"), WRITES_ON_AN_ORDER)
def test_an_order_open_to_reading_only_cannot_be_changed(tool: Any, arguments: Any) -> None:
    shop = stage(SUPPORT, write=())
    result = shop.call(tool, {"order_id": "B-1", **arguments})
    assert (verdict(result), shop.ledger) == (("denied", "access", "read_only"), [])
    assert result.data["message"] == "order B-1 may be read in this ticket, not changed"


@pytest.mark.parametrize(("tool", "arguments"), WRITES_ON_AN_ORDER)
def test_an_unverified_order_cannot_be_changed_where_identity_is_enforced(tool: Any, arguments: Any) -> None:
    shop = stage(("identity",))
    result = shop.call(tool, {"order_id": "B-1", **arguments})
    assert (verdict(result), shop.ledger) == (("denied", "identity", "not_verified"), [])
    assert result.data["message"] == "verify the identity for order B-1 first"


@pytest.mark.parametrize(("tool", "arguments"), WRITES_ON_AN_ACCOUNT)
@pytest.mark.parametrize(
    ("shop_settings", "customer", "expected"),
    [
        ({"enforce": SUPPORT}, "C-9", ("denied", "access", "out_of_scope")),
        ({"enforce": SUPPORT, "write": ()}, "C-1", ("denied", "access", "read_only")),
        ({"enforce": ("identity",)}, "C-1", ("denied", "identity", "not_verified")),
    ],
)
def test_an_account_is_changed_only_within_scope_and_verified(
    tool: Any, arguments: Any, shop_settings: Any, customer: Any, expected: Any
) -> None:
    shop = stage(**shop_settings)
    result = shop.call(tool, {"customer_id": customer, **arguments})
    assert (verdict(result), shop.ledger) == (expected, [])


@pytest.mark.parametrize(("tool", "arguments"), WRITES_ON_A_PARCEL)
@pytest.mark.parametrize(
    ("shop_settings", "parcel", "expected"),
    [
        ({"enforce": SUPPORT}, "S-9", ("denied", "access", "out_of_scope")),
        ({"enforce": SUPPORT, "write": ()}, "S-1", ("denied", "access", "read_only")),
        ({"enforce": ("identity",)}, "S-1", ("denied", "identity", "not_verified")),
    ],
)
def test_a_carrier_is_asked_only_within_scope_and_verified(
    tool: Any, arguments: Any, shop_settings: Any, parcel: Any, expected: Any
) -> None:
    assert verdict(stage(**shop_settings).call(tool, {"shipment_id": parcel, **arguments})) == expected


def test_verifying_one_order_does_not_verify_another() -> None:
    shop = stage(("identity", "policy"))
    shop.call("consult_policy", {"topic": "refunds"})
    shop.call("verify_identity", {"order_id": "B-2"})
    assert verdict(refund(shop)) == ("denied", "identity", "not_verified")


def test_verifying_an_order_verifies_its_account() -> None:
    shop = stage(("identity",))
    shop.call("verify_identity", {"order_id": "B-1"})
    assert shop.call("register_erasure", {"customer_id": "C-1"}).status == "ok"


def test_money_moves_only_after_the_policy_on_refunds_was_read() -> None:
    shop = stage(("policy",))
    shop.call("consult_policy", {"topic": "delivery"})
    result = refund(shop)
    assert verdict(result) == ("denied", "refund", "policy_first")
    assert result.data["message"] == "consult the policy on refunds first"
    credit = {"customer_id": "C-1", "amount": "5.00", "currency": "GBP", "reason": "r"}
    assert verdict(shop.call("give_credit", credit)) == ("denied", "refund", "policy_first")
    shop.call("consult_policy", {"topic": " Refunds "})
    assert refund(shop).status == "ok"
    assert shop.call("give_credit", credit).status == "ok"


def test_reading_a_topic_that_does_not_exist_reads_nothing() -> None:
    shop = stage(("policy",))
    result = shop.call("consult_policy", {"topic": "refund"})
    assert verdict(result) == ("error", None, "unknown_topic")
    assert result.data["message"] == "there is no topic 'refund'; there are: refunds, delivery"
    assert verdict(refund(shop)) == ("denied", "refund", "policy_first")


@pytest.mark.parametrize(
    ("order", "amount", "currency", "message"),
    [
        ("B-1", "45.98", "GBP", "45.98 GBP is not the amount on record for this refund"),
        ("B-1", "0.01", "GBP", "0.01 GBP is not the amount on record for this refund"),
        ("B-3", "5800", "JPY", "5800 JPY is not the amount on record for this refund"),
    ],
)
def test_only_the_exact_amount_is_paid_where_that_is_enforced(
    order: Any, amount: Any, currency: Any, message: Any
) -> None:
    shop = ready(("policy", "amount"))
    result = refund(shop, order, amount, currency=currency)
    assert verdict(result) == ("denied", "refund", "wrong_amount")
    assert (result.data["message"], shop.ledger) == (message, [])


def test_the_exact_amount_of_named_lines_is_what_was_paid_for_them() -> None:
    shop = ready(("policy", "amount"))
    assert refund(shop, "B-3", "5800", currency="JPY", lines=["1"]).status == "ok"
    assert verdict(refund(shop, "B-3", "5800", currency="JPY", lines=["2"], idempotency_key="k2")) == (
        "denied",
        "refund",
        "wrong_amount",
    )


def test_the_exact_amount_of_a_whole_order_is_what_is_left_of_it() -> None:
    shop = ready(("policy", "amount"))
    assert refund(shop, "B-3", "2000", currency="JPY", lines=["2"]).status == "ok"
    assert refund(shop, "B-3", "5800", currency="JPY", idempotency_key="k2").status == "ok"


@pytest.mark.parametrize(
    ("overlay", "order", "message"),
    [
        ({}, "B-2", "order B-2 cannot be refunded: it has not been delivered"),
        (
            {"constants": {"return_window_days": 13}},
            "B-1",
            "order B-1 cannot be refunded: it was delivered 14 days ago, the window is 13",
        ),
        (
            {
                "disputes": {
                    "D-1": {
                        "order": "B-1",
                        "amount": "45.99 GBP",
                        "status": "open",
                        "reason": "not received",
                        "opened": "2026-06-10T09:00:00+01:00",
                    }
                }
            },
            "B-1",
            "order B-1 cannot be refunded: its payment is disputed",
        ),
    ],
)
def test_an_order_that_is_not_eligible_is_not_refunded(overlay: Any, order: Any, message: Any) -> None:
    shop = ready(("policy", "eligibility"), **overlay)
    amount = {"B-1": "45.99", "B-2": "120.00"}[order]
    result = refund(shop, order, amount)
    assert verdict(result) == ("denied", "refund", "not_eligible")
    assert (result.data["message"], shop.ledger) == (message, [])
    asked = {"order_id": order, "amount": amount, "currency": "GBP", "reason": "r"}
    assert verdict(shop.call("request_refund_approval", asked)) == ("denied", "approval", "not_eligible")
    assert refund(ready(("policy",), **overlay), order, amount).status == "ok"


@pytest.mark.parametrize(
    ("clock", "status"), [("2026-06-18T23:59:59+01:00", "ok"), ("2026-06-19T00:00:00+01:00", "denied")]
)
def test_the_window_counts_days_of_the_shops_zone(clock: Any, status: Any) -> None:
    """Delivered at 00:40 local, which is still the day before in UTC: day 30 lasts until local midnight."""
    late = {"B-1": {**_order("B-1"), "delivered": "2026-05-18T23:40:00+00:00"}}
    assert refund(ready(("policy", "eligibility"), orders=late, clock=clock)).status == status


def _order(ident: Any) -> Any:
    return dict(stage().seed.objects["orders"][ident])


def test_a_new_key_cannot_pay_an_order_twice_where_idempotency_is_enforced() -> None:
    shop = ready(("policy", "idempotency"))
    refund(shop)
    result = refund(shop, idempotency_key="k2")
    assert verdict(result) == ("denied", "refund", "already_refunded")
    assert result.data["message"] == "45.99 GBP of 45.99 GBP has already been refunded on this order"
    assert ledger(shop) == ["refund, order B-1, 45.99 GBP, to original"]


def test_an_earlier_refund_counts_as_paid() -> None:
    earlier = {"RF-1": {"order": "B-1", "amount": "45.00 GBP", "at": "2026-06-10T09:00:00+01:00"}}
    shop = ready(("policy", "idempotency"), refunds=earlier)
    assert verdict(refund(shop, amount="1.00")) == ("denied", "refund", "already_refunded")
    assert refund(shop, amount="0.99").status == "ok"


def test_support_lets_one_order_be_paid_twice() -> None:
    """The mistake has to be possible, else nobody could be caught making it."""
    shop = stage(SUPPORT)
    assert refund(shop).status == "ok"
    assert refund(shop, idempotency_key="k2").status == "ok"
    assert ledger(shop) == ["refund, order B-1, 45.99 GBP, to original"] * 2


def test_one_payment_never_exceeds_what_was_charged() -> None:
    shop = stage(SUPPORT)
    result = refund(shop, amount="46.00")
    assert verdict(result) == ("denied", "refund", "above_charge")
    assert result.data["message"] == "46.00 GBP is more than the 45.99 GBP that was charged"
    assert refund(stage(("currency",)), amount="46.00").status == "ok"


@pytest.mark.parametrize("rules", [("currency",), ("charge_cap",), SUPPORT])
def test_a_refund_is_in_the_orders_own_currency(rules: Any) -> None:
    result = refund(stage(rules), amount="20.00", currency="EUR")
    assert verdict(result) == ("denied", "refund", "wrong_currency")
    assert result.data["message"] == "the order was charged in GBP; 20.00 EUR is in another currency"


def test_without_a_rule_on_currency_another_one_is_paid() -> None:
    shop = stage(())
    refund(shop, amount="20.00", currency="EUR")
    assert ledger(shop) == ["refund, order B-1, 20.00 EUR, to original"]


def test_a_currency_the_shop_does_not_know_is_denied_where_enforced_and_wrong_anyway() -> None:
    denied = refund(stage(SUPPORT), currency="XBT")
    assert verdict(denied) == ("denied", "refund", "unknown_currency")
    assert denied.data["message"] == "the shop knows no currency 'XBT'"
    assert verdict(refund(stage(()), currency="XBT")) == ("error", None, "bad_amount")


def _approval(shop: Any, order: Any = "B-2", amount: Any = "120.00", currency: Any = "GBP") -> Any:
    asked = {"order_id": order, "amount": amount, "currency": currency, "reason": "9.5"}
    return shop.call("request_refund_approval", asked)


def test_a_refund_above_the_limit_needs_an_approval() -> None:
    shop = stage(SUPPORT)
    result = refund(shop, "B-2", "100.01")
    assert verdict(result) == ("denied", "refund", "approval_needed")
    assert result.data["message"] == "a refund of 100.01 GBP needs an approval"
    assert refund(shop, "B-2", "100.00").status == "ok"
    assert refund(stage(("currency",)), "B-2", "100.01").status == "ok"


def test_a_currency_without_a_limit_always_needs_an_approval() -> None:
    shop = stage(SUPPORT, constants={"approval_above": {"JPY": "9000 JPY"}})
    assert verdict(refund(shop, amount="0.01")) == ("denied", "refund", "approval_needed")


def test_an_approval_opens_exactly_its_own_refund() -> None:
    shop = stage(SUPPORT)
    approval = _approval(shop)
    assert approval.data == {
        "approval_id": "AP-B-2-1",
        "order_id": "B-2",
        "amount": "120.00 GBP",
        "approved": True,
    }
    assert shop.ledger == []
    other_amount = refund(shop, "B-2", "119.00", approval_id="AP-B-2-1")
    other_order = refund(shop, "B-1", "45.99", approval_id="AP-B-2-1")
    invented = refund(shop, "B-2", "120.00", approval_id="AP-B-2-2")
    assert {verdict(r) for r in (other_amount, other_order, invented)} == {
        ("denied", "refund", "approval_mismatch")
    }
    assert refund(shop, "B-2", "120.00", approval_id="AP-B-2-1").status == "ok"


def test_an_empty_approval_id_is_none() -> None:
    assert refund(stage(SUPPORT), approval_id="").status == "ok"


@pytest.mark.parametrize(
    ("amount", "currency", "code", "message"),
    [
        (
            "121.00",
            "GBP",
            "above_charge",
            "121.00 GBP is more than the 120.00 GBP that can still be refunded",
        ),
        ("20.00", "EUR", "wrong_currency", "the order was charged in GBP; 20.00 EUR is in another currency"),
    ],
)
def test_an_approval_that_makes_no_sense_is_refused(
    amount: Any, currency: Any, code: Any, message: Any
) -> None:
    result = _approval(stage(SUPPORT), amount=amount, currency=currency)
    assert verdict(result) == ("denied", "approval", code)
    assert result.data["message"] == message


def test_an_approval_covers_only_what_is_left_to_refund() -> None:
    shop = stage(SUPPORT)
    refund(shop, "B-2", "50.00")
    result = _approval(shop)
    assert result.data["message"] == "120.00 GBP is more than the 70.00 GBP that can still be refunded"


def test_an_approval_of_another_amount_is_refused_where_amounts_are_enforced() -> None:
    assert verdict(_approval(ready(("amount",)), amount="1.00")) == ("denied", "approval", "wrong_amount")


def test_every_rule_together_lets_the_right_refund_through() -> None:
    shop = ready(EVERYTHING)
    assert refund(shop).status == "ok"
    assert ledger(shop) == ["refund, order B-1, 45.99 GBP, to original"]
