"""One conversation: calls, text, customer, and what is retained of them."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_bramble.candidates.protocol import Reply, ToolCall, ToolSpec
from pytest_bramble.customers.scripted import ScriptedCustomer
from pytest_bramble.evidence.events import Called, Heard, Said
from pytest_bramble.exam.ticket import Answer, CustomerScript
from pytest_bramble.trial.conversation import Conversation, Offer, parse_arguments

from ..desk import World, seed


def talk(*, offer=None, answers=()):
    world = World(seed())
    script = CustomerScript(answers=answers, idle="Hm.")
    conversation = Conversation(world, ScriptedCustomer(script), offer or Offer(world.offered(()), None))
    conversation.open("Be kind.", "Hello")
    return world, conversation


def call(name, arguments="{}", ident="c1"):
    return ToolCall(
        id=ident, name=name, arguments=arguments if isinstance(arguments, str) else json.dumps(arguments)
    )


def test_text_without_a_call_goes_to_the_customer():
    _, conversation = talk()
    conversation.take(Reply(text="Which one?"))
    assert conversation.events == [
        Said(index=0, text="Which one?", asks=True, turn=1),
        Heard(index=1, text="Hm.", source="idle", turn=1),
    ]
    assert [m.role for m in conversation.messages] == ["system", "user", "assistant", "user"]


def test_text_beside_a_call_is_kept_and_not_yielded():
    _, conversation = talk()
    conversation.take(Reply(text="Let me look?", tool_calls=(call("look"),)))
    assert conversation.events[0] == Said(index=0, text="Let me look?", asks=True, yielded=False, turn=1)
    assert isinstance(conversation.events[1], Called)


def test_several_calls_of_one_answer_run_in_order():
    world, conversation = talk()
    conversation.take(Reply(tool_calls=(call("put", {"text": "a"}, "x"), call("put", {"text": "b"}, "y"))))
    assert world.shelf == ["a", "b"]
    assert [m.tool_call_id for m in conversation.messages if m.role == "tool"] == ["x", "y"]


def test_nothing_runs_after_the_ticket_is_closed():
    world, conversation = talk()
    close = call("close_ticket", {"outcome": "done", "message": "Bye"})
    conversation.take(Reply(tool_calls=(close, call("put", {"text": "late"}))))
    assert world.shelf == []
    assert conversation.stop.reason == "closed"


def test_a_refused_close_leaves_the_ticket_open():
    _, conversation = talk()
    conversation.take(Reply(tool_calls=(call("close_ticket", {"outcome": "excellent", "message": "Bye"}),)))
    assert conversation.stop is None
    assert conversation.events[0].status == "invalid"


def test_a_question_by_tool_is_answered_in_its_result():
    answer = Answer(about=("order",), words={}, text="The blue one.")
    _, conversation = talk(answers=(answer,))
    conversation.take(Reply(tool_calls=(call("ask_customer", {"question": "Which", "about": "order"}),)))
    assert json.loads(conversation.messages[-1].text) == {
        "status": "ok",
        "result": {"customer": "The blue one."},
    }
    assert conversation.events[1] == Heard(index=1, text="The blue one.", source="answer", turn=1)


def test_a_question_about_nothing_known_is_invalid_and_reaches_nobody():
    _, conversation = talk()
    conversation.take(Reply(tool_calls=(call("ask_customer", {"question": "Which", "about": "weather"}),)))
    assert [type(e) for e in conversation.events] == [Called]
    assert conversation.events[0].status == "invalid"


def test_a_customer_who_leaves_ends_the_conversation():
    _, conversation = talk()
    conversation.take(Reply(text="Hello"))
    assert conversation.stop is None
    conversation.take(Reply(text="Hello"))
    assert conversation.stop.reason == "customer_gone"


def test_an_unknown_tool_comes_back_as_an_error_that_lists_what_there_is():
    _, conversation = talk()
    conversation.take(Reply(tool_calls=(call("__init__"),)))
    told = json.loads(conversation.messages[-1].text)
    assert told["status"] == "invalid"
    assert told["result"]["error"] == "unknown_tool"
    assert told["result"]["message"].startswith(
        "there is no tool '__init__'; there are: ask_customer, escalate, close_ticket"
    )


def test_a_tool_that_was_not_offered_does_not_exist():
    world, _ = talk()
    offer = Offer(world.offered(("look", "close_ticket")), None)
    world, conversation = talk(offer=offer)
    conversation.take(Reply(tool_calls=(call("put", {"text": "a"}),)))
    assert conversation.events[0].status == "invalid"
    assert world.shelf == []


def test_a_renamed_tool_is_called_by_its_shown_name_and_kept_under_its_own():
    world, _ = talk()
    offer = Offer(world.offered(("put",)), {"put": "shelve"})
    assert [spec.name for spec in offer.specs] == ["shelve"]
    world, conversation = talk(offer=offer)
    conversation.take(Reply(tool_calls=(call("shelve", {"text": "a"}), call("put", {"text": "b"}))))
    assert world.shelf == ["a"]
    assert [(e.tool, e.status) for e in conversation.events] == [("put", "ok"), ("put", "invalid")]


@pytest.mark.parametrize(
    ("raw", "problem"),
    [
        ("", "the arguments are not JSON: JSONDecodeError: Expecting value: line 1 column 1 (char 0)"),
        ("[1]", "the arguments must be a JSON object, not list"),
        ("null", "the arguments must be a JSON object, not NoneType"),
        ('{"a": NaN}', "the arguments are not JSON: ValueError: NaN is not JSON"),
    ],
)
def test_arguments_that_are_no_object_are_said_to_be_none(raw, problem):
    assert parse_arguments(raw) == (None, problem)


def test_arguments_nested_too_deeply_are_refused():
    assert parse_arguments("[" * 100_000)[0] is None


def test_a_lone_surrogate_can_be_stored():
    _, conversation = talk()
    conversation.take(Reply(text="a\ud800b", tool_calls=(call("put", '{"text": "\\ud800"}'),)))
    json.dumps([e.to_json() for e in conversation.events], ensure_ascii=False).encode()
    assert conversation.events[0].text == "a?b"


@given(st.text())
def test_no_arguments_whatever_break_the_conversation(raw):
    _, conversation = talk()
    conversation.take(Reply(tool_calls=(call("put", raw),)))
    assert conversation.events[0].status in ("invalid", "ok")


def test_what_the_world_answers_cannot_be_changed_afterwards():
    world, conversation = talk()
    conversation.take(Reply(tool_calls=(call("look"),)))
    kept = conversation.events[0].data
    world.shelf.append("later")
    world.secret["deep"].append("later")
    assert kept == {"shelf": [], "secret": {"deep": []}}


def test_an_offer_may_leave_tools_out():
    spec = ToolSpec(name="look", description="", parameters={})
    other = ToolSpec(name="put", description="", parameters={})
    assert [s.name for s in Offer((spec, other), {"look": "look"}).specs] == ["look"]


def test_everything_of_one_answer_belongs_to_one_turn():
    _, conversation = talk()
    conversation.take(Reply(text="One moment", tool_calls=(call("look"), call("put", {"text": "a"}))))
    conversation.take(Reply(text="Done."))
    assert [event.turn for event in conversation.events] == [1, 1, 1, 2, 2]
