from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_bramble.scoring.reliability import (
    TicketRuns,
    intraclass_correlation,
    pass_at,
    pass_hat,
    pass_hat_bounds,
    stability,
    suite_pass_hat,
    suite_pass_hat_bounds,
    ticket_runs,
)

from .built import FAIL, UNKNOWN, arm, runs, suite, trial


def test_runs_are_counted_per_ticket() -> None:
    assert ticket_runs(arm("PFU", "PP")) == (runs(1, 1, 1, ticket="T01"), runs(2, ticket="T02"))


def test_all_runs_include_the_unknown_ones() -> None:
    known = runs(2, 1, 3)
    assert (known.determinate, known.runs, known.every_run_passed) == (3, 6, False)


@pytest.mark.parametrize(("ticket", "every"), [(runs(3), True), (runs(2, 0, 1), False), (runs(0), False)])
def test_every_run_passed_needs_runs_and_nothing_but_passes(ticket: object, every: bool) -> None:
    assert ticket.every_run_passed is every  # type: ignore[attr-defined]


@pytest.mark.parametrize("measure", [pass_hat, pass_at])
def test_too_few_runs_are_neither_0_nor_1(measure: Callable[[int, int, int], float | None]) -> None:
    assert measure(2, 2, 3) is None
    assert measure(0, 2, 3) is None


def test_pass_hat_1_and_pass_at_1_are_the_plain_rate() -> None:
    assert (pass_hat(3, 4, 1), pass_at(3, 4, 1)) == (0.75, 0.75)


@given(st.integers(0, 12), st.integers(1, 12), st.integers(1, 6))
def test_pass_hat_never_exceeds_pass_at(passed: int, total: int, k: int) -> None:
    low, high = pass_hat(min(passed, total), total, k), pass_at(min(passed, total), total, k)
    assert (low is None) == (high is None) == (total < k)
    assert low is None or high is None or 0 <= low <= high <= 1


@pytest.mark.parametrize(
    ("passed", "total", "k", "text"),
    [
        (3, 2, 1, "3 of 2 runs cannot have passed"),
        (True, 2, 1, "passed must be a whole number, not True"),
        (1, -2, 1, "runs must be at least 0, not -2"),
        (1, 2, 0, "k must be at least 1, not 0"),
    ],
)
def test_impossible_counts_are_refused(passed: int, total: int, k: int, text: str) -> None:
    for measure in (pass_hat, pass_at):
        with pytest.raises(ValueError) as refusal:
            measure(passed, total, k)
        assert str(refusal.value) == text


def test_negative_count_of_a_ticket_is_refused() -> None:
    with pytest.raises(ValueError) as refusal:
        runs(1, -1)
    assert str(refusal.value) == "T01: failed must be at least 0, not -1"


def test_unnamed_ticket_or_cluster_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^ticket must be a non-empty text, not ''$"):
        TicketRuns(ticket="", cluster="C", passed=1, failed=0)
    with pytest.raises(ValueError, match=r"^T01: cluster must be a non-empty text, not ''$"):
        TicketRuns(ticket="T01", cluster="", passed=1, failed=0)


def test_unknown_runs_give_bounds_instead_of_a_value() -> None:
    assert pass_hat_bounds(runs(2, 0, 1), 2) == (1 / 3, 1.0)
    assert pass_hat_bounds(runs(2, 0, 0), 3) is None


def test_suite_value_is_the_mean_over_tickets_then_clusters() -> None:
    tickets = (
        runs(2, 0, cluster="A"),
        runs(0, 2, ticket="T02", cluster="A"),
        runs(2, 0, ticket="T03", cluster="B"),
    )
    assert suite_pass_hat(tickets, 2) == 0.75


def test_suite_value_needs_enough_runs_of_every_ticket() -> None:
    tickets = (*suite(3, 3, of=3), runs(2, ticket="T09"))
    assert suite_pass_hat(tickets, 3) is None
    assert suite_pass_hat(tickets, 2) == 1.0


def test_suite_value_needs_every_registered_ticket() -> None:
    assert suite_pass_hat(suite(3, 3, of=3), 1, registered=3) is None
    assert suite_pass_hat(suite(3, 3, of=3), 1, registered=2) == 1.0
    assert suite_pass_hat((), 1) is None
    assert suite_pass_hat_bounds((), 1) is None


def test_more_tickets_than_registered_are_refused() -> None:
    with pytest.raises(ValueError) as refusal:
        suite_pass_hat(suite(3, 3, of=3), 1, registered=1)
    assert str(refusal.value) == "2 tickets have runs, but only 1 are registered"


def test_suite_with_an_unknown_run_has_bounds_only() -> None:
    tickets = (runs(3), runs(2, 0, 1, ticket="T02"))
    assert suite_pass_hat(tickets, 3) is None
    assert suite_pass_hat_bounds(tickets, 3) == (0.5, 1.0)
    assert suite_pass_hat_bounds(tickets, 4) is None


@pytest.mark.parametrize(
    ("ticket", "label"),
    [
        (runs(3), "always"),
        (runs(2, 1), "flaky"),
        (runs(0, 3), "never"),
        (runs(2, 0, 1), "flaky"),
        (runs(0, 0, 3), "never"),
    ],
)
def test_stability_follows_the_runs(ticket: object, label: str) -> None:
    assert stability(ticket) == label  # type: ignore[arg-type]


def test_ticket_without_a_run_has_no_stability() -> None:
    with pytest.raises(ValueError) as refusal:
        stability(runs(0))
    assert str(refusal.value) == "T01 has no run, so it has no stability"


def test_runs_that_always_agree_correlate_perfectly() -> None:
    assert intraclass_correlation(suite(3, 3, 0, of=3)) == 1.0


def test_correlation_follows_the_spread_within_tickets() -> None:
    # p = 1/2, mean of c(n-c)/(n(n-1)) = 1/4: rho = 1 - (1/4)/(1/4)
    assert intraclass_correlation(suite(2, 1, 1, 0, of=2)) == 0.0


def test_correlation_is_undefined_when_nothing_varies_or_runs_are_too_few() -> None:
    assert intraclass_correlation(suite(3, 3, of=3)) is None
    assert intraclass_correlation(suite(0, 0, of=3)) is None
    assert intraclass_correlation((runs(1, 0), runs(0, 2, ticket="T02"))) is None
    assert intraclass_correlation(()) is None


def test_unknown_runs_do_not_enter_the_correlation() -> None:
    assert intraclass_correlation((runs(2, 0, 1), runs(0, 2, 4, ticket="T02"))) == 1.0


def test_counting_refuses_a_ticket_in_two_clusters() -> None:
    with pytest.raises(ValueError, match=r"^T01 is in cluster 'A' and in cluster 'B'$"):
        ticket_runs([trial(run=1, cluster="A"), trial(run=2, outcome=FAIL, cluster="B")])


def test_unknown_run_is_counted_apart() -> None:
    assert ticket_runs([trial(outcome=UNKNOWN)])[0].unknown == 1
