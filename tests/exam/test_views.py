"""What a candidate sees."""

from __future__ import annotations

import calendar
import dataclasses
import inspect

import pytest

from pytest_bramble.exam import views
from pytest_bramble.exam.ticket import Visible
from pytest_bramble.exam.views import CandidateView, Office, candidate_view, shop_time

from .conftest import TinyJob

VISIBLE = Visible(channel="email", customer="C-1", sender="sam@example.com", opening="Where is my money?\n")
OFFICE = Office(
    prompt="You work here.\n",
    policy="## 1 Manners\n\n1.1 Be kind.\n",
    clock="2026-06-14T08:30:00+00:00",
    zone="Europe/London",
)


def test_the_view_is_prompt_policy_and_the_facts_of_the_conversation_then_the_opening() -> None:
    assert candidate_view(VISIBLE, OFFICE) == CandidateView(
        system=(
            "You work here.\n\n"
            "## 1 Manners\n\n1.1 Be kind.\n\n"
            "# This conversation\n\n"
            "- Channel: email\n"
            "- Sender address: sam@example.com\n"
            "- The shop has authenticated customer C-1.\n"
            "- The shop's date and time: Sunday 14 June 2026, 09:30 (Europe/London)"
        ),
        opening="Where is my money?\n",
    )


def test_a_stranger_is_said_to_be_one() -> None:
    nobody = dataclasses.replace(VISIBLE, customer=None, sender=None)
    facts = candidate_view(nobody, OFFICE).system.split("# This conversation\n\n")[1]
    assert facts == (
        "- Channel: email\n"
        "- Sender address: not known\n"
        "- The shop has not authenticated anybody in this conversation.\n"
        "- The shop's date and time: Sunday 14 June 2026, 09:30 (Europe/London)"
    )


def test_an_empty_prompt_or_policy_leaves_no_gap() -> None:
    bare = dataclasses.replace(OFFICE, prompt=" \n", policy="")
    assert candidate_view(VISIBLE, bare).system.startswith("# This conversation\n\n- Channel: email\n")


@pytest.mark.parametrize(
    ("clock", "zone", "text"),
    [
        ("2026-03-14T23:05:00+00:00", "Asia/Tokyo", "Sunday 15 March 2026, 08:05 (Asia/Tokyo)"),
        ("2026-12-31T00:00:00+01:00", "UTC", "Wednesday 30 December 2026, 23:00 (UTC)"),
        ("2026-01-01T09:00:00Z", "Europe/London", "Thursday 1 January 2026, 09:00 (Europe/London)"),
    ],
)
def test_the_clock_is_told_on_the_shops_wall(clock: str, zone: str, text: str) -> None:
    assert shop_time(clock, zone) == text


def test_every_day_and_month_has_its_english_name() -> None:
    days = [shop_time(f"2026-06-{day:02}T12:00:00Z", "UTC").split()[0] for day in range(1, 8)]
    months = [shop_time(f"2026-{month:02}-01T12:00:00Z", "UTC").split()[2] for month in range(1, 13)]
    assert days == list(calendar.day_name)
    assert months == list(calendar.month_name)[1:]


def test_the_view_module_cannot_reach_a_ticket_or_the_examiners_half() -> None:
    assert not {"Ticket", "Examiner", "Setup", "Job"} & set(vars(views))
    assert list(inspect.signature(candidate_view).parameters) == ["visible", "office"]


def test_nothing_of_the_hidden_halves_of_a_ticket_reaches_the_view(tiny: TinyJob) -> None:
    job, ticket = tiny.load(), tiny.first()
    office = Office(prompt=job.prompt, policy=job.policy.general, clock=job.clock, zone=job.zone)
    view = candidate_view(ticket.visible, office)
    hidden = (
        ticket.id,
        ticket.title,
        "O-1",
        "45.99",
        "The May one.",
        "Pardon?",
        "Rye",
        "Thirty days",
        "on their way",
    )
    assert [text for text in hidden if text in view.system + view.opening] == []
