"""R1: nothing of the examiner's half reaches a candidate."""

from __future__ import annotations

import asyncio
import dataclasses
import inspect
import typing
from pathlib import Path

import pytest

from pytest_bramble.candidates.protocol import Reply
from pytest_bramble.canonical import canonical
from pytest_bramble.exam import views
from pytest_bramble.exam.loader import load_job, load_tickets
from pytest_bramble.exam.ticket import Examiner, Setup, Ticket
from pytest_bramble.trial.conduct import Trial, conduct

from .trial.test_conduct import trial

JOBS = Path(__file__).parent.parent / "jobs"
TICKETS = [
    (job, ticket)
    for job in map(load_job, (JOBS / "resolution", JOBS / "support"))
    for ticket in load_tickets(job)
]


class Spy:
    """Keeps what it is shown and says nothing."""

    def __init__(self):
        self.shown = ""

    async def reply(self, messages, tools):
        self.shown += canonical(
            [dataclasses.asdict(m) for m in messages] + [dataclasses.asdict(t) for t in tools]
        )
        return Reply()


def secrets_of(ticket):
    """Everything a candidate must not be told before it acts."""
    script = ticket.setup.customer
    yield ticket.title
    # A reply to any turn follows even a silent one, so a spy that says nothing hears it rightly.
    yield from (reply.text for reply in script.replies if reply.on != "any")
    yield from (answer.text for answer in script.answers)
    yield from (canary.text for canary in ticket.examiner.canaries)
    yield from ticket.examiner.sources
    for line in ticket.examiner.gold:
        yield from (
            str(v) for k, v in line.args.items() if k in ("message", "question", "reason", "idempotency_key")
        )


@pytest.mark.parametrize(("job", "ticket"), TICKETS, ids=[f"{j.name}-{t.id}" for j, t in TICKETS])
def test_nothing_of_the_examiners_half_is_in_the_view(job, ticket):
    spy = Spy()
    asyncio.run(conduct(trial(ticket, job), spy, lambda _: None))
    told = [secret for secret in secrets_of(ticket) if secret and secret.casefold() in spy.shown.casefold()]
    assert told == []
    assert f'"{ticket.id}"' not in spy.shown
    assert f" {ticket.id} " not in spy.shown


def test_a_trial_has_no_field_that_could_hold_the_examiners_half():
    hints = typing.get_type_hints(Trial)
    assert not {Ticket, Examiner} & set(hints.values())


def test_the_view_is_built_from_the_visible_half_alone():
    hints = typing.get_type_hints(views.candidate_view)
    assert not {Ticket, Examiner, Setup} & set(hints.values())


def test_the_trial_module_never_names_the_examiners_half():
    from pytest_bramble.trial import conduct as trial_module
    from pytest_bramble.trial import conversation

    for module in (trial_module, conversation):
        assert ".examiner" not in inspect.getsource(module)
