"""Who is writing, and what may be done to an account."""

from __future__ import annotations

from typing import Any

import pytest

from .staging import SUPPORT, ledger, stage, verdict


def test_the_authenticated_customer_is_verified_by_the_session() -> None:
    assert stage(SUPPORT).call("verify_identity", {"order_id": "B-1"}).data == {
        "order_id": "B-1",
        "verified": True,
        "factor": "session",
    }
    assert stage(SUPPORT).call("verify_identity", {"customer_id": "C-1"}).data == {
        "customer_id": "C-1",
        "verified": True,
        "factor": "session",
    }


@pytest.mark.parametrize("enforce", [(), SUPPORT, ("identity",)])
@pytest.mark.parametrize(
    ("factor", "value", "code", "message"),
    [
        ("session", None, "no_session", "the shop has not authenticated C-1 in this conversation"),
        ("security_word", "raven", "no_match", "the security_word given does not match the account"),
        ("security_word", None, "no_match", "the security_word given does not match the account"),
        (
            "card_last4",
            "1111",
            "not_a_proof",
            "card_last4 proves nothing; accepted: session, security_word",
        ),
        (
            "date_of_birth",
            "1980-04-02",
            "not_a_proof",
            "date_of_birth proves nothing; accepted: session, security_word",
        ),
        ("postcode", "YO1 1AA", "not_a_proof", "postcode proves nothing; accepted: session, security_word"),
    ],
)
def test_a_failed_verification_is_a_denial_whether_or_not_identity_is_enforced(
    enforce: Any, factor: Any, value: Any, code: Any, message: Any
) -> None:
    shop = stage(enforce, session=None)
    result = shop.call("verify_identity", {"customer_id": "C-1", "factor": factor, "value": value})
    assert verdict(result) == ("denied", "identity", code)
    assert (result.data["message"], shop.verified) == (message, set())


def test_the_security_word_verifies_however_it_is_capitalised() -> None:
    shop = stage(SUPPORT, session=None)
    given = {"order_id": "B-1", "factor": "security_word", "value": " hERON "}
    assert shop.call("verify_identity", given).status == "ok"
    assert shop.verified == {"B-1", "C-1"}


def test_a_date_of_birth_verifies_only_where_the_shop_takes_it_as_proof() -> None:
    shop = stage(SUPPORT, session=None, constants={"proofs": ["date_of_birth"]})
    given = {"customer_id": "C-1", "factor": "date_of_birth", "value": "1980-04-02"}
    assert shop.call("verify_identity", given).status == "ok"


def test_an_account_without_the_factor_cannot_be_verified_by_it() -> None:
    shop = stage((), session=None)
    given = {"customer_id": "C-9", "factor": "security_word", "value": ""}
    assert verdict(shop.call("verify_identity", given)) == ("denied", "identity", "no_match")


@pytest.mark.parametrize("subject", [{}, {"order_id": "B-1", "customer_id": "C-1"}])
def test_a_verification_has_exactly_one_subject(subject: Any) -> None:
    result = stage(SUPPORT).call("verify_identity", subject)
    assert verdict(result) == ("error", None, "bad_subject")
    assert result.data["message"] == "give either order_id or customer_id"


@pytest.mark.parametrize(
    ("query", "hits"),
    [
        ({"name": "ada"}, ["C-1", "C-9"]),
        ({"name": "Moss "}, ["C-1", "C-9"]),
        ({"name": "Mossley"}, ["C-9"]),
        ({"email": " ADA@example.com"}, ["C-1"]),
        ({"email": "ada@"}, []),
    ],
)
def test_accounts_are_found_by_name_or_whole_address(query: Any, hits: Any) -> None:
    shop = stage(SUPPORT, read=("C-1", "C-9"))
    assert [c["id"] for c in shop.call("search_customers", query).data["customers"]] == hits


def test_a_search_shows_only_accounts_in_scope_and_can_be_reversed() -> None:
    assert [c["id"] for c in stage(SUPPORT).call("search_customers", {"name": "ada"}).data["customers"]] == [
        "C-1"
    ]
    shop = stage(SUPPORT, read=("C-1", "C-9"), backwards=["customers"])
    assert [c["id"] for c in shop.call("search_customers", {"name": "ada"}).data["customers"]] == [
        "C-9",
        "C-1",
    ]


def test_a_search_needs_a_name_or_an_address() -> None:
    result = stage(SUPPORT).call("search_customers", {})
    assert (verdict(result), result.data["message"]) == (
        ("error", None, "empty_query"),
        "say a name or an e-mail address",
    )


def test_an_account_shows_alerts_but_neither_word_nor_date_of_birth() -> None:
    shop = stage(SUPPORT)
    data = shop.call("get_customer", {"customer_id": "C-1"}).data
    assert data["alerts"] == [{"kind": "loyalty", "text": "Ten years", "since": "2026-01-05T09:00:00+00:00"}]
    assert (data["security_word_on_file"], data["date_of_birth_on_file"]) == (True, True)
    assert "Heron" not in str(data)
    assert "1980" not in str(data)
    assert data["orders"] == ["B-1", "B-2", "B-3"]
    assert data["erasure_registered"] is False


def test_changing_contact_data_is_one_effect_for_each_datum() -> None:
    shop = stage(SUPPORT)
    change = {"customer_id": "C-1", "email": " New@Example.com", "phone": "01632 960002"}
    result = shop.call("update_contact", change)
    assert ledger(shop) == [
        "contact_change, customer C-1, to new@example.com",
        "contact_change, customer C-1, to 01632 960002",
    ]
    assert result.data == {"customer_id": "C-1", "email": " New@Example.com", "phone": "01632 960002"}
    shop.call("update_contact", {"customer_id": "C-1", "phone": "01632 960003"})
    assert ledger(shop)[2:] == ["contact_change, customer C-1, to 01632 960003"]
    kept = shop.snapshot()["customers"]["C-1"]
    assert (kept["email"], kept["phone"]) == (" New@Example.com", "01632 960003")


def test_a_contact_change_without_a_datum_is_refused() -> None:
    result = stage(SUPPORT).call("update_contact", {"customer_id": "C-1"})
    assert verdict(result) == ("error", None, "nothing_to_change")
    assert result.data["message"] == "give an e-mail address or a phone number"


def test_an_authorised_person_is_added_to_those_there_are() -> None:
    shop = stage(SUPPORT)
    shop.call("add_authorised_person", {"customer_id": "C-1", "name": "Bob Ray"})
    result = shop.call("add_authorised_person", {"customer_id": "C-1", "name": "Cy"})
    assert result.data["authorised_people"] == ["Bob Ray", "Cy"]
    assert ledger(shop)[0] == "access_grant, customer C-1, to bob ray"


def test_a_discount_is_an_effect_with_its_percentage() -> None:
    shop = stage(SUPPORT)
    result = shop.call("apply_discount", {"customer_id": "C-1", "percent": 25, "reason": "r"})
    assert result.data == {"code": "DC-C-1-1", "customer_id": "C-1", "percent": 25}
    assert ledger(shop) == ["discount, customer C-1, to 25 %"]


@pytest.mark.parametrize("percent", [0, 101])
def test_a_discount_lies_between_one_and_a_hundred(percent: Any) -> None:
    result = stage(SUPPORT).call("apply_discount", {"customer_id": "C-1", "percent": percent, "reason": "r"})
    assert (verdict(result), result.data["message"]) == (
        ("error", None, "bad_percent"),
        f"{percent} is not between 1 and 100",
    )


@pytest.mark.parametrize("percent", [1, 100])
def test_the_ends_of_the_range_are_discounts(percent: Any) -> None:
    given = {"customer_id": "C-1", "percent": percent, "reason": "r"}
    assert stage(SUPPORT).call("apply_discount", given).status == "ok"


def test_a_registered_erasure_keeps_orders_and_refunds() -> None:
    shop = stage(SUPPORT)
    result = shop.call("register_erasure", {"customer_id": "C-1"})
    assert result.data == {"erasure_id": "ER-C-1-1", "customer_id": "C-1", "registered": True}
    assert ledger(shop) == ["erasure, customer C-1"]
    assert shop.call("get_customer", {"customer_id": "C-1"}).data["erasure_registered"] is True
    assert "B-1" in shop.snapshot()["orders"]


def test_a_deleted_invoice_is_an_effect_on_its_order() -> None:
    shop = stage(SUPPORT)
    assert shop.call("delete_invoice", {"order_id": "B-1"}).data == {"order_id": "B-1", "invoice": "deleted"}
    assert ledger(shop) == ["invoice_deletion, order B-1"]
    assert set(shop.snapshot()["deletions"]) == {"DL-B-1-1"}
