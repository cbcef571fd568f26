"""The ledger of a session's spending: what trials cost, what those in flight may cost, and when to stop."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from ..errors import BudgetSpent
from ..evidence.record import Evidence
from ..sharing.shared import Shared
from ..sharing.waiting import own_wait, show_waits

_POLL_S = 0.1
_SHOWN_S = 1.0
_HAIR = 1e-9  # sums of cents that should be equal differ by less


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    """What trials consumed: dollars as far as known, calls, those of unknown cost, seconds without our waits."""

    known_usd: float = 0.0
    unknown_calls: int = 0
    calls: int = 0
    seconds: float = 0.0

    @classmethod
    def of(cls, evidence: Evidence) -> Spent:
        """What the trial of *evidence* consumed."""
        return cls.of_calls((call["usage"]["cost_usd"] for call in evidence.model_calls), evidence.seconds)

    @classmethod
    def of_calls(cls, costs: Iterable[float | None], seconds: float = 0.0) -> Spent:
        """The sum of *costs*, one per call, None where it is not known."""
        told = list(costs)
        known = [cost for cost in told if cost is not None]
        unknown = len(told) - len(known)
        return cls(known_usd=sum(known), unknown_calls=unknown, calls=len(told), seconds=seconds)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sum:
    """What the finished *trials* of one candidate on one job consumed together."""

    job: str
    candidate: str
    trials: int
    spent: Spent


@dataclass(frozen=True, slots=True, kw_only=True)
class Earlier:
    """A trial an earlier process of the session ran; *first_usd*: the most it was taken to cost."""

    job: str
    candidate: str
    spent: Spent
    first_usd: float = 0.0

    @property
    def counted_usd(self) -> float:
        """What it counts as: where a part is not known, no less than it was taken to cost."""
        known = self.spent.known_usd
        return max(known, self.first_usd) if self.spent.unknown_calls else known

    @property
    def cost(self) -> tuple[float, int]:
        """Dollars as far as known, and calls of unknown cost."""
        return self.spent.known_usd, self.spent.unknown_calls


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """What the session's processes are at: trials, seconds the longest wait still lasts, dollars."""

    done: int
    in_flight: int
    waiting: int
    longest_wait_s: float
    known_usd: float
    unknown_calls: int


class Account:
    """One trial in the ledger; closed without a word its cost counts as what was reserved."""

    def __init__(self) -> None:
        self.spent: Spent | None = None
        self.whole = False
        self.waits_until = 0.0

    def settle(self, spent: Spent, *, whole: bool) -> None:
        """Note what the trial cost; *whole*: nothing cut it short, so others may cost as much."""
        self.spent = spent
        self.whole = whole

    @property
    def state(self) -> str:
        """How the ledger keeps it."""
        return "lost" if self.spent is None else "done" if self.whole else "broken"


class Ledger:
    """The spending of a session, shared by its processes.  *free* names the candidates that cost nothing.

    A trial may start when all that was spent, all that is reserved for trials in flight and the most it may cost
    itself stay within *budget_usd*.  The most it may cost is the largest cost of a finished trial of its candidate,
    for the first what the caller says.  A trial whose cost is not known counts as what was reserved for it.
    """

    def __init__(
        self,
        shared: Shared,
        budget_usd: float | None = None,
        free: frozenset[str] = frozenset(),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._shared = shared
        self._budget = budget_usd
        self._free = free
        self._clock = clock

    @asynccontextmanager
    async def trial(self, job: str, candidate: str, first_usd: float) -> AsyncIterator[Account]:
        """An account for one trial of *candidate* on *job*, once there is money for it.

        Raises BudgetSpent when there is none and none can come back.
        """
        asked = (job, candidate, first_usd)
        while (number := self._shared.change(lambda base: self._admit(base, *asked))) is None:
            await own_wait(_POLL_S, "budget")
        account = Account()
        show_waits(lambda seconds, _why: self._waits(number, account, seconds))
        try:
            yield account
        finally:
            self._shared.change(lambda base: self._close(base, number, candidate, account))

    def carry(self, earlier: Iterable[Earlier]) -> None:
        """Take over what earlier trials of the session cost."""
        rows = [
            (each.job, each.candidate, self._shared.me, "carried", 0.0, each.counted_usd, *each.cost)
            for each in earlier
            if each.candidate not in self._free
        ]
        self._shared.change(lambda base: base.executemany(_INSERT, rows))

    def sums(self) -> tuple[Sum, ...]:
        """What the trials that ran to their end in this session consumed, by job and candidate."""
        return self._shared.change(_sums)

    def board(self) -> Board:
        """Where the session stands now."""
        return self._shared.change(lambda base: _board(base, self._shared, self._clock()))

    def _admit(self, base: sqlite3.Connection, job: str, candidate: str, first_usd: float) -> int | None:
        """The number of a new account; None while trials in flight may still leave money over."""
        most = 0.0
        if self._budget is not None and candidate not in self._free:
            if self._shared.problem is not None:
                raise BudgetSpent(f"not run: budget: {self._shared.problem}")
            most = _most(base, candidate, first_usd)
            _bury(base, self._shared)
            counted, reserved = _counted(base)
            if counted + reserved + most > self._budget + _HAIR:
                if reserved > 0:
                    return None
                raise BudgetSpent(self._refusal(candidate, counted, most))
        row = (job, candidate, self._shared.me, "running", most, 0.0, 0.0, 0)
        return base.execute(_INSERT, row).lastrowid

    def _refusal(self, candidate: str, counted: float, most: float) -> str:
        return (
            f"not run: budget: ${counted:.4f} are spent, a trial of {candidate} may cost ${most:.4f},"
            f" and --bramble-budget is {self._budget:g}"
        )

    def _close(self, base: sqlite3.Connection, number: int, candidate: str, account: Account) -> None:
        spent = account.spent or Spent()
        free = candidate in self._free
        known, unknown = (0.0, 0) if free else (spent.known_usd, spent.unknown_calls)
        surely = account.spent is not None and not unknown
        base.execute(
            "UPDATE trials SET state = ?, known_usd = ?, unknown_calls = ?, calls = ?, seconds = ?,"
            " waits_until = 0, counted_usd = iif(?, ?, max(reserved_usd, ?)) WHERE id = ?",
            (account.state, known, unknown, spent.calls, spent.seconds, surely, known, known, number),
        )

    def _waits(self, number: int, account: Account, seconds: float) -> None:
        """Show that the trial waits; asking again and again for a place is shown as waits of a second."""
        now = self._clock()
        if now + seconds <= account.waits_until:
            return
        account.waits_until = until = now + max(seconds, _SHOWN_S)
        self._shared.change(
            lambda base: base.execute("UPDATE trials SET waits_until = ? WHERE id = ?", (until, number))
        )


_INSERT = (
    "INSERT INTO trials (job, candidate, owner, state, reserved_usd, counted_usd, known_usd, unknown_calls)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
)


def _most(base: sqlite3.Connection, candidate: str, first_usd: float) -> float:
    (largest,) = base.execute(
        "SELECT max(counted_usd) FROM trials WHERE candidate = ? AND state IN ('done', 'carried')",
        (candidate,),
    ).fetchone()
    return first_usd if largest is None else float(largest)


def _bury(base: sqlite3.Connection, shared: Shared) -> None:
    """Close the accounts of processes that died, at what was reserved."""
    owners = [one for (one,) in base.execute("SELECT DISTINCT owner FROM trials WHERE state = 'running'")]
    base.executemany(
        "UPDATE trials SET state = 'lost', counted_usd = reserved_usd WHERE state = 'running' AND owner = ?",
        [(one,) for one in shared.dead(owners)],
    )


def _sums(base: sqlite3.Connection) -> tuple[Sum, ...]:
    rows = base.execute(
        "SELECT job, candidate, count(*), total(known_usd), sum(unknown_calls), sum(calls), total(seconds)"
        " FROM trials WHERE state = 'done' GROUP BY job, candidate ORDER BY job, candidate"
    )
    return tuple(
        Sum(
            job=job,
            candidate=candidate,
            trials=trials,
            spent=Spent(known_usd=usd, unknown_calls=unknown, calls=calls, seconds=seconds),
        )
        for job, candidate, trials, usd, unknown, calls, seconds in rows
    )


def _counted(base: sqlite3.Connection) -> tuple[float, float]:
    """Dollars that count as spent, and dollars reserved for trials in flight."""
    counted, reserved = base.execute(
        "SELECT total(iif(state = 'running', 0, counted_usd)), total(iif(state = 'running', reserved_usd, 0))"
        " FROM trials"
    ).fetchone()
    return float(counted), float(reserved)


def _board(base: sqlite3.Connection, shared: Shared, now: float) -> Board:
    _bury(base, shared)
    done, running, waiting, until, known, unknown = base.execute(
        "SELECT total(state IN ('done', 'broken')), total(state = 'running'),"
        " total(state = 'running' AND waits_until > ?), max(iif(state = 'running', waits_until, 0)),"
        " total(known_usd), total(unknown_calls) FROM trials",
        (now,),
    ).fetchone()
    return Board(
        done=int(done),
        in_flight=int(running),
        waiting=int(waiting),
        longest_wait_s=max(0.0, (until or 0.0) - now),
        known_usd=float(known),
        unknown_calls=int(unknown),
    )
