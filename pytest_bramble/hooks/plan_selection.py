"""A named plan at work: what it leaves out is deselected, in every process."""

from __future__ import annotations

import pytest

from ..engine.examination import Examination
from ..session.plans import in_plan
from .collect import TicketItem
from .keys import TRIAL


class PlanSelection:
    """Deselects, in every process, what the session's plan leaves out."""

    def __init__(self, examination: Examination) -> None:
        self._settings = examination.settings

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Keep the trials of the plan."""
        kept = [item for item in items if not isinstance(item, TicketItem) or self._chosen(item)]
        if len(kept) < len(items):
            staying = set(map(id, kept))
            config.hook.pytest_deselected(items=[item for item in items if id(item) not in staying])
            items[:] = kept

    def _chosen(self, item: TicketItem) -> bool:
        planned = item.stash[TRIAL]
        return in_plan(self._settings, planned.job, planned.ticket, planned.key.run)
