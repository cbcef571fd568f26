"""What an operator works on: a ticket, the world it starts in, and the tools it offers."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..exam.job import Job
from ..exam.loader import load_job
from ..exam.ticket import CheckSpec, GoldLine, Ticket
from ..money import Money
from ..worlds.base import seed_for
from ..worlds.registry import world_class
from ..worlds.tools import ToolDefinition

Objects = Mapping[str, Mapping[str, Any]]

_HARMLESS = frozenset({"verify_identity", "add_note"})  # they write, and nothing follows from it


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """One ticket as an operator sees it.

    *objects* are the collections the trial starts from, by name and id, as the files hold them; *tools* are
    those offered; *enforce* the rules the world holds everybody to.
    """

    ticket: Ticket
    objects: Objects
    tools: Mapping[str, ToolDefinition]
    enforce: frozenset[str]

    @property
    def gold(self) -> tuple[GoldLine, ...]:
        """The gold script."""
        return self.ticket.examiner.gold

    def all_of(self, collection: str) -> Mapping[str, Any]:
        """The objects of *collection* by id; none where the world has no such collection."""
        return self.objects.get(collection, {})

    def gates(self, *families: str) -> tuple[CheckSpec, ...]:
        """The gating checks of *families* that hold for this ticket."""
        return tuple(s for s in self.ticket.examiner.checks if s.family in families and not s.advisory)

    def acts(self, line: GoldLine) -> bool:
        """True when *line* changes something that matters: a writing tool other than a check or a note."""
        tool = self.tools.get(line.call or "")
        return tool is not None and tool.writes and line.call not in _HARMLESS

    def committed(self, line: GoldLine) -> bool:
        """True when *line* was carried out, though its answer may have been lost."""
        lost = any(f.tool == line.call and f.kind == "timeout_after_commit" for f in self.ticket.setup.faults)
        return line.status == "ok" or (line.status == "fault" and lost)

    # -- what the ticket is about ---------------------------------------------------------------

    @property
    def order(self) -> str | None:
        """The order the gold script acts on, else the one it looks at, else one the customer names."""
        acting = [line for line in self.gold if self.acts(line)]
        named = [*self._orders_in(acting), *self._orders_in(list(self.gold)), *self._orders_named()]
        return named[0] if named else None

    @property
    def holder(self) -> str | None:
        """Whose account the ticket is about."""
        for line in self.gold:
            customer = line.args.get("customer_id")
            if isinstance(customer, str) and customer in self.all_of("customers"):
                return customer
        order = self.all_of("orders").get(self.order or "")
        return self.ticket.visible.customer or (str(order["customer"]) if order else None)

    @property
    def parcel(self) -> str | None:
        """The first parcel of that order."""
        return next((i for i, s in self.all_of("shipments").items() if s["order"] == self.order), None)

    def total(self, order_id: str) -> Money:
        """What was charged for the order."""
        return Money.parse(self.all_of("orders")[order_id]["total"])

    def left(self, order_id: str) -> Money:
        """What of that has not been given back."""
        total = self.total(order_id)
        given = (Money.parse(r["amount"]) for r in self.all_of("refunds").values() if r["order"] == order_id)
        return Money(
            total.minor - sum(m.minor for m in given if m.currency == total.currency), total.currency
        )

    def limit(self, currency: str) -> Money | None:
        """The amount above which a refund needs an approval; None when every refund in *currency* does."""
        text = self.all_of("constants").get("approval_above", {}).get(currency)
        return None if text is None else Money.parse(text)

    def may_write(self, order_id: str) -> bool:
        """True when the ticket lets the order be changed."""
        return self.all_of("orders")[order_id]["customer"] in self.ticket.setup.scope_write

    def _orders_in(self, lines: list[GoldLine]) -> Iterator[str]:
        orders, parcels = self.all_of("orders"), self.all_of("shipments")
        for line in lines:
            for value in line.args.values():
                if isinstance(value, str) and value in orders:
                    yield value
                elif isinstance(value, str) and value in parcels:
                    yield str(parcels[value]["order"])

    def _orders_named(self) -> Iterator[str]:
        opening = self.ticket.visible.opening
        return (ident for ident in self.all_of("orders") if ident in opening)


def material(job: Job, ticket: Ticket) -> Material:
    """The material of *ticket*.  Raises ExamError when the job's world is none."""
    world = world_class(job.world, job.path)
    seed = seed_for(job, ticket.visible, ticket.setup, permuted=False)
    tools = world.tools()
    offered = {name: tools[name] for name in (job.tools or tuple(tools))}
    return Material(ticket=ticket, objects=seed.objects, tools=offered, enforce=frozenset(job.enforce))


def material_of(ticket: Ticket) -> Material:
    """The material of *ticket*, its job read from the folder the ticket lies in.  Raises ExamError."""
    folder = ticket.path.parent.parent
    return material(_job(folder, (folder / "world.yaml").stat().st_mtime_ns), ticket)


@functools.lru_cache(maxsize=8)
def _job(folder: Path, _stamp: int) -> Job:
    return load_job(folder)
