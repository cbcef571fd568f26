"""A trial's model calls held to what was retained of them: answers, prices, times, requests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..candidates.pricing import Price, declared_cost
from ..candidates.request_trail import bodies
from ..contrast import Told, shown
from ..report.shape import ShapeError, amount_or_none, member, rows, table, text_or_none, whole_or_none
from .usage import models_named, tokens_told

_SLACK_S = 0.001  # seconds are rounded, and a sleeping loop wakes a little early
_LISTED = "LiteLLM price map "


@dataclass(frozen=True, slots=True, kw_only=True)
class Contact:
    """What a candidate of *kind* was told: first *system* and *opening*, then *answers*, one per tool call."""

    kind: str
    price: Mapping[str, float] | None
    system: str
    opening: str
    answers: Sequence[str]


def usage_of(calls: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The totals of *calls*; one unreported part makes a total unknown.  Raises ShapeError."""
    usages = [_usage(call, f"model_calls[{n}]") for n, call in enumerate(calls)]
    costs = [usage["cost_usd"] for usage in usages if usage["cost_usd"] is not None]
    sources = {usage["cost_source"] for usage in usages if usage["cost_source"]}
    return {
        "calls": len(usages),
        "input_tokens": _sum([usage["input_tokens"] for usage in usages]),
        "output_tokens": _sum([usage["output_tokens"] for usage in usages]),
        "cost_usd": round(sum(costs), 10) if len(costs) == len(usages) else None,
        "unknown_cost_calls": len(usages) - len(costs),
        "cost_source": ", ".join(sorted(sources)) or None,
    }


def call_problems(evidence: Mapping[str, Any], contact: Contact) -> Iterator[Told]:
    """Place and words of everything in the model calls of *evidence* that its retained sources contradict."""
    calls = rows(evidence["model_calls"], "model_calls")
    yield from _times(calls, evidence["seconds"])
    for number, call in enumerate(calls):
        where = f"model_calls[{number}]"
        yield from _retained(call, where, contact.kind)
        yield from _against_answer(call, where)
        yield from _priced(call, where, contact.price)
    yield from _requests(calls, contact)


def _usage(call: Mapping[str, Any], where: str) -> Mapping[str, Any]:
    usage = table(member(call, "usage", where), f"{where}.usage")
    for name in ("input_tokens", "output_tokens"):
        whole_or_none(member(usage, name, f"{where}.usage"), f"{where}.usage.{name}")
    amount_or_none(member(usage, "cost_usd", f"{where}.usage"), f"{where}.usage.cost_usd")
    text_or_none(member(usage, "cost_source", f"{where}.usage"), f"{where}.usage.cost_source")
    return usage


def _sum(counts: list[int | None]) -> int | None:
    known = [count for count in counts if count is not None]
    return sum(known) if len(known) == len(counts) else None


def _times(calls: Sequence[Mapping[str, Any]], seconds: Any) -> Iterator[Told]:
    whole_trial = amount_or_none(seconds, "seconds")
    if whole_trial is None:
        raise ShapeError("seconds: must be a number from 0, not null")
    spent = 0.0
    for number, call in enumerate(calls):
        where = f"model_calls[{number}]"
        spent += amount_or_none(member(call, "latency_s", where), f"{where}.latency_s") or 0.0
        for earlier in rows(member(call, "attempts", where), f"{where}.attempts"):
            spent += (
                amount_or_none(table(earlier, f"{where}.attempts").get("seconds"), f"{where}.attempts") or 0.0
            )
    if spent > whole_trial + _SLACK_S * (1 + len(calls)):
        yield "seconds", f"the trial took {whole_trial:g} s, its model calls together {spent:g} s"


def _retained(call: Mapping[str, Any], where: str, kind: str) -> Iterator[Told]:
    """Only a model behind a provider has requests and waits for answers; and it has both."""
    named = ("request", "response")
    if kind == "litellm":
        for name in named:
            if call.get(name) is None:
                yield f"{where}.{name}", "nothing is retained, and a model was asked"
    elif kind in ("scripted", "python"):
        for name in (*named, "latency_s", "answered_model"):
            if call.get(name) is not None:
                yield f"{where}.{name}", f"recorded {shown(call[name])}, and no model was asked"
        for name, value in call["usage"].items():
            if value is not None:
                yield f"{where}.usage.{name}", f"recorded {shown(value)}, and no model was asked"


def _against_answer(call: Mapping[str, Any], where: str) -> Iterator[Told]:
    answer, usage = call.get("response"), call["usage"]
    for name in ("input_tokens", "output_tokens"):
        told = tokens_told(answer, name)
        if told is not None and usage[name] not in told:
            told_text = " or ".join(map(shown, sorted(told, key=str)))
            yield (
                f"{where}.usage.{name}",
                f"recorded {shown(usage[name])}, the retained answer says {told_text}",
            )
    model = call.get("answered_model")
    if model is not None and answer is not None and model not in models_named(answer):
        yield f"{where}.answered_model", f"recorded {shown(model)}, the retained answer does not name it"


def _priced(call: Mapping[str, Any], where: str, price: Mapping[str, float] | None) -> Iterator[Told]:
    usage = call["usage"]
    cost, source = usage["cost_usd"], usage["cost_source"]
    tokens = (usage["input_tokens"], usage["output_tokens"])
    if price is not None and None not in tokens:
        due = declared_cost(Price(**price), *tokens)
        if (cost, source) != (due.usd, due.source):
            told = f"recorded {shown(cost)} ({shown(source)}), the declared price makes it {shown(due.usd)}"
            yield f"{where}.usage.cost_usd", told
    elif cost is None or source is None:
        if (cost, source) != (None, None):
            yield f"{where}.usage.cost_usd", "a cost without its source, or a source without its cost"
    elif None in tokens or not source.startswith(_LISTED):
        yield (
            f"{where}.usage.cost_usd",
            f"recorded {shown(cost)}, and nothing retained says what a token cost",
        )


def _requests(calls: Sequence[Mapping[str, Any]], contact: Contact) -> Iterator[Told]:
    """The last request holds the whole conversation: it must begin with the view and carry the tools' answers."""
    requests = [call.get("request") for call in calls]
    if not requests or not all(isinstance(request, Mapping) for request in requests):
        return
    where = f"model_calls[{len(calls) - 1}].request"
    try:
        body = list(bodies([request for request in requests if request is not None]))[-1]
        messages = body.get("messages") if isinstance(body, Mapping) else None
        roles = [message["role"] for message in messages or ()]
    except (KeyError, TypeError, AttributeError):
        yield where, "the requests of the trial cannot be put together again"
        return
    if not messages or roles[:2] not in (["system", "user"], ["developer", "user"]):
        return  # this provider's requests have a form of their own
    told = [message.get("content") for message in messages]
    for name, due, sent in zip(("system", "opening"), (contact.system, contact.opening), told, strict=False):
        if isinstance(sent, str) and sent != due:
            yield f"{where}.{name}", f"sent {shown(sent)}, the view is {shown(due)}"
    sent_back = [message.get("content") for message in messages if message["role"] == "tool"]
    for number, (sent, due) in enumerate(zip(sent_back, contact.answers, strict=False)):
        if isinstance(sent, str) and sent != due:
            yield f"{where}.tool[{number}]", f"sent {shown(sent)}, the tool answered {shown(due)}"
            return
