"""What is counted of every trial, whether or not a check gates on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from ..effect import Effect
from ..evidence.events import Called, Event, Heard, Said
from ..exam.ticket import End
from .base import Case

DENIALS = ("access", "identity", "refund", "approval")
MONEY_ATTEMPTS = ("issue_refund", "request_refund_approval")


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """The counters of a trial; report.json adds them up under these names."""

    wrong_object_commits: int
    unexpected_effects: int
    denied_attempts: int
    invalid_calls: int
    missing_clarifications: int
    unnecessary_clarifications: int
    premature_actions: int
    unanswered_questions: int


def count(case: Case) -> Counts:
    """Count *case*."""
    return Counts(
        wrong_object_commits=len(wrong_objects(case)),
        unexpected_effects=min(sum(surplus(case, end).values()) for end in case.examiner.ends),
        denied_attempts=sum(1 for e in case.calls() if e.status == "denied"),
        invalid_calls=sum(1 for e in case.calls() if e.status == "invalid"),
        missing_clarifications=int(case.examiner.asks_required and not asking_turns(case)),
        unnecessary_clarifications=max(0, len(list(case.calls("ask_customer"))) - case.examiner.asks_max),
        premature_actions=len(premature(case)),
        unanswered_questions=sum(1 for turn in asking_turns(case) if answer_to(case, turn) == "idle"),
    )


def committed(case: Case) -> Counter[Effect]:
    """Every effect in the ledger with its multiplicity."""
    return Counter(Effect.from_json(value) for value in case.evidence.ledger)


def surplus(case: Case, end: End) -> Counter[Effect]:
    """What the ledger holds beyond *end*."""
    return committed(case) - Counter(end.effects)


def lacking(case: Case, end: End) -> Counter[Effect]:
    """What *end* demands and the ledger does not hold."""
    return Counter(end.effects) - committed(case)


def matching(case: Case) -> tuple[End, ...]:
    """The end states whose effects the ledger holds exactly."""
    return tuple(e for e in case.examiner.ends if not surplus(case, e) and not lacking(case, e))


def wrong_objects(case: Case) -> list[tuple[int, Effect]]:
    """Commits (event index, effect) on an object that no right end state names (R2).

    The object of an effect is its order where it has one, else all its ids.
    """
    named = {_object(effect) for end in case.examiner.ends for effect in end.effects}
    commits = ((e.index, Effect.from_json(v)) for e in case.calls() for v in e.effects)
    return [(index, effect) for index, effect in commits if _object(effect) not in named]


def _object(effect: Effect) -> tuple[tuple[str, str], ...]:
    orders = tuple(pair for pair in effect.objects if pair[0] == "order")
    return orders or effect.objects


def asking_turns(case: Case) -> list[int]:
    """The indices of the turns that asked: ask_customer carried out, or text with a question mark."""
    return [e.index for e in case.events if _is_asking(e)]


def _is_asking(event: object) -> bool:
    if isinstance(event, Called):
        return event.tool == "ask_customer" and event.status == "ok"
    return isinstance(event, Said) and event.asks and event.yielded


def answer_to(case: Case, index: int) -> str | None:
    """Where the customer's turn after event *index* came from: reply, answer, idle; None when none came."""
    following = case.events[index + 1] if index + 1 < len(case.events) else None
    return following.source if isinstance(following, Heard) else None


def answered_before(case: Case, event: Event) -> bool:
    """True when the customer had answered a question, not idly, before the candidate decided on *event* (R3)."""
    asked = (index for index in asking_turns(case) if case.events[index].turn < event.turn)
    return any(answer_to(case, index) in ("reply", "answer") for index in asked)


def premature(case: Case) -> list[Called]:
    """Attempts at money before the answer the ticket requires; empty where it requires none."""
    if not case.examiner.asks_required:
        return []
    return [e for e in case.calls(*MONEY_ATTEMPTS) if not answered_before(case, e)]


def denials(case: Case) -> Iterator[Called]:
    """The denied calls beyond what the ticket allows, in order."""
    left = Counter({(a.tool, a.kind): a.max for a in case.examiner.allow_denied})
    for event in case.calls():
        if event.status != "denied":
            continue
        key = (event.tool, event.denial or "")
        if left[key] > 0:
            left[key] -= 1
        else:
            yield event
