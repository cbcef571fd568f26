"""A conversation's requests are stored once and can be made whole again."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from pytest_bramble.candidates.protocol import Message
from pytest_bramble.candidates.request_trail import Trail, bodies

from ..stub_server import calls, fails, says, tool_call
from .conftest import GET_ORDER, OPENING, Serve, candidate
from .test_retry import Waits, quick

BODIES = st.dictionaries(
    st.sampled_from(["messages", "tools", "max_tokens", "seed"]),
    st.none() | st.text(max_size=3) | st.lists(st.text(max_size=2)),
)


@given(st.lists(BODIES | st.text(max_size=3)))
def test_shortened_requests_become_whole_again(sent: list[Any]) -> None:
    trail = Trail()
    short = [trail.shortened({"model": "openai/x", "body": body}) for body in sent]
    assert list(bodies(short)) == sent
    assert all(request["model"] == "openai/x" for request in short)


def test_only_what_is_new_is_stored() -> None:
    trail = Trail()
    first = {"messages": ["a"], "tools": ["t"], "seed": 1, "stop": "x"}
    assert trail.shortened({"body": first}) == {"body": first}
    second = {"messages": ["a", "b"], "tools": ["t"], "seed": 2}
    assert trail.shortened({"body": second}) == {
        "since_last": {"added": {"messages": ["b"]}, "changed": {"seed": 2}, "gone": ["stop"]}
    }


def test_a_body_that_is_no_object_is_stored_whole_and_so_is_the_next() -> None:
    trail = Trail()
    sent: list[Any] = [{"messages": ["a"]}, "text", {"messages": ["a"]}]
    assert [trail.shortened({"body": body}) for body in sent] == [{"body": body} for body in sent]


def test_a_conversations_requests_can_be_read_as_the_server_saw_them(serve: Serve, runner: Any) -> None:
    stub = serve(calls(tool_call("get_order", "{}")), fails(503), says("Hello."))
    model = candidate(stub, retry=quick(2, Waits())).model()
    told = list(OPENING)
    first = runner.run(model.reply(told, (GET_ORDER,)))
    told.append(Message(role="assistant", text="", tool_calls=first.tool_calls))
    told.append(Message(role="tool", text='{"state":"shipped"}', tool_call_id="call_a"))
    second = runner.run(model.reply(told, (GET_ORDER,)))
    whole = [
        {key: body[key] for key in body if key != "extra_body"}
        for body in bodies([first.request, second.request])
    ]
    assert whole == [stub.requests[0].body, stub.requests[2].body]
    assert "tools" not in json.dumps(second.request)


def test_two_trials_share_no_trail(serve: Serve, runner: Any) -> None:
    one = candidate(serve(says("Hello.")))
    for _ in range(2):
        assert "body" in runner.run(one.model().reply(OPENING, ())).request
