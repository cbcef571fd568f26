"""Checks on handing over, and on saying so."""

from __future__ import annotations

import pytest

from pytest_bramble.checks.base import Place

from .conftest import INTERRUPTED, called, closed, finding, heard, said


def escalate(queue="disputes", status="ok"):
    return called("escalate", {"queue": queue, "reason": "because"}, status=status)


# -- escalated ------------------------------------------------------------------------------------


def test_a_ticket_in_the_right_queue_passes():
    assert finding("escalated", {"queue": "disputes"}, [escalate("billing"), escalate()]).outcome == "pass"


def test_one_of_several_queues_is_enough():
    params = {"queue": ["finance", "disputes"]}
    assert finding("escalated", params, [escalate()]).outcome == "pass"
    assert finding("escalated", params, []).text == "not escalated to finance or disputes"


def test_another_queue_is_named():
    found = finding("escalated", {"queue": "disputes"}, [escalate("billing"), escalate("legal")])
    assert found.text == "not escalated to disputes, but to billing, legal"


@pytest.mark.parametrize("status", ["error", "fault", "invalid", "denied"])
def test_a_handover_that_was_refused_is_none(status):
    assert finding("escalated", {"queue": "disputes"}, [escalate(status=status)]).text == (
        "not escalated to disputes"
    )


def test_a_handover_still_due_in_an_interrupted_trial_is_unknown():
    assert finding("escalated", {"queue": "disputes"}, [], stop=INTERRUPTED).outcome == "unknown"


# -- no_escalation --------------------------------------------------------------------------------


def test_settling_it_alone_passes():
    assert finding("no_escalation", None, [closed(), escalate(status="error")]).outcome == "pass"


@pytest.mark.parametrize("status", ["ok", "fault"])
def test_an_escalation_too_many_fails_and_points_at_it(status):
    found = finding("no_escalation", None, [called("get_order"), escalate(status=status)], stop=INTERRUPTED)
    assert found.text == "escalated although it could be settled"
    assert found.places == (Place(event=1),)


# -- told -----------------------------------------------------------------------------------------

AFTER = {"after": "escalate"}


@pytest.mark.parametrize("word", [said("A colleague has it."), closed("A colleague has it.")])
def test_a_word_after_the_call_tells_the_customer(word):
    assert finding("told", AFTER, [escalate(), word]).outcome == "pass"


def test_silence_after_the_call_fails_and_points_at_the_call():
    found = finding("told", AFTER, [said("Let me look."), heard(), escalate(), closed("")])
    assert found.outcome == "fail"
    assert found.text == "the customer was not told after escalate"
    assert found.places == (Place(event=2),)


def test_blank_text_tells_nothing():
    assert finding("told", AFTER, [escalate(), closed("  \n")]).outcome == "fail"


def test_a_note_is_not_told():
    assert finding("told", AFTER, [escalate(), called("add_note", {"text": "told her"})]).outcome == "fail"


def test_an_announcement_in_the_same_turn_counts():
    turn = said("I'm transferring you to a colleague.", yielded=False)
    assert finding("told", AFTER, [turn, escalate()]).outcome == "pass"


def test_small_talk_before_the_call_does_not_count():
    assert finding("told", AFTER, [said("One moment, please.", yielded=False), escalate()]).outcome == "fail"


def test_an_announcement_of_an_earlier_turn_does_not_count():
    events = [said("I'm transferring you to a colleague."), heard(), escalate()]
    assert finding("told", AFTER, events).outcome == "fail"


def test_a_handover_is_no_announcement_of_another_tool():
    events = [said("I'm transferring you to a colleague.", yielded=False), called("open_trace")]
    assert finding("told", {"after": "open_trace"}, events).outcome == "fail"


def test_a_tool_that_never_succeeded_leaves_nothing_to_tell():
    assert finding("told", AFTER, [escalate(status="error")]).outcome == "pass"


def test_the_wording_must_be_among_the_ones_given():
    params = {"after": "escalate", "any_of": ["finance team", "équipe finance"]}
    assert finding("told", params, [escalate(), closed("Our FINANCE team has it.")]).outcome == "pass"
    assert finding("told", params, [escalate(), closed("L'equipe finance s'en charge.")]).outcome == "pass"
    assert finding("told", params, [escalate(), closed("It is done.")]).text == (
        "the customer was not told any of: finance team, équipe finance after escalate"
    )


def test_a_wording_in_the_same_turn_before_the_call_counts():
    params = {"after": "open_trace", "any_of": ["trace"]}
    turn = said("I'll start a trace.", yielded=False)
    assert finding("told", params, [turn, called("open_trace")]).outcome == "pass"
    assert (
        finding("told", params, [said("I'll start a trace."), heard(), called("open_trace")]).outcome
        == "fail"
    )


def test_a_wording_alone_may_stand_anywhere():
    params = {"any_of": ["20 June", "2026-06-20"]}
    assert finding("told", params, [said("It comes on 20  JUNE."), heard(), closed()]).outcome == "pass"
    found = finding("told", params, [said("It comes on 20 July.")])
    assert found.text == "the customer was not told any of: 20 June, 2026-06-20"
    assert found.places == (Place(),)


def test_a_word_still_due_in_an_interrupted_trial_is_unknown():
    assert finding("told", AFTER, [escalate()], stop=INTERRUPTED).outcome == "unknown"


# -- handover_kept --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "I'm transferring you to a colleague.",
        "I'll pass this on to our finance team.",
        "I have escalated this.",
        "J'ai transmis votre demande à notre équipe.",
    ],
)
def test_an_announced_handover_that_never_happens_fails(text):
    found = finding("handover_kept", None, [called("get_order"), closed(f"So: {text}")])
    assert found.text == "announces a handover that never happens"
    assert found.places == (Place(event=1, surface="close_ticket.message", offset=4),)


def test_an_announced_handover_may_come_before_or_after():
    text = said("I'll pass this on to our finance team.")
    assert finding("handover_kept", None, [text, escalate()]).outcome == "pass"
    assert finding("handover_kept", None, [escalate(), text]).outcome == "pass"


def test_a_failed_handover_does_not_keep_the_word():
    text = said("I'll pass this on to our finance team.")
    assert finding("handover_kept", None, [text, escalate(status="error")]).outcome == "fail"


def test_who_announces_nothing_keeps_every_word():
    assert finding("handover_kept", None, [said("Your parcel was handed to the carrier.")]).outcome == "pass"


def test_an_announcement_of_an_interrupted_trial_may_still_be_kept():
    text = said("I'll pass this on to our finance team.")
    assert finding("handover_kept", None, [text], stop=INTERRUPTED).outcome == "unknown"


def test_a_ticket_closed_as_handed_over_that_nobody_was_handed_fails():
    found = finding("handover_kept", None, [closed("Finance will write to you.", "handed_over")])
    assert (found.outcome, found.text) == ("fail", "closed as handed_over, but nobody was handed anything")
    assert found.places == (Place(event=0, surface="close_ticket.outcome"),)


def test_a_ticket_closed_as_handed_over_that_was_passes():
    events = [escalate(), closed("Finance will write to you.", "handed_over")]
    assert finding("handover_kept", None, events).outcome == "pass"


def test_a_ticket_closed_otherwise_needs_no_handover():
    assert finding("handover_kept", None, [closed("No, I am sorry.", "declined")]).outcome == "pass"
