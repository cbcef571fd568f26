"""Goods and parcels."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_bramble.worlds.shop_logistics import place
from pytest_bramble.worlds.shop_state import Address

from .staging import SUPPORT, ledger, stage, verdict


def test_parcels_show_tracking_and_fall_back_to_the_orders_address() -> None:
    data = stage(SUPPORT).call("get_shipments", {"order_id": "B-1"}).data
    assert data["shipments"] == [
        {
            "id": "S-1",
            "order": "B-1",
            "carrier": "Penny Parcel",
            "status": "delivered",
            "tracking": "PP1",
            "address": {"street": "1 Elm Row", "town": "York", "postcode": "YO1 1AA"},
        }
    ]
    assert data["traces"] == []


def test_a_parcel_keeps_its_own_address() -> None:
    own = {"street": "9 Oak Way", "town": "Leeds", "postcode": "LS1 1AA"}
    parcel = {"order": "B-1", "carrier": "P", "status": "in_transit", "tracking": "X", "address": own}
    shop = stage(SUPPORT, shipments={"S-1": parcel})
    assert shop.call("get_shipments", {"order_id": "B-1"}).data["shipments"][0]["address"] == own


def test_a_trace_is_an_event_and_says_when_the_carrier_answers() -> None:
    shop = stage(SUPPORT)
    result = shop.call("open_trace", {"shipment_id": "S-1", "reason": "not there"})
    assert result.data == {
        "trace_id": "TR-S-1-1",
        "shipment_id": "S-1",
        "answer_within": "5 working days",
    }
    assert shop.ledger == []
    traces = shop.call("get_shipments", {"order_id": "B-1"}).data["traces"]
    assert traces == [{"shipment": "S-1", "reason": "not there", "at": "2026-06-18T21:30:00+01:00"}]


def test_an_intercept_is_a_request_and_promises_nothing() -> None:
    shop = stage(SUPPORT)
    result = shop.call("request_intercept", {"shipment_id": "S-1", "instruction": "hold"})
    assert result.data["status"] == "requested, not confirmed"
    assert shop.ledger == []
    assert shop.snapshot()["intercepts"]["IC-S-1-1"]["instruction"] == "hold"


def test_a_replacement_is_one_effect_for_each_unit_and_leaves_the_stock() -> None:
    shop = stage(SUPPORT)
    order = {"order_id": "B-1", "line": "1", "reason": "cracked", "quantity": 2}
    result = shop.call("create_replacement", order)
    assert result.data == {
        "replacement_ids": ["RP-B-1-1", "RP-B-1-2"],
        "order_id": "B-1",
        "product": "P-LAMP",
        "quantity": 2,
    }
    assert ledger(shop) == ["replacement, order B-1, product P-LAMP"] * 2
    assert shop.snapshot()["stock"]["P-LAMP"] == 1


def test_an_exchange_sends_another_product() -> None:
    shop = stage(SUPPORT, products={"P-BOWL": {"name": "Bowl", "price": "45.99 GBP", "stock": 1}})
    shop.call("create_replacement", {"order_id": "B-1", "line": "1", "reason": "r", "product_id": "P-BOWL"})
    assert ledger(shop) == ["replacement, order B-1, product P-BOWL"]


@pytest.mark.parametrize(
    ("change", "code", "message"),
    [
        ({"quantity": 3}, "bad_quantity", "3 cannot be replaced; 2 were bought on line 1"),
        ({"quantity": 0}, "bad_quantity", "0 cannot be replaced; 2 were bought on line 1"),
        ({"product_id": "P-VASE"}, "out_of_stock", "0 of P-VASE are in stock, not 1"),
        ({"line": "4"}, "no_such_line", "order B-1 has no line '4'; it has: 1"),
    ],
)
def test_a_replacement_that_cannot_be_sent_is_refused(change: Any, code: Any, message: Any) -> None:
    shop = stage(SUPPORT)
    result = shop.call("create_replacement", {"order_id": "B-1", "line": "1", "reason": "r", **change})
    assert verdict(result) == ("error", None, code)
    assert (result.data["message"], shop.ledger) == (message, [])
    assert shop.snapshot()["stock"] == {"P-LAMP": 3, "P-VASE": 0}


def test_a_label_is_an_effect_that_names_its_recipient() -> None:
    shop = stage(SUPPORT)
    result = shop.call("create_return_label", {"order_id": "B-1", "recipient": " X@Example.com"})
    assert result.data["label_id"] == "LB-B-1-1"
    assert ledger(shop) == ["label, order B-1, to x@example.com"]


MOVE = {"order_id": "B-2", "street": "Flat 3, 12a Oak Way", "town": "Leeds", "postcode": "ls1 1aa"}


def test_a_changed_address_is_on_the_order_and_in_the_ledger() -> None:
    shop = stage(SUPPORT)
    assert shop.call("update_address", MOVE).data["order_status"] == "packed"
    assert ledger(shop) == ["address_change, order B-2, to 12a 3 LS1 1AA"]
    assert shop.call("get_order", {"order_id": "B-2"}).data["delivery_address"]["town"] == "Leeds"


def test_an_address_can_be_changed_too_late_unless_eligibility_is_enforced() -> None:
    late = {**MOVE, "order_id": "B-1"}
    assert stage(SUPPORT).call("update_address", late).status == "ok"
    result = stage(("eligibility",)).call("update_address", late)
    assert verdict(result) == ("error", None, "too_late")
    assert result.data["message"] == "order B-1 is delivered; its address cannot change"
    assert stage(("eligibility",)).call("update_address", MOVE).status == "ok"


@pytest.mark.parametrize(
    ("street", "compared"),
    [
        ("12 Elm Row", "12 YO1 1AA"),
        ("Elm Row 12", "12 YO1 1AA"),
        ("Flat 3, 12 Elm Row", "12 3 YO1 1AA"),
        ("12 Elm Row, flat 3", "12 3 YO1 1AA"),
        ("The Old Mill", "YO1 1AA"),
    ],
)
def test_addresses_are_compared_by_numbers_and_postcode(street: Any, compared: Any) -> None:
    assert place(Address(street=street, town="York", postcode=" yo1 1aa")) == compared


def test_only_an_order_that_has_not_left_is_cancelled() -> None:
    shop = stage(SUPPORT)
    assert shop.call("cancel_order", {"order_id": "B-2", "reason": "r"}).data["status"] == "cancelled"
    assert ledger(shop) == ["cancellation, order B-2"]
    result = shop.call("cancel_order", {"order_id": "B-1", "reason": "r"})
    assert verdict(result) == ("error", None, "too_late")
    assert result.data["message"] == "order B-1 is delivered; only a pending or packed one can be cancelled"
    assert verdict(shop.call("cancel_order", {"order_id": "B-2", "reason": "r"}))[2] == "too_late"
