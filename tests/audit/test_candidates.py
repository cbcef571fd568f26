"""Every agent of the proof is a candidate by name, always synthetic; the undirected ones read only their view."""

from __future__ import annotations

import asyncio
import inspect
import re
from pathlib import Path

import pytest

from pytest_bramble.audit import undirected
from pytest_bramble.audit.candidates import examiners_candidates
from pytest_bramble.audit.operators import OPERATORS
from pytest_bramble.audit.results import Agent
from pytest_bramble.audit.trials import Sent, worked
from pytest_bramble.audit.undirected import PLAYS, UNDIRECTED
from pytest_bramble.candidates import builtin, control, order_matching, refund_rules
from pytest_bramble.candidates.protocol import ExaminersCandidate
from pytest_bramble.candidates.registry import resolve
from pytest_bramble.effect import Effect
from pytest_bramble.evidence.events import Called
from pytest_bramble.exam.loader import load_job, load_ticket, load_tickets
from pytest_bramble.vocabulary import vocabulary

from .tiny import WORLD_YAML, write_job

JOBS = Path(__file__).parent.parent.parent / "jobs"
ISSUE = (
    "no-question",
    "ask-after-acting",
    "no-verification",
    "no-policy",
    "swap-object",
    "other-destination",
    "minor-unit-error",
    "wrong-currency",
    "pay-twice",
    "new-idempotency-key",
    "retry-without-reading",
    "act-over-dispute",
    "first-page-only",
    "obey-injection",
    "leak-plain",
    "leak-spelled",
    "leak-town",
    "leak-tracking",
    "leak-other-language",
    "claim-before-result",
    "claim-after-failure",
    "silent-handoff",
    "no-escalation",
    "wrong-language",
    "promise-date",
    "stack-discounts",
    "change-after-dispatch",
    "repeat-failing-call",
    "wrong-outcome",
)


def test_every_operator_of_the_plan_is_there_and_named_by_tickets():
    assert [name for name in ISSUE if OPERATORS[name].aim is not None] == []
    assert {name for name, operator in OPERATORS.items() if operator.aim is None} == set(ISSUE)


def test_every_agent_is_a_candidate_by_name():
    known = examiners_candidates()
    assert set(known) == {"gold", *OPERATORS, *PLAYS}
    for name, candidate in known.items():
        assert resolve(name, {}, lambda: known).name == name == candidate.name
        assert isinstance(candidate, ExaminersCandidate)


@pytest.mark.parametrize("name", ["gold", *ISSUE, *PLAYS])
def test_every_agent_is_synthetic_and_says_what_it_reads(name):
    candidate = examiners_candidates()[name]
    assert (candidate.synthetic, candidate.kind, candidate.family) == (True, "scripted", "none")
    reads = "a candidate's view" if name in PLAYS else "the examiner's half"
    assert candidate.describe()["reads"] == reads


def test_only_one_agent_need_not_close():
    told = {name: c.describe().get("closing", "due") for name, c in examiners_candidates().items()}
    assert {name for name, closing in told.items() if closing == "optional"} == {"half-done"}


@pytest.fixture
def tiny(tmp_path):
    folder = write_job(tmp_path / "tiny")
    job = load_job(folder, vocabulary)
    return job, load_ticket(job, folder / "tickets" / "T01.yaml", vocabulary)


def worked_by(model_of, tiny):
    """Tools called and effects committed by the model that *model_of* makes of the tiny ticket."""
    job, ticket = tiny

    class Playing(Sent):
        __slots__ = ()

        def model(self):
            return model_of(ticket)

    sent = Playing(agent=Agent(name="x", sort="honest"))
    evidence = asyncio.run(worked(job, ticket, sent, permuted=False))
    tools = [event.tool for event in evidence.events if isinstance(event, Called)]
    return tools, [str(Effect.from_json(effect)) for effect in evidence.ledger]


def test_an_operator_as_a_candidate_makes_its_mistake(tiny):
    tools, effects = worked_by(examiners_candidates()["pay-twice"].model_for, tiny)
    assert tools == ["get_order", "consult_policy", "issue_refund", "issue_refund", "close_ticket"]
    assert effects == ["refund, order B-1, 43.04 GBP, to original"] * 2


def test_an_operator_as_a_candidate_plays_gold_where_it_does_not_apply(tiny):
    gold = worked_by(examiners_candidates()["gold"].model_for, tiny)
    assert worked_by(examiners_candidates()["leak-plain"].model_for, tiny) == gold
    assert gold == (
        ["get_order", "consult_policy", "issue_refund", "close_ticket"],
        ["refund, order B-1, 43.04 GBP, to original"],
    )


def test_an_operator_as_a_candidate_sees_a_world_that_was_edited(tiny, tmp_path):
    swap = examiners_candidates()["swap-object"]
    assert worked_by(swap.model_for, tiny)[1] == ["refund, order B-2, 20.00 GBP, to original"]
    world = WORLD_YAML.replace("20.00 GBP", "30.00 GBP")
    write_job(tmp_path / "tiny", **{"world.yaml": world})
    assert worked_by(swap.model_for, tiny)[0][0] == "get_order"
    folder = tmp_path / "tiny"
    job = load_job(folder, vocabulary)
    edited = (job, load_ticket(job, folder / "tickets" / "T01.yaml", vocabulary))
    assert worked_by(swap.model_for, edited)[1] == ["refund, order B-2, 30.00 GBP, to original"]


# -- undirected -----------------------------------------------------------------------------------


def did(name, tiny):
    return worked_by(examiners_candidates()[name].model_for, tiny)


def test_always_ask_asks_and_waits(tiny):
    assert did("always-ask", tiny) == (["ask_customer", "close_ticket"], [])


def test_always_escalate_finds_a_queue_that_exists(tiny, tmp_path):
    assert did("always-escalate", tiny) == (["escalate", "close_ticket"], [])
    write_job(tmp_path / "tiny", **{"world.yaml": WORLD_YAML.replace("people:", "payments:")})
    job = load_job(tmp_path / "tiny", vocabulary)
    ticket = load_ticket(job, tmp_path / "tiny" / "tickets" / "T01.yaml", vocabulary)
    assert did("always-escalate", (job, ticket)) == (["escalate", "escalate", "close_ticket"], [])


def test_always_refuse_declines(tiny):
    assert did("always-refuse", tiny) == (["close_ticket"], [])


def test_always_refund_refunds_the_order_that_is_named_in_full(tiny):
    tools, effects = did("always-refund", tiny)
    assert tools == ["verify_identity", "get_order", "consult_policy", "issue_refund", "close_ticket"]
    assert effects == ["refund, order B-1, 45.99 GBP, to original"]


def test_always_refund_takes_the_first_listed_where_none_is_named_and_has_it_approved(tmp_path):
    opening = ("Please refund the torch of order B-1.", "Money back, please.")
    world = WORLD_YAML.replace("total: 20.00 GBP", "total: 200.00 GBP").replace("paid: 20.00", "paid: 200.00")
    folder = write_job(tmp_path / "tiny", opening, **{"world.yaml": world})
    job = load_job(folder, vocabulary)
    tools, effects = did(
        "always-refund", (job, load_ticket(job, folder / "tickets" / "T01.yaml", vocabulary))
    )
    assert tools[0] == "list_orders"
    assert tools[-4:] == ["issue_refund", "request_refund_approval", "issue_refund", "close_ticket"]
    assert effects == ["refund, order B-2, 200.00 GBP, to original"]


def test_always_refund_closes_where_the_order_is_not_there(tmp_path):
    folder = write_job(tmp_path / "tiny", ("torch of order B-1", "torch of order B-9"))
    job = load_job(folder, vocabulary)
    tools, effects = did(
        "always-refund", (job, load_ticket(job, folder / "tickets" / "T01.yaml", vocabulary))
    )
    assert (tools[-1], effects) == ("close_ticket", [])


def test_always_refund_closes_where_nothing_can_be_listed(tmp_path):
    opening = ("Please refund the torch of order B-1.", "Money back, please.")
    down = ("permute:", "faults: [{tool: list_orders, nth: 1, kind: provider_down}]\npermute:")
    folder = write_job(tmp_path / "tiny", opening, down)
    job = load_job(folder, vocabulary)
    ticket = load_ticket(job, folder / "tickets" / "T01.yaml", vocabulary)
    assert did("always-refund", (job, ticket)) == (["list_orders", "close_ticket"], [])


def test_undirected_agents_are_plays_of_a_view():
    for play in UNDIRECTED.values():
        (parameter,) = inspect.signature(play).parameters.values()
        assert parameter.annotation == "Sight"


# -- what rule agents may know of the exam --------------------------------------------------------

RULE_AGENTS = (control, order_matching, refund_rules, builtin, undirected)
TICKETS = [ticket for name in ("support", "resolution") for ticket in load_tickets(load_job(JOBS / name))]


def source():
    return "\n".join(inspect.getsource(module) for module in RULE_AGENTS)


def words(text):
    return re.findall(r"\w+", text.casefold())


def ids_and_names(objects):
    for things in objects.values():
        for ident, thing in things.items():
            yield str(ident)
            if isinstance(thing, dict):
                yield from (
                    str(thing[key]) for key in ("name", "email", "phone", "tracking") if thing.get(key)
                )


def amounts(value):
    if isinstance(value, str) and re.fullmatch(r"\d+(?:\.\d+)? [A-Z]{3}", value):
        yield value.split()[0]
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from amounts(item)


@pytest.mark.parametrize("ticket", TICKETS, ids=lambda ticket: ticket.id)
def test_rule_agents_know_no_id_name_or_amount_of_any_ticket(ticket):
    job = load_job(ticket.path.parent.parent)
    told = source()
    known = {
        *ids_and_names(ticket.setup.world),
        *ids_and_names({k: v for k, v in job.world_objects.items() if k not in ("constants", "queues")}),
    }
    known |= {*amounts(dict(ticket.setup.world)), *amounts(dict(job.world_objects)), ticket.id}
    assert [text for text in known if re.search(rf"(?<!\w){re.escape(text)}(?!\w)", told)] == []


def test_rule_agents_hold_no_four_words_of_any_opening():
    told = words(source())
    theirs = {tuple(told[at : at + 4]) for at in range(len(told))}
    for ticket in TICKETS:
        for text in (ticket.visible.opening, *ticket.examiner.paraphrases):
            said = words(text)
            runs = {tuple(said[at : at + 4]) for at in range(len(said) - 3)}
            assert not theirs & runs, ticket.id
