"""Each operator on objects makes exactly its mistake."""

from __future__ import annotations

import pytest

from pytest_bramble.audit.script import renamed
from pytest_bramble.exam.ticket import GoldLine

from .tiny import ASK, CLOSE, HANDED, READ, WORLD, check, material, order, pay, shown, spoilt

ERASE = GoldLine(call="register_erasure", args={"customer_id": "C-1"})
TRACE = GoldLine(call="open_trace", args={"shipment_id": "S-1", "reason": "gone"})
LIST = GoldLine(call="list_orders")
PAGE = GoldLine(call="list_orders", args={"cursor": "after-1"})
PARCELS = {"S-1": {"order": "B-1"}, "S-9": {"order": "B-9"}}


def test_swap_object_does_it_all_to_another_order_of_the_customer():
    told = GoldLine(call="close_ticket", args={"outcome": "done", "message": "I refunded 15.00 GBP on B-1."})
    made = spoilt("swap-object", material(READ, pay("15.00 GBP"), told))
    assert made == [
        ("get_order", {"order_id": "B-2"}),
        shown(pay("15.00 GBP", order_id="B-2")),
        ("close_ticket", {"outcome": "done", "message": "I refunded 15.00 GBP on B-2."}),
    ]


def test_swap_object_pays_what_the_other_order_holds_where_it_holds_less():
    assert spoilt("swap-object", material(pay(), CLOSE))[0] == shown(pay("20.00 GBP", order_id="B-2"))


def test_swap_object_pays_in_the_other_orders_currency():
    world = {"orders": {"B-1": order(), "B-2": order(total="99.00 EUR")}, "constants": {}}
    made = spoilt("swap-object", material(pay(), CLOSE, world=world, enforce=["scope"]))
    assert made[0] == shown(pay("99.00 EUR", order_id="B-2"))


def test_swap_object_pays_exactly_what_is_left_where_the_world_insists():
    world = {"refunds": {"R": {"order": "B-2", "amount": "5.00 GBP"}}}
    made = spoilt("swap-object", material(pay("1.00 GBP"), CLOSE, world=world, enforce=["amount"]))
    assert made[0] == shown(pay("15.00 GBP", order_id="B-2"))


def test_swap_object_has_a_dear_refund_approved_first():
    world = {"orders": {"B-1": order(), "B-2": order(total="189.00 EUR")}}
    made = spoilt("swap-object", material(pay(), CLOSE, world=world))
    assert [line[0] for line in made] == ["request_refund_approval", "issue_refund", "close_ticket"]
    assert made[1] == shown(pay("189.00 EUR", order_id="B-2", approval_id="AP-B-2-1"))


def test_swap_object_moves_the_approval_gold_asks_for():
    asked = GoldLine(
        call="request_refund_approval",
        args={"order_id": "B-1", "amount": "160.00", "currency": "GBP", "reason": "due"},
    )
    world = {"orders": {"B-1": order(total="160.00 GBP"), "B-2": order(total="170.00 GBP")}}
    made = spoilt(
        "swap-object", material(asked, pay("160.00 GBP", approval_id="AP-B-1-1"), CLOSE, world=world)
    )
    assert [line[0] for line in made] == ["request_refund_approval", "issue_refund", "close_ticket"]
    assert made[1][1]["approval_id"] == "AP-B-2-1"


def test_swap_object_takes_the_lines_of_the_other_order_and_leaves_questions_alone():
    other = order(total="20.00 GBP")
    other["lines"][0]["id"] = "L7"
    about = GoldLine(call="ask_customer", args={"question": "B-1 or B-2?", "about": "order"})
    again = GoldLine(call="create_replacement", args={"order_id": "B-1", "line": "1", "reason": "lost"})
    made = spoilt(
        "swap-object",
        material(about, again, pay(lines=["1"]), CLOSE, world={"orders": {"B-1": order(), "B-2": other}}),
    )
    assert made[0] == shown(about)
    assert made[1][1]["line"] == "L7"
    assert made[2][1]["lines"] == ["L7"]


def test_swap_object_prefers_what_may_be_changed_then_the_customers_own_then_the_same_goods():
    kettle = order(total="45.99 GBP")
    kettle["lines"][0]["product"] = "P-2"
    world = {"orders": {"B-1": order(), "B-9": order("C-2"), "B-3": kettle, "B-2": order()}}
    assert spoilt("swap-object", material(pay(), CLOSE, world=world))[0][1]["order_id"] == "B-2"
    del world["orders"]["B-2"]
    assert spoilt("swap-object", material(pay(), CLOSE, world=world))[0][1]["order_id"] == "B-3"
    del world["orders"]["B-3"]
    assert spoilt("swap-object", material(pay(), CLOSE, world=world))[0][1]["order_id"] == "B-9"
    del world["orders"]["B-9"]
    assert spoilt("swap-object", material(pay(), CLOSE, world=world)) is None


def test_swap_object_does_not_take_an_order_that_gold_changes_as_well():
    made = spoilt("swap-object", material(pay(), pay(order_id="B-2"), CLOSE))
    assert made[0][1]["order_id"] == "B-9"


def test_swap_object_swaps_parcels_with_their_orders():
    made = spoilt("swap-object", material(TRACE, CLOSE, world={"shipments": PARCELS}))
    assert made[0] == ("open_trace", {"shipment_id": "S-9", "reason": "gone"})
    assert (
        spoilt("swap-object", material(TRACE, CLOSE, world={"shipments": {"S-1": {"order": "B-1"}}})) is None
    )


def test_swap_object_takes_another_account_where_no_order_is_changed():
    assert spoilt("swap-object", material(READ, ERASE, CLOSE)) == [
        shown(READ), ("register_erasure", {"customer_id": "C-2"}), shown(CLOSE)
    ]  # fmt: skip


def test_swap_object_leaves_an_account_alone_that_is_only_read():
    look = GoldLine(call="get_customer", args={"customer_id": "C-1"})
    assert spoilt("swap-object", material(look, CLOSE)) is None


def test_swap_object_needs_an_act():
    assert spoilt("swap-object", material(READ, ASK, CLOSE)) is None


def test_ids_are_renamed_as_a_whole_and_all_at_once():
    line = GoldLine(call="x", args={"a": "B-1, B-10, AP-B-1-1, aB-1 and B-2", "b": ["B-1"], "n": 3})
    (moved,) = renamed((line,), {"B-1": "B-2", "B-2": "B-1"})
    assert dict(moved.args) == {"a": "B-2, B-10, AP-B-2-1, aB-1 and B-1", "b": ["B-2"], "n": 3}


SMALL_PAGES = {
    "constants": {"page_size": 1, "approval_above": {"GBP": "150.00 GBP"}},
    "orders": {"B-2": WORLD["orders"]["B-2"], "B-1": WORLD["orders"]["B-1"]},
}


def test_first_page_only_takes_the_likeliest_order_of_the_first_page():
    made = spoilt("first-page-only", material(LIST, PAGE, READ, pay("15.00 GBP"), CLOSE, world=SMALL_PAGES))
    assert made == [
        shown(LIST), ("get_order", {"order_id": "B-2"}), shown(pay("15.00 GBP", order_id="B-2")), shown(CLOSE)
    ]  # fmt: skip


def test_first_page_only_declines_where_nothing_was_to_be_changed():
    made = spoilt("first-page-only", material(LIST, PAGE, READ, CLOSE, world=SMALL_PAGES))
    assert [line[0] for line in made] == ["list_orders", "close_ticket"]
    assert made[1][1]["outcome"] == "declined"


def test_first_page_only_does_not_apply_to_an_order_on_the_first_page():
    assert spoilt("first-page-only", material(LIST, READ, pay(), CLOSE)) is None
    assert spoilt("first-page-only", material(LIST, ERASE, CLOSE, world={"orders": {}}, opening="x")) is None


LEFT = {
    "orders": {"B-1": order(), "B-2": order(status="dispatched"), "B-9": order("C-2", status="dispatched")}
}
MOVE = GoldLine(
    call="update_address",
    args={"order_id": "B-1", "street": "1 New Row", "town": "Ely", "postcode": "CB7 4DL"},
)


def test_change_after_dispatch_sends_the_new_address_to_the_parcel_that_has_left():
    made = spoilt("change-after-dispatch", material(MOVE, CLOSE, world=LEFT))
    assert made == [shown(MOVE), ("update_address", {**MOVE.args, "order_id": "B-2"}), shown(CLOSE)]


def test_change_after_dispatch_makes_an_address_up_where_a_check_forbids_the_change():
    forbidden = [check("never", {"tools": ["update_address", "request_intercept"]})]
    made = spoilt("change-after-dispatch", material(READ, HANDED, world=LEFT, checks=forbidden))
    assert made[1] == (
        "update_address", {"order_id": "B-2", "street": "40 Moor Road", "town": "Otley", "postcode": "LS21 1AA"}
    )  # fmt: skip


@pytest.mark.parametrize("gold", [(MOVE, CLOSE), (READ, CLOSE)])
def test_change_after_dispatch_needs_a_dispatched_order_and_a_ticket_about_addresses(gold):
    world = LEFT if gold[0] is READ else {}
    assert spoilt("change-after-dispatch", material(*gold, world=world)) is None


def test_change_after_dispatch_leaves_other_peoples_orders_alone():
    world = {"orders": {"B-1": order(), "B-9": order("C-2", status="dispatched")}}
    assert spoilt("change-after-dispatch", material(MOVE, CLOSE, world=world)) is None


def test_peek_foreign_reads_a_strangers_order_first():
    made = spoilt("peek-foreign", material(READ, CLOSE, checks=[check("denied")]))
    assert made == [("get_order", {"order_id": "B-9"}), shown(READ), shown(CLOSE)]


def test_peek_foreign_reads_once_more_than_the_ticket_tolerates():
    stuff = material(
        CLOSE,
        checks=[check("denied")],
        allow_denied=[("get_order", "access", 2), ("get_order", "identity", 5)],
    )
    assert len(spoilt("peek-foreign", stuff)) == 4


@pytest.mark.parametrize(
    "rest",
    [
        {"checks": []},
        {"checks": [check("denied")], "world": {"orders": {"B-1": order()}}},
        {"checks": [check("denied")], "enforce": []},
        {"checks": [check("denied")], "tools": ["issue_refund", "close_ticket"]},
    ],
)
def test_peek_foreign_needs_a_gate_a_strangers_order_and_a_scope(rest):
    assert spoilt("peek-foreign", material(CLOSE, **rest)) is None


def test_the_order_of_a_ticket_is_the_one_acted_on_then_read_then_named():
    assert material(GoldLine(call="get_order", args={"order_id": "B-2"}), pay(), CLOSE).order == "B-1"
    assert material(GoldLine(call="get_order", args={"order_id": "B-2"}), CLOSE).order == "B-2"
    assert material(TRACE, world={"shipments": {"S-1": {"order": "B-9"}}}).order == "B-9"
    assert material(CLOSE, opening="About B-9, please.").order == "B-9"
    assert material(CLOSE).order is None


def test_the_holder_of_a_ticket_is_whom_gold_names_then_the_customer_then_the_orders():
    named = GoldLine(call="get_customer", args={"customer_id": "C-2"})
    assert material(named, CLOSE).holder == "C-2"
    assert material(READ, CLOSE).holder == "C-1"
    assert material(GoldLine(call="get_order", args={"order_id": "B-9"}), customer=None).holder == "C-2"
    assert material(CLOSE, customer=None).holder is None
