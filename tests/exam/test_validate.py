"""Files held to their JSON Schemas."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from pytest_bramble.errors import ExamError
from pytest_bramble.exam.validate import Part, Source, part_problems, raise_all, schema, shown
from pytest_bramble.exam.yaml_source import load_marked

from .conftest import TinyJob

NAMES = ("job", "ticket", "world")
OUTCOMES = "declined, done, handed_over, waiting_for_customer"
TOOLS = "ask_customer, close_ticket, get_order, issue_refund"
MONEY = "an amount is text with its currency, like '45.99 GBP'"
SEEN = "Known: channel, opening, sender, session."
ENDS = "done, declined, handed_over, waiting_for_customer"
CLOSED = "how the ticket is closed: done, declined, handed_over or waiting_for_customer"
ON_ONE_LINE = "how the customer writes, on one line, like 'email' or 'chat'"
BAR = "Known: alpha, claim, margin, min_clusters_fire, min_clusters_hire, min_clusters_slice, pass_rate."
EVERY_TOOL = "Known: ask_customer, close_ticket, escalate, get_order, issue_refund."
RUNS = "how often each ticket is run unless it says otherwise, 1 or more"
WORLD = "the simulated back end: a built-in such as 'shop', or 'world.py:MyShop' for a class in this folder"
ADDRESS = "the address the message came from, on one line; null or left out when there is none"
STEP = (
    "one step: '{call: tool, args: {…}}', '{ask: question, about: order}', '{say: words}' or "
    "'{close: outcome, message: words}'"
)


@pytest.mark.parametrize("name", NAMES)
def test_a_shipped_schema_is_one(name: str) -> None:
    assert schema(name)["$schema"] == Draft202012Validator.META_SCHEMA["$id"]
    Draft202012Validator.check_schema(schema(name))


def described(node: Any, where: str) -> Iterator[tuple[str, Any]]:
    """Every schema of a property, of a list's items or of a mapping's values, with its place."""
    if isinstance(node, list):
        for item in node:
            yield from described(item, where)
    if not isinstance(node, dict):
        return
    for key, value in node.items():
        if key == "properties":
            yield from ((f"{where}.{name}", part) for name, part in value.items())
        if key in ("items", "additionalProperties") and isinstance(value, dict):
            yield f"{where}.{key}", value
        yield from described(value, f"{where}.{key}")


@pytest.mark.parametrize("name", NAMES)
def test_every_property_of_a_schema_is_described(name: str) -> None:
    parts = [*described(schema(name), name), *schema(name).get("$defs", {}).items()]
    assert parts
    assert [where for where, part in parts if "description" not in part and "$ref" not in part] == []


@pytest.mark.parametrize("name", ["job", "ticket"])
def test_a_schema_of_fixed_keys_is_closed(name: str) -> None:
    assert schema(name)["additionalProperties"] is False


def told(tiny: TinyJob) -> list[str]:
    with pytest.raises(ExamError) as caught:
        tiny.first()
    return [row.removeprefix(f"{tiny.path}/") for row in str(caught.value).splitlines()]


@pytest.mark.parametrize(
    ("old", "new", "messages"),
    [
        (
            "  opening: |",
            "  opning: |",
            [f"7: visible: unknown key 'opning'. Did you mean 'opening'? {SEEN}"],
        ),
        (
            "cluster: C-1\n",
            "",
            ["1: key 'cluster' is missing; the independent unit the ticket belongs to, usually its customer"],
        ),
        (
            "outcome: done\n",
            "outcome: don\n",
            [f"27: expect.outcome: unknown value 'don'. Did you mean 'done'? Known: {OUTCOMES}."],
        ),
        (
            "outcome: done\n",
            "outcome: 1\n",
            [
                f"27: expect.outcome: must be text, not 1; {CLOSED}",
                f"27: expect.outcome: must be one of {ENDS}, not 1",
            ],
        ),
        (
            "required: true",
            "required: yes",
            ['18: asks.required: must be true or false, not "yes"; true when the customer has to be asked'],
        ),
        (
            "[money-math]",
            "[Money Math]",
            [
                "11: slices[0]: \"Money Math\" does not fit; lower-case words joined by hyphens, like 'money-math'"
            ],
        ),
        (
            "[money-math]",
            "[a, a]",
            ["11: slices: a list does not fit; the slices the ticket belongs to, as a list"],
        ),
        (
            "amount: 45.99 GBP, dest",
            "amount: 45.9 GBP, dest",
            ["26: expect.effects[0].amount: '45.9 GBP': GBP has exactly 2 decimals"],
        ),
        (
            "amount: 45.99 GBP, dest",
            "amount: 45.99, dest",
            [f"26: expect.effects[0].amount: must be text, not 45.99; {MONEY}"],
        ),
        (
            "amount: 45.99 GBP}, status",
            "amount: 45.99}, status",
            [f"35: gold[2].args.amount: must be text, not 45.99; {MONEY}"],
        ),
        (
            "call: get_order,",
            "call: get_orders,",
            [f"33: gold[0].call: unknown tool 'get_orders'. Did you mean 'get_order'? Known: {TOOLS}."],
        ),
        (
            "faults: [{tool: issue_refund",
            "faults: [{tool: refund",
            [f"19: faults[0].tool: unknown tool 'refund'. Did you mean 'issue_refund'? Known: {TOOLS}."],
        ),
        (
            "allow_denied: [{tool: issue_refund",
            "allow_denied: [{tool: verify",
            [f"31: allow_denied[0].tool: unknown tool 'verify'. Known: {TOOLS}."],
        ),
        (
            "{say: One moment.}",
            "{speak: One moment.}",
            ["36: gold[3]: needs one of the keys call, ask, say, close. Did you mean 'say'?"],
        ),
        ("{say: One moment.}", "{words: x}", ["36: gold[3]: needs one of the keys call, ask, say, close."]),
        (
            "{say: One moment.}",
            "{say: One moment., call: get_order}",
            [
                "36: gold[3]: unknown key 'say'. Known: args, call, from, status.",
                "36: gold[3]: unknown key 'call'. Known: from, say.",
            ],
        ),
        (
            "sender: sam@example.com",
            "sender: 3",
            [f"6: visible.sender: must be text or null, not 3; {ADDRESS}"],
        ),
        ("{say: One moment.}", "hello", [f'36: gold[3]: must be a mapping, not "hello"; {STEP}']),
        (
            "answers: [{about: [order], words: {en: [which order]}, text: The kettle.}]",
            "answers: [{text: The kettle.}]",
            ["16: customer.answers[0]: needs one of the keys about, words."],
        ),
        (
            "expect:\n",
            "expect:\n  any_of: [{effects: [], outcome: done}]\n",
            [
                "27: expect: unknown key 'effects'. Known: any_of.",
                "28: expect: unknown key 'outcome'. Known: any_of.",
            ],
        ),
        (
            "channel: email",
            'channel: "e\\nmail"',
            [rf'4: visible.channel: "e\nmail" does not fit; {ON_ONE_LINE}'],
        ),
        ("id: T01", "- id: T01", []),
    ],
)
def test_a_mistake_is_told_with_file_line_place_and_what_would_be_right(
    tiny: TinyJob, old: str, new: str, messages: list[str]
) -> None:
    tiny.replace("tickets/T01.yaml", old, new)
    if messages:
        assert told(tiny) == [f"tickets/T01.yaml:{message}" for message in messages]
    else:
        assert told(tiny)[0].startswith("tickets/T01.yaml:")


def test_an_empty_ticket_file_is_no_mapping(tiny: TinyJob) -> None:
    tiny.write("tickets/T01.yaml", "# nothing yet\n")
    due = "one customer and what has to become of the matter: a file of a job's tickets/ folder"
    assert told(tiny) == [f"tickets/T01.yaml:1: must be a mapping, not null; {due}"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "pass_rate: 0.9",
            "pass_rate: 90",
            "7: bar.pass_rate: 90 does not fit; the pass rate to prove, above 0 and below 1",
        ),
        (
            "pass_rate: 0.9",
            "passrate: 0.9",
            f"7: bar: unknown key 'passrate'. Did you mean 'pass_rate'? {BAR}",
        ),
        ("world: shop\n", "", f"1: key 'world' is missing; {WORLD}"),
        (
            "{effects: serious}",
            "{effects: bad}",
            "6: violations.effects: unknown value 'bad'. Known: gross, serious.",
        ),
        (
            "tools: [get_order,",
            "tools: [get_odrer,",
            f"3: tools[0]: unknown tool 'get_odrer'. Did you mean 'get_order'? {EVERY_TOOL}",
        ),
        (
            "runs: 2",
            "runs: 1.5",
            f"8: runs: must be a whole number, not 1.5; {RUNS}",
        ),
    ],
)
def test_a_mistake_in_job_yaml_is_told_alike(tiny: TinyJob, old: str, new: str, message: str) -> None:
    tiny.replace("job.yaml", old, new)
    with pytest.raises(ExamError) as caught:
        tiny.load()
    assert str(caught.value) == f"{tiny.path / 'job.yaml'}:{message}"


def part(text: str, tools: frozenset[str] | None = None) -> Part:
    value, lines = load_marked(Path("x.yaml"), text)
    return Part(source=Source(path=Path("x.yaml"), value=value, lines=lines), value=value, tools=tools)


def test_a_tool_is_not_looked_up_where_none_is_known() -> None:
    against = {"properties": {"tool": {"format": "tool"}}}
    assert part_problems(against, part("tool: any")) == ()
    assert len(part_problems(against, part("tool: any", frozenset()))) == 1
    assert part_problems(against, part("tool: 3", frozenset())) == ()


def test_a_constraint_without_description_is_told_in_the_validators_words() -> None:
    against = {"properties": {"n": {"minimum": 3}, "m": {"anyOf": [{"const": 1}, {"required": ["x"]}]}}}
    assert [str(problem) for problem in part_problems(against, part("n: 1\nm: {y: 2}"))] == [
        "x.yaml:1: n: 1 does not fit: 1 is less than the minimum of 3",
        "x.yaml:2: m: a mapping does not fit: {'y': 2} is not valid under any of the given schemas",
    ]


def test_a_missing_key_without_description_is_still_named() -> None:
    assert [str(problem) for problem in part_problems({"required": ["a", "b"]}, part("b: 1"))] == [
        "x.yaml:1: key 'a' is missing"
    ]


def test_several_mistakes_are_raised_together_sorted_by_file_and_line() -> None:
    problems = [ExamError("b", 2, "two"), ExamError("b", None, "zero"), ExamError("a", 9, "nine")]
    with pytest.raises(ExamError) as caught:
        raise_all(problems)
    assert str(caught.value) == "a:9: nine\nb: zero\nb:2: two"
    assert (caught.value.path, caught.value.line) == (Path("a"), 9)


def test_no_mistake_raises_nothing() -> None:
    raise_all([])


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({}, "a mapping"),
        ([1], "a list"),
        ("é", '"é"'),
        (None, "null"),
        ("x" * 58, f'"{"x" * 58}"'),
        ("x" * 59, f'"{"x" * 58}…'),
    ],
)
def test_a_value_is_shown_short(value: Any, text: str) -> None:
    assert shown(value) == text
