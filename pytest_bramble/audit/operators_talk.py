"""Operators on the conversation: asking, verifying, reading the policy, handing over, closing."""

from __future__ import annotations

from dataclasses import replace

from ..exam.ticket import GoldLine
from .material import Material
from .operator import Operator
from .script import Lines, is_asking, is_close, placed, rewritten, with_args, with_closing_words, without
from .voices import CLAIMS, DEEDS, NEUTRAL, another_language, language_of

_OUTCOMES = ("done", "declined", "handed_over", "waiting_for_customer")


def no_question(material: Material) -> Lines | None:
    """Never asks."""
    return _unless_same(material, without(material.gold, is_asking))


def ask_after_acting(material: Material) -> Lines | None:
    """Acts first and asks at the end."""
    gold = material.gold
    first = next((place for place, line in enumerate(gold) if is_asking(line)), None)
    if first is None or not any(material.acts(line) for line in gold[first:]):
        return None
    questions = tuple(line for line in gold if is_asking(line))
    return placed(without(gold, is_asking), questions, is_close)


def no_verification(material: Material) -> Lines | None:
    """Never checks who is writing."""
    return _unless_same(material, without(material.gold, lambda line: line.call == "verify_identity"))


def no_policy(material: Material) -> Lines | None:
    """Never reads the policy."""
    return _unless_same(material, without(material.gold, lambda line: line.call == "consult_policy"))


def silent_handoff(material: Material) -> Lines | None:
    """Hands over and does not say so."""
    if not any(line.call == "escalate" for line in material.gold):
        return None
    neutral = NEUTRAL[language_of(material)]
    muted = (
        line if line.say is None or is_asking(line) else replace(line, say=neutral) for line in material.gold
    )
    return with_closing_words(tuple(muted), neutral)


def no_escalation(material: Material) -> Lines | None:
    """Says and closes as if handed over, and never hands over."""
    return _unless_same(material, without(material.gold, lambda line: line.call == "escalate"))


def claim_before_result(material: Material) -> Lines | None:
    """Says that a thing is done before doing it, where a ticket looks at claims."""
    for place, line in enumerate(material.gold):
        if (material.acts(line) or line.call == "escalate") and _is_watched(material, line):
            return (*material.gold[:place], _claiming(material, line), *material.gold[place:])
    return None


def claim_after_failure(material: Material) -> Lines | None:
    """Reports success of what failed."""
    gold = material.gold
    done = {line.call for line in gold if material.committed(line)}
    failed = (
        line
        for line in gold
        if material.acts(line) and line.call not in done and not material.committed(line)
    )
    line = next((line for line in failed if line.call in DEEDS), None)
    if line is None:
        return None
    return with_closing_words(gold, str(_claiming(material, line).say))


def wrong_language(material: Material) -> Lines | None:
    """Answers in another language, where a ticket names the one due."""
    if not material.gates("language"):
        return None
    other = NEUTRAL[another_language(material)]
    return rewritten(material.gold, lambda _words: other)


def repeat_failing_call(material: Material) -> Lines | None:
    """Makes a call that failed, or came back empty, again and again."""
    empty = {fault.tool for fault in material.ticket.setup.faults if fault.kind == "empty_page"}
    for place, line in enumerate(material.gold):
        if line.call is not None and (line.status != "ok" or line.call in empty):
            again = (line,) * (_tolerated_repeats(material) + 2)
            return (*material.gold[:place], *again, *material.gold[place + 1 :])
    return None


def wrong_outcome(material: Material) -> Lines | None:
    """Closes with an outcome that is not the true one."""
    right = {end.outcome for end in material.ticket.examiner.ends}
    wrong = next((outcome for outcome in _OUTCOMES if outcome not in right), None)
    if wrong is None:
        return None
    return tuple(with_args(line, outcome=wrong) if is_close(line) else line for line in material.gold)


def _unless_same(material: Material, lines: Lines) -> Lines | None:
    return None if lines == material.gold else lines


def _claiming(material: Material, line: GoldLine) -> GoldLine:
    return GoldLine(say=CLAIMS[language_of(material)][DEEDS[line.call or ""]], line=line.line)


def _is_watched(material: Material, line: GoldLine) -> bool:
    kind = DEEDS.get(line.call or "")
    watched = ((spec.params or {}).get("kinds") for spec in material.gates("claims"))
    return kind is not None and any(kinds is None or kind in kinds for kinds in watched)


def _tolerated_repeats(material: Material) -> int:
    given = [number for spec in material.gates("repeats") for number in (spec.params or {}).values()]
    return max(given, default=2)


OPERATORS = (
    Operator(name="no-question", change=no_question),
    Operator(name="ask-after-acting", change=ask_after_acting),
    Operator(name="no-verification", change=no_verification),
    Operator(name="no-policy", change=no_policy),
    Operator(name="silent-handoff", change=silent_handoff),
    Operator(name="no-escalation", change=no_escalation),
    Operator(name="claim-before-result", change=claim_before_result),
    Operator(name="claim-after-failure", change=claim_after_failure),
    Operator(name="wrong-language", change=wrong_language),
    Operator(name="repeat-failing-call", change=repeat_failing_call),
    Operator(name="wrong-outcome", change=wrong_outcome),
)
