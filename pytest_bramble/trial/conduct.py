"""The tool loop: one trial, start to evidence.  Nothing here can open the examiner's half."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from ..candidates.protocol import ContextOverflow, Model, Reply, Shown
from ..candidates.python_agent import Agent
from ..canonical import storable
from ..customers.scripted import ScriptedCustomer
from ..errors import BrambleError, InfrastructureError
from ..evidence.record import Binding, Evidence, Stop, TrialKey, UsageTotal
from ..exam.job import Job
from ..exam.ticket import Setup, Visible
from ..exam.views import Office, candidate_view
from ..sharing.waiting import keep_time
from ..worlds.base import seed_for
from ..worlds.registry import world_class
from .agent_driver import AgentConversation, ConversationOver
from .conversation import Conversation, Offer, cap_hit, shown_view

Note = Callable[[Mapping[str, Any]], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """One trial to be conducted: the halves of the ticket it may know, the candidate's settings, limits."""

    key: TrialKey
    job: Job
    visible: Visible
    setup: Setup
    shown: Shown
    permuted: bool
    bound: Binding
    attempt: int = 1
    timeout_s: float = 300.0
    settings: Mapping[str, Any] = field(default_factory=dict)


async def conduct(trial: Trial, model: Model | Agent, note: Note) -> Evidence:
    """Work one ticket with *model*, or let an agent work it, to its close, the customer's leaving, or a limit.

    Whatever goes wrong on our side or the provider's ends as a Stop by infrastructure; only cancellation
    propagates.  *note* receives a journal line per call, so that a crash shows what was in flight.
    """
    seed = seed_for(trial.job, trial.visible, trial.setup, permuted=trial.permuted)
    world = world_class(trial.job.world, trial.job.path)(seed)
    job = trial.job
    office = Office(prompt=job.prompt, policy=job.policy.general, clock=job.clock, zone=job.zone)
    view = candidate_view(trial.visible, office)
    offer = Offer(world.offered(trial.job.tools), trial.shown.tools)
    conversation = Conversation(world, ScriptedCustomer(trial.setup.customer), offer)
    conversation.open(view.system, view.opening)
    before, started, clock = world.snapshot(), datetime.now(UTC), time.perf_counter()
    replies: list[Reply] = []
    watch = _Watch(trial.timeout_s)
    talk = _Talk(trial=trial, model=model, conversation=conversation, offer=offer, replies=replies, note=note)
    stop = await _converse(talk, watch)
    return Evidence(
        key=trial.key,
        permuted=trial.permuted,
        attempt=trial.attempt,
        view=shown_view(view, offer),
        settings=trial.settings,
        events=tuple(conversation.events),
        before=before,
        after=world.snapshot(),
        ledger=tuple(effect.to_json() for effect in world.ledger),
        model_calls=tuple(_stored(reply) for reply in replies),
        usage=total_usage(replies),
        stop=stop,
        bound=trial.bound,
        started=started.isoformat(timespec="milliseconds"),
        seconds=round(time.perf_counter() - clock - watch.waited_s, 6),
    )


class _Watch:
    """The trial's deadline; it moves by every wait of our own."""

    def __init__(self, timeout_s: float) -> None:
        self.timeout_s = timeout_s
        self.waited_s = 0.0
        self._deadline: asyncio.Timeout | None = None

    def start(self) -> asyncio.Timeout:
        """The deadline, to be entered."""
        self._deadline = asyncio.timeout(self.timeout_s)
        keep_time(self._waits)
        return self._deadline

    def _waits(self, seconds: float, _why: str) -> None:
        self.waited_s += seconds
        due = None if self._deadline is None else self._deadline.when()
        if self._deadline is not None and due is not None:
            self._deadline.reschedule(due + seconds)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Talk:
    """What one conversation is driven with."""

    trial: Trial
    model: Model | Agent
    conversation: Conversation
    offer: Offer
    replies: list[Reply]
    note: Note


async def _converse(talk: _Talk, watch: _Watch) -> Stop:
    try:
        async with watch.start():
            return await _until_it_stops(talk)
    except InfrastructureError as exc:
        return Stop(reason=exc.reason, by="infrastructure", text=str(exc))
    except ContextOverflow as exc:
        return Stop(reason="context_window", by="candidate", text=str(exc))
    except TimeoutError:
        # A model's time is mostly its provider's; an agent's is its own.
        by = "candidate" if callable(talk.model) else "infrastructure"
        return Stop(reason="wall_limit", by=by, text=f"not finished within {watch.timeout_s:g} s")
    except Exception as exc:  # a fault of the harness is nobody's grade; its text goes into the record
        named = str(exc) if isinstance(exc, BrambleError) else f"{type(exc).__name__}: {exc}"
        return Stop(reason="harness_error", by="infrastructure", text=storable(named))


async def _until_it_stops(talk: _Talk) -> Stop:
    conversation = talk.conversation
    if callable(talk.model):
        return await _agents_own_loop(talk, talk.model)
    while conversation.stop is None:
        talk.note({"note": "call", "trial": talk.trial.key.stem, "n": len(talk.replies) + 1})
        reply = await talk.model.reply(tuple(conversation.messages), talk.offer.specs)
        talk.replies.append(reply)
        conversation.take(reply)
        conversation.stop = conversation.stop or _capped(talk)
    return conversation.stop


async def _agents_own_loop(talk: _Talk, agent: Agent) -> Stop:
    conversation = talk.conversation

    def after(reply: Reply) -> None:
        talk.replies.append(reply)
        conversation.stop = conversation.stop or _capped(talk)

    try:
        await agent(AgentConversation(conversation, talk.offer, after))
    except ConversationOver:
        pass  # it was told to stop and did
    except (InfrastructureError, TimeoutError):
        raise
    except Exception as exc:  # whatever an agent raises is the agent's
        return Stop(reason="agent_raised", by="candidate", text=storable(f"{type(exc).__name__}: {exc}"))
    return conversation.stop or Stop(reason="agent_finished", by="end")


def _capped(talk: _Talk) -> Stop | None:
    tokens = sum(reply.usage.output_tokens or 0 for reply in talk.replies)
    return cap_hit(talk.trial.job.caps, talk.conversation.actions, tokens)


def total_usage(replies: list[Reply]) -> UsageTotal:
    """The usage of *replies* together; one unreported part makes the total unknown, never zero (R7)."""
    usages = [reply.usage for reply in replies]
    costs = [usage.cost_usd for usage in usages if usage.cost_usd is not None]
    sources = {usage.cost_source for usage in usages if usage.cost_source}
    return UsageTotal(
        calls=len(usages),
        input_tokens=_sum([usage.input_tokens for usage in usages]),
        output_tokens=_sum([usage.output_tokens for usage in usages]),
        cost_usd=round(sum(costs), 10) if len(costs) == len(usages) else None,
        unknown_cost_calls=len(usages) - len(costs),
        cost_source=", ".join(sorted(sources)) or None,
    )


def _sum(counts: list[int | None]) -> int | None:
    known = [count for count in counts if count is not None]
    return sum(known) if len(known) == len(counts) else None


def _stored(reply: Reply) -> dict[str, Any]:
    return {
        "answered_model": reply.answered_model,
        "finish_reason": reply.finish_reason,
        "latency_s": reply.latency_s,
        "tool_calls": len(reply.tool_calls),
        "usage": {name: getattr(reply.usage, name) for name in type(reply.usage).__slots__},
        "request": storable(reply.request),
        "response": storable(reply.response),
        "attempts": [storable(dict(earlier)) for earlier in reply.attempts],
    }
