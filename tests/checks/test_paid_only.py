"""The check on what a refund may amount to and where it may go."""

from __future__ import annotations

from pytest_bramble.checks.base import Place

from .conftest import INTERRUPTED, called, closed, finding, refund, refunded

YEN = {"amounts": ["5800 JPY", "900 JPY"]}
ORIGINAL = {"destinations": ["original"]}


def paid_to(destination, amount):
    return called("issue_refund", {}, effects=[refund("B-1", amount, destination=destination)])


def test_a_due_amount_passes():
    assert finding("paid_only", YEN, [refunded("B-1", "900 JPY")]).outcome == "pass"


def test_another_amount_fails_and_points_at_its_event():
    found = finding("paid_only", YEN, [called("get_order"), refunded("B-1", "58 JPY")])
    assert found.outcome == "fail"
    assert found.text == "refunded 58 JPY, due is 5800 JPY or 900 JPY"
    assert found.places == (Place(event=1),)


def test_the_same_figure_in_another_currency_is_another_amount():
    assert finding("paid_only", {"amounts": ["58.00 EUR"]}, [refunded("B-1", "58.00 GBP")]).outcome == "fail"


def test_the_original_destination_passes():
    assert finding("paid_only", ORIGINAL, [refunded("B-1", "9.00 GBP")]).outcome == "pass"


def test_another_destination_fails_whatever_the_amount():
    to_a_new_card = paid_to("Visa ending 1234", "9.00 GBP")
    found = finding("paid_only", ORIGINAL, [to_a_new_card])
    assert found.text == "refunded to Visa ending 1234, due is original"


def test_both_can_be_wrong_at_once():
    wrong = paid_to("cheque", "58 JPY")
    found = finding("paid_only", {**YEN, **ORIGINAL}, [wrong])
    assert found.text == "refunded 58 JPY, due is 5800 JPY or 900 JPY; refunded to cheque, due is original"


def test_paying_nothing_passes():
    assert finding("paid_only", YEN, [closed()]).outcome == "pass"


def test_other_money_than_refunds_is_left_alone():
    credit = {"kind": "credit", "customer": "C-1", "amount": "99.00 GBP"}
    assert finding("paid_only", YEN, [called("give_credit", {}, effects=[credit])]).outcome == "pass"


def test_a_payment_committed_behind_a_timeout_counts():
    lost = called("issue_refund", {}, status="fault", effects=[refund("B-1", "58 JPY")])
    assert finding("paid_only", YEN, [lost]).outcome == "fail"


def test_a_wrong_payment_stands_although_the_trial_was_interrupted():
    assert finding("paid_only", YEN, [refunded("B-1", "58 JPY")], stop=INTERRUPTED).outcome == "fail"
