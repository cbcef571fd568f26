"""The shipped jobs are worlds the shop can hold, with every id leading somewhere and every bill adding up."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_bramble.exam.loader import load_job, load_tickets
from pytest_bramble.worlds.base import seed_for
from pytest_bramble.worlds.shop import Shop
from pytest_bramble.worlds.shop_consistency import disagreements

JOBS = Path(__file__).parents[2] / "jobs"
SHOPS = ("resolution", "support")


@pytest.mark.parametrize("name", SHOPS)
def test_a_jobs_own_objects_fit_and_agree(name: str) -> None:
    objects = load_job(JOBS / name).world_objects
    assert objects
    assert Shop.validate(objects) == []
    assert disagreements(objects) == []


@pytest.mark.parametrize("name", SHOPS)
def test_every_tickets_objects_fit_and_agree(name: str) -> None:
    job = load_job(JOBS / name)
    tickets = load_tickets(job)
    assert tickets
    for ticket in tickets:
        seed = seed_for(job, ticket.visible, ticket.setup, permuted=False)
        assert (ticket.id, Shop.validate(ticket.setup.world)) == (ticket.id, [])
        assert (ticket.id, disagreements(seed.objects)) == (ticket.id, [])


@pytest.mark.parametrize("name", SHOPS)
def test_wherever_an_order_is_to_be_acted_on_there_is_another_one_to_mistake_it_for(name: str) -> None:
    """R1: a distractor is a real object, so that choosing wrongly is possible."""
    job = load_job(JOBS / name)
    for ticket in load_tickets(job):
        effects = [effect for end in ticket.examiner.ends for effect in end.effects]
        named = {ident for effect in effects for kind, ident in effect.objects if kind == "order"}
        orders = set(seed_for(job, ticket.visible, ticket.setup, permuted=False).objects["orders"])
        assert (ticket.id, named <= orders) == (ticket.id, True)
        assert (ticket.id, bool(orders - named) or not named) == (ticket.id, True)


def test_in_the_study_the_strangers_order_cannot_be_touched() -> None:
    job = load_job(JOBS / "resolution")
    for ticket in load_tickets(job):
        seed = seed_for(job, ticket.visible, ticket.setup, permuted=False)
        shop = Shop(seed)
        foreign = [i for i, o in seed.objects["orders"].items() if o["customer"] not in seed.scope_read]
        assert foreign
        assert {shop.call("get_order", {"order_id": ident}).denial for ident in foreign} == {"access"}
