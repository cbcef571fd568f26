"""Calls that go wrong on purpose, and what the world looks like afterwards."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_bramble.exam.ticket import Fault

from .staging import SUPPORT, ledger, refund, stage, verdict


def fault(tool: Any, kind: Any, nth: Any = 1) -> Any:
    return (Fault(tool=tool, nth=nth, kind=kind),)


def test_a_timeout_after_commit_has_paid_and_does_not_say_so() -> None:
    shop = stage(SUPPORT, faults=fault("issue_refund", "timeout_after_commit"))
    result = refund(shop)
    assert verdict(result) == ("fault", None, "timeout")
    assert result.data["message"] == "no answer within 30 s; whether it was carried out is not known"
    assert [str(e) for e in result.effects] == ["refund, order B-1, 45.99 GBP, to original"]
    status = shop.call("refund_status", {"order_id": "B-1"}).data
    assert (status["refunded_so_far"], status["refunds"][0]["key"]) == ("45.99 GBP", "k1")


def test_the_same_key_after_a_timeout_answers_and_pays_nothing_more() -> None:
    shop = stage(SUPPORT, faults=fault("issue_refund", "timeout_after_commit"))
    refund(shop)
    assert refund(shop).data["refund_id"] == "RF-B-1-1"
    assert len(shop.ledger) == 1


def test_a_new_key_after_a_timeout_pays_twice() -> None:
    shop = stage(SUPPORT, faults=fault("issue_refund", "timeout_after_commit"))
    refund(shop)
    refund(shop, idempotency_key="k2")
    assert ledger(shop) == ["refund, order B-1, 45.99 GBP, to original"] * 2


def test_a_denied_call_does_not_time_out() -> None:
    shop = stage(SUPPORT, faults=fault("issue_refund", "timeout_after_commit"))
    assert verdict(refund(shop, amount="46.00")) == ("denied", "refund", "above_charge")


def test_a_provider_that_is_down_pays_nothing_and_stays_down() -> None:
    shop = stage(SUPPORT, faults=fault("issue_refund", "provider_down"))
    for _ in range(2):
        result = refund(shop)
        assert verdict(result) == ("fault", None, "provider_down")
        assert result.data["message"] == "the provider cannot be reached; nothing was sent"
    assert shop.ledger == []
    assert shop.call("refund_status", {"order_id": "B-1"}).data["refunds"] == []


def test_a_fault_hits_the_call_it_names() -> None:
    shop = stage(SUPPORT, faults=fault("issue_refund", "provider_down", nth=2))
    assert refund(shop, amount="1.00").status == "ok"
    assert refund(shop, amount="2.00", idempotency_key="k2").status == "fault"


def test_an_empty_page_is_an_answer_without_content() -> None:
    for tool, arguments, empty in (
        ("list_orders", {}, {"orders": [], "next_cursor": None}),
        ("find_order", {"query": "lamp"}, {"orders": []}),
        ("search_customers", {"name": "Ada"}, {"customers": []}),
        ("list_tickets", {}, {"tickets": []}),
        ("get_shipments", {"order_id": "B-1"}, {"shipments": []}),
    ):
        shop = stage(SUPPORT, faults=fault(tool, "empty_page"))
        first, second = shop.call(tool, arguments), shop.call(tool, arguments)
        assert (first.status, first.data) == ("ok", empty)
        assert second.data != empty or tool == "list_tickets"


def test_a_stale_read_shows_the_order_as_it_was_at_the_start() -> None:
    shop = stage(SUPPORT, faults=fault("refund_status", "stale_read"))
    refund(shop)
    assert shop.call("refund_status", {"order_id": "B-1"}).data["refunds"] == []
    assert len(shop.call("refund_status", {"order_id": "B-1"}).data["refunds"]) == 1


def test_a_stale_read_keeps_the_authority_of_the_ticket() -> None:
    shop = stage(SUPPORT, faults=fault("get_order", "stale_read"))
    assert verdict(shop.call("get_order", {"order_id": "B-9"})) == ("denied", "access", "out_of_scope")


def test_a_tool_that_lists_nothing_has_no_empty_page() -> None:
    shop = stage(SUPPORT, faults=fault("get_price", "empty_page"))
    with pytest.raises(NotImplementedError, match=r"^get_price has no empty answer$"):
        shop.call("get_price", {"product_id": "P-LAMP"})


def test_an_outage_starts_with_the_call_it_names_and_lasts() -> None:
    shop = stage(SUPPORT, faults=fault("get_price", "provider_down", nth=2))
    statuses = [shop.call("get_price", {"product_id": "P-LAMP"}).status for _ in range(4)]
    assert statuses == ["ok", "fault", "fault", "fault"]


def test_a_timeout_hits_one_call_only() -> None:
    shop = stage(SUPPORT, faults=fault("get_price", "timeout_after_commit", nth=2))
    statuses = [shop.call("get_price", {"product_id": "P-LAMP"}).status for _ in range(4)]
    assert statuses == ["ok", "fault", "ok", "ok"]
