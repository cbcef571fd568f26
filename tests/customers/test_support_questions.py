"""Ten ways to put each question that a ticket of the support job allows: every one reaches its answer."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pytest_bramble.customers.scripted import ScriptedCustomer
from pytest_bramble.exam.loader import load_job, load_tickets

TICKETS = load_tickets(load_job(Path(__file__).parents[2] / "jobs" / "support"))
SCRIPTS = [(ticket.id, ticket.setup.customer) for ticket in TICKETS]
QUESTIONS = [
    (name, script, answer.text, question)
    for name, script in SCRIPTS
    for answer in script.answers
    for question in answer.asked_as
]


@pytest.mark.parametrize(
    ("script", "text", "question"), [q[1:] for q in QUESTIONS], ids=[f"{q[0]}-{q[3]}" for q in QUESTIONS]
)
def test_a_question_in_plain_text_reaches_its_answer(script, text, question):
    heard = ScriptedCustomer(replace(script, replies=())).hear(question)
    assert (heard.source, heard.text) == ("answer", text)
