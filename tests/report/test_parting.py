"""The first step at which two transcripts of one ticket part."""

from __future__ import annotations

import pytest

from pytest_bramble.evidence.events import Called, Heard, Said
from pytest_bramble.report.parting import parting


def called(tool, status="ok", **arguments):
    return Called(
        index=0,
        call_id="c",
        tool=tool,
        arguments=arguments,
        raw="{}",
        status=status,
        denial=None,
        data=None,
        effects=(),
        writes=False,
    )


def said(text, asks=False, yielded=True):
    return Said(index=0, text=text, asks=asks, yielded=yielded)


READ = called("get_order", order_id="B-1")
PAID = called("issue_refund", order_id="B-1", amount="5.00", idempotency_key="k")


def told(now, before):
    found = parting(now, before)
    return None if found is None else (found.step, found.now, found.before)


def test_the_first_other_call_is_told_with_what_it_was_called_with():
    assert told([READ, called("close_ticket", outcome="done")], [READ, PAID]) == (
        2,
        "close_ticket(outcome=done)",
        "issue_refund(order_id=B-1, amount=5.00)",
    )


def test_another_argument_parts():
    assert told([called("get_order", order_id="B-2")], [READ])[0] == 1


def test_another_end_of_the_same_call_parts():
    assert told([called("get_order", "denied", order_id="B-1")], [READ]) == (
        1,
        "get_order(order_id=B-1), denied",
        "get_order(order_id=B-1)",
    )


def test_wording_and_made_up_keys_part_nothing():
    new = [
        said("One moment, I will look."),
        called("issue_refund", idempotency_key="x"),
        called("close_ticket", message="It is done and on its way."),
    ]
    old = [
        said("Please wait."),
        called("issue_refund", idempotency_key="y"),
        called("close_ticket", message="We have refunded your order."),
    ]
    assert parting(new, old) is None


@pytest.mark.parametrize(("words", "parts"), [("the blue kettle", True), ("the blue kettle please", False)])
def test_up_to_three_words_are_no_prose(words, parts):
    found = parting([called("find_order", query=words)], [called("find_order", query=f"{words} x")])
    assert (found is not None) is parts


def test_asking_is_not_telling():
    assert told([said("Which one?", asks=True)], [said("It is done.")]) == (
        1,
        "a question to the customer",
        "words to the customer",
    )
    assert told([said("Hm", yielded=False)], [said("Hm")])[0] == 1


def test_the_one_that_stops_first_does_nothing_more():
    assert told([READ], [READ, PAID]) == (2, "nothing more", "issue_refund(order_id=B-1, amount=5.00)")
    assert told([READ, PAID], [READ])[2] == "nothing more"


def test_what_the_customer_says_is_no_step():
    assert parting([Heard(index=0, text="Yes", source="answer"), READ], [READ]) is None


def test_arguments_that_were_no_object_are_compared_as_none():
    broken = Called(
        index=0, call_id="c", tool="get_order", arguments=None, raw="[", status="invalid", denial=None,
        data=None, effects=(), writes=False,
    )  # fmt: skip
    assert told([broken], [READ])[1] == "get_order(), invalid"


def test_what_a_model_wrote_is_made_printable_and_short():
    step = told([called("get_order", order_id="\x1b[31m" + "x" * 300)], [READ])
    assert step[1].startswith(r"get_order(order_id=\x1b[31m")
    assert len(step[1]) == 160
