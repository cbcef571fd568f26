"""What no JSON Schema can say."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from pytest_bramble.errors import ExamError
from pytest_bramble.exam.loader import load_job, load_ticket
from pytest_bramble.exam.validate import Vocabulary

from .conftest import TICKET, VOCABULARY, TinyJob

ONE = "write one check per item: 'name' or '{name: parameters, advisory: true, as: other-name}'"
SECRET = "a secret stands in the world only; change it or leave it out"
CHECKS = "Known: called, effects, no_refund."
OWN_NAME = "leave it out, or give it a name of its own with 'as:'"


def told(tiny: TinyJob) -> list[str]:
    with pytest.raises(ExamError) as caught:
        tiny.tickets()
    return [row.removeprefix(f"{tiny.path}/") for row in str(caught.value).splitlines()]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("id: T01", "id: T02", "1: id 'T02' is not the file's name; write 'id: T01' or rename the file"),
        (
            "called: {tool: get_order}",
            "caled: {tool: get_order}",
            "29: unknown check 'caled'. Did you mean 'called'? Known: called, denied, effects, never.",
        ),
        (
            "called: {tool: get_order}",
            "called: {tool: get_ordr}",
            (
                "29: checks[0].called.tool: unknown tool 'get_ordr'. Did you mean 'get_order'? "
                "Known: ask_customer, close_ticket, get_order, issue_refund."
            ),
        ),
        ("called: {tool: get_order}", "called", "29: called needs parameters; write 'called: {tool: …}'"),
        (
            "called: {tool: get_order}",
            "denied: {a: 1}",
            "29: denied takes no parameters; write just 'denied'",
        ),
        (
            "called: {tool: get_order}",
            "{called: {tool: get_order}, never: {tool: get_order}}",
            f"29: names 'called' and 'never'; {ONE}",
        ),
        ("called: {tool: get_order}", "{advisory: true}", f"29: names no check; {ONE}"),
        (
            "called: {tool: get_order}",
            "{called: {tool: get_order}, advisory: yes}",
            '29: advisory must be true or false, not "yes"',
        ),
        (
            "called: {tool: get_order}",
            "called: {tool: get_order}\n    advisory: 1",
            "30: advisory must be true or false, not 1",
        ),
        ("called: {tool: get_order}", "called: {tool: get_order}\n    as: 3", "30: as must be a name, not 3"),
        ("called: {tool: get_order}", "{called: {tool: get_order}, as: 3}", "29: as must be a name, not 3"),
        ("called: {tool: get_order}", "{called: {tool: get_order}, as: ''}", '29: as must be a name, not ""'),
        (
            "called: {tool: get_order}",
            "called: {tool: get_order}\n  - effects",
            f"30: check 'effects' stands twice (first in job.yaml); {OWN_NAME}",
        ),
        (
            "called: {tool: get_order}",
            "called: {tool: get_order}\n  - {never: {tool: get_order}, as: called}",
            f"30: check 'called' stands twice (first in line 29); {OWN_NAME}",
        ),
        (
            "{called: gross}",
            "{caled: gross}",
            "30: violations: unknown check 'caled'. Did you mean 'called'? Known: called, effects, no_refund.",
        ),
        (
            "pay-twice: effects",
            "pay-twice: effect",
            f"39: caught.pay-twice: unknown check 'effect'. Did you mean 'effects'? {CHECKS}",
        ),
        (
            "[called, effects]",
            "[called, denied]",
            "39: caught.no-read: unknown check 'denied'. Known: called, effects, no_refund.",
        ),
        ("[orders]", "[ordres]", "20: permute: unknown list 'ordres'. Did you mean 'orders'? Known: orders."),
        (
            "max: 1}\nfaults",
            "max: 0}\nfaults",
            "18: asks: a question is required but none is allowed; write 'max: 1' or more",
        ),
        (
            "{required: true, max: 1}",
            "{required: true}",
            "18: asks: a question is required but none is allowed; write 'max: 1' or more",
        ),
        ("text: Rye", "text: MAY", f"24: canary 'MAY' occurs in the visible half; {SECRET}"),
        (
            "text: Rye",
            "text: sam@Example.com",
            f"24: canary 'sam@Example.com' occurs in the visible half; {SECRET}",
        ),
        ("text: Rye", "text: pardon", f"24: canary 'pardon' occurs in the customer's words; {SECRET}"),
        ("text: Rye", "text: work here", f"24: canary 'work here' occurs in prompt.md; {SECRET}"),
        ("text: Rye", "text: Manners", f"24: canary 'Manners' occurs in policy.md; {SECRET}"),
        ("text: Rye", "text: thirty days", f"24: canary 'thirty days' occurs in policy.md; {SECRET}"),
    ],
)
def test_a_contradiction_is_told_with_its_line(tiny: TinyJob, old: str, new: str, message: str) -> None:
    tiny.replace("tickets/T01.yaml", old, new)
    if "text: MAY" in new:
        tiny.replace("tickets/T01.yaml", "The May one.", "That one.")
    assert told(tiny) == [f"tickets/T01.yaml:{message}"]


@pytest.mark.parametrize("secret", ["aye", "ettle", "ma"])
def test_a_short_canary_inside_a_longer_word_is_no_occurrence(tiny: TinyJob, secret: str) -> None:
    tiny.replace("tickets/T01.yaml", "text: Rye", f"text: {secret}")
    assert tiny.first().examiner.canaries[0].text == secret


def test_a_long_canary_inside_a_longer_word_is_an_occurrence(tiny: TinyJob) -> None:
    tiny.replace("tickets/T01.yaml", "text: Rye", "text: am@example.co")
    assert told(tiny) == [f"tickets/T01.yaml:24: canary 'am@example.co' occurs in the visible half; {SECRET}"]


def test_a_ticket_that_nothing_gates_is_refused(tiny: TinyJob) -> None:
    tiny.replace("job.yaml", "checks: [effects, {never", "checks: [{never")
    tiny.replace("job.yaml", "violations: {effects: serious}\n", "")
    tiny.replace(
        "tickets/T01.yaml", "called: {tool: get_order}", "{called: {tool: get_order}, advisory: true}"
    )
    tiny.replace("tickets/T01.yaml", "{pay-twice: effects, no-read: [called, effects]}", "{}")
    message = "nothing gates this ticket; declare a check that is not advisory"
    assert told(tiny) == [f"tickets/T01.yaml:28: {message}"]


@pytest.mark.parametrize("own", ["called: {tool: get_order}", "denied"])
def test_one_gating_check_of_its_own_is_enough(tiny: TinyJob, own: str) -> None:
    tiny.replace("job.yaml", "checks: [effects, {never", "checks: [{never")
    tiny.replace("job.yaml", "violations: {effects: serious}\n", "")
    text = TICKET.split("checks:")[0] + f"checks:\n  - {own}\n"
    tiny.write("tickets/T01.yaml", text)
    assert len(tiny.first().examiner.checks) == 2


@pytest.mark.parametrize(
    ("params", "due"),
    [({"type": "object", "required": ["a", "b"]}, "{a: …, b: …}"), ({"type": "array"}, "{…}")],
)
def test_a_check_without_its_parameters_is_told_which(
    tiny: TinyJob, params: dict[str, object], due: str
) -> None:
    def demanding(_job: Path, _world: str) -> Vocabulary:
        return dataclasses.replace(VOCABULARY, check_params={**VOCABULARY.check_params, "called": params})

    path = tiny.replace("tickets/T01.yaml", "called: {tool: get_order}", "called")
    with pytest.raises(ExamError) as caught:
        load_ticket(load_job(tiny.path, demanding), path, demanding)
    assert str(caught.value) == f"{path}:29: called needs parameters; write 'called: {due}'"


def test_every_contradiction_is_told_by_line(tiny: TinyJob) -> None:
    tiny.replace("tickets/T01.yaml", "{called: gross}", "{caled: gross}")
    tiny.replace("tickets/T01.yaml", "id: T01", "id: T09")
    tiny.replace("tickets/T01.yaml", "[orders]", "[ordres]")
    assert [row.split(":")[1] for row in told(tiny)] == ["1", "20", "30"]


def test_asking_and_closing_in_gold_need_their_tools(tiny: TinyJob) -> None:
    tiny.replace("job.yaml", ", ask_customer, close_ticket]", "]")
    known = "Known: get_order, issue_refund."
    assert told(tiny) == [
        f"tickets/T01.yaml:34: gold[1]: unknown tool 'ask_customer'. {known}",
        f"tickets/T01.yaml:37: gold[4]: unknown tool 'close_ticket'. {known}",
    ]


def test_a_job_that_lists_no_tools_offers_all_of_its_world(tiny: TinyJob) -> None:
    tiny.replace("job.yaml", "tools: [get_order, issue_refund, ask_customer, close_ticket]\n", "")
    tiny.replace("tickets/T01.yaml", "call: get_order", "call: escalate")
    assert tiny.first().examiner.gold[0].call == "escalate"
    tiny.replace("tickets/T01.yaml", "call: escalate", "call: escalat")
    assert "unknown tool 'escalat'" in told(tiny)[0]


def test_without_a_vocabulary_names_are_not_looked_up_except_the_jobs_own_tools(tiny: TinyJob) -> None:
    tiny.replace("tickets/T01.yaml", "called: {tool: get_order}", "{unheard_of: 1, as: called}")
    tiny.replace("job.yaml", "[scope]", "[scop]")
    path = tiny.path / "tickets" / "T01.yaml"
    assert load_ticket(load_job(tiny.path), path).examiner.checks[-1].family == "unheard_of"
    tiny.replace("tickets/T01.yaml", "call: get_order", "call: get_ordr")
    with pytest.raises(ExamError, match="unknown tool 'get_ordr'"):
        load_ticket(load_job(tiny.path), path)


def test_where_a_world_names_no_lists_permute_may_name_what_its_objects_are_kept_in(tiny: TinyJob) -> None:
    def without_lists(_job: Path, _world: str) -> Vocabulary:
        return dataclasses.replace(VOCABULARY, lists=None, enforce=None)

    path = tiny.replace("tickets/T01.yaml", "[orders]", "[orders, customers]")
    job = load_job(tiny.path, without_lists)
    assert load_ticket(job, path, without_lists).setup.permute == ("orders", "customers")
    tiny.replace("tickets/T01.yaml", "[orders, customers]", "[orders, parcels]")
    with pytest.raises(ExamError, match=r"permute: unknown list 'parcels'\. Known: customers, orders\."):
        load_ticket(job, path, without_lists)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[scope]", "[scop]", "4: unknown rule 'scop'. Did you mean 'scope'? Known: approval, scope."),
        (
            "Europe/London",
            "Europe/Londn",
            "9: unknown time zone 'Europe/Londn'; write an IANA name like 'Europe/London'",
        ),
        ("Europe/London", "../etc", "9: unknown time zone '../etc'; write an IANA name like 'Europe/London'"),
        (
            "08:30:00+00:00",
            "08:30:00",
            (
                "10: '2026-06-14T08:30:00' is not an instant; write an ISO instant with its offset, "
                "like '2026-03-14T09:30:00+00:00'"
            ),
        ),
        (
            "2026-06-14T08:30:00+00:00",
            "today",
            "10: 'today' is not an instant; write an ISO instant with its offset, like '2026-03-14T09:30:00+00:00'",
        ),
        (
            "{effects: serious}",
            "{called: serious}",
            "6: violations: unknown check 'called'. Known: effects, no_refund.",
        ),
        (
            "[effects, {",
            "[denied, denied, effects, {",
            f"5: check 'denied' stands twice (first in line 5); {OWN_NAME}",
        ),
        (
            "[effects, {",
            "[effect, {",
            "5: unknown check 'effect'. Did you mean 'effects'? Known: called, denied, effects, never.",
        ),
        (
            "never: {tool: issue_refund}",
            "never: {tool: escalate}",
            (
                "5: checks[1].never.tool: unknown tool 'escalate'. Known: ask_customer, close_ticket, get_order, "
                "issue_refund."
            ),
        ),
    ],
)
def test_a_contradiction_in_job_yaml_is_told_with_its_line(
    tiny: TinyJob, old: str, new: str, message: str
) -> None:
    tiny.replace("job.yaml", old, new)
    with pytest.raises(ExamError) as caught:
        tiny.load()
    assert str(caught.value) == f"{tiny.path / 'job.yaml'}:{message}"


def test_two_tickets_of_one_cluster_are_refused(tiny: TinyJob) -> None:
    tiny.add("T02", "C-1")
    due = "give each ticket its own, or say 'shared_clusters: true' in job.yaml"
    assert told(tiny) == [f"tickets/T02.yaml:10: cluster 'C-1' is taken by T01.yaml; {due}"]


def test_a_job_may_share_clusters_when_it_says_so(tiny: TinyJob) -> None:
    tiny.add("T02", "C-1")
    tiny.replace("job.yaml", "runs: 2", "runs: 2\nshared_clusters: true")
    assert [ticket.id for ticket in tiny.tickets()] == ["T01", "T02"]


def test_ids_that_differ_only_in_case_or_folder_are_the_same(tiny: TinyJob) -> None:
    tiny.add("t01", "C-2").rename(tiny.write("tickets/more/t01.yaml", ""))
    due = "rename one file; ids must differ in more than case"
    assert told(tiny) == ["tickets/more/t01.yaml:1: id 't01' is taken by T01.yaml; " + due]


def test_a_slice_is_not_missed_where_a_ticket_could_not_be_read(tiny: TinyJob) -> None:
    tiny.replace("job.yaml", "runs: 2", "runs: 2\nrequired_slices: [money-math]")
    tiny.replace("tickets/T01.yaml", "id: T01", "id: T02")
    assert told(tiny) == [
        "tickets/T01.yaml:1: id 'T02' is not the file's name; write 'id: T01' or rename the file"
    ]


def test_a_required_slice_that_no_ticket_has_is_refused(tiny: TinyJob) -> None:
    tiny.replace("job.yaml", "runs: 2", "runs: 2\nrequired_slices: [money-math, money-meth]")
    message = "required_slices: unknown slice 'money-meth'. Did you mean 'money-math'? Known: money-math."
    assert told(tiny) == [f"job.yaml:9: {message}"]
