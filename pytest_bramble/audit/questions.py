"""Does the customer understand?  Ten ways to ask each allowed question get its answer, and none of them idle."""

from __future__ import annotations

from collections.abc import Iterator

from ..customers.scripted import ScriptedCustomer
from ..exam.ticket import CustomerScript, Ticket
from ..exam.yaml_source import JsonPath
from .places import problem
from .results import Problem


def question_problems(ticket: Ticket) -> Iterator[Problem]:
    """Every question of *ticket* that misses its answer, and every answer to an allowed one without ten."""
    script = ticket.setup.customer
    for place, answer in enumerate(script.answers):
        at: JsonPath = ("customer", "answers", place)
        if ticket.examiner.asks_max and not answer.asked_as:
            text = (
                f"answers[{place}]: questions are allowed here; give ten that get this answer under asked_as"
            )
            yield problem(ticket, at, text)
        for nth, question in enumerate(answer.asked_as):
            # Replies are used up in order by whatever is asked; what counts here is what comes after them.
            customer = ScriptedCustomer(CustomerScript(answers=script.answers, idle=script.idle))
            turn = customer.hear(question)
            if (turn.source, turn.text) != ("answer", answer.text):
                text = f"answers[{place}]: {question!r} gets {turn.text!r} instead"
                yield problem(ticket, (*at, "asked_as", nth), text)
