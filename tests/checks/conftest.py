"""Evidence from a few words: `evidence([called("get_order"), said("Done.")])`, and checks run on it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pytest_bramble.checks.base import Case, Finding, examine
from pytest_bramble.checks.catalogue import load_all
from pytest_bramble.effect import Effect
from pytest_bramble.evidence.events import Called, Event, Heard, Said
from pytest_bramble.evidence.record import Binding, Evidence, Stop, TrialKey, UsageTotal
from pytest_bramble.exam.ticket import Canary, CheckSpec, End, Examiner

CLOSED = Stop(reason="closed", by="end")
INTERRUPTED = Stop(reason="provider_timeout", by="infrastructure", text="no answer")


def said(text: str, *, yielded: bool = True) -> Said:
    """Text of the candidate; it asks when it carries a question mark."""
    return Said(index=0, text=text, asks="?" in text, yielded=yielded)


def heard(text: str = "The second one.", source: str = "answer") -> Heard:
    """A turn of the customer: reply, answer or idle."""
    return Heard(index=0, text=text, source=source)


def called(
    tool: str,
    arguments: Mapping[str, Any] | None = None,
    *,
    status: str = "ok",
    effects: Iterable[Mapping[str, Any]] = (),
    writes: bool | None = None,
    denial: str | None = None,
    data: Any = None,
) -> Called:
    """A call; it writes when it committed something, unless *writes* says otherwise."""
    committed = tuple(effects)
    given = dict(arguments or {})
    return Called(
        index=0,
        call_id="",
        tool=tool,
        arguments=given,
        raw=json.dumps(given),
        status=status,
        denial=denial,
        data=data,
        effects=committed,
        writes=bool(committed) if writes is None else writes,
    )


def closed(message: str = "All done.", outcome: str = "done") -> Called:
    """The closing call with its last message to the customer."""
    return called("close_ticket", {"outcome": outcome, "message": message})


def asked(question: str = "Which one?", about: str = "order", status: str = "ok") -> Called:
    """A structured question; follow it with heard()."""
    return called("ask_customer", {"question": question, "about": about}, status=status)


def refund(order: str = "B-1", amount: str = "45.99 GBP", **rest: Any) -> dict[str, Any]:
    """A refund as the ledger holds it."""
    return {"kind": "refund", "order": order, "amount": amount, "destination": "original", **rest}


def refunded(order: str = "B-1", amount: str = "45.99 GBP", **rest: Any) -> Called:
    """A refund call that committed, with the keywords of `called` and *lines*."""
    arguments: dict[str, Any] = {
        "order_id": order,
        "amount": amount.rpartition(" ")[0],
        "currency": amount.rpartition(" ")[2],
    }
    lines = rest.pop("lines", None)
    if lines is not None:
        arguments["lines"] = lines
    return called("issue_refund", arguments, effects=[refund(order, amount)], **rest)


def together(*events: Event) -> tuple[Event, ...]:
    """Events of one answer of the candidate: none was seen when the others were decided on."""
    return tuple(replace(event, turn=-1) for event in events)


def _numbered(events: Sequence[Event]) -> tuple[Event, ...]:
    """Events with their indices; each is a turn of its own, but for those made by `together`."""
    numbered: list[Event] = []
    shared: int | None = None
    for index, event in enumerate(events):
        shared = None if event.turn != -1 else (index + 1 if shared is None else shared)
        numbered.append(replace(event, index=index, turn=index + 1 if shared is None else shared))
    return tuple(numbered)


def evidence(
    events: Sequence[Event] = (),
    *,
    ledger: Sequence[Mapping[str, Any]] | None = None,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
    stop: Stop = CLOSED,
    settings: Mapping[str, Any] | None = None,
) -> Evidence:
    """Evidence of *events*, numbered here; the ledger is what they committed unless *ledger* says otherwise."""
    numbered = _numbered(events)
    committed = [effect for e in numbered if isinstance(e, Called) for effect in e.effects]
    return Evidence(
        key=TrialKey(job="support", ticket="T00", candidate="scripted", arm="candidate", run=1),
        permuted=False,
        attempt=1,
        view={},
        settings=settings or {},
        events=numbered,
        before=before or {},
        after=after or {},
        ledger=tuple(committed if ledger is None else ledger),
        model_calls=(),
        usage=UsageTotal(
            calls=0, input_tokens=0, output_tokens=0, cost_usd=0.0, unknown_cost_calls=0, cost_source=None
        ),
        stop=stop,
        bound=Binding(manifest_sha256="m", ticket_sha256="t", seal_sha256=None),
        started="2026-03-14T09:30:00+00:00",
        seconds=0.0,
    )


def examiner(
    *,
    ends: Sequence[End] | None = None,
    effects: Iterable[Mapping[str, Any]] = (),
    outcome: str = "done",
    asks_required: bool = False,
    asks_max: int = 0,
    canaries: Mapping[str, str] | Sequence[Canary] = (),
    **rest: Any,
) -> Examiner:
    """An examiner's half: one right end of *effects* and *outcome* unless *ends* says otherwise.

    *canaries* may be written as kind: text.
    """
    if isinstance(canaries, Mapping):
        canaries = [Canary(kind=kind, text=text) for kind, text in canaries.items()]
    only = End(effects=tuple(Effect.from_json(effect) for effect in effects), outcome=outcome)
    return Examiner(
        cluster="C-1",
        slices=("policy",),
        runs=1,
        ends=tuple(ends) if ends is not None else (only,),
        asks_required=asks_required,
        asks_max=asks_max,
        checks=rest.pop("checks", ()),
        violations=rest.pop("violations", {}),
        canaries=tuple(canaries),
        **rest,
    )


def case(events: Sequence[Event] = (), half: Examiner | None = None, **rest: Any) -> Case:
    """Everything a check sees; *rest* goes to `evidence`."""
    return Case(evidence=evidence(events, **rest), examiner=half or examiner())


def finding(
    family: str,
    params: Any = None,
    events: Sequence[Event] = (),
    half: Examiner | None = None,
    **rest: Any,
) -> Finding:
    """The finding of the check *family* on *events*; *rest* goes to `evidence`."""
    load_all()
    return examine(CheckSpec(name=family, family=family, params=params), case(events, half, **rest))
