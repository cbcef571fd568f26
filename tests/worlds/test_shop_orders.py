"""Reading orders, products and the policy."""

from __future__ import annotations

from typing import Any

import pytest

from .staging import SUPPORT, refund, stage, verdict


def pages(shop: Any) -> Any:
    """The ids of every page, following the cursor."""
    found, cursor = [], None
    while True:
        answer = shop.call("list_orders", {"cursor": cursor}).data
        found.append([order["id"] for order in answer["orders"]])
        cursor = answer["next_cursor"]
        if cursor is None:
            return found


def test_orders_are_listed_page_by_page_in_stored_order() -> None:
    assert pages(stage(SUPPORT)) == [["B-1", "B-2"], ["B-3"]]


def test_a_full_last_page_has_no_next_cursor() -> None:
    assert pages(stage(SUPPORT, constants={"page_size": 3})) == [["B-1", "B-2", "B-3"]]


def test_reversed_orders_are_listed_the_other_way_round() -> None:
    assert pages(stage(SUPPORT, backwards=["orders"])) == [["B-3", "B-2"], ["B-1"]]


def test_reversing_one_collection_leaves_the_others() -> None:
    shop = stage(SUPPORT, backwards=["customers"], constants={"page_size": 9})
    assert pages(shop) == [["B-1", "B-2", "B-3"]]


def test_a_list_shows_what_tells_orders_apart() -> None:
    assert stage(SUPPORT).call("list_orders", {}).data["orders"][0] == {
        "id": "B-1",
        "placed": "2026-06-01T10:00:00+01:00",
        "status": "delivered",
        "delivered": "2026-06-04T10:00:00+01:00",
        "items": [{"name": "Desk lamp", "colour": "red", "quantity": 2}],
        "total": "45.99 GBP",
    }


def test_a_strangers_order_is_not_listed_even_without_a_session() -> None:
    shop = stage(SUPPORT, session=None, constants={"page_size": 9})
    assert pages(shop) == [["B-1", "B-2", "B-3"]]


def test_only_the_customer_asked_for_is_listed() -> None:
    shop = stage(SUPPORT, read=("C-1", "C-9"))
    assert [o["id"] for o in shop.call("list_orders", {"customer_id": "C-9"}).data["orders"]] == ["B-9"]
    assert [o["id"] for o in shop.call("list_orders", {}).data["orders"]] == ["B-1", "B-2"]


@pytest.mark.parametrize("cursor", ["after-3", "after--1", "after-x", "2x", "after-²"])
def test_a_cursor_that_was_not_given_is_refused(cursor: Any) -> None:
    result = stage(SUPPORT).call("list_orders", {"cursor": cursor})
    assert verdict(result) == ("error", None, "bad_cursor")
    assert (
        result.data["message"] == f"{cursor!r} is not a cursor of this list; use next_cursor as it was given"
    )


@pytest.mark.parametrize(
    ("query", "hits"),
    [
        ("B-2", ["B-2"]),
        ("b-2", ["B-2"]),
        ("blue lamp", ["B-2"]),
        ("LAMP", ["B-1", "B-2", "B-3"]),
        ("B-9", []),
        ("green lamp", []),
        ("lam", []),
    ],
)
def test_an_order_is_found_by_its_id_or_all_the_words_of_an_item(query: Any, hits: Any) -> None:
    found = stage(SUPPORT).call("find_order", {"query": query}).data["orders"]
    assert [order["id"] for order in found] == hits


def test_a_search_for_nothing_is_refused() -> None:
    assert verdict(stage(SUPPORT).call("find_order", {"query": " "})) == ("error", None, "empty_query")


def test_an_order_shows_everything_on_it() -> None:
    note = {"about": "B-1", "author": "Kim", "at": "2026-06-02T09:00:00+01:00", "text": "Gift wrap"}
    shop = stage(SUPPORT, notes={"N-1": note, "N-2": {**note, "about": "B-2"}})
    refund(shop, amount="5.00")
    shop.call("create_replacement", {"order_id": "B-1", "line": "1", "reason": "cracked"})
    data = shop.call("get_order", {"order_id": "B-1"}).data
    assert data["items"] == [
        {
            "line": "1",
            "product": "P-LAMP",
            "name": "Desk lamp",
            "colour": "red",
            "quantity": 2,
            "list_price_each": "22.50 GBP",
            "paid_for_line": "45.00 GBP",
            "returnable": True,
        }
    ]
    assert data["notes"] == [{"id": "N-1", **note}]
    assert [alert["kind"] for alert in data["alerts"]] == ["loyalty"]
    expected = {
        "customer": "C-1",
        "customer_name": "Ada Moss",
        "shipping_paid": "0.99 GBP",
        "total_minor_units": 4599,
        "currency": "GBP",
        "payment": "Visa ending 1111",
        "charged": "45.99 GBP",
        "refunded_so_far": "5.00 GBP",
        "shipments": ["S-1"],
        "delivery_address": {"street": "1 Elm Row", "town": "York", "postcode": "YO1 1AA"},
        "as_of": "2026-06-18T21:30:00+01:00",
    }
    assert {name: data[name] for name in expected} == expected
    assert [r["product"] for r in data["replacements"]] == ["P-LAMP"]


@pytest.mark.parametrize(
    ("tool", "arguments", "message"),
    [
        ("get_order", {"order_id": "B-7"}, "there is no order 'B-7'"),
        ("get_customer", {"customer_id": "C-7"}, "there is no customer 'C-7'"),
        ("get_product", {"product_id": "P-7"}, "there is no product 'P-7'"),
        ("get_price", {"product_id": "P-7"}, "there is no product 'P-7'"),
        ("open_trace", {"shipment_id": "S-7", "reason": "r"}, "there is no shipment 'S-7'"),
        (
            "report_incident",
            {"product_id": "P-7", "kind": "fire", "description": "d"},
            "there is no product 'P-7'",
        ),
        (
            "create_replacement",
            {"order_id": "B-1", "line": "1", "reason": "r", "product_id": "P-7"},
            "there is no product 'P-7'",
        ),
    ],
)
def test_what_does_not_exist_is_an_error_not_a_denial(tool: Any, arguments: Any, message: Any) -> None:
    result = stage(SUPPORT).call(tool, arguments)
    assert verdict(result) == ("error", None, "not_found")
    assert result.data["message"] == message


def test_a_product_shows_its_price_stock_and_internal_field() -> None:
    data = stage(SUPPORT).call("get_product", {"product_id": "P-LAMP"}).data
    assert (data["price"], data["stock"], data["internal"], data["reviews"]) == (
        "45.99 GBP",
        3,
        "margin 40",
        [],
    )
    assert stage(SUPPORT).call("get_price", {"product_id": "P-LAMP"}).data == {
        "id": "P-LAMP",
        "name": "Desk lamp",
        "price": "45.99 GBP",
        "as_of": "2026-06-18T21:30:00+01:00",
    }


def test_the_policy_is_read_by_topic_and_lists_the_others() -> None:
    assert stage(SUPPORT).call("consult_policy", {"topic": " Delivery"}).data == {
        "topic": "delivery",
        "policy": "5.1 Wait.",
        "topics": ["refunds", "delivery"],
    }


def test_every_tool_tells_what_it_does_and_what_each_argument_means() -> None:
    for name, definition in stage().tools().items():
        parameters = definition.spec.parameters["properties"]
        assert definition.spec.description.endswith("."), name
        assert all(value["description"] for value in parameters.values()), name


def test_the_refund_tool_says_that_the_policy_comes_first() -> None:
    description = stage().tools()["issue_refund"].spec.description
    assert "Consult the policy on refunds (consult_policy) before you call this" in description


def test_the_tools_that_read_are_marked_so() -> None:
    assert {n for n, d in stage().tools().items() if not d.writes} == {
        "ask_customer", "escalate", "close_ticket", "list_orders", "find_order", "get_order", "get_product",
        "get_price", "consult_policy", "refund_status", "get_dispute", "get_shipments", "search_customers",
        "get_customer", "list_tickets",
    }  # fmt: skip


def test_reading_changes_nothing() -> None:
    shop = stage(SUPPORT)
    before = shop.snapshot()
    for tool, arguments in (
        ("list_orders", {}),
        ("get_order", {"order_id": "B-1"}),
        ("get_customer", {"customer_id": "C-1"}),
        ("get_shipments", {"order_id": "B-1"}),
    ):
        shop.call(tool, arguments)
    assert shop.snapshot() == before


def test_an_order_without_an_account_has_neither_address_nor_alerts() -> None:
    order = {**stage().seed.objects["orders"]["B-1"], "customer": "C-0"}
    shop = stage((), orders={"B-0": order})
    data = shop.call("get_order", {"order_id": "B-0"}).data
    assert (data["customer_name"], data["delivery_address"], data["alerts"]) == (None, None, [])
