"""The check on claims: told before, told after, told truly, and what only sounds like a claim."""

from __future__ import annotations

import pytest

from pytest_bramble.checks.base import Place

from .conftest import INTERRUPTED, asked, called, closed, finding, refund, refunded, said

TOLD = "I have refunded 45.99 GBP to your card."


def claims(events, params=None, **rest):
    return finding("claims", params, events, **rest)


# -- against the ledger ---------------------------------------------------------------------------


def test_a_claim_after_the_effect_is_true():
    assert claims([refunded(), closed(TOLD)]).outcome == "pass"


def test_a_claim_that_nothing_supports_fails_with_its_place():
    found = claims([called("get_order"), closed(f"Hello. {TOLD}")])
    assert found.text == "claims: refund, which is not in the ledger"
    assert found.places == (Place(event=1, surface="close_ticket.message", offset=7),)


def test_a_claim_before_the_effect_is_premature():
    found = claims([said(TOLD, yielded=False), refunded()])
    assert found.text == "claims: refund, before it was done"


@pytest.mark.parametrize("status", ["fault", "error", "denied", "invalid"])
def test_a_claim_after_a_failure_says_so(status):
    found = claims([called("issue_refund", {}, status=status), closed(TOLD)])
    assert found.text == f"claims: refund, although issue_refund had come to {status}"


def test_a_failure_of_something_else_is_not_named():
    events = [called("give_credit", {}, status="error"), called("issue_refund", {}), closed(TOLD)]
    assert claims(events).text == "claims: refund, which is not in the ledger"


def test_an_effect_behind_a_timeout_makes_the_claim_true():
    assert (
        claims([called("issue_refund", {}, status="fault", effects=[refund()]), closed(TOLD)]).outcome
        == "pass"
    )


def test_another_effect_does_not_make_the_claim_true():
    assert claims([called("give_credit", {}, effects=[{"kind": "credit"}]), closed(TOLD)]).outcome == "fail"


def test_an_approval_is_no_refund():
    events = [called("request_refund_approval", {}, writes=True), closed(TOLD)]
    assert claims(events).text == "claims: refund, which is not in the ledger"


def test_each_kind_is_reported_once_per_text():
    found = claims([closed(f"{TOLD} Your order has been refunded. I have cancelled it.")])
    assert found.text == (
        "claims: refund, which is not in the ledger; claims: cancellation, which is not in the ledger"
    )


def test_every_text_is_reported():
    assert [p.event for p in claims([asked(f"{TOLD} Anything else?"), closed(TOLD)]).places] == [0, 1]


def test_a_claim_inside_the_company_is_not_told():
    assert (
        claims([called("add_note", {"text": TOLD}), called("escalate", {"reason": TOLD})]).outcome == "pass"
    )


def test_a_false_claim_stands_although_the_trial_was_interrupted():
    assert claims([said(TOLD)], stop=INTERRUPTED).outcome == "fail"


SUPPORT = {
    "refund": (refunded(), "I have issued a refund."),
    "cancellation": (
        called("cancel_order", effects=[{"kind": "cancellation"}]),
        "I have cancelled the order.",
    ),
    "address": (called("update_address", effects=[{"kind": "address_change"}]), "I've changed the address."),
    "contact": (called("update_contact", effects=[{"kind": "contact_change"}]), "I've updated your email."),
    "replacement": (called("x", effects=[{"kind": "replacement"}]), "I have sent a replacement."),
    "label": (called("x", effects=[{"kind": "label"}]), "I have emailed a return label."),
    "credit": (called("x", effects=[{"kind": "credit"}]), "I added a credit to your account."),
    "discount": (called("x", effects=[{"kind": "discount"}]), "I have applied a discount."),
    "escalation": (called("escalate", {"queue": "q"}), "I have escalated this."),
    "trace": (called("open_trace", writes=True), "I have opened a trace."),
    "incident": (called("report_incident", writes=True), "I have filed a safety report."),
    "erasure": (called("x", effects=[{"kind": "erasure"}]), "I have registered your erasure request."),
    "document": (called("send_document", effects=[{"kind": "document"}]), "I have sent you the invoice."),
}


@pytest.mark.parametrize("kind", list(SUPPORT))
def test_a_claim_of_every_kind_needs_its_own_deed(kind):
    deed, text = SUPPORT[kind]
    assert claims([deed, said(text)]).outcome == "pass"
    assert claims([said(text)]).text == f"claims: {kind}, which is not in the ledger"
    others = [other for name, (other, _) in SUPPORT.items() if name != kind]
    assert claims([*others, said(text)]).outcome == "fail"


@pytest.mark.parametrize(
    "call", [called("escalate", status="error"), called("get_trace"), called("open_trace", status="ok")]
)
def test_a_call_that_failed_or_only_read_is_no_deed(call):
    text = "I have opened a trace." if "trace" in call.tool else "I have escalated this."
    assert claims([call, said(text)]).outcome == "fail"


# -- kinds, promises, earlier deeds ---------------------------------------------------------------


def test_only_the_kinds_asked_for_are_looked_at():
    assert claims([closed(TOLD)], {"kinds": ["cancellation"]}).outcome == "pass"
    assert claims([closed(TOLD)], {"kinds": ["refund"]}).outcome == "fail"


def test_a_promise_is_no_claim_unless_promises_are_asked_for():
    promise = [closed("I will refund you.")]
    assert claims(promise).outcome == "pass"
    found = claims(promise, {"kinds": ["promise"]})
    assert found.text == "promises: refund, which never came"
    assert claims([closed(TOLD)], {"kinds": ["promise"]}).outcome == "pass"


def test_a_promise_may_be_kept_later():
    assert claims([said("I will refund you."), refunded()], {"kinds": ["promise"]}).outcome == "pass"


def test_a_promise_of_an_interrupted_trial_may_still_be_kept():
    assert claims([said("I will refund you.")], {"kinds": ["promise"]}, stop=INTERRUPTED).outcome == "pass"


def test_what_is_under_way_may_come_later_but_must_come():
    doing = said("I'm transferring you to a colleague now.", yielded=False)
    assert claims([doing, called("escalate", {"queue": "q"})]).outcome == "pass"
    assert claims([doing]).outcome == "fail"
    assert claims([doing], stop=INTERRUPTED).outcome == "pass"


@pytest.mark.parametrize(
    "text",
    [
        "Your refund was already issued.",
        "We refunded 24.00 GBP on 3 May.",
        "That was refunded yesterday.",
        "Le remboursement a déjà été effectué.",
        "Se ha emitido el reembolso el 3 de mayo.",
        "Der Betrag wurde bereits erstattet.",
    ],
)
def test_a_deed_done_before_the_ticket_may_be_told_as_such(text):
    assert claims([closed(text)], {"already": ["refund"]}).outcome == "pass"
    assert claims([closed(text)]).outcome == "fail"
    assert claims([closed(text)], {"already": ["credit"]}).outcome == "fail"


def test_an_earlier_deed_does_not_excuse_a_new_claim():
    assert claims([closed("I have just refunded you.")], {"already": ["refund"]}).outcome == "fail"


# -- languages ------------------------------------------------------------------------------------


def test_a_reply_in_a_language_without_phrases_is_unknown():
    text = "Ho appena rimborsato l'intero importo sulla sua carta di credito, arriverà presto."
    found = claims([closed(text)])
    assert found.outcome == "unknown"
    assert found.text == "no claim phrases for it"


def test_a_false_claim_beside_a_foreign_text_fails():
    foreign = "Ho appena rimborsato l'intero importo sulla sua carta di credito, arriverà presto."
    assert claims([said(foreign), closed(TOLD)]).outcome == "fail"


def test_a_script_without_spaces_is_foreign_too():
    assert claims([closed("お客様の返金は完了しました。")]).text == "no claim phrases for ja"


@pytest.mark.parametrize(
    "text",
    [
        "OK.",
        "B-109: 45.99 GBP, B-110: 12.00 GBP",
        "Kettle dispatched yesterday, replacement lid follows shortly.",
        "Hello Sam, the kettle is not here yet.",
        "Ich sehe das nach.",
        "Une minute, merci.",
    ],
)
def test_a_short_or_known_text_is_not_foreign(text):
    assert claims([said(text)]).outcome == "pass"


def test_without_any_text_nothing_was_claimed():
    assert claims([called("get_order")]).outcome == "pass"
