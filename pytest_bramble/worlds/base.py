"""A world: seeded state, tools, an append-only ledger.  It lives for one trial and is never shared."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, ClassVar, Literal
from zoneinfo import ZoneInfo

from ..candidates.protocol import ToolSpec
from ..effect import Effect
from ..exam.job import Job, Policy
from ..exam.ticket import Fault, Setup, Visible
from .tools import Denied, Refused, Status, ToolDefinition, ToolResult, definitions, tool

About = Literal["order", "item", "details", "identity", "confirmation", "evidence"]
TicketOutcome = Literal["done", "declined", "handed_over", "waiting_for_customer"]


@dataclass(frozen=True, slots=True, kw_only=True)
class WorldSeed:
    """Everything a world starts from; it copies what it may change."""

    objects: Mapping[str, Any]
    customer: str | None
    scope_read: frozenset[str]
    scope_write: frozenset[str]
    enforce: frozenset[str]
    now: datetime
    policy: Policy
    faults: tuple[Fault, ...] = ()
    reversed_lists: frozenset[str] = frozenset()


def seed_for(job: Job, visible: Visible, setup: Setup, *, permuted: bool) -> WorldSeed:
    """The seed of one trial: the job's shared objects with the ticket's laid over them, id by id."""
    objects: dict[str, Any] = {name: dict(items) for name, items in job.world_objects.items()}
    for name, items in setup.world.items():
        objects[name] = {**objects.get(name, {}), **items}
    return WorldSeed(
        objects=objects,
        customer=visible.customer,
        scope_read=frozenset(setup.scope_read),
        scope_write=frozenset(setup.scope_write),
        enforce=frozenset(job.enforce),
        now=datetime.fromisoformat(job.clock).astimezone(ZoneInfo(job.zone)),
        policy=job.policy,
        faults=setup.faults,
        reversed_lists=frozenset(setup.permute) if permuted else frozenset(),
    )


class World:
    """Base of every world: dispatch, validation, faults, ledger, and the tools every job has.

    *RULES*: what ``enforce`` may list; *LISTS*: the collections ``permute`` may reverse.
    """

    RULES: ClassVar[frozenset[str]] = frozenset()
    LISTS: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, seed: WorldSeed) -> None:
        self.seed = seed
        self.ledger: list[Effect] = []
        self.escalations: list[str] = []
        self.closed: str | None = None
        self._nth: dict[str, int] = {}

    # -- what the trial uses ------------------------------------------------------------------

    @classmethod
    def tools(cls) -> Mapping[str, ToolDefinition]:
        """The tools of this world by name."""
        return definitions(cls)  # type: ignore[arg-type]  # mypy reads a class as an unhashable instance

    @classmethod
    def offered(cls, names: tuple[str, ...]) -> tuple[ToolSpec, ...]:
        """The specs of *names* in that order (all tools when empty)."""
        every = cls.tools()
        return tuple(every[name].spec for name in (names or tuple(every)))

    def call(self, name: str, arguments: Any) -> ToolResult:
        """Perform one call.  Whatever a model sends comes back as a result, never as an exception."""
        definition = self.tools().get(name)
        if definition is None:
            known = ", ".join(self.tools())
            return _problem("invalid", "unknown_tool", f"there is no tool {name!r}; there are: {known}")
        problems = definition.problems(arguments)
        if problems:
            return _problem("invalid", "invalid_arguments", "; ".join(problems))
        before = len(self.ledger)
        result = self._with_faults(definition, arguments)
        data = json.loads(json.dumps(result.data))  # a copy that is certainly JSON (R5)
        return ToolResult(
            status=result.status,
            data=data,
            denial=result.denial,
            effects=tuple(self.ledger[before:]),
        )

    @classmethod
    def validate(cls, objects: Mapping[str, Any]) -> list[tuple[tuple[str, ...], str]]:  # noqa: ARG003
        """What in *objects* (a world.yaml or a ticket's overlay) this world cannot hold: path and problem."""
        return []

    def snapshot(self) -> dict[str, Any]:
        """The state of every object, reachable or not, as a JSON value of its own."""
        raise NotImplementedError

    # -- for worlds ---------------------------------------------------------------------------

    def commit(self, effect: Effect) -> None:
        """Append *effect* to the ledger: from here on it happened."""
        self.ledger.append(effect)

    def empty_answer(self, name: str) -> Any:
        """What *name* returns when a search index comes back empty (fault ``empty_page``)."""
        raise NotImplementedError(f"{name} has no empty answer")

    def enforces(self, rule: str) -> bool:
        """True when job.yaml lists *rule* under ``enforce``."""
        return rule in self.seed.enforce

    # -- the tools every job has --------------------------------------------------------------

    @tool(writes=False)
    def ask_customer(
        self,
        question: Annotated[str, "The question, in the customer's language."],
        about: Annotated[
            About,
            "What the question is about: which order, which item, other details, proof of identity, "
            "confirmation of a step, or evidence such as a photo.",
        ],
    ) -> Any:
        """Ask the customer one question and wait for the answer."""
        raise Refused(
            "not_here", f"the customer is asked by the conversation, not by the world: {question} {about}"
        )

    @tool(writes=False)
    def escalate(
        self,
        queue: Annotated[str, "The team that takes over."],
        reason: Annotated[str, "Why, for colleagues only; the customer does not see it."],
    ) -> Any:
        """Hand the ticket to a team of colleagues. The customer sees nothing of it unless you tell them."""
        known = self.queues()
        if queue not in known:
            raise Refused("unknown_queue", f"there is no queue {queue!r}; there are: {', '.join(known)}")
        self.escalations.append(queue)
        return {"queue": queue, "accepted": bool(reason) or True}

    @tool(writes=False)
    def close_ticket(
        self,
        outcome: Annotated[
            TicketOutcome,
            "done: what was asked is settled; declined: refused under the policy; handed_over: a team of "
            "colleagues has it; waiting_for_customer: it rests until the customer answers.",
        ],
        message: Annotated[str, "The last message to the customer."],
    ) -> Any:
        """Close the ticket with its true outcome and a last message to the customer. Every ticket must end so."""
        self.closed = outcome
        return {"closed": outcome, "message_sent": bool(message)}

    def queues(self) -> tuple[str, ...]:
        """The queues one can escalate to."""
        return tuple(self.seed.objects.get("queues", {}))

    # -- dispatch -----------------------------------------------------------------------------

    def _with_faults(self, definition: ToolDefinition, arguments: Mapping[str, Any]) -> ToolResult:
        name = definition.spec.name
        self._nth[name] = nth = self._nth.get(name, 0) + 1
        fault = self._fault(name, nth)
        if fault == "provider_down":
            return _problem("fault", "provider_down", "the provider cannot be reached; nothing was sent")
        if fault == "empty_page":
            return ToolResult(status="ok", data=self.empty_answer(name))
        if fault == "stale_read":
            return type(self)(self.seed)._perform(name, arguments)  # as if nothing had happened yet
        result = self._perform(name, arguments)
        if fault == "timeout_after_commit" and result.status == "ok":
            return _problem(
                "fault", "timeout", "no answer within 30 s; whether it was carried out is not known"
            )
        return result

    def _fault(self, name: str, nth: int) -> str | None:
        for fault in self.seed.faults:
            lasting = fault.kind == "provider_down"  # an outage does not end with the first call it hits
            if fault.tool == name and (nth == fault.nth or (lasting and nth > fault.nth)):
                return fault.kind
        return None

    def _perform(self, name: str, arguments: Mapping[str, Any]) -> ToolResult:
        try:
            data = getattr(self, name)(**copy.deepcopy(dict(arguments)))
        except Denied as denied:
            problem = _problem("denied", denied.code, denied.message)
            return ToolResult(status="denied", data=problem.data, denial=denied.kind)
        except Refused as refused:
            return _problem("error", refused.code, refused.message)
        return ToolResult(status="ok", data=data)


def _problem(status: Status, code: str, message: str) -> ToolResult:
    return ToolResult(status=status, data={"error": code, "message": message})
