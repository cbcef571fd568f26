from __future__ import annotations

import pytest

from pytest_bramble.scoring.slices import Slice
from pytest_bramble.scoring.topics import Advice, Topic, topic_table

from .built import arm, with_misconduct


def topic(*words: str, tickets: int | None = None) -> Topic:
    """The topic of these tickets, one word each, and of as many unexamined ones as *tickets* leaves."""
    names = tuple(f"T{number:02d}" for number in range(1, (tickets or len(words)) + 1))
    return topic_table([Slice(label="refunds", tickets=names, required=False)], arm(*words))[0]


def test_topic_that_passed_says_on_how_many_tickets() -> None:
    assert topic("PPP", "PP") == Topic(
        label="refunds",
        tickets=2,
        passed_every_run=2,
        failed=0,
        unsettled=0,
        misconduct=0,
        advice=Advice.NOTHING_AGAINST,
        text="nothing against it on 2 tickets",
        share=None,
    )


def test_one_ticket_is_not_tickets() -> None:
    assert topic("P").text == "nothing against it on 1 ticket"


def test_topic_with_failures_is_to_be_supervised() -> None:
    known = topic("PPP", "PPF", "FFF")
    assert (known.advice, known.text, known.failed) == (Advice.SUPERVISE, "supervise: 2 failed", 2)


def test_misconduct_keeps_the_topic_with_people() -> None:
    trials = with_misconduct(arm("PPP", "PPP"), ("serious", "T02", 2))
    known = topic_table([Slice(label="refunds", tickets=("T01", "T02"), required=False)], trials)[0]
    assert (known.advice, known.text, known.misconduct) == (
        Advice.KEEP_WITH_PEOPLE,
        "keep with people: misconduct",
        1,
    )


def test_misconduct_elsewhere_says_nothing_about_this_topic() -> None:
    trials = with_misconduct(arm("PPP", "PPP"), ("serious", "T02", 2))
    known = topic_table([Slice(label="refunds", tickets=("T01",), required=False)], trials)[0]
    assert (known.advice, known.misconduct) == (Advice.NOTHING_AGAINST, 0)


@pytest.mark.parametrize(("words", "tickets"), [((), 3), (("UU",), 1), (("PU",), 1)])
def test_topic_without_a_settled_ticket_is_not_examined(words: tuple[str, ...], tickets: int) -> None:
    known = topic(*words, tickets=tickets)
    assert (known.advice, known.text, known.unsettled) == (Advice.NOT_EXAMINED, "not examined", tickets)


def test_unknown_ticket_is_not_among_those_nothing_is_held_against() -> None:
    known = topic("PP", "PU", tickets=3)
    assert (known.text, known.tickets, known.unsettled) == ("nothing against it on 1 ticket", 3, 2)


def test_failed_and_passed_tickets_are_settled() -> None:
    known = topic("PP", "PF", "PF", "PU", tickets=6)
    assert (known.passed_every_run, known.failed, known.unsettled) == (1, 2, 3)


def test_share_is_given_from_ten_tickets_on() -> None:
    assert topic(*["P"] * 9).share is None
    assert topic(*["P"] * 9, "F").share == 0.9
