"""The ledger: what is spent, what is reserved, and when no trial starts any more."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_bramble.engine.spending import Board, Earlier, Ledger, Spent, Sum
from pytest_bramble.errors import BudgetSpent
from pytest_bramble.sharing.shared import NAME, Shared
from pytest_bramble.sharing.waiting import own_wait


def ledger(budget=None, **rest):
    return Ledger(rest.pop("shared", Shared(None)), budget, **rest)


async def trial(book, usd=0.0, *, first=0.1, candidate="a", unknown=0, whole=True):
    """One trial that costs *usd*."""
    async with book.trial("j", candidate, first) as account:
        account.settle(Spent(known_usd=usd, unknown_calls=unknown), whole=whole)


def earlier(usd, *, candidate="a", unknown=0, first_usd=0.0):
    spent = Spent(known_usd=usd, unknown_calls=unknown)
    return Earlier(job="j", candidate=candidate, spent=spent, first_usd=first_usd)


def run(*trials):
    async def in_turn():
        for each in trials:
            await each

    asyncio.run(in_turn())


def refused(book, **rest):
    with pytest.raises(BudgetSpent) as caught:
        run(trial(book, **rest))
    return str(caught.value)


def test_without_a_budget_every_trial_starts():
    book = ledger()
    run(*(trial(book, 1000.0, first=1e9) for _ in range(3)))
    assert book.board().known_usd == 3000.0


def test_trials_start_until_the_next_may_go_over_the_budget():
    book = ledger(1.0)
    run(trial(book, 0.3), trial(book, 0.3), trial(book, 0.2))
    assert refused(book, usd=0.3) == (
        "not run: budget: $0.8000 are spent, a trial of a may cost $0.3000, and --bramble-budget is 1"
    )
    assert book.board().done == 3


def test_money_spent_to_the_last_cent_is_within_the_budget():
    book = ledger(0.3)
    run(*(trial(book, 0.1) for _ in range(3)))
    assert refused(book).startswith("not run: budget: $0.3000 are spent")


def test_the_first_trial_is_taken_at_what_it_may_cost():
    assert "a trial of a may cost $2.0000" in refused(ledger(1.0), first=2.0)


def test_the_largest_finished_trial_says_what_the_next_may_cost():
    book = ledger(1.0)
    run(trial(book, 0.5, first=0.9), trial(book, 0.1, first=0.9))
    assert "a trial of a may cost $0.5000" in refused(book)


def test_each_candidate_has_a_largest_trial_of_its_own():
    book = ledger(1.0)
    run(trial(book, 0.6), trial(book, 0.1, candidate="b"))
    assert "a trial of a may cost $0.6000" in refused(book)
    run(trial(book, 0.1, candidate="b"))


def test_a_trial_that_broke_off_says_nothing_of_what_others_may_cost():
    book = ledger(0.8)
    run(trial(book, 0.2, first=0.7, whole=False))
    assert "$0.2000 are spent, a trial of a may cost $0.7000" in refused(book, first=0.7)
    assert book.board().done == 1


def test_a_cost_that_is_not_known_counts_as_what_was_reserved():
    book = ledger(1.0)
    run(trial(book, 0.05, first=0.6, unknown=2))
    assert "$0.6000 are spent, a trial of a may cost $0.6000" in refused(book, first=0.6)
    assert book.board() == Board(
        done=1, in_flight=0, waiting=0, longest_wait_s=0.0, known_usd=0.05, unknown_calls=2
    )


def test_a_known_part_above_the_reservation_counts():
    book = ledger(1.0)
    run(trial(book, 0.9, first=0.6, unknown=1))
    assert "$0.9000 are spent" in refused(book)


def test_a_trial_that_ends_without_a_word_counts_as_what_was_reserved():
    book = ledger(1.0)

    async def lost():
        async with book.trial("j", "a", 0.6):
            raise LookupError("gone")

    with pytest.raises(LookupError, match="gone"):
        run(lost())
    assert "$0.6000 are spent, a trial of a may cost $0.6000" in refused(book, first=0.6)
    assert book.board().done == 0


def test_a_free_candidate_costs_nothing_whatever_it_says():
    book = ledger(0.1, free=frozenset({"a"}))
    run(*(trial(book, 0.0, unknown=7) for _ in range(3)))
    assert book.board() == Board(
        done=3, in_flight=0, waiting=0, longest_wait_s=0.0, known_usd=0.0, unknown_calls=0
    )


def test_who_might_still_fit_in_waits_for_those_in_flight():
    book, order = ledger(1.0), []

    async def first():
        async with book.trial("j", "a", 0.8) as account:
            order.append("first starts")
            await asyncio.sleep(0.01)
            order.append("first ends")
            account.settle(Spent(known_usd=0.1), whole=True)

    async def second():
        async with book.trial("j", "a", 0.8) as account:
            order.append("second starts")
            account.settle(Spent(known_usd=0.1), whole=True)

    async def both():
        await asyncio.gather(first(), second())

    asyncio.run(both())
    assert order == ["first starts", "first ends", "second starts"]


def test_processes_share_what_they_spend(tmp_path):
    first, second = (ledger(1.0, shared=Shared(tmp_path / NAME, 2)) for _ in range(2))
    run(trial(first, 0.6))
    assert "$0.6000 are spent, a trial of a may cost $0.6000" in refused(second)


def test_what_a_dead_process_reserved_counts_as_spent(tmp_path):
    shared = Shared(tmp_path / NAME, 2)
    book = ledger(1.0, shared=shared)
    insert = "INSERT INTO trials (job, candidate, owner, state, reserved_usd) VALUES (?, ?, ?, ?, ?)"
    shared.change(lambda base: base.execute(insert, ("j", "a", "somebody dead", "running", 0.6)))
    assert "$0.6000 are spent, a trial of a may cost $0.5000" in refused(book, first=0.5)


def test_nothing_starts_when_workers_cannot_see_what_the_others_spend(tmp_path):
    book = ledger(1.0, shared=Shared(tmp_path / "no-such-folder" / NAME, 2))
    told = refused(book)
    assert told.startswith("not run: budget: the workers cannot share their limits: unable to open")


def test_what_earlier_trials_cost_is_carried_on():
    book = ledger(1.0, free=frozenset({"b"}))
    book.carry([earlier(0.7), earlier(0.0, candidate="b", unknown=5, first_usd=9.0)])
    assert book.board() == Board(
        done=0, in_flight=0, waiting=0, longest_wait_s=0.0, known_usd=0.7, unknown_calls=0
    )
    assert "$0.7000 are spent, a trial of a may cost $0.7000" in refused(book)


def test_an_earlier_cost_that_is_not_known_counts_as_what_it_was_taken_to_be():
    book = ledger(1.0)
    book.carry([earlier(0.1, unknown=1, first_usd=0.6)])
    assert "$0.6000 are spent, a trial of a may cost $0.6000" in refused(book, first=0.6)
    assert (book.board().known_usd, book.board().unknown_calls) == (0.1, 1)


def test_the_board_shows_who_is_in_flight_and_who_waits():
    now = [100.0]
    book = ledger(clock=lambda: now[0])
    boards = []

    async def looks():
        async with book.trial("j", "a", 0.0):
            boards.append(book.board())
            waiting = asyncio.ensure_future(own_wait(60.0))
            await asyncio.sleep(0)
            now[0] += 20
            boards.append(book.board())
            waiting.cancel()
            now[0] += 60
            boards.append(book.board())

    asyncio.run(looks())
    told = [(board.in_flight, board.waiting, board.longest_wait_s) for board in boards]
    assert told == [(1, 0, 0.0), (1, 1, 40.0), (1, 0, 0.0)]
    assert book.board().in_flight == 0


def test_many_short_waits_are_shown_as_few_longer_ones():
    now, boards = [100.0], []
    shared = Shared(None)
    book = Ledger(shared, clock=lambda: now[0])

    def changes():
        return shared.change(lambda base: base.execute("SELECT total_changes()").fetchone()[0])

    async def polls():
        async with book.trial("j", "a", 0.0):
            before = changes()
            for _ in range(19):
                waiting = asyncio.ensure_future(own_wait(0.25))
                await asyncio.sleep(0)
                boards.append(book.board().waiting)
                waiting.cancel()
                now[0] += 0.25
            return changes() - before

    assert asyncio.run(polls()) == 5
    assert boards == [1] * 19


def test_calls_are_added_up_and_unknown_ones_counted():
    assert Spent.of_calls([0.1, None, 0.2, None]) == Spent(
        known_usd=pytest.approx(0.3), unknown_calls=2, calls=4
    )


def test_what_trials_consumed_is_summed_by_job_and_candidate():
    book = ledger()

    async def one(job, candidate, seconds, *, whole=True):
        async with book.trial(job, candidate, 0.0) as account:
            account.settle(Spent.of_calls([0.25, None], seconds), whole=whole)

    run(
        one("k", "a", 3.0),
        one("j", "b", 1.0),
        one("j", "a", 2.0),
        one("j", "a", 4.0),
        one("j", "a", 9.0, whole=False),
    )
    book.carry([earlier(9.0)])
    two = Spent(known_usd=0.5, unknown_calls=2, calls=4, seconds=6.0)
    assert book.sums()[0] == Sum(job="j", candidate="a", trials=2, spent=two)
    assert [(each.job, each.candidate, each.trials) for each in book.sums()] == [
        ("j", "a", 2),
        ("j", "b", 1),
        ("k", "a", 1),
    ]


@given(
    st.floats(0.01, 10),
    st.lists(st.floats(0.0, 1.0), max_size=30),
)
def test_no_trial_that_costs_what_it_may_goes_over_the_budget(budget, costs):
    book = ledger(budget)
    for cost in costs:
        try:
            run(trial(book, cost, first=1.0))
        except BudgetSpent:
            break
    largest = max(costs, default=0.0)
    assert book.board().known_usd <= budget + largest + 1e-6


def test_processes_that_live_keep_what_they_reserved(tmp_path):
    book = ledger(1.0, shared=Shared(tmp_path / NAME, 2))

    async def looks():
        async with book.trial("j", "a", 0.5):
            book.board()
            return book._shared.change(
                lambda base: base.execute("SELECT state, owner FROM trials").fetchall()
            )

    assert asyncio.run(looks()) == [("running", book._shared.me)]
