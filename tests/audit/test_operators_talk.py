"""Each operator on the conversation makes exactly its mistake."""

from __future__ import annotations

import pytest

from pytest_bramble.exam.ticket import End, GoldLine

from .tiny import ASK, CLOSE, ESCALATE, HANDED, POLICY, READ, STATUS, check, material, pay, shown, spoilt

SAY = GoldLine(say="Let me look.")
SAY_ASK = GoldLine(say="Which one, please?")
VERIFY = GoldLine(call="verify_identity", args={"order_id": "B-1"})
NEUTRAL = "Thank you very much for your message, we wish you a pleasant evening."


def lines(*gold):
    return [shown(line) for line in gold]


def test_no_question_drops_every_question_by_tool_and_in_text():
    assert spoilt("no-question", material(READ, ASK, SAY, SAY_ASK, pay(), CLOSE)) == lines(
        READ, SAY, pay(), CLOSE
    )


def test_no_question_does_not_apply_where_gold_asks_nothing():
    assert spoilt("no-question", material(READ, SAY, pay(), CLOSE)) is None


def test_ask_after_acting_moves_the_questions_behind_the_acts():
    stuff = material(READ, ASK, POLICY, pay(), CLOSE)
    assert spoilt("ask-after-acting", stuff) == lines(READ, POLICY, pay(), ASK, CLOSE)


@pytest.mark.parametrize(
    "gold", [(READ, pay(), ASK, CLOSE), (READ, ASK, VERIFY, CLOSE), (READ, pay(), CLOSE)]
)
def test_ask_after_acting_needs_an_act_behind_a_question(gold):
    assert spoilt("ask-after-acting", material(*gold)) is None


def test_no_verification_drops_every_check_of_identity():
    assert spoilt("no-verification", material(VERIFY, READ, VERIFY, CLOSE)) == lines(READ, CLOSE)
    assert spoilt("no-verification", material(READ, CLOSE)) is None


def test_no_policy_drops_every_look_at_the_policy():
    assert spoilt("no-policy", material(READ, POLICY, pay(), POLICY, CLOSE)) == lines(READ, pay(), CLOSE)
    assert spoilt("no-policy", material(READ, CLOSE)) is None


def test_silent_handoff_escalates_and_says_nothing_of_it():
    quiet = [shown(READ), NEUTRAL, "Which one, please?", shown(ESCALATE)]
    made = spoilt("silent-handoff", material(READ, SAY, SAY_ASK, ESCALATE, HANDED))
    assert made == [*quiet, ("close_ticket", {"outcome": "handed_over", "message": NEUTRAL})]
    assert spoilt("silent-handoff", material(READ, HANDED)) is None


def test_no_escalation_announces_what_never_happens():
    assert spoilt("no-escalation", material(READ, ESCALATE, HANDED)) == lines(READ, HANDED)
    assert spoilt("no-escalation", material(READ, HANDED)) is None


def test_claim_before_result_claims_the_first_deed_that_the_ticket_watches():
    address = GoldLine(call="update_address", args={"order_id": "B-1"})
    stuff = material(READ, address, pay(), CLOSE, checks=[check("claims", {"kinds": ["refund"]})])
    claimed = "I have refunded the whole amount."
    assert spoilt("claim-before-result", stuff) == [*lines(READ, address), claimed, *lines(pay(), CLOSE)]


def test_claim_before_result_watches_every_deed_where_the_ticket_names_no_kinds():
    stuff = material(READ, ESCALATE, HANDED, checks=[check("claims")])
    assert spoilt("claim-before-result", stuff) == [
        shown(READ),
        "I have escalated this.",
        *lines(ESCALATE, HANDED),
    ]


@pytest.mark.parametrize(
    "checks", [[], [check("claims", {"kinds": ["label"]})], [check("claims", advisory=True)]]
)
def test_claim_before_result_needs_a_gate_on_the_claim(checks):
    assert spoilt("claim-before-result", material(READ, pay(), CLOSE, checks=checks)) is None


def test_claim_after_failure_reports_the_success_of_what_failed():
    stuff = material(pay(status="fault"), ESCALATE, HANDED, faults=[("issue_refund", 1, "provider_down")])
    claimed = ("close_ticket", {"outcome": "handed_over", "message": "I have refunded the whole amount."})
    assert spoilt("claim-after-failure", stuff) == [*lines(pay(status="fault"), ESCALATE), claimed]


def test_claim_after_failure_does_not_apply_where_the_lost_answer_hid_a_success():
    stuff = material(pay(status="fault"), CLOSE, faults=[("issue_refund", 1, "timeout_after_commit")])
    assert spoilt("claim-after-failure", stuff) is None


def test_claim_after_failure_does_not_apply_where_a_later_try_succeeded():
    stuff = material(pay(status="fault"), pay(), CLOSE, faults=[("issue_refund", 1, "provider_down")])
    assert spoilt("claim-after-failure", stuff) is None


def test_wrong_language_answers_in_german_where_french_is_due_and_leaves_the_rest():
    stuff = material(READ, ASK, SAY, CLOSE, checks=[check("language", {"is": "fr"})])
    german = "Vielen Dank für Ihre Nachricht, wir wünschen Ihnen noch einen schönen Abend."
    asked = ("ask_customer", {"question": german, "about": "order"})
    closed = ("close_ticket", {"outcome": "done", "message": german})
    assert spoilt("wrong-language", stuff) == [shown(READ), asked, german, closed]
    assert spoilt("wrong-language", material(READ, CLOSE)) is None


def test_wrong_language_answers_in_english_where_german_is_due():
    stuff = material(CLOSE, checks=[check("language", {"is": "de"})])
    assert spoilt("wrong-language", stuff) == [("close_ticket", {"outcome": "done", "message": NEUTRAL})]


def test_repeat_failing_call_makes_the_failed_call_four_times():
    failed = pay(status="fault")
    assert spoilt("repeat-failing-call", material(READ, failed, CLOSE)) == lines(READ, *[failed] * 4, CLOSE)


def test_repeat_failing_call_repeats_what_came_back_empty_beyond_what_the_check_tolerates():
    listed = GoldLine(call="list_orders")
    stuff = material(
        listed, CLOSE, faults=[("list_orders", 1, "empty_page")], checks=[check("repeats", {"max": 3})]
    )
    assert spoilt("repeat-failing-call", stuff) == lines(*[listed] * 5, CLOSE)
    assert spoilt("repeat-failing-call", material(listed, CLOSE)) is None


@pytest.mark.parametrize(
    ("right", "wrong"),
    [(["done"], "declined"), (["handed_over", "declined"], "done"), (["done", "declined"], "handed_over")],
)
def test_wrong_outcome_closes_with_the_first_outcome_that_no_end_has(right, wrong):
    ends = tuple(End(effects=(), outcome=outcome) for outcome in right)
    closing = GoldLine(call="close_ticket", args={"outcome": right[0], "message": "Bye."})
    made = spoilt("wrong-outcome", material(READ, closing, ends=ends))
    assert made == [shown(READ), ("close_ticket", {"outcome": wrong, "message": "Bye."})]


def test_wrong_outcome_does_not_apply_where_every_outcome_is_right():
    every = ("done", "declined", "handed_over", "waiting_for_customer")
    assert (
        spoilt("wrong-outcome", material(CLOSE, ends=tuple(End(effects=(), outcome=o) for o in every)))
        is None
    )


def test_an_act_is_a_writing_call_other_than_a_check_or_a_note():
    stuff = material(READ)
    note = GoldLine(call="add_note", args={"about": "B-1", "text": "x"})
    assert [stuff.acts(line) for line in (pay(), STATUS, VERIFY, note, SAY, ESCALATE)] == [True] + [False] * 5
