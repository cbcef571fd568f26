"""When a failed call is tried again, and after how long."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from ..sharing.waiting import own_wait
from .provider_faults import ProviderError

PASSING = frozenset(
    {"provider_rate_limit", "provider_timeout", "provider_unavailable", "provider_bad_response"}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryPolicy:
    """At most *attempts* tries of one call; faults that waiting cannot mend are never tried again.

    A Retry-After is honoured up to *longest_s*.  Without one the wait doubles from *first_s*, of which
    *jitter* (0 to 1) takes away up to half, so that parallel trials do not come back together.  The waits of one
    trial stay within *total_s* together; then the fault stands.  Seconds.
    """

    attempts: int = 3
    first_s: float = 1.0
    longest_s: float = 60.0
    total_s: float = 300.0
    jitter: Callable[[], float] = random.random
    sleep: Callable[[float], Awaitable[None]] = own_wait

    def __post_init__(self) -> None:
        if self.attempts < 1:
            raise ValueError(f"attempts must be from 1, not {self.attempts!r}")

    def wait_s(self, tried: int, fault: ProviderError, waited_s: float = 0.0) -> float | None:
        """Seconds to wait after the *tried*-th try failed with *fault*; None to give up.

        *waited_s*: what the trial has waited after faults before.
        """
        if tried >= self.attempts or fault.reason not in PASSING:
            return None
        wait = self.pause_s(tried, fault)
        return wait if waited_s + wait <= self.total_s else None

    def pause_s(self, tried: int, fault: ProviderError) -> float:
        """Seconds the provider should be left alone after the *tried*-th try failed with *fault*."""
        if fault.retry_after_s is not None:
            return min(fault.retry_after_s, self.longest_s)
        whole = min(self.first_s * 2.0 ** (tried - 1), self.longest_s)
        return whole * (1 - self.jitter() / 2)


class Patience:
    """What one trial has waited after faults, in seconds."""

    def __init__(self) -> None:
        self.waited_s = 0.0
