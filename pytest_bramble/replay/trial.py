"""One trial repeated: world, customer and tools rebuilt from the exam, the recorded calls made again.

No candidate is asked anything.  A recorded tool name only ever selects among the tools that were offered.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from ..canonical import storable
from ..contrast import Told
from ..customers.scripted import ScriptedCustomer
from ..errors import BrambleError
from ..evidence.record import Stop, TrialKey
from ..exam.job import Job
from ..exam.ticket import Ticket
from ..exam.views import Office, candidate_view
from ..report.shape import member, rows, table, text
from ..trial.conversation import Conversation, Offer, cap_hit, shown_view
from ..worlds.base import World, seed_for
from ..worlds.registry import world_class
from .answers import answer_problems
from .calls import Contact, call_problems, usage_of
from .stop import CRASHED, due_stop
from .turns import Turns, read_turns

_PARTS = ("events", "model_calls", "stop", "started", "seconds")


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """What a trial is repeated with: all of it from the exam and the manifest, none of it from the record.

    *job* carries the prompt and policy the candidate was shown; *tools* renames tools or leaves some out;
    *settings* and *bound* are what the record must say of them.
    """

    key: TrialKey
    attempt: int
    permuted: bool
    job: Job
    ticket: Ticket
    kind: str
    tools: Mapping[str, str] | None
    price: Mapping[str, float] | None
    settings: Mapping[str, Any]
    bound: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Repeated:
    """The evidence as it must have been, what replay cannot know copied; *problems* are places and words."""

    evidence: dict[str, Any]
    problems: tuple[Told, ...]


@dataclass(slots=True)
class _Stage:
    """Where the conversation is played again; *raised* is what broke it off."""

    world: World
    conversation: Conversation
    offer: Offer
    view: dict[str, Any]
    raised: str | None = None


def repeat(bench: Bench, recorded: Mapping[str, Any]) -> Repeated:
    """The trial of the *recorded* evidence, repeated.  Raises ShapeError when that cannot be a trial's evidence."""
    for name in _PARTS:
        member(recorded, name, "evidence")
    stop = _stop(recorded["stop"])
    if stop.reason == CRASHED:
        return Repeated(evidence=_crashed(bench, recorded), problems=())
    usage, stage = usage_of(rows(recorded["model_calls"], "model_calls")), _staged(bench)
    before = stage.world.snapshot()
    turns = read_turns(recorded, stage.offer.shown_names)
    problems = [
        *turns.problems,
        *_not_offered(recorded, stage.offer),
        *_played(stage, turns, bench, recorded),
        *_unfinished(turns, stage, stop),
        *answer_problems(recorded["model_calls"], turns.replies, bench.kind),
        *call_problems(recorded, _contact(stage, bench)),
    ]
    evidence = {
        **_known(bench, recorded),
        "view": stage.view,
        "settings": dict(bench.settings),
        "events": [event.to_json() for event in stage.conversation.events],
        "before": before,
        "after": stage.world.snapshot(),
        "ledger": [effect.to_json() for effect in stage.world.ledger],
        "usage": usage,
        "stop": asdict(due_stop(stop, stage.conversation.stop, stage.raised, bench.kind)),
    }
    return Repeated(evidence=evidence, problems=tuple(problems))


def _contact(stage: _Stage, bench: Bench) -> Contact:
    return Contact(
        kind=bench.kind,
        price=bench.price,
        system=stage.view["system"],
        opening=stage.view["opening"],
        answers=[message.text for message in stage.conversation.messages if message.role == "tool"],
    )


def _unfinished(turns: Turns, stage: _Stage, stop: Stop) -> Iterator[Told]:
    """The last answer, where neither the conversation's end nor a fault of ours explains what is missing of it."""
    over = stage.conversation.stop
    explained = over is not None and over.by == "end" and not turns.empty
    if turns.unfinished is not None and not explained and stop.reason != "harness_error":
        yield turns.unfinished


def _stop(value: Any) -> Stop:
    told = table(value, "stop")
    return Stop(**{name: text(member(told, name, "stop"), f"stop.{name}") for name in Stop.__slots__})


def _known(bench: Bench, recorded: Mapping[str, Any]) -> dict[str, Any]:
    """What exam and manifest say of any record of the trial, and what only the session could know, copied."""
    return {
        **asdict(bench.key),
        "attempt": bench.attempt,
        "permuted": bench.permuted,
        "bound": dict(bench.bound),
        **{name: recorded[name] for name in ("model_calls", "started", "seconds")},
    }


def _crashed(bench: Bench, recorded: Mapping[str, Any]) -> dict[str, Any]:
    """The record of a trial that died with its worker: nothing was seen."""
    told = _stop(recorded["stop"])
    nothing = ("input_tokens", "output_tokens", "cost_usd", "cost_source")
    return {
        **_known(bench, recorded),
        **{name: {} for name in ("view", "settings", "before", "after")},
        **{name: [] for name in ("events", "ledger", "model_calls")},
        "usage": {"calls": 0, "unknown_cost_calls": 0, **dict.fromkeys(nothing)},
        "stop": asdict(Stop(reason=CRASHED, by="infrastructure", text=told.text)),
        "seconds": 0.0,
    }


def _staged(bench: Bench) -> _Stage:
    job, ticket = bench.job, bench.ticket
    world = world_class(job.world, job.path)(
        seed_for(job, ticket.visible, ticket.setup, permuted=bench.permuted)
    )
    office = Office(prompt=job.prompt, policy=job.policy.general, clock=job.clock, zone=job.zone)
    view = candidate_view(ticket.visible, office)
    offer = Offer(world.offered(job.tools), bench.tools)
    conversation = Conversation(world, ScriptedCustomer(ticket.setup.customer), offer)
    conversation.open(view.system, view.opening)
    return _Stage(world=world, conversation=conversation, offer=offer, view=shown_view(view, offer))


def _not_offered(recorded: Mapping[str, Any], offer: Offer) -> Iterator[Told]:
    """Calls said to have reached a tool that was not offered: they can only have been refused as unknown."""
    for number, event in enumerate(rows(recorded["events"], "events")):
        stranger = event["kind"] == "called" and event["tool"] not in offer.shown_names
        if stranger and (event.get("status") != "invalid" or event.get("effects")):
            yield f"events[{number}].tool", f"{event['tool']!r} is no tool that was offered"


def _played(stage: _Stage, turns: Turns, bench: Bench, recorded: Mapping[str, Any]) -> Iterator[Told]:
    """Play *turns* on *stage* to the end of the conversation; what comes after it is told."""
    conversation, tokens = stage.conversation, 0
    calls = rows(recorded["model_calls"], "model_calls")
    for number, reply in enumerate(turns.replies):
        if conversation.stop is not None:
            left = len(turns.replies) - number
            yield (
                "events",
                f"{left} more answers after the conversation was over ({conversation.stop.reason})",
            )
            return
        try:
            conversation.take(reply)
        except Exception as exc:  # a fault of a world is nobody's; the record must then say the same
            named = str(exc) if isinstance(exc, BrambleError) else f"{type(exc).__name__}: {exc}"
            stage.raised = storable(named)
            return
        if number < len(calls):
            tokens += calls[number]["usage"].get("output_tokens") or 0
        conversation.stop = conversation.stop or cap_hit(bench.job.caps, conversation.actions, tokens)
