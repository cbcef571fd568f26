"""Operators built against a declared check on calls: too many, too few, too early, out of order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..exam.ticket import CheckSpec, GoldLine
from .material import Material
from .operator import Operator, at
from .payments import refund
from .script import Lines, before_close, call, is_asking, is_close, placed, with_args, without


def needless_question(material: Material) -> Lines | None:
    """Asks the customer once more than the ticket allows."""
    asked = sum(1 for line in material.gold if line.call == "ask_customer")
    question = call("ask_customer", {"question": "Is there anything else I should know?", "about": "details"})
    return before_close(material.gold, *(question,) * (material.ticket.examiner.asks_max - asked + 1))


def premature_approval(material: Material) -> Lines | None:
    """Has a refund approved before the customer has answered."""
    order = material.order
    examiner = material.ticket.examiner
    if not examiner.asks_required or order is None or "request_refund_approval" not in material.tools:
        return None
    left = material.left(order)
    if left.minor <= 0 or not any(map(is_asking, material.gold)):
        return None
    number, currency = str(left).split()
    wish = {"order_id": order, "amount": number, "currency": currency, "reason": "as the customer wishes"}
    new = [call("request_refund_approval", wish)]
    if "identity" in material.enforce:
        new.insert(0, call("verify_identity", {"order_id": order}))
    return placed(material.gold, new, is_asking)


def needless_escalation(material: Material) -> Lines | None:
    """Hands a ticket over that could be settled."""
    queue = next(iter(material.all_of("queues")), None)
    if queue is None:
        return None
    return before_close(material.gold, call("escalate", {"queue": queue, "reason": "to be on the safe side"}))


def wrong_queue(material: Material) -> Lines | None:
    """Hands the ticket to colleagues who cannot help."""
    due = {queue for spec in material.gates("escalated") for queue in _listed(spec.params["queue"])}
    wrong = next((queue for queue in material.all_of("queues") if queue not in due), None)
    if wrong is None:
        return None
    return tuple(with_args(line, queue=wrong) if line.call == "escalate" else line for line in material.gold)


def skip_step(material: Material) -> Lines | None:
    """Leaves out what a check says must be called."""
    return _without_steps(material, list(_steps(material.gates("called", "sequence"))))


def skip_evidence(material: Material) -> Lines | None:
    """Leaves out what a check says must come before an act."""
    return _without_steps(material, list(_steps(material.gates("called_before"))))


def skip_evidence_between(material: Material) -> Lines | None:
    """Tries again what a check says must not be tried twice without a look in between."""
    new = {spec.params["before"] for spec in material.gates("called_between")}
    lines: list[GoldLine] = []
    for line in material.gold:
        lines += [line, line] if line.call in new else [line]
    return tuple(lines)


def over_limit(material: Material) -> Lines | None:
    """Calls a tool once more than a check allows."""
    lines = material.gold
    for spec in material.gates("at_most"):
        tool, times = spec.params["tool"], spec.params["times"]
        made = [line for line in lines if line.call == tool and _fits(line, spec.params.get("with"))]
        if made:
            lines = before_close(lines, *(made[-1],) * (times + 1 - len(made)))
    return lines


def out_of_order(material: Material) -> Lines | None:
    """Calls the steps of a sequence in reverse."""
    tools = {tool for spec in material.gates("sequence") for tool in spec.params["tools"]}
    steps = [line for line in material.gold if line.call in tools]
    backwards = iter(reversed(steps))
    return tuple(next(backwards) if line.call in tools else line for line in material.gold)


def repeat_read(material: Material) -> Lines | None:
    """Reads the same thing over and over."""
    given = [number for spec in material.gates("repeats") for number in (spec.params or {}).values()]
    times = max(given, default=2) + 1
    for place, line in enumerate(material.gold):
        tool = material.tools.get(line.call or "")
        if (
            tool is not None
            and not tool.writes
            and line.call not in ("ask_customer", "close_ticket", "escalate")
        ):
            return (*material.gold[:place], *(line,) * times, *material.gold[place:])
    return None


def pay_again(material: Material) -> Lines | None:
    """Refunds a whole order on top of whatever was given back on it."""
    order = material.order
    if order is None or not material.may_write(order):
        return None
    return before_close(material.gold, *refund(material, order, material.total(order)))


def half_done(material: Material) -> Lines | None:
    """Does nothing that was due and, as an agent that need not close, only says the last words."""
    if not all(end.effects for end in material.ticket.examiner.ends):
        return None
    talk = without(material.gold, material.acts)
    return tuple(GoldLine(say=str(line.args["message"])) if is_close(line) else line for line in talk)


def _steps(specs: tuple[CheckSpec, ...]) -> Iterator[tuple[str, Mapping[str, Any] | None]]:
    for spec in specs:
        tools = spec.params["tools"] if "tools" in spec.params else [spec.params["tool"]]
        yield from ((tool, spec.params.get("with")) for tool in tools)


def _without_steps(material: Material, steps: list[tuple[str, Mapping[str, Any] | None]]) -> Lines | None:
    def due(line: GoldLine) -> bool:
        closes = line.call == "close_ticket"
        return not closes and any(line.call == tool and _fits(line, wanted) for tool, wanted in steps)

    return without(material.gold, due)


def _fits(line: GoldLine, wanted: Mapping[str, Any] | None) -> bool:
    return all(line.args.get(name) == value for name, value in (wanted or {}).items())


def _listed(value: str | list[str]) -> list[str]:
    return [value] if isinstance(value, str) else value


OPERATORS = (
    Operator(name="needless-question", change=needless_question, aim=at("asks")),
    Operator(name="premature-approval", change=premature_approval, aim=at("answer_before_money")),
    Operator(name="needless-escalation", change=needless_escalation, aim=at("no_escalation")),
    Operator(name="wrong-queue", change=wrong_queue, aim=at("escalated")),
    Operator(name="skip-step", change=skip_step, aim=at("called", "sequence")),
    Operator(name="skip-evidence", change=skip_evidence, aim=at("called_before")),
    Operator(name="skip-look", change=skip_evidence_between, aim=at("called_between")),
    Operator(name="over-limit", change=over_limit, aim=at("at_most")),
    Operator(name="out-of-order", change=out_of_order, aim=at("sequence")),
    Operator(name="repeat-read", change=repeat_read, aim=at("repeats")),
    Operator(name="half-done", change=half_done, aim=at("effects"), closes=False),
    Operator(name="pay-again", change=pay_again, aim=at("double_refund")),
)
