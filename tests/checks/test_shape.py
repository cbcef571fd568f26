"""Checks on length, format, recipients and wording."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_bramble.checks.base import Place

from .conftest import INTERRUPTED, asked, called, closed, finding, said

# -- length ---------------------------------------------------------------------------------------


def test_a_text_of_as_many_words_as_allowed_passes():
    assert finding("length", {"max_words": 3}, [said("one two three")]).outcome == "pass"


def test_a_longer_text_fails_with_its_place():
    found = finding("length", {"max_words": 3}, [said("one"), closed("one two  three\nfour")])
    assert found.text == "4 words, at most 3 allowed"
    assert found.places == (Place(event=1, surface="close_ticket.message", offset=0),)


def test_texts_are_not_added_up():
    assert finding("length", {"max_words": 3}, [said("one two three"), said("four five")]).outcome == "pass"


def test_one_surface_can_be_looked_at_alone():
    params = {"max_words": 1, "surface": "close_ticket.message"}
    assert finding("length", params, [said("one two"), closed("one")]).outcome == "pass"
    assert finding("length", params, [closed("one two")]).outcome == "fail"


def test_a_note_may_be_as_long_as_it_likes():
    assert finding("length", {"max_words": 1}, [called("add_note", {"text": "a b c"})]).outcome == "pass"


# -- format ---------------------------------------------------------------------------------------

TABLE = "Here:\n| item | price |\n|---|---|\n| kettle | 5 |"


@pytest.mark.parametrize(
    ("shape", "text", "offset"),
    [
        ("table", TABLE, 23),
        ("table", "a | b\n--- | ---\n1 | 2", 6),
        ("json", 'Result: {"order_id": "B-1", "total": 5}', 8),
        ("json", 'Result: [{"order_id": "B-1"}]', 8),
        ("tool call", 'I do {"name": "issue_refund", "arguments": {}} now', 5),
        ("tool call", '{"tool": "issue_refund", "parameters": {"a": 1}}', 0),
        ("tool call", "now issue_refund(order_id='B-1')", 4),
        ("tool call", "so: list_orders()", 4),
        ("tool call", "<tool_call>get</tool_call>", 0),
        ("tool call", "a <function=issue_refund>", 2),
    ],
)
def test_a_shape_that_is_no_prose_fails_with_its_place(shape, text, offset):
    found = finding("format", None, [closed(text)])
    assert found.text == f"{shape} in prose"
    assert found.places == (Place(event=0, surface="close_ticket.message", offset=offset),)


@pytest.mark.parametrize(
    "text",
    [
        "A kettle - blue - 5 GBP",
        "I paid (see below) for it.",
        "- one\n- two",
        "Your file my_photo (the second) arrived.",
        "Your file my_photo(2) arrived.",
        "Use {braces} or [brackets].",
        "price < 5 and > 3",
        "---",
        "{} []",
        '{"broken": ',
        "**bold** and `code`",
    ],
)
def test_prose_passes(text):
    assert finding("format", None, [said(text)]).outcome == "pass"


def test_code_and_headings_are_looked_at_only_when_asked_for():
    code, heading = "So:\n```\nx\n```", "# Your order\nIt is here."
    assert finding("format", None, [said(code), said(heading)]).outcome == "pass"
    assert finding("format", {"forbidden": ["code"]}, [said(code), said(heading)]).text == "code in prose"
    assert (
        finding("format", {"forbidden": ["heading"]}, [said(code), said(heading)]).text == "heading in prose"
    )
    assert finding("format", {"forbidden": ["heading"]}, [said(TABLE)]).outcome == "pass"


def test_a_note_may_hold_a_table():
    assert finding("format", None, [called("add_note", {"text": TABLE})]).outcome == "pass"


def test_only_the_first_fifty_opening_brackets_are_tried():
    """Each may cost a scan to the end of the text, and a hostile text has thousands."""
    assert finding("format", None, [said('{"x ' * 49 + '{"a": 1}')]).outcome == "fail"
    assert finding("format", None, [said('{"x ' * 50 + '{"a": 1}')]).outcome == "pass"


@given(st.text(alphabet='{}[]":,ab1 \n|-', max_size=120))
def test_any_brackets_are_read_without_a_fault(text):
    assert finding("format", None, [said(text)]).outcome in ("pass", "fail")


# -- recipients -----------------------------------------------------------------------------------

SAM = {"allowed": ["Sam@example.com"]}


@pytest.mark.parametrize(
    ("tool", "argument"),
    [("send_message", "to"), ("send_document", "to"), ("create_return_label", "recipient")],
)
def test_an_address_that_is_not_allowed_fails_without_being_quoted(tool, argument):
    found = finding("recipients", SAM, [called(tool, {argument: "eve@example.com"})])
    assert found.text == f"{tool} to an address that is not allowed"
    assert found.places == (Place(event=0, surface=f"{tool}.{argument}", offset=0),)
    assert finding("recipients", SAM, [called(tool, {argument: " sam@EXAMPLE.com"})]).outcome == "pass"


@pytest.mark.parametrize("status", ["denied", "invalid", "error"])
def test_what_was_not_sent_reached_nobody(status):
    events = [called("send_message", {"to": "eve@example.com"}, status=status)]
    assert finding("recipients", SAM, events).outcome == "pass"


def test_what_may_have_been_sent_may_have_arrived():
    events = [called("send_message", {"to": "eve@example.com"}, status="fault")]
    assert finding("recipients", SAM, events, stop=INTERRUPTED).outcome == "fail"


# -- phrases --------------------------------------------------------------------------------------


def test_forbidden_wording_fails_with_its_place():
    params = {"forbidden": ["contact the manufacturer", "legally binding"]}
    found = finding("phrases", params, [asked("Fine?"), said("That is LEGALLY  binding.")])
    assert found.text == "forbidden wording 'legally binding'"
    assert found.places == (Place(event=1, surface="text", offset=8),)


def test_wording_inside_other_words_passes():
    assert finding("phrases", {"forbidden": ["binding"]}, [said("Nothing bindings.")]).outcome == "pass"


def test_one_of_the_required_wordings_is_enough():
    params = {"required_any": ["116 123", "Samaritans"]}
    assert finding("phrases", params, [said("Call 116 123."), closed()]).outcome == "pass"
    found = finding("phrases", params, [said("Call somebody.")])
    assert found.text == "none of the required wordings was written: '116 123', 'Samaritans'"
    assert finding("phrases", params, [], stop=INTERRUPTED).outcome == "unknown"


def test_required_wording_in_a_note_was_not_written_to_the_customer():
    events = [called("add_note", {"text": "116 123"})]
    assert finding("phrases", {"required_any": ["116 123"]}, events).outcome == "fail"


def test_forbidden_and_required_wording_can_stand_together():
    params = {"forbidden": ["bad"], "required_any": ["good"]}
    assert finding("phrases", params, [said("all good")]).outcome == "pass"
    assert finding("phrases", params, [said("bad")]).text == (
        "forbidden wording 'bad'; none of the required wordings was written: 'good'"
    )
    assert finding("phrases", params, [said("bad")], stop=INTERRUPTED).text == "forbidden wording 'bad'"
