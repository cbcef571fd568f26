"""What stands between a candidate and its exam, found out for the price of one ticket."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Literal

from ..candidates.litellm_import import litellm_ready, load_litellm
from ..candidates.litellm_model import LiteLLMCandidate
from ..candidates.litellm_params import sent_params
from ..candidates.price_list import price_of
from ..candidates.protocol import ContextOverflow, Message, ToolSpec
from ..candidates.registry import AnyCandidate, resolution_line
from ..engine.examination import Planned
from ..engine.spending import Spent
from ..engine.working import model_of, trial_of
from ..errors import InfrastructureError
from ..evidence.record import TrialKey
from ..exam.job import Job
from ..exam.ticket import Ticket
from ..grade import grade
from ..trial.conduct import conduct
from ..trial.schedule import slug
from .plans import SHIPPED
from .projection import Measured, duration, money
from .purse import stands_for

State = Literal["ok", "unknown", "failed"]
_READY = ToolSpec(
    name="report_ready",
    description="Reports that tool calls arrive.",
    parameters={
        "type": "object",
        "properties": {"ready": {"type": "boolean"}},
        "required": ["ready"],
        "additionalProperties": False,
    },
)
_ASKED = (
    Message(
        role="system", text="This checks a connection. Call the tool report_ready once, with ready true."
    ),
    Message(role="user", text="Please call report_ready now. When you have its result, answer: done."),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """One thing looked at.  *state* ``unknown`` keeps nobody from going on, ``failed`` does."""

    what: str
    state: State
    text: str


def looked_at(candidate: AnyCandidate) -> Iterator[Advice]:
    """What can be told of *candidate* without asking anybody: model, key, price, parameters."""
    if not isinstance(candidate, LiteLLMCandidate):
        yield Advice(what="candidate", state="ok", text=f"{candidate.name} is {stands_for(candidate)}")
        return
    resolved = resolution_line(candidate.name, candidate)
    yield Advice(what="model", state="ok", text=resolved or f"{candidate.name} is {candidate.model_name}")
    yield _key(candidate)
    yield _price(candidate)
    yield _parameters(candidate, load_litellm())


def _key(candidate: LiteLLMCandidate) -> Advice:
    endpoint = candidate.endpoint()
    where = endpoint.api_base or f"{endpoint.provider}'s own address"
    if endpoint.missing is not None:
        return Advice(what="key", state="failed", text=f"{endpoint.missing} is not set")
    if endpoint.key_env is None:
        return Advice(what="key", state="ok", text=f"none needed for {where}")
    return Advice(what="key", state="ok", text=f"{endpoint.key_env} is set, for {where}")


def _price(candidate: LiteLLMCandidate) -> Advice:
    price = price_of(candidate)
    if price is None:
        text = f"not in LiteLLM's price map: declare price in [tool.bramble.candidates.{candidate.name}]"
        return Advice(what="price", state="unknown", text=text)
    source = "LiteLLM's price map" if candidate.price is None else "declared"
    text = f"${price.input_per_mtok:g} in, ${price.output_per_mtok:g} out per million tokens ({source})"
    return Advice(what="price", state="ok", text=text)


def _parameters(candidate: LiteLLMCandidate, litellm: ModuleType) -> Advice:
    """Whether LiteLLM would send the parameters; its lists of supported ones are too coarse to be asked."""
    sent = sent_params(candidate.params)
    named = ", ".join(f"{name} = {value!r}" for name, value in sorted(sent.items()))
    tools = [{"type": "function", "function": {"name": _READY.name, "parameters": dict(_READY.parameters)}}]
    try:
        model, provider, _, _ = litellm.get_llm_provider(candidate.model_name)
        litellm.utils.get_optional_params(
            model=model, custom_llm_provider=provider, tools=tools, tool_choice="auto", **sent
        )
    except litellm.UnsupportedParamsError as exc:
        told = str(exc).partition(" To drop")[0].removeprefix("litellm.UnsupportedParamsError: ")
        return Advice(what="parameters", state="failed", text=f"{named}: {told}")
    except Exception as exc:  # the probe is LiteLLM's inside; a call will tell
        return Advice(what="parameters", state="unknown", text=f"{named}: {type(exc).__name__}: {exc}")
    return Advice(what="parameters", state="ok", text=f"{named}: accepted")


async def answered(candidate: LiteLLMCandidate) -> Advice:
    """Whether a tool call of *candidate* comes, and its result goes back."""
    await litellm_ready()
    model = candidate.model()
    try:
        first = await model.reply(_ASKED, (_READY,))
        if not first.tool_calls:
            said = f"it answered without calling the tool: {first.text[:200]!r}"
            return Advice(what="tool call", state="failed", text=said)
        turn = Message(role="assistant", text=first.text, tool_calls=first.tool_calls)
        results = [
            Message(role="tool", text='{"status": "ok"}', tool_call_id=call.id) for call in first.tool_calls
        ]
        second = await model.reply((*_ASKED, turn, *results), (_READY,))
    except (InfrastructureError, ContextOverflow) as exc:
        return Advice(what="tool call", state="failed", text=str(exc))
    seconds = (first.latency_s or 0.0) + (second.latency_s or 0.0)
    name = second.answered_model or first.answered_model or "a model that does not say its name"
    called = first.tool_calls[0]
    if called.name != _READY.name or _arguments(called.arguments) != {"ready": True}:
        text = f"it called {called.name} with {called.arguments[:200]!r}"
        return Advice(what="tool call", state="unknown", text=text)
    text = f"called, and went on after the result; {name} answered twice in {duration(seconds)}"
    return Advice(what="tool call", state="ok", text=text)


def _arguments(raw: str) -> object:
    try:
        return json.loads(raw)
    except ValueError:
        return raw


def ticket_for(job: Job, tickets: tuple[Ticket, ...]) -> Ticket:
    """The ticket to try a candidate on: the first of the smoke plan, else the first there is."""
    plan = SHIPPED.get(job.name, {}).get("smoke")
    wanted = plan.tickets[0] if plan is not None else tickets[0].id
    return next((ticket for ticket in tickets if ticket.id == wanted), tickets[0])


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried:
    """What came of one run of a ticket; *measured* None when infrastructure ended it."""

    advice: Advice
    measured: Measured | None = None


async def tried(candidate: AnyCandidate, job: Job, ticket: Ticket) -> Tried:
    """One run of *ticket*, kept nowhere."""
    key = TrialKey(job=job.name, ticket=ticket.id, candidate=slug(candidate.name), arm="candidate", run=1)
    trial = trial_of(Planned(key=key, job=job, ticket=ticket), candidate, "")
    evidence = await conduct(trial, model_of(candidate, ticket), lambda _: None)
    spent, stop = Spent.of(evidence), evidence.stop
    if evidence.interrupted:
        text = f"{ticket.id}: {stop.reason}: {stop.text}"
        return Tried(advice=Advice(what="ticket", state="failed", text=text))
    unknown = f" + {spent.unknown_calls} unknown" if spent.unknown_calls else ""
    scripted = candidate.kind == "scripted"
    cost = "no model cost" if scripted else f"{money(spent.known_usd)}{unknown}"
    outcome = grade(evidence, ticket).outcome
    text = f"{ticket.id} once: {outcome}, {spent.calls} calls, {cost}, {duration(spent.seconds)}"
    measured = Measured(
        source="doctor",
        job=job.name,
        candidate=key.candidate,
        model=stands_for(candidate),
        trials=1,
        usd=0.0 if scripted else None if spent.unknown_calls else spent.known_usd,
        calls=spent.calls,
        seconds=spent.seconds,
    )
    return Tried(advice=Advice(what="ticket", state="ok", text=text), measured=measured)
