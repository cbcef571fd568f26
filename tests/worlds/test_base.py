"""Dispatch, seeds and the tools every job has."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pytest_bramble.exam.job import Bar, Caps, Job, Policy
from pytest_bramble.exam.ticket import CustomerScript, Setup, Visible
from pytest_bramble.worlds.base import World, seed_for

from .staging import SUPPORT, stage, verdict


def job(**changes: Any) -> Job:
    """A job whose world holds one order."""
    plain: dict[str, Any] = {
        "name": "j",
        "title": "J",
        "path": Path(),
        "world": "shop",
        "enforce": ("scope",),
        "tools": (),
        "checks": (),
        "violations": {},
        "bar": Bar(),
        "runs": 1,
        "gate": "contract",
        "clock": "2026-06-18T20:30:00+00:00",
        "zone": "Europe/London",
        "caps": Caps(),
        "prompt": "",
        "policy": Policy(general="g"),
        "world_objects": {"orders": {"B-1": {"total": "1.00 GBP"}}, "queues": {"people": "humans"}},
    }
    return Job(**{**plain, **changes})


def setup(**world: Any) -> Setup:
    """A ticket's staging with *world* as its overlay."""
    return Setup(
        scope_read=("C-1", "C-2"),
        scope_write=("C-1",),
        customer=CustomerScript(),
        permute=("orders",),
        world=world,
    )


VISIBLE = Visible(channel="email", customer="C-1", sender=None, opening="Hi")


def test_a_tickets_objects_are_laid_over_the_jobs_id_by_id() -> None:
    overlay = {"orders": {"B-2": {"total": "2.00 GBP"}}, "customers": {"C-1": {}}}
    seed = seed_for(job(), VISIBLE, setup(**overlay), permuted=False)
    assert seed.objects == {
        "orders": {"B-1": {"total": "1.00 GBP"}, "B-2": {"total": "2.00 GBP"}},
        "queues": {"people": "humans"},
        "customers": {"C-1": {}},
    }
    replaced = seed_for(job(), VISIBLE, setup(orders={"B-1": {"total": "9.00 GBP"}}), permuted=False)
    assert replaced.objects["orders"] == {"B-1": {"total": "9.00 GBP"}}


def test_laying_a_ticket_over_a_job_changes_neither() -> None:
    one, overlay = job(), setup(orders={"B-2": {}})
    seed_for(one, VISIBLE, overlay, permuted=False)
    assert list(one.world_objects["orders"]) == ["B-1"]
    assert list(overlay.world["orders"]) == ["B-2"]


def test_only_a_permuted_trial_reverses_the_tickets_lists() -> None:
    assert seed_for(job(), VISIBLE, setup(), permuted=False).reversed_lists == frozenset()
    assert seed_for(job(), VISIBLE, setup(), permuted=True).reversed_lists == {"orders"}


def test_a_seed_carries_session_scope_rules_and_the_shops_own_time() -> None:
    seed = seed_for(job(), VISIBLE, setup(), permuted=False)
    assert (seed.customer, seed.scope_read, seed.scope_write) == (
        "C-1",
        frozenset({"C-1", "C-2"}),
        frozenset({"C-1"}),
    )
    assert (seed.enforce, seed.now.isoformat()) == (frozenset({"scope"}), "2026-06-18T21:30:00+01:00")


def test_a_name_that_is_no_tool_comes_back_as_a_result() -> None:
    result = stage(SUPPORT).call("transfer_money", {})
    assert verdict(result) == ("invalid", None, "unknown_tool")
    assert result.data["message"].startswith(
        "there is no tool 'transfer_money'; there are: ask_customer, escalate, close_ticket, list_orders,"
    )


@pytest.mark.parametrize(
    ("tool", "arguments", "message"),
    [
        ("get_order", {}, "'order_id' is a required property"),
        ("get_order", {"order_id": 7}, "order_id: 7 is not of type 'string'"),
        (
            "get_order",
            {"order_id": "B-1", "total": 3},
            "Additional properties are not allowed ('total' was unexpected)",
        ),
        (
            "get_order",
            {"id": "B-1"},
            "Additional properties are not allowed ('id' was unexpected); 'order_id' is a required property",
        ),
        ("get_order", [], "[] is not of type 'object'"),
        (
            "close_ticket",
            {"outcome": "solved", "message": "m"},
            "outcome: 'solved' is not one of ['done', 'declined', 'handed_over', 'waiting_for_customer']",
        ),
    ],
)
def test_arguments_that_do_not_fit_come_back_as_a_result(tool: str, arguments: Any, message: str) -> None:
    result = stage(SUPPORT).call(tool, arguments)
    assert verdict(result) == ("invalid", None, "invalid_arguments")
    assert sorted(result.data["message"].split("; ")) == sorted(message.split("; "))


def test_the_world_itself_cannot_ask_the_customer() -> None:
    result = stage(SUPPORT).call("ask_customer", {"question": "Which?", "about": "order"})
    assert verdict(result) == ("error", None, "not_here")


def test_an_escalation_is_remembered_by_its_queue() -> None:
    shop = stage(SUPPORT)
    result = shop.call("escalate", {"queue": "people", "reason": "r"})
    assert (result.data["queue"], shop.escalations, shop.ledger) == ("people", ["people"], [])


def test_a_closed_ticket_keeps_its_outcome() -> None:
    shop = stage(SUPPORT)
    result = shop.call("close_ticket", {"outcome": "declined", "message": "No."})
    assert result.data == {"closed": "declined", "message_sent": True}
    assert (shop.closed, shop.ledger) == ("declined", [])


def test_a_job_may_offer_only_some_tools_in_its_own_order() -> None:
    assert [spec.name for spec in World.offered(("close_ticket", "escalate"))] == ["close_ticket", "escalate"]
    assert [spec.name for spec in World.offered(())] == ["ask_customer", "escalate", "close_ticket"]


def test_a_bare_world_has_neither_state_nor_an_empty_page() -> None:
    bare = World(stage().seed)
    with pytest.raises(NotImplementedError):
        bare.snapshot()
    with pytest.raises(NotImplementedError, match=r"^x has no empty answer$"):
        bare.empty_answer("x")
