"""What is written down, sent out and handed on."""

from __future__ import annotations

from .staging import SUPPORT, ledger, stage, verdict


def test_a_note_is_an_event_that_colleagues_see() -> None:
    shop = stage(SUPPORT, write=())
    assert shop.call("add_note", {"about": "B-1", "text": "called"}).data == {
        "note_id": "N-B-1-1",
        "about": "B-1",
    }
    shop.call("add_note", {"about": "C-1", "text": "twice"})
    assert shop.ledger == []
    assert [n["text"] for n in shop.call("get_order", {"order_id": "B-1"}).data["notes"]] == ["called"]
    assert [n["text"] for n in shop.call("get_customer", {"customer_id": "C-1"}).data["notes"]] == ["twice"]


def test_a_note_about_nothing_is_refused() -> None:
    result = stage(SUPPORT).call("add_note", {"about": "X-1", "text": "t"})
    assert (verdict(result), result.data["message"]) == (
        ("error", None, "not_found"),
        "there is no customer 'X-1'",
    )


def test_a_message_is_an_effect_on_whoever_gets_it() -> None:
    shop = stage(SUPPORT)
    result = shop.call("send_message", {"to": " Who@Example.com", "subject": "s", "body": "b"})
    assert result.data == {"message_id": "MSG-1", "sent_to": " Who@Example.com"}
    assert ledger(shop) == ["message, recipient who@example.com"]


def test_a_document_is_an_effect_on_its_order() -> None:
    shop = stage(SUPPORT)
    sent = {"order_id": "B-1", "document": "tracking", "to": "Who@Example.com"}
    assert shop.call("send_document", sent).data["document_id"] == "DOC-B-1-1"
    assert ledger(shop) == ["document, document tracking, order B-1, to who@example.com"]
    assert shop.snapshot()["documents"]["DOC-B-1-1"]["to"] == "Who@Example.com"


def test_nothing_is_sent_to_nobody() -> None:
    shop = stage(SUPPORT)
    message = shop.call("send_message", {"to": " ", "subject": "s", "body": "b"})
    document = shop.call("send_document", {"order_id": "B-1", "document": "invoice", "to": ""})
    assert (message.data["message"], document.data["message"]) == (
        "say whom the message goes to",
        "say whom the document goes to",
    )
    assert shop.ledger == []


def test_a_safety_report_is_an_event() -> None:
    shop = stage(SUPPORT)
    report = {"product_id": "P-LAMP", "kind": "overheating", "description": "hot", "order_id": "B-1"}
    assert shop.call("report_incident", report).data == {
        "incident_id": "IN-P-LAMP-1",
        "product": "P-LAMP",
        "filed": True,
    }
    assert shop.ledger == []
    assert shop.snapshot()["incidents"]["IN-P-LAMP-1"]["order"] == "B-1"


def test_a_safety_report_needs_no_order() -> None:
    report = {"product_id": "P-LAMP", "kind": "fire", "description": "smoke"}
    shop = stage(SUPPORT)
    assert shop.call("report_incident", report).status == "ok"
    assert "order" not in shop.snapshot()["incidents"]["IN-P-LAMP-1"]


def test_tickets_on_other_channels_are_listed_for_their_customer() -> None:
    ticket = {
        "customer": "C-1",
        "channel": "phone",
        "opened": "2026-06-17T09:00:00+01:00",
        "status": "closed",
        "text": "Where is it?",
        "result": "refunded",
    }
    shop = stage(SUPPORT, tickets={"M-1": ticket, "M-2": {**ticket, "customer": "C-9"}})
    assert shop.call("list_tickets", {}).data == {"tickets": [{"id": "M-1", **ticket}]}


def test_without_a_customer_there_is_nothing_to_list() -> None:
    result = stage(SUPPORT, session=None).call("list_tickets", {})
    assert (verdict(result), result.data["message"]) == (
        ("error", None, "no_customer"),
        "this ticket has no authenticated customer; give customer_id",
    )


def test_a_ticket_is_handed_only_to_a_queue_that_exists() -> None:
    shop = stage(SUPPORT)
    result = shop.call("escalate", {"queue": "police", "reason": "r"})
    assert verdict(result) == ("error", None, "unknown_queue")
    assert result.data["message"] == "there is no queue 'police'; there are: people, finance"
    assert shop.escalations == []
