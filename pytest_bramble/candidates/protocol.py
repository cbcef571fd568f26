"""What a candidate sees and says: one async protocol for every model, real or scripted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, runtime_checkable

from ..errors import BrambleError

Kind = Literal["scripted", "litellm", "python", "recorded"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolSpec:
    """One tool as offered to a model: name, description and the JSON Schema of its arguments."""

    name: str
    description: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """A call as the model wrote it; *arguments* is its raw JSON text, which may be anything at all."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One turn of the conversation, in the order the candidate sees them."""

    role: Literal["system", "user", "assistant", "tool"]
    text: str
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """What one model call consumed; None means not reported, which is never zero (R7)."""

    input_tokens: int | None = None
    output_tokens: int | None = None
    cost_usd: float | None = None
    cost_source: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """One model answer: text and/or tool calls, with what was sent and received kept for the record.

    *request* and *response* are JSON values free of secrets; *latency_s* is seconds on the wire, without
    our own waits; *attempts* lists earlier tries of the same call that a retry replaced.
    """

    text: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    usage: Usage = field(default_factory=Usage)
    answered_model: str | None = None
    finish_reason: str | None = None
    latency_s: float | None = None
    request: Any = None
    response: Any = None
    attempts: tuple[Mapping[str, Any], ...] = ()


class ContextOverflow(BrambleError):  # noqa: N818  # a limit reached, like a cap
    """The conversation outgrew the model's context window: the candidate's cap, stop ``context_window``."""


class Model(Protocol):
    """One trial's interlocutor.  It sees messages and tools and nothing else (R1)."""

    async def reply(self, messages: Sequence[Message], tools: Sequence[ToolSpec]) -> Reply:
        """The next assistant turn.

        Raises InfrastructureError when the provider, not the candidate, failed, and ContextOverflow.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What a candidate replaces of the job's own: prompt and policy text, and the tools it is shown.

    *tools* maps the world's tool name to the name shown; None shows all under their own names.
    """

    prompt: str | None = None
    policy: str | None = None
    tools: Mapping[str, str] | None = None


class Candidate(Protocol):
    """Who is examined: a name, what the report must say of it, and a fresh model per trial."""

    @property
    def name(self) -> str:
        """What the command line, node ids and reports call it."""
        ...

    @property
    def kind(self) -> Kind:
        """Which sort of candidate it is."""
        ...

    @property
    def synthetic(self) -> bool:
        """True when no model answers: the session is then a rehearsal."""
        ...

    @property
    def family(self) -> str | None:
        """Whose model it is, so that a judge of the same family can be kept off."""
        ...

    @property
    def shown(self) -> Shown:
        """What it replaces of the job's own prompt, policy and tools."""
        ...

    def describe(self) -> Mapping[str, Any]:
        """The fingerprint's parts as JSON: model, params, prompt hash, source hash; never a secret."""
        ...

    def model(self) -> Model:
        """A model for one trial."""
        ...


@runtime_checkable
class ExaminersCandidate(Protocol):
    """A candidate that may read the examiner's half.  Only `audit/` makes one, and it is always synthetic."""

    @property
    def name(self) -> str:
        """What the command line, node ids and reports call it."""
        ...

    @property
    def kind(self) -> Kind:
        """Which sort of candidate it is."""
        ...

    @property
    def synthetic(self) -> bool:
        """True when no model answers: the session is then a rehearsal."""
        ...

    @property
    def family(self) -> str | None:
        """Whose model it is, so that a judge of the same family can be kept off."""
        ...

    @property
    def shown(self) -> Shown:
        """What it replaces of the job's own prompt, policy and tools."""
        ...

    def describe(self) -> Mapping[str, Any]:
        """As for a Candidate."""
        ...

    def model_for(self, ticket: Any) -> Model:
        """A model that plays *ticket* from its gold script."""
        ...
