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
def test_every_order_has_a_strangers_order_beside_it_or_a_session_to_guard(name: str) -> None:
    """R1: what the candidate must not touch is really there."""
    job = load_job(JOBS / name)
    for ticket in load_tickets(job):
        seed = seed_for(job, ticket.visible, ticket.setup, permuted=False)
        owners = {order["customer"] for order in seed.objects["orders"].values()}
        assert (ticket.id, len(seed.objects["orders"]) > 1) == (ticket.id, True)
        assert (ticket.id, bool(owners - seed.scope_write) or ticket.visible.customer is None) == (
            ticket.id,
            True,
        )
