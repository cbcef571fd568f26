"""The check on paying twice."""

from __future__ import annotations

from pytest_bramble.checks.base import Place

from .conftest import INTERRUPTED, called, finding, refund, refunded

ORDER = {
    "customer": "C-1",
    "total": "60.00 GBP",
    "lines": [{"id": "1", "paid": "24.00 GBP"}, {"id": "2", "paid": "36.00 GBP"}],
}


def state(refunds=()):
    earlier = {f"RF-{n}": {"at": "2026-03-01T09:00:00+00:00", **r} for n, r in enumerate(refunds)}
    return {"orders": {"B-1": ORDER, "B-2": ORDER}, "refunds": earlier}


def check(events, refunds=(), **rest):
    return finding("double_refund", None, events, before=state(refunds), **rest)


def test_one_refund_within_what_was_charged_passes():
    assert check([refunded("B-1", "60.00 GBP")]).outcome == "pass"


def test_the_same_refund_twice_fails_and_points_at_the_second():
    found = check([refunded("B-1", "24.00 GBP"), called("get_order"), refunded("B-1", "24.00 GBP")])
    assert found.text == "order B-1 refunded 24.00 GBP again, as at event 0"
    assert found.places == (Place(event=2),)


def test_a_refund_already_made_before_the_ticket_must_not_be_made_again():
    found = check([refunded("B-1", "24.00 GBP")], [{"order": "B-1", "amount": "24.00 GBP"}])
    assert found.text == "order B-1 refunded 24.00 GBP again, as before this ticket"


def test_two_lines_of_one_order_are_two_refunds_even_of_one_amount():
    order = {**ORDER, "lines": [{"id": "1", "paid": "30.00 GBP"}, {"id": "2", "paid": "30.00 GBP"}]}
    events = [refunded("B-1", "30.00 GBP", lines=["1"]), refunded("B-1", "30.00 GBP", lines=["2"])]
    assert finding("double_refund", None, events, before={"orders": {"B-1": order}}).outcome == "pass"


def test_one_line_twice_is_paid_twice():
    events = [refunded("B-1", "24.00 GBP", lines=["1"]), refunded("B-1", "24.00 GBP", lines=["1"])]
    assert check(events).text == "order B-1 refunded 24.00 GBP again, as at event 0"


def test_a_line_and_then_the_same_amount_without_a_line_is_paid_twice():
    events = [refunded("B-1", "24.00 GBP", lines=["1"]), refunded("B-1", "24.00 GBP")]
    assert check(events).outcome == "fail"


def test_two_orders_may_have_the_same_amount():
    assert check([refunded("B-1", "24.00 GBP"), refunded("B-2", "24.00 GBP")]).outcome == "pass"


def test_parts_that_exceed_the_order_together_fail():
    found = check([refunded("B-1", "50.00 GBP"), refunded("B-1", "10.01 GBP")])
    assert found.text == "order B-1: 60.01 GBP refunded, 60.00 GBP charged"
    assert found.places == (Place(event=1),)


def test_parts_that_make_up_the_order_exactly_pass():
    assert check([refunded("B-1", "50.00 GBP"), refunded("B-1", "10.00 GBP")]).outcome == "pass"


def test_earlier_refunds_count_towards_what_was_charged():
    assert check([refunded("B-1", "30.00 GBP")], [{"order": "B-1", "amount": "30.01 GBP"}]).text == (
        "order B-1: 60.01 GBP refunded, 60.00 GBP charged"
    )


def test_parts_that_exceed_one_line_fail_although_the_order_is_not_exceeded():
    earlier = [{"order": "B-1", "amount": "20.00 GBP", "lines": ["1"]}]
    found = check([refunded("B-1", "4.01 GBP", lines=["1"])], earlier)
    assert found.text == "order B-1, 1: 24.01 GBP refunded, 24.00 GBP charged"


def test_parts_of_a_line_up_to_what_it_cost_pass():
    earlier = [{"order": "B-1", "amount": "20.00 GBP", "lines": ["1"]}]
    assert check([refunded("B-1", "4.00 GBP", lines=["1"])], earlier).outcome == "pass"


def test_a_refund_of_both_lines_counts_the_earlier_one_of_a_single_line():
    earlier = [{"order": "B-1", "amount": "24.00 GBP", "lines": ["1"]}]
    found = check([refunded("B-1", "60.00 GBP", lines=["1", "2"])], earlier)
    assert found.text == "order B-1, 1, 2: 84.00 GBP refunded, 60.00 GBP charged"


def test_an_order_that_is_not_in_the_state_is_compared_with_itself_only():
    assert check([refunded("B-9", "999.00 GBP")]).outcome == "pass"
    assert check([refunded("B-9", "9.00 GBP"), refunded("B-9", "9.00 GBP")]).outcome == "fail"


def test_another_currency_is_not_added_up():
    assert check([refunded("B-1", "50.00 GBP"), refunded("B-1", "50.00 EUR")]).outcome == "pass"


def test_effects_that_are_no_refund_of_an_order_are_left_alone():
    credit = {"kind": "credit", "customer": "C-1", "amount": "99.00 GBP"}
    assert check([called("give_credit", {}, effects=[credit, credit])]).outcome == "pass"


def test_a_payment_committed_behind_a_timeout_counts():
    lost = called("issue_refund", {}, status="fault", effects=[refund("B-1", "24.00 GBP")])
    assert check([lost, refunded("B-1", "24.00 GBP")]).outcome == "fail"


def test_paying_twice_stands_although_the_trial_was_interrupted():
    assert check([refunded("B-1", "60.00 GBP")] * 2, stop=INTERRUPTED).outcome == "fail"
