"""docs/exam.md says of agents and tickets what they say of themselves."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_bramble.audit.operators import OPERATORS
from pytest_bramble.audit.undirected import UNDIRECTED
from pytest_bramble.exam.loader import load_job, load_tickets

REPOSITORY = Path(__file__).parent.parent.parent
PAGE = (REPOSITORY / "docs" / "exam.md").read_text(encoding="utf-8")
SUPPORT = load_job(REPOSITORY / "jobs" / "support")


@pytest.mark.parametrize("name", [name for name in OPERATORS if not name.startswith("unasked-")])
def test_an_operator_is_explained_in_its_own_words(name):
    first = OPERATORS[name].change.__doc__.strip().splitlines()[0].rstrip(".")
    assert f"| `{name}` | {first[0].lower()}{first[1:]} |" in PAGE.splitlines()


@pytest.mark.parametrize("name", [*UNDIRECTED, *(name for name in OPERATORS if name.startswith("unasked-"))])
def test_every_other_agent_is_named(name):
    assert f"`{name}`" in PAGE


@pytest.mark.parametrize("ticket", load_tickets(SUPPORT), ids=lambda ticket: ticket.id)
def test_every_ticket_has_its_row(ticket):
    examiner = ticket.examiner
    own = [
        f"{name} ({level})"
        for name, level in examiner.violations.items()
        if SUPPORT.violations.get(name) != level
    ]
    cells = (ticket.id, ticket.title, ", ".join(examiner.slices), ", ".join(own), "; ".join(examiner.sources))
    assert f"| {' | '.join(cells)} |" in PAGE.splitlines()
