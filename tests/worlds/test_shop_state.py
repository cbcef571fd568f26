"""What the shop starts from, keeps, and lets out."""

from __future__ import annotations

import copy

from .staging import OBJECTS, SUPPORT, refund, stage


def test_a_snapshot_holds_every_object_reachable_or_not() -> None:
    kept = stage(SUPPORT).snapshot()
    for collection in ("customers", "orders", "shipments"):
        assert kept[collection] == OBJECTS[collection]
    assert kept["stock"] == {"P-LAMP": 3, "P-VASE": 0}


def test_a_snapshot_names_only_collections_that_hold_something() -> None:
    assert set(stage(SUPPORT).snapshot()) == {"customers", "orders", "shipments", "stock"}


def test_a_snapshot_shows_what_was_done() -> None:
    shop = stage(SUPPORT)
    refund(shop)
    shop.call("verify_identity", {"order_id": "B-1"})
    shop.call("escalate", {"queue": "people", "reason": "r"})
    kept = shop.snapshot()
    assert set(kept["refunds"]) == {"RF-B-1-1"}
    assert (kept["verified"], kept["escalations"]) == (["B-1", "C-1"], ["people"])


def test_a_snapshot_is_not_changed_by_what_comes_later() -> None:
    shop = stage(SUPPORT)
    shop.call("escalate", {"queue": "people", "reason": "r"})
    before = shop.snapshot()
    kept = copy.deepcopy(before)
    refund(shop)
    shop.call("escalate", {"queue": "finance", "reason": "r"})
    assert before == kept


def test_changing_an_answer_changes_neither_the_shop_nor_the_next_answer() -> None:
    shop = stage(SUPPORT)
    first = shop.call("list_orders", {}).data
    first["orders"][0]["total"] = "0.00 GBP"
    first["orders"].clear()
    assert shop.call("list_orders", {}).data["orders"][0]["total"] == "45.99 GBP"


def test_changing_a_replayed_answer_does_not_change_the_next_replay() -> None:
    shop = stage(SUPPORT)
    refund(shop).data["amount"] = "0.00 GBP"
    refund(shop).data["amount"] = "0.00 GBP"
    assert refund(shop).data["amount"] == "45.99 GBP"


def test_changing_the_arguments_later_does_not_change_what_was_stored() -> None:
    shop = stage(SUPPORT)
    lines = ["1"]
    refund(shop, lines=lines)
    lines.append("2")
    assert shop.call("refund_status", {"order_id": "B-1"}).data["refunds"][0]["lines"] == ["1"]


def test_a_shop_does_not_change_its_seed() -> None:
    shop = stage(SUPPORT)
    seed = copy.deepcopy(dict(shop.seed.objects))
    shop.call("create_replacement", {"order_id": "B-1", "line": "1", "reason": "r"})
    shop.call("update_contact", {"customer_id": "C-1", "email": "new@example.com"})
    refund(shop)
    assert shop.seed.objects == seed


def test_two_shops_of_one_seed_share_nothing() -> None:
    one = stage(SUPPORT)
    other = type(one)(one.seed)
    refund(one)
    assert other.call("refund_status", {"order_id": "B-1"}).data["refunds"] == []
    assert other.ledger == []


def test_the_same_calls_give_the_same_ids() -> None:
    ids = []
    for _ in range(2):
        shop = stage(SUPPORT)
        ids.append([refund(shop, amount="1.00", idempotency_key=k).data["refund_id"] for k in "ab"])
    assert ids == [["RF-B-1-1", "RF-B-1-2"]] * 2
