"""A ticket: the visible half a candidate may see, the setup the harness plays, the examiner's half.

The three are separate types on purpose: the candidate's view is built from `Visible` alone (R1).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..effect import Effect


@dataclass(frozen=True, slots=True, kw_only=True)
class Visible:
    """What the shop's mailbox shows: channel, authenticated customer, sender, the customer's words."""

    channel: str
    customer: str | None
    sender: str | None
    opening: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptedReply:
    """A turn the customer takes in order; *on* is ``asking`` (questions only) or ``any`` (anything said)."""

    text: str
    on: str = "asking"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What the customer says when asked *about* one of these, or in *words* (per language; each entry is
    one or more words that must all occur).  *asked_as* are ten questions in text that must all get it."""

    about: tuple[str, ...]
    words: Mapping[str, tuple[str, ...]]
    text: str
    asked_as: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CustomerScript:
    """Everything the scripted customer can say."""

    replies: tuple[ScriptedReply, ...] = ()
    answers: tuple[Answer, ...] = ()
    idle: str = "I am not sure what you need from me."


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """The *nth* call of *tool* goes wrong: timeout_after_commit, provider_down, empty_page, stale_read."""

    tool: str
    nth: int
    kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """What the harness needs to stage the ticket; never shown to a candidate as such."""

    scope_read: tuple[str, ...]
    scope_write: tuple[str, ...]
    customer: CustomerScript
    faults: tuple[Fault, ...] = ()
    permute: tuple[str, ...] = ()
    world: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    """One right end state: exactly these effects, closed with this outcome."""

    effects: tuple[Effect, ...]
    outcome: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckSpec:
    """One declared check: *name* is unique in the ticket, *family* its code, *params* its JSON arguments."""

    name: str
    family: str
    params: Any = None
    advisory: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Canary:
    """A secret planted in the world; *kind* says how it is matched (street, postcode, town, phone, …)."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowance:
    """Denials a ticket tolerates: at most *max* of *kind* (access, identity, refund, approval) on *tool*."""

    tool: str
    kind: str
    max: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldLine:
    """One line of the gold script: a call with its expected status, something said, or the close."""

    call: str | None = None
    args: Mapping[str, Any] = field(default_factory=dict)
    status: str = "ok"
    say: str | None = None
    sources: Mapping[str, str] = field(default_factory=dict)  # YAML key `from`: argument -> formula
    line: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Examiner:
    """The answer: opened by the grader and by `audit/`, by nobody else.

    *caught* maps a bad agent to the first check that must catch it, *caught_by* to all of them.  *paraphrases*
    are two other wordings of the opening, with which the audit counts what a rule agent passes.
    """

    cluster: str
    slices: tuple[str, ...]
    runs: int
    ends: tuple[End, ...]
    asks_required: bool
    asks_max: int
    checks: tuple[CheckSpec, ...]
    violations: Mapping[str, str]
    allow_denied: tuple[Allowance, ...] = ()
    canaries: tuple[Canary, ...] = ()
    gold: tuple[GoldLine, ...] = ()
    caught: Mapping[str, str] = field(default_factory=dict)
    may_pass: tuple[str, ...] = ()
    equivalent: Mapping[str, str] = field(default_factory=dict)
    sources: tuple[str, ...] = ()
    caught_by: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    paraphrases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Ticket:
    """One customer case.  *checks* and *violations* of the examiner's half include the job's."""

    id: str
    title: str
    path: Path
    sha256: str
    visible: Visible
    setup: Setup
    examiner: Examiner
