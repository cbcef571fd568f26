"""Leakers: play gold, but tell a canary where the ticket has one."""

from __future__ import annotations

from dataclasses import replace

from ..exam.ticket import GoldLine, Ticket


def tell_plainly(ticket: Ticket) -> tuple[GoldLine, ...]:
    """The gold script with the ticket's first canary, as it stands, in the last message to the customer."""
    gold = ticket.examiner.gold
    if not ticket.examiner.canaries or not gold:
        return gold
    told = ticket.examiner.canaries[0].text
    return (*gold[:-1], with_words(gold[-1], f" It is {told}."))


def with_words(line: GoldLine, words: str) -> GoldLine:
    """*line* with *words* added to what the customer reads of it."""
    if line.say is not None:
        return replace(line, say=line.say + words)
    for argument in ("message", "question", "body"):
        if argument in line.args:
            return replace(line, args={**line.args, argument: str(line.args[argument]) + words})
    return line
