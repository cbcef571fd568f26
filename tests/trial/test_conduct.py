"""The tool loop: why a trial ends, and what evidence it leaves."""

from __future__ import annotations

import asyncio
import dataclasses
from pathlib import Path

import pytest

from pytest_bramble.candidates.protocol import ContextOverflow, Reply, Shown, ToolCall, Usage
from pytest_bramble.errors import InfrastructureError
from pytest_bramble.evidence.record import Binding, TrialKey
from pytest_bramble.exam.job import Caps
from pytest_bramble.exam.loader import load_job, load_tickets
from pytest_bramble.trial.conduct import Trial, conduct, total_usage

JOBS = Path(__file__).parent.parent.parent / "jobs"
RESOLUTION = load_job(JOBS / "resolution")
R01 = load_tickets(RESOLUTION)[0]


class Saying:
    """A model that gives these replies in order, or raises them."""

    def __init__(self, *replies):
        self.replies = list(replies)
        self.seen = []

    async def reply(self, messages, tools):
        self.seen.append((messages, tools))
        reply = self.replies.pop(0) if self.replies else Reply(text="Hm.")
        if isinstance(reply, Exception):
            raise reply
        return reply


class Silent:
    """A model that never answers."""

    async def reply(self, messages, tools):
        await asyncio.Event().wait()


def call(name, arguments="{}"):
    return Reply(tool_calls=(ToolCall(id="c", name=name, arguments=arguments),))


CLOSE = call("close_ticket", '{"outcome": "done", "message": "Bye"}')


def trial(ticket=R01, job=RESOLUTION, **rest):
    given = {
        "key": TrialKey(job=job.name, ticket=ticket.id, candidate="x", arm="candidate", run=1),
        "job": job,
        "visible": ticket.visible,
        "setup": ticket.setup,
        "shown": Shown(),
        "permuted": False,
        "bound": Binding(manifest_sha256="m", ticket_sha256="t", seal_sha256=None),
    }
    return Trial(**{**given, **rest})


def conducted(model, notes=None, **rest):
    kept = [] if notes is None else notes
    return asyncio.run(conduct(trial(**rest), model, kept.append))


def test_closing_ends_the_trial():
    assert conducted(Saying(CLOSE)).stop.reason == "closed"


def test_a_provider_fault_is_infrastructure_and_keeps_its_reason():
    seen = conducted(Saying(call("list_orders"), InfrastructureError("provider_timeout", "no answer")))
    assert dataclasses.astuple(seen.stop) == ("provider_timeout", "infrastructure", "no answer")
    assert seen.interrupted
    assert [e.tool for e in seen.events] == ["list_orders"]


def test_a_context_overflow_is_the_candidates_own_limit():
    seen = conducted(Saying(ContextOverflow("too long")))
    assert dataclasses.astuple(seen.stop) == ("context_window", "candidate", "too long")


def test_a_bug_of_ours_is_nobodys_grade():
    seen = conducted(Saying(ZeroDivisionError("oops")))
    assert dataclasses.astuple(seen.stop) == ("harness_error", "infrastructure", "ZeroDivisionError: oops")


def test_a_model_that_never_answers_meets_the_wall_limit():
    seen = conducted(Silent(), timeout_s=0.01)
    assert dataclasses.astuple(seen.stop) == ("wall_limit", "infrastructure", "not finished within 0.01 s")


def test_cancelling_a_trial_is_not_swallowed():
    async def cancelled():
        task = asyncio.ensure_future(conduct(trial(), Silent(), lambda _: None))
        await asyncio.sleep(0)
        task.cancel()
        await task

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(cancelled())


def test_endless_calls_hit_the_cap():
    job = dataclasses.replace(RESOLUTION, caps=Caps(calls=3))
    seen = conducted(Saying(*[call("list_orders")] * 9), job=job)
    assert (seen.stop.reason, seen.stop.by, len(seen.events)) == ("cap_calls", "candidate", 3)


def test_calls_up_to_the_cap_are_allowed():
    job = dataclasses.replace(RESOLUTION, caps=Caps(calls=3))
    assert conducted(Saying(call("list_orders"), CLOSE), job=job).stop.reason == "closed"


def test_a_closing_call_at_the_cap_still_closes():
    job = dataclasses.replace(RESOLUTION, caps=Caps(calls=2))
    assert conducted(Saying(call("list_orders"), CLOSE), job=job).stop.reason == "closed"


def test_output_tokens_beyond_the_cap_end_the_trial():
    job = dataclasses.replace(RESOLUTION, caps=Caps(output_tokens=100))
    reply = dataclasses.replace(call("list_orders"), usage=Usage(output_tokens=60))
    seen = conducted(Saying(reply, reply, reply), job=job)
    assert (seen.stop.reason, seen.stop.by, len(seen.events)) == ("cap_output_tokens", "candidate", 2)


def test_an_empty_answer_is_a_turn_the_customer_cannot_follow():
    seen = conducted(Saying(Reply(), Reply()))
    assert seen.stop.reason == "customer_gone"
    assert [type(e).__name__ for e in seen.events] == ["Said", "Heard", "Said", "Heard"]


def test_the_ledger_and_both_states_are_kept():
    from pytest_bramble.audit.gold import GoldCandidate, as_written

    model = GoldCandidate(name="gold", lines=as_written).model_for(R01)
    seen = conducted(model)
    assert seen.ledger == (
        {"kind": "refund", "order": "A-72", "amount": "189.00 EUR", "destination": "original"},
    )
    assert "refunds" not in seen.before
    assert len(seen.after["refunds"]) == 1
    assert set(seen.before["orders"]) == {"A-71", "A-72", "A-90"}


def test_the_shown_prompt_and_tools_reach_the_candidate_and_the_record():
    model = Saying(CLOSE)
    seen = conducted(model, shown=Shown(tools={"close_ticket": "finish"}))
    messages, tools = model.seen[0]
    assert [t.name for t in tools] == ["finish"]
    assert messages[0].text == seen.view["system"]
    assert seen.view["tools"][0]["name"] == "finish"


def test_a_journal_line_precedes_every_model_call():
    notes = []
    conducted(Saying(call("list_orders"), CLOSE), notes)
    assert [(n["note"], n["n"]) for n in notes] == [("call", 1), ("call", 2)]


def test_usage_adds_up():
    replies = [Reply(usage=Usage(input_tokens=10, output_tokens=2, cost_usd=0.1, cost_source="declared"))] * 3
    total = total_usage(replies)
    assert (total.calls, total.input_tokens, total.output_tokens, total.cost_usd) == (3, 30, 6, 0.3)
    assert (total.unknown_cost_calls, total.cost_source) == (0, "declared")


def test_one_unreported_part_makes_the_total_unknown():
    replies = [
        Reply(usage=Usage(input_tokens=10, output_tokens=2, cost_usd=0.1)),
        Reply(usage=Usage(output_tokens=2)),
    ]
    total = total_usage(replies)
    assert (total.input_tokens, total.output_tokens, total.cost_usd, total.unknown_cost_calls) == (
        None,
        4,
        None,
        1,
    )
