"""From validated JSON values to the exam's dataclasses; nothing is checked here, everything was before."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..effect import Effect
from .job import Bar, Caps, Job, Policy
from .seal import Seal
from .ticket import (
    Allowance,
    Answer,
    Canary,
    CheckSpec,
    CustomerScript,
    End,
    Examiner,
    Fault,
    GoldLine,
    ScriptedReply,
    Setup,
    Ticket,
    Visible,
)

CHECK_OPTIONS = ("advisory", "as")
_AMOUNT = re.compile(r"(?P<number>-?\d+(?:\.\d+)?) (?P<currency>[A-Z]{3})")


@dataclass(frozen=True, slots=True, kw_only=True)
class JobFiles:
    """The files of a job folder, read: *job*, *world* are JSON values; *digests*, *seal* as in `Job`."""

    path: Path
    job: Mapping[str, Any]
    world: Mapping[str, Any]
    policy: Policy
    prompt: str
    seal: Seal
    digests: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class TicketFile:
    """One ticket file, read: its JSON *value*, the SHA-256 of its bytes, the line of each gold line."""

    path: Path
    value: Mapping[str, Any]
    sha256: str
    gold_lines: tuple[int, ...]


def job_of(files: JobFiles) -> Job:
    """The job; its name is its folder's."""
    job = files.job
    return Job(
        name=files.path.absolute().name,
        title=job["title"],
        path=files.path,
        world=job["world"],
        enforce=tuple(job.get("enforce", ())),
        tools=tuple(job.get("tools", ())),
        checks=checks_of(job["checks"]),
        violations=job.get("violations", {}),
        bar=Bar(**job.get("bar", {})),
        runs=job["runs"],
        gate=job.get("gate", "contract"),
        clock=job["clock"],
        zone=job["zone"],
        caps=Caps(**job.get("caps", {})),
        prompt=files.prompt,
        policy=files.policy,
        world_objects=files.world,
        shared_clusters=job.get("shared_clusters", False),
        required_slices=tuple(job.get("required_slices", ())),
        panel=tuple(job.get("panel", ())),
        seal=files.seal,
        digests=files.digests,
    )


def ticket_of(job: Job, file: TicketFile) -> Ticket:
    """The ticket, its checks and violations joined to the job's."""
    value = file.value
    visible = _visible(value["visible"])
    return Ticket(
        id=value["id"],
        title=value["title"],
        path=file.path,
        sha256=file.sha256,
        visible=visible,
        setup=_setup(value, visible),
        examiner=_examiner(job, file),
    )


def checks_of(items: Sequence[Any]) -> tuple[CheckSpec, ...]:
    """Each item, ``name`` or ``{family: params, advisory: true, as: name}``, as a CheckSpec."""
    return tuple(_check(item) for item in items)


def _check(item: Any) -> CheckSpec:
    if isinstance(item, str):
        return CheckSpec(name=item, family=item)
    family = next(key for key in item if key not in CHECK_OPTIONS)
    return CheckSpec(
        name=item.get("as", family), family=family, params=item[family], advisory=item.get("advisory", False)
    )


def _visible(value: Mapping[str, Any]) -> Visible:
    session = value.get("session") or {}
    return Visible(
        channel=value["channel"],
        customer=session.get("customer"),
        sender=value.get("sender"),
        opening=value["opening"],
    )


def _setup(value: Mapping[str, Any], visible: Visible) -> Setup:
    own = () if visible.customer is None else (visible.customer,)
    scope = value.get("scope") or {"read": own, "write": own}
    return Setup(
        scope_read=tuple(scope["read"]),
        scope_write=tuple(scope["write"]),
        customer=customer_of(value.get("customer") or {}),
        faults=tuple(Fault(**fault) for fault in value.get("faults", ())),
        permute=tuple(value.get("permute", ())),
        world=value.get("world") or {},
    )


def customer_of(value: Mapping[str, Any]) -> CustomerScript:
    """The customer's script from a ticket's ``customer`` key."""
    replies = tuple(ScriptedReply(**reply) for reply in value.get("replies", ()))
    answers = tuple(
        Answer(
            about=tuple(answer.get("about", ())),
            words={language: tuple(words) for language, words in answer.get("words", {}).items()},
            text=answer["text"],
            asked_as=tuple(answer.get("asked_as", ())),
        )
        for answer in value.get("answers", ())
    )
    if "idle" in value:
        return CustomerScript(replies=replies, answers=answers, idle=value["idle"])
    return CustomerScript(replies=replies, answers=answers)


def _examiner(job: Job, file: TicketFile) -> Examiner:
    value = file.value
    asks = value.get("asks") or {}
    caught = {operator: _listed(checks) for operator, checks in value.get("caught", {}).items()}
    return Examiner(
        cluster=value["cluster"],
        slices=tuple(value.get("slices", ())),
        runs=value.get("runs", job.runs),
        ends=tuple(_end(end) for end in value["expect"].get("any_of", (value["expect"],))),
        asks_required=asks.get("required", False),
        asks_max=asks.get("max", 0),
        checks=job.checks + checks_of(value.get("checks", ())),
        violations={**job.violations, **value.get("violations", {})},
        allow_denied=tuple(Allowance(**allowed) for allowed in value.get("allow_denied", ())),
        canaries=tuple(Canary(**canary) for canary in value.get("canaries", ())),
        gold=tuple(map(_gold, value.get("gold", ()), file.gold_lines)),
        caught={operator: checks[0] for operator, checks in caught.items()},
        caught_by=caught,
        paraphrases=tuple(value.get("paraphrases", ())),
        may_pass=tuple(value.get("may_pass", ())),
        equivalent=value.get("equivalent", {}),
        sources=tuple(value.get("sources", ())),
    )


def _listed(value: str | list[str]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


def _end(value: Mapping[str, Any]) -> End:
    return End(
        effects=tuple(Effect.from_json(effect) for effect in value["effects"]), outcome=value["outcome"]
    )


def _gold(value: Mapping[str, Any], line: int) -> GoldLine:
    sources = value.get("from", {})
    if "say" in value:
        return GoldLine(say=value["say"], sources=sources, line=line)
    call, args = gold_call(value)
    return GoldLine(call=call, args=args, status=value.get("status", "ok"), sources=sources, line=line)


def gold_call(value: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """The tool and arguments a gold line calls: ``close`` and ``ask`` are short for their tools.

    ``amount: 45.99 GBP`` becomes the two arguments the tools take, ``45.99`` and ``GBP``.
    """
    if "close" in value:
        return "close_ticket", {"outcome": value["close"], "message": value["message"]}
    if "ask" in value:
        return "ask_customer", {"question": value["ask"], "about": value["about"]}
    args = dict(value.get("args", {}))
    amount = args.get("amount")
    money = _AMOUNT.fullmatch(amount) if isinstance(amount, str) and "currency" not in args else None
    if money:
        args["amount"], args["currency"] = money.group("number", "currency")
    return value["call"], args
