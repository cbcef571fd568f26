"""Money in exact minor units, keys that name one payment, and what is kept of it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_bramble.money import Money

from .staging import SUPPORT, ledger, refund, stage, verdict


def test_a_refund_answers_with_what_was_sent() -> None:
    result = refund(stage(SUPPORT), amount="12.50")
    assert result.data == {
        "refund_id": "RF-B-1-1",
        "order_id": "B-1",
        "amount": "12.50 GBP",
        "amount_minor_units": 1250,
        "destination": "original",
        "status": "sent",
        "sent_at": "2026-06-18T21:30:00+01:00",
        "arrives_within": "5 to 10 working days",
    }
    assert [e.amount for e in result.effects] == [Money(1250, "GBP")]


def test_yen_have_no_decimals() -> None:
    shop = stage(SUPPORT)
    assert refund(shop, "B-3", "5800", currency="JPY").data["amount_minor_units"] == 5800
    assert ledger(shop) == ["refund, order B-3, 5800 JPY, to original"]


@pytest.mark.parametrize(
    ("amount", "currency", "message"),
    [
        ("5800.00", "JPY", "'5800.00 JPY': JPY has exactly 0 decimals"),
        ("45.9", "GBP", "'45.9 GBP': GBP has exactly 2 decimals"),
        ("45", "GBP", "'45 GBP': GBP has exactly 2 decimals"),
        ("£45.99", "GBP", "not an amount: '£45.99 GBP'; write it like '45.99 GBP'"),
        ("", "GBP", "not an amount: ' GBP'; write it like '45.99 GBP'"),
        ("0.00", "GBP", "0.00 GBP is not an amount to give; it must be above zero"),
        ("-1.00", "GBP", "-1.00 GBP is not an amount to give; it must be above zero"),
    ],
)
def test_an_amount_is_never_guessed_at(amount: Any, currency: Any, message: Any) -> None:
    shop = stage(SUPPORT)
    result = refund(shop, "B-3" if currency == "JPY" else "B-1", amount, currency=currency)
    assert verdict(result) == ("error", None, "bad_amount")
    assert (result.data["message"], shop.ledger) == (message, [])


def test_currency_and_spaces_may_be_written_carelessly() -> None:
    assert refund(stage(SUPPORT), amount=" 45.99 ", currency=" gbp ").data["amount"] == "45.99 GBP"


@given(st.integers(min_value=1, max_value=4599))
def test_every_penny_up_to_the_charge_is_paid_exactly(pence: Any) -> None:
    shop = stage(SUPPORT)
    result = refund(shop, amount=str(Money(pence, "GBP")).split()[0])
    assert result.effects[0].amount == Money(pence, "GBP")
    assert shop.refunded("B-1", shop.order("B-1")) == Money(pence, "GBP")


def test_the_same_key_and_arguments_replay_the_first_answer() -> None:
    shop = stage(SUPPORT)
    first = refund(shop)
    again = refund(shop)
    assert (again.status, again.data, again.effects) == ("ok", first.data, ())
    assert ledger(shop) == ["refund, order B-1, 45.99 GBP, to original"]


@pytest.mark.parametrize(
    "other",
    [
        {"amount": "45.98"},
        {"order": "B-3", "amount": "5800", "currency": "JPY"},
        {"destination": "Visa ending 7"},
        {"lines": ["1"]},
    ],
)
def test_the_same_key_with_other_arguments_is_denied(other: Any) -> None:
    shop = stage(())
    refund(shop)
    result = refund(shop, **other)
    assert verdict(result) == ("denied", "refund", "key_reused")
    assert result.data["message"] == "this idempotency key belongs to another refund; nothing was paid"
    assert len(shop.ledger) == 1


def test_a_key_is_used_up_only_by_a_refund_that_went_through() -> None:
    shop = stage(SUPPORT)
    assert refund(shop, amount="46.00").status == "denied"
    assert refund(shop).status == "ok"


def test_a_replay_needs_the_same_authority_as_the_first_call() -> None:
    shop = stage(("identity",))
    shop.call("verify_identity", {"order_id": "B-1"})
    refund(shop)
    assert verdict(refund(shop, "B-2", "1.00")) == ("denied", "identity", "not_verified")


@pytest.mark.parametrize("key", ["", "  "])
def test_an_empty_key_names_nothing(key: Any) -> None:
    result = refund(stage(SUPPORT), idempotency_key=key)
    assert verdict(result) == ("error", None, "bad_key")
    assert result.data["message"] == "the idempotency key is empty; give this refund a name of its own"


@pytest.mark.parametrize("name", ["original", "Original", "original_payment_method", "visa ending 1111"])
def test_the_orders_own_payment_method_is_the_original_by_any_name(name: Any) -> None:
    shop = stage(SUPPORT)
    refund(shop, destination=name)
    assert ledger(shop) == ["refund, order B-1, 45.99 GBP, to original"]


def test_another_destination_is_another_effect() -> None:
    shop = stage(SUPPORT)
    refund(shop, destination=" Visa ending 7 ")
    assert ledger(shop) == ["refund, order B-1, 45.99 GBP, to Visa ending 7"]


def test_a_line_the_order_does_not_have_is_not_refunded() -> None:
    result = refund(stage(SUPPORT), lines=["7"])
    assert verdict(result) == ("error", None, "no_such_line")
    assert result.data["message"] == "order B-1 has no line '7'; it has: 1"


def test_the_status_shows_every_refund_with_its_key() -> None:
    shop = stage(SUPPORT)
    refund(shop, amount="5.00", lines=["1"])
    refund(shop, amount="6.00", idempotency_key="k2")
    assert shop.call("refund_status", {"order_id": "B-1"}).data == {
        "order_id": "B-1",
        "charged": "45.99 GBP",
        "refunded_so_far": "11.00 GBP",
        "refunds": [
            {
                "refund_id": "RF-B-1-1",
                "order": "B-1",
                "amount": "5.00 GBP",
                "at": "2026-06-18T21:30:00+01:00",
                "lines": ["1"],
                "key": "k1",
            },
            {
                "refund_id": "RF-B-1-2",
                "order": "B-1",
                "amount": "6.00 GBP",
                "at": "2026-06-18T21:30:00+01:00",
                "key": "k2",
            },
        ],
        "open_dispute": None,
        "arrives_within": "5 to 10 working days",
        "as_of": "2026-06-18T21:30:00+01:00",
    }


def test_a_refund_in_another_currency_does_not_count_towards_the_order() -> None:
    stray = {"RF-0": {"order": "B-1", "amount": "5.00 EUR", "at": "2026-06-10T09:00:00+01:00"}}
    shop = stage(SUPPORT, refunds=stray)
    assert shop.call("refund_status", {"order_id": "B-1"}).data["refunded_so_far"] == "0.00 GBP"


def test_a_dispute_is_shown_on_the_order_while_it_is_open() -> None:
    dispute = {
        "order": "B-1",
        "amount": "45.99 GBP",
        "status": "open",
        "reason": "not received",
        "opened": "2026-06-10T09:00:00+01:00",
    }
    shop = stage(SUPPORT, disputes={"D-1": dispute, "D-2": {**dispute, "status": "won", "order": "B-3"}})
    assert shop.call("get_order", {"order_id": "B-1"}).data["open_dispute"] == "D-1"
    assert shop.call("get_order", {"order_id": "B-3"}).data["open_dispute"] is None
    assert shop.call("get_dispute", {"order_id": "B-1"}).data == {
        "order_id": "B-1",
        "disputes": [{"id": "D-1", **dispute}],
    }


def test_credit_is_an_effect_on_the_account() -> None:
    shop = stage(SUPPORT)
    result = shop.call(
        "give_credit", {"customer_id": "C-1", "amount": "5.00", "currency": "GBP", "reason": "r"}
    )
    assert result.data == {"credit_id": "CR-C-1-1", "customer_id": "C-1", "amount": "5.00 GBP"}
    assert ledger(shop) == ["credit, customer C-1, 5.00 GBP"]
