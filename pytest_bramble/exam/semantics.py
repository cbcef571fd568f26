"""What no JSON Schema can say: names that must exist, promises that must not contradict each other."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from ..errors import ExamError, unknown_name
from .answers import answer_to
from .build import CHECK_OPTIONS, customer_of, gold_call
from .job import Job
from .ticket import Ticket
from .validate import Part, Source, Vocabulary, part_problems, schema_problems, shown
from .yaml_source import JsonPath, load_marked

_SHORT = 8  # a secret of fewer letters and digits is looked for as a whole word: "Ely" is in "definitely"


def job_problems(source: Source, vocabulary: Vocabulary | None) -> tuple[ExamError, ...]:
    """Every mistake of a job.yaml that has the right shape."""
    tools = None if vocabulary is None else vocabulary.tools
    offered = None if tools is None else frozenset(source.value.get("tools", tools))
    shape = schema_problems("job", source, tools)
    checks = tuple(_check_problems(source, vocabulary, offered))
    if shape or checks:
        return shape + checks
    names = [_name(item) for item in source.value["checks"]]
    return (
        *_twice(source, names, {}),
        *_unknown_in(source, "violations", set(names)),
        *_time_problems(source),
        *_rule_problems(source, vocabulary),
    )


def _rule_problems(source: Source, vocabulary: Vocabulary | None) -> Iterator[ExamError]:
    known = None if vocabulary is None else vocabulary.enforce
    for place, rule in enumerate(source.value.get("enforce", ())):
        if known is not None and rule not in known:
            yield source.wrong(("enforce", place), unknown_name("rule", rule, known))


def _time_problems(source: Source) -> Iterator[ExamError]:
    zone, clock = source.value["zone"], source.value["clock"]
    try:
        ZoneInfo(zone)
    except (ValueError, OSError, KeyError):
        yield source.wrong(("zone",), f"unknown time zone {zone!r}; write an IANA name like 'Europe/London'")
    try:
        aware = datetime.fromisoformat(clock).tzinfo is not None
    except ValueError:
        aware = False
    if not aware:
        due = "write an ISO instant with its offset, like '2026-03-14T09:30:00+00:00'"
        yield source.wrong(("clock",), f"{clock!r} is not an instant; {due}")


def world_problems(
    source: Source, at: JsonPath, objects: Mapping[str, Any], vocabulary: Vocabulary | None
) -> tuple[ExamError, ...]:
    """What the world cannot hold of *objects*, which stand at *at* in the file."""
    if vocabulary is None or vocabulary.object_problems is None:
        return ()
    return tuple(source.wrong((*at, *path), text) for path, text in vocabulary.object_problems(objects))


def validate_ticket(job: Job, source: Source, vocabulary: Vocabulary | None) -> tuple[ExamError, ...]:
    """Every mistake of a ticket file, by line; those of its shape hide the others."""
    tools = frozenset(job.tools) if job.tools else (None if vocabulary is None else vocabulary.tools)
    problems = schema_problems("ticket", source, tools) or tuple(_check_problems(source, vocabulary, tools))
    if problems:
        return problems
    taken = {spec.name: "job.yaml" for spec in job.checks}
    own = [_name(item) for item in source.value.get("checks", ())]
    names = {*taken, *own}
    found = (
        *_identity(source),
        *_twice(source, own, taken),
        *_gates(job, source),
        *_unknown_in(source, "violations", names),
        *_unknown_catchers(source, names),
        *_asks(source),
        *_questions(source),
        *_gold_tools(source, tools),
        *_permuted(job, source, vocabulary),
        *_canaries(job, source),
        *world_problems(source, ("world",), source.value.get("world", {}), vocabulary),
    )
    return tuple(sorted(found, key=lambda problem: problem.line or 0))


def _name(item: Any) -> str:
    return str(item) if isinstance(item, str) else str(item.get("as", _families(item)[0]))


def _families(item: Mapping[str, Any]) -> list[str]:
    return [key for key in item if key not in CHECK_OPTIONS]


def _check_problems(
    source: Source, vocabulary: Vocabulary | None, tools: frozenset[str] | None
) -> Iterator[ExamError]:
    for place, item in enumerate(source.value.get("checks", ())):
        at: JsonPath = ("checks", place)
        if isinstance(item, str):
            yield from _family_problems(
                Part(source=source, value=None, at=(*at, item), tools=tools), vocabulary
            )
            continue
        families = _families(item)
        if len(families) != 1:
            due = "write one check per item: 'name' or '{name: parameters, advisory: true, as: other-name}'"
            yield source.wrong(at, f"names {' and '.join(map(repr, families)) or 'no check'}; {due}")
            continue
        if not isinstance(item.get("advisory", False), bool):
            yield source.wrong(
                (*at, "advisory"), f"advisory must be true or false, not {shown(item['advisory'])}"
            )
        if "as" in item and not (isinstance(item["as"], str) and item["as"]):
            yield source.wrong((*at, "as"), f"as must be a name, not {shown(item['as'])}")
        part = Part(source=source, value=item[families[0]], at=(*at, families[0]), tools=tools)
        yield from _family_problems(part, vocabulary)


def _family_problems(part: Part, vocabulary: Vocabulary | None) -> Iterable[ExamError]:
    if vocabulary is None:
        return ()
    family = str(part.at[-1])
    if family not in vocabulary.check_params:
        return (part.source.wrong(part.at, unknown_name("check", family, vocabulary.check_params)),)
    against = vocabulary.check_params[family]
    if against is None:
        none = part.value is None
        return (
            ()
            if none
            else (part.source.wrong(part.at, f"{family} takes no parameters; write just '{family}'"),)
        )
    problems = part_problems(against, part)
    if part.value is None and problems:
        keys = ", ".join(f"{key}: …" for key in against.get("required", ()))
        return (
            part.source.wrong(part.at, f"{family} needs parameters; write '{family}: {{{keys or '…'}}}'"),
        )
    return problems


def _identity(source: Source) -> Iterator[ExamError]:
    stem, ident = source.path.stem, source.value["id"]
    if ident != stem:
        yield source.wrong(
            ("id",), f"id {ident!r} is not the file's name; write 'id: {stem}' or rename the file"
        )


def _twice(source: Source, names: Sequence[str], taken: Mapping[str, str]) -> Iterator[ExamError]:
    seen = dict(taken)
    for place, name in enumerate(names):
        if name in seen:
            due = "leave it out, or give it a name of its own with 'as:'"
            yield source.wrong(
                ("checks", place), f"check {name!r} stands twice (first in {seen[name]}); {due}"
            )
        seen.setdefault(name, f"line {source.lines.at(('checks', place))}")


def _gates(job: Job, source: Source) -> Iterator[ExamError]:
    own = source.value.get("checks", ())
    gating = (isinstance(item, str) or not item.get("advisory", False) for item in own)
    if not any(gating) and all(spec.advisory for spec in job.checks):
        yield source.wrong(("checks",), "nothing gates this ticket; declare a check that is not advisory")


def _unknown_in(source: Source, key: str, names: Collection[str]) -> Iterator[ExamError]:
    for name in source.value.get(key, {}):
        if name not in names:
            yield source.wrong((key, name), f"{key}: {unknown_name('check', name, names)}")


def _unknown_catchers(source: Source, names: Collection[str]) -> Iterator[ExamError]:
    for agent, caught_by in source.value.get("caught", {}).items():
        for name in [caught_by] if isinstance(caught_by, str) else caught_by:
            if name not in names:
                yield source.wrong(("caught", agent), f"caught.{agent}: {unknown_name('check', name, names)}")


def _asks(source: Source) -> Iterator[ExamError]:
    asks = source.value.get("asks", {})
    if asks.get("required", False) and not asks.get("max", 0):
        yield source.wrong(
            ("asks",), "asks: a question is required but none is allowed; write 'max: 1' or more"
        )


def _questions(source: Source) -> Iterator[ExamError]:
    """Every question in asked_as must get its own answer."""
    answers = customer_of(source.value.get("customer", {})).answers
    for place, answer in enumerate(answers):
        for nth, question in enumerate(answer.asked_as):
            got = answer_to(answers, question)
            if got is not answer:
                gets = "no answer" if got is None else f"answers[{answers.index(got)}] instead"
                at: JsonPath = ("customer", "answers", place, "asked_as", nth)
                due = "widen this answer's words or narrow the other's"
                yield source.wrong(at, f"answers[{place}]: {shown(question)} gets {gets}; {due}")


def _gold_tools(source: Source, tools: frozenset[str] | None) -> Iterator[ExamError]:
    for place, line in enumerate(source.value.get("gold", ())):
        if tools is None or "say" in line:
            continue
        name, _ = gold_call(line)
        if name not in tools:
            yield source.wrong(("gold", place), f"gold[{place}]: {unknown_name('tool', name, tools)}")


def _permuted(job: Job, source: Source, vocabulary: Vocabulary | None) -> Iterator[ExamError]:
    known = None if vocabulary is None else vocabulary.lists
    lists = {*job.world_objects, *source.value.get("world", {})} if known is None else known
    for place, name in enumerate(source.value.get("permute", ())):
        if name not in lists:
            yield source.wrong(("permute", place), f"permute: {unknown_name('list', name, lists)}")


def _canaries(job: Job, source: Source) -> Iterator[ExamError]:
    texts = {"the visible half": "\n".join(_texts(source.value["visible"]))}
    texts |= {"the customer's words": "\n".join(_texts(source.value.get("customer", {})))}
    texts |= {"the paraphrases": "\n".join(source.value.get("paraphrases", ()))}
    texts |= {
        "prompt.md": job.prompt,
        "policy.md": "\n".join((job.policy.general, *job.policy.topics.values())),
    }
    for place, canary in enumerate(source.value.get("canaries", ())):
        for where, text in texts.items():
            if _occurs(canary["text"], text):
                due = "a secret stands in the world only; change it or leave it out"
                yield source.wrong(("canaries", place), f"canary {canary['text']!r} occurs in {where}; {due}")


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _texts(item)


def _occurs(secret: str, text: str) -> bool:
    needle, hay = secret.casefold().strip(), text.casefold()
    if sum(map(str.isalnum, needle)) >= _SHORT:
        return needle in hay
    return re.search(rf"(?<!\w){re.escape(needle)}(?!\w)", hay) is not None


def across_tickets(job: Job, tickets: Sequence[Ticket]) -> tuple[ExamError, ...]:
    """What only several tickets together get wrong: ids and clusters that stand twice, slices nobody has."""
    found = [*_shared(tickets, "id")]
    if not job.shared_clusters:
        found += _shared(tickets, "cluster")
    present = {name for ticket in tickets for name in ticket.examiner.slices}
    lacking = [name for name in job.required_slices if name not in present]
    if lacking:
        path = job.path / "job.yaml"
        _, lines = load_marked(path, path.read_text(encoding="utf-8-sig"))
        line = lines.at(("required_slices",))
        found += (
            ExamError(path, line, f"required_slices: {unknown_name('slice', name, present)}")
            for name in lacking
        )
    return tuple(found)


def _shared(tickets: Sequence[Ticket], key: str) -> Iterator[ExamError]:
    seen: dict[str, Ticket] = {}
    due = {
        "id": "rename one file; ids must differ in more than case",
        "cluster": "give each ticket its own, or say 'shared_clusters: true' in job.yaml",
    }[key]
    for ticket in tickets:
        value = ticket.id if key == "id" else ticket.examiner.cluster
        first = seen.setdefault(value.casefold() if key == "id" else value, ticket)
        if first is not ticket:
            _, lines = load_marked(ticket.path, ticket.path.read_text(encoding="utf-8-sig"))
            message = f"{key} {value!r} is taken by {first.path.name}; {due}"
            yield ExamError(ticket.path, lines.at((key,)), message)
