"""Why a trial ended: the conversation's word goes before the record's."""

from __future__ import annotations

import pytest

from pytest_bramble.evidence.record import Stop
from pytest_bramble.replay.stop import due_stop

CLOSED = Stop(reason="closed", by="end")
NOT_OVER = Stop(reason="none", by="none", text="the conversation was not over")


def stop(reason, by, text="told"):
    return Stop(reason=reason, by=by, text=text)


@pytest.mark.parametrize(
    ("recorded", "kind"),
    [
        (stop("provider_timeout", "infrastructure"), "litellm"),
        (stop("wall_limit", "infrastructure"), "litellm"),
        (stop("wall_limit", "candidate"), "python"),
        (stop("context_window", "candidate"), "litellm"),
        (stop("agent_raised", "candidate"), "python"),
        (stop("agent_finished", "end", ""), "python"),
        (stop("harness_error", "infrastructure"), "scripted"),
    ],
)
def test_an_end_from_outside_stands_while_the_conversation_is_not_over(recorded, kind):
    assert due_stop(recorded, None, None, kind) == recorded


@pytest.mark.parametrize(
    ("recorded", "kind"),
    [
        (stop("provider_timeout", "candidate"), "litellm"),
        (stop("provider_timeout", "end"), "litellm"),
        (stop("wall_limit", "candidate"), "litellm"),
        (stop("wall_limit", "infrastructure"), "python"),
        (stop("context_window", "candidate"), "scripted"),
        (stop("context_window", "infrastructure"), "litellm"),
        (stop("agent_raised", "candidate"), "litellm"),
        (stop("agent_raised", "infrastructure"), "python"),
        (stop("agent_finished", "end", ""), "litellm"),
        (stop("agent_finished", "end", "with words"), "python"),
        (stop("agent_finished", "candidate", ""), "python"),
        (stop("closed", "infrastructure"), "litellm"),
        (stop("cap_calls", "infrastructure"), "litellm"),
        (CLOSED, "litellm"),
    ],
)
def test_an_end_that_nothing_shows_does_not_stand(recorded, kind):
    assert due_stop(recorded, None, None, kind) == NOT_OVER


@pytest.mark.parametrize("kind", ["litellm", "scripted", "python"])
def test_the_conversation_s_own_end_stands(kind):
    assert due_stop(stop("cap_calls", "candidate"), CLOSED, None, kind) == CLOSED


def test_a_model_cannot_fail_once_its_conversation_is_over():
    assert due_stop(stop("provider_timeout", "infrastructure"), CLOSED, None, "litellm") == CLOSED


def test_an_agent_can_fail_once_its_conversation_is_over():
    recorded = stop("agent_raised", "candidate")
    assert due_stop(recorded, CLOSED, None, "python") == recorded


def test_an_agent_cannot_merely_have_finished_once_its_conversation_is_over():
    assert due_stop(stop("agent_finished", "end", ""), CLOSED, None, "python") == CLOSED


def test_a_fault_of_ours_that_happens_again_is_the_end():
    assert due_stop(CLOSED, None, "KeyError: 'x'", "litellm") == stop(
        "harness_error", "infrastructure", "KeyError: 'x'"
    )


def test_what_an_agent_makes_of_a_fault_of_ours_stands():
    recorded = stop("agent_raised", "candidate")
    assert due_stop(recorded, None, "KeyError: 'x'", "python") == recorded


def test_a_model_s_provider_did_not_end_what_a_fault_of_ours_ends_again():
    recorded = stop("provider_timeout", "infrastructure")
    assert due_stop(recorded, None, "oh", "litellm") == stop("harness_error", "infrastructure", "oh")
