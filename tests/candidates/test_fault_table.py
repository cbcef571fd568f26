"""Whatever a provider does, over real HTTP: whose fault it is, how often it was asked, what came of the trial.

Every row is one trial of R01, worked, graded and recorded as in a session.  A trial whose provider behaves goes on with
the ticket's gold script, so a fault that costs nothing ends in a pass.
"""

from __future__ import annotations

import asyncio
import dataclasses
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from pytest_bramble.candidates.retry import RetryPolicy
from pytest_bramble.engine.examination import Examination, Planned, by_slug
from pytest_bramble.engine.working import Conducted, work
from pytest_bramble.evidence.record import check_hashes
from pytest_bramble.evidence.store import SessionFolder
from pytest_bramble.session.registration import register
from pytest_bramble.settings import Settings
from pytest_bramble.sharing.limits import Limiter
from pytest_bramble.sharing.shared import Shared

from ..plugin.test_models import GOLD
from ..stub_server import (
    Answer,
    Request,
    StubServer,
    calls,
    completion,
    echoes_the_key,
    fails,
    says,
    sends,
    tool_call,
)
from .conftest import Serve, candidate

JOB = Path(__file__).parent.parent.parent / "jobs" / "resolution"
KEY = "canary-key-7f3a9c1e5b"
QUICK = {"call_timeout_s": 0.3}
Turn = Callable[[Request], Answer] | Answer


def gold(turn: int) -> Answer:
    name, arguments = GOLD[turn]
    return calls(tool_call(name, json.dumps(arguments), f"call_gold_{turn}"))


def gold_changed(finish: str = "tool_calls", **changed: Any) -> Answer:
    """The first line of gold in an answer that is odd in some other way."""
    name, arguments = GOLD[0]
    message = {"content": None, "tool_calls": [tool_call(name, json.dumps(arguments))]}
    return sends(completion(message, finish, **changed))


def first(turn: Turn, then_gold_from: int = 0) -> Callable[[Request], Answer]:
    """*turn* in answer to the opening, then gold from that line on."""

    def script(request: Request) -> Answer:
        place = sum(1 for message in request.body["messages"] if message["role"] == "assistant")
        if place == 0:
            return turn(request) if callable(turn) else turn
        return gold(min(place - 1 + then_gold_from, len(GOLD) - 1))

    return script


def once(answer: Answer) -> list[Callable[[Request], Answer] | Answer]:
    """*answer* to the first request; after it the provider behaves."""

    def behaves(request: Request) -> Answer:
        return gold(sum(1 for message in request.body["messages"] if message["role"] == "assistant"))

    return [answer, behaves]


def endless(request: Request) -> Answer:
    return calls(tool_call("list_orders", "{}", f"call_{len(request.body['messages'])}"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A fault, and what is to come of it.  *tries*: failed tries the record keeps beside the answers."""

    name: str
    script: list[Any]
    fault_of: str  # candidate, infrastructure, or nobody when it ended as it should
    stop: str
    requests: int
    outcome: str
    tries: int = 0
    invalid: int = 0
    params: dict[str, Any] | None = None


def broken(name: str, answer: Turn, stop: str, requests: int = 3, **rest: Any) -> Row:
    """A provider that never gets better."""
    return Row(
        name=name,
        script=[answer],
        fault_of="infrastructure",
        stop=stop,
        requests=requests,
        outcome="unknown",
        **rest,
    )


def passing(name: str, answer: Answer, **rest: Any) -> Row:
    """A fault that passes after one request."""
    return Row(
        name=name,
        script=once(answer),
        fault_of="nobody",
        stop="closed",
        requests=7,
        outcome="pass",
        tries=1,
        **rest,
    )


def odd(name: str, turn: Turn, requests: int = 7, outcome: str = "pass", start: int = 0, **rest: Any) -> Row:
    """Something odd in the first turn, which the trial survives."""
    return Row(
        name=name,
        script=[first(turn, start)],
        fault_of="nobody",
        stop="closed",
        requests=requests,
        outcome=outcome,
        **rest,
    )


NOT_JSON = Answer(body=b'{"id": "chatcmpl-', content_type="application/json")
HTML = Answer(body=b"<html><body>Bad gateway</body></html>", content_type="text/html")
TRUNCATED = Answer(body=b'{"id": "chatcmpl-stub", "choices": [', fault="truncate")
TABLE = [
    broken("429 with Retry-After", fails(429, retry_after="40"), "provider_rate_limit"),
    broken("429 without", fails(429), "provider_rate_limit"),
    broken("quota", fails(429, "no credit", "insufficient_quota"), "provider_quota", 1),
    broken("500", fails(500), "provider_unavailable"),
    broken("502", fails(502), "provider_unavailable"),
    broken("503", fails(503), "provider_unavailable"),
    broken("529", fails(529), "provider_unavailable"),
    broken("reset", Answer(fault="reset"), "provider_unavailable"),
    broken("truncated body", TRUNCATED, "provider_bad_response"),
    broken("slow drip", dataclasses.replace(says("x" * 200), fault="drip"), "provider_timeout", params=QUICK),
    broken("hang", Answer(fault="hang"), "provider_timeout", params=QUICK),
    broken("malformed JSON", NOT_JSON, "provider_bad_response"),
    broken("HTML", HTML, "provider_bad_response"),
    broken("empty choices", sends(completion({"content": "x"}, choices=[])), "provider_bad_response"),
    broken("key echoed in the error", echoes_the_key, "provider_auth", 1),
    passing("429 once", fails(429, retry_after="40")),
    passing("500 once", fails(500)),
    passing("reset once", Answer(fault="reset")),
    passing("malformed JSON once", NOT_JSON),
    passing("empty choices once", sends(completion({"content": "x"}, choices=[]))),
    odd("empty content", says("")),
    odd("null content", says(None)),
    odd("invalid tool arguments", calls(tool_call("list_orders", '{"a": ')), invalid=1),
    odd("empty tool arguments", calls(tool_call("list_orders", "")), invalid=1),
    odd("arguments as object", calls(tool_call("list_orders", {})), start=1, requests=6),
    odd("unknown tool", calls(tool_call("abolish_order", "{}")), invalid=1),
    odd("missing tool id", calls(tool_call("list_orders", "{}", ...)), start=1, requests=6),
    odd("duplicate tool ids", calls(*[tool_call("list_orders", "{}", "call_a")] * 2), start=1, requests=6),
    odd(
        "several parallel calls",
        calls(*(tool_call(name, json.dumps(given), f"call_{name}") for name, given in GOLD[:3])),
        start=3,
        requests=4,
    ),
    odd("huge output", says("word " * 50_000)),
    odd("unknown finish reason", gold_changed(finish="because"), start=1, requests=6),
    odd("missing usage", gold_changed(usage=...), start=1, requests=6),
    odd("another model name", gold_changed(model="somebody-else"), start=1, requests=6),
    odd("key echoed in the answer", lambda request: says(f"Your key is {request.key}.")),
    Row(
        name="endless tool calls",
        script=[endless],
        fault_of="candidate",
        stop="cap_calls",
        requests=30,
        outcome="fail",
    ),
]


class Time:
    """Waiting takes no time and moves the clock."""

    def __init__(self) -> None:
        self.now = 0.0

    async def sleep(self, seconds: float) -> None:
        self.now += seconds


@dataclass(frozen=True, slots=True, kw_only=True)
class Worked:
    """A row's trial as it was left behind."""

    conducted: Conducted
    record: dict[str, Any]
    files: str
    waited_s: float

    @property
    def model_calls(self) -> list[dict[str, Any]]:
        return list(self.record["evidence"]["model_calls"])


Work = Callable[..., Worked]


def work_one(runner: asyncio.Runner, folder: Path, stub: StubServer, params: dict[str, Any] | None) -> Worked:
    """Work one trial against *stub* as a session does; waits are skipped."""
    time = Time()
    retry, own = RetryPolicy(sleep=time.sleep), params or {"call_timeout_s": 10}
    model = candidate(stub, api_key_env="STUB_KEY", retry=retry, params=own)
    settings = Settings(candidates=("stub",), runs=1)
    examination = Examination(settings, by_slug([model]), SessionFolder(folder / "session"), "main")
    examination.__dict__["limiter"] = Limiter(Shared(None), lambda: time.now, time.sleep)
    job, ticket = examination.ticket(JOB / "tickets" / "R01.yaml")
    key = examination.schedule(job, ticket)[0]
    held = register(examination, [JOB], [key])
    try:
        conducted = runner.run(work(examination, Planned(key=key, job=job, ticket=ticket)))
    finally:
        held.lock.close()
        examination.close()
    files = "".join(path.read_text(encoding="utf-8") for path in folder.rglob("*") if path.is_file())
    record = json.loads(conducted.path.read_text(encoding="utf-8"))
    return Worked(conducted=conducted, record=record, files=files, waited_s=time.now)


@pytest.fixture
def worked(runner: asyncio.Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Work:
    """Works one trial against a server."""
    monkeypatch.setenv("STUB_KEY", KEY)
    return lambda stub: work_one(runner, tmp_path, stub, None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A row of the table, what came of it, and how many requests the server saw."""

    row: Row
    worked: Worked
    requests: int


@pytest.fixture(scope="module", params=TABLE, ids=lambda row: row.name)
def played(
    request: pytest.FixtureRequest, runner: asyncio.Runner, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Played]:
    """Every row of the table, each worked once."""
    row: Row = request.param
    with pytest.MonkeyPatch.context() as patch, StubServer(*row.script) as stub:
        patch.setenv("STUB_KEY", KEY)
        patch.setenv("NO_PROXY", "127.0.0.1")
        seen = work_one(runner, tmp_path_factory.mktemp("row"), stub, row.params)
        yield Played(row=row, worked=seen, requests=len(stub.requests))


def test_a_fault_is_whose_the_table_says(played: Played) -> None:
    stop, row = played.worked.record["evidence"]["stop"], played.row
    fault_of = "nobody" if stop["by"] == "end" else stop["by"]
    outcome = played.worked.record["grades"]["outcome"]
    assert (fault_of, stop["reason"], outcome) == (row.fault_of, row.stop, row.outcome)


def test_a_provider_is_asked_as_often_as_the_table_says(played: Played) -> None:
    assert played.requests == played.row.requests


def test_calls_that_cannot_be_carried_out_are_counted(played: Played) -> None:
    events = played.worked.record["evidence"]["events"]
    assert sum(event.get("status") == "invalid" for event in events) == played.row.invalid


def test_nothing_of_a_fault_is_lost(played: Played) -> None:
    model_calls = played.worked.model_calls
    check_hashes(played.worked.record, "record")
    tries = sum(len(call["attempts"]) for call in model_calls)
    assert tries == played.row.tries
    if played.row.fault_of != "infrastructure":
        assert len(model_calls) + tries == played.requests


def test_no_fault_makes_a_key_be_written_down(played: Played) -> None:
    assert KEY not in played.worked.files


def test_a_refused_connection_is_the_providers(serve: Serve, worked: Work) -> None:
    stub = serve(says("never asked"))
    stub.close()
    seen = worked(stub)
    stop = seen.record["evidence"]["stop"]
    assert (stop["by"], stop["reason"], stub.requests) == ("infrastructure", "provider_unavailable", ())
    assert seen.record["grades"]["outcome"] == "unknown"


def test_a_retry_after_is_waited_for_by_the_call_and_not_twice(serve: Serve, worked: Work) -> None:
    assert worked(serve(*once(fails(429, retry_after="40")))).waited_s == 40.0


def test_waiting_is_not_the_trials_time(serve: Serve, worked: Work) -> None:
    seen = worked(serve(*once(fails(429, retry_after="50"))))
    assert seen.record["evidence"]["seconds"] < 40


def test_what_was_not_reported_is_unknown(serve: Serve, worked: Work) -> None:
    seen = worked(serve(first(gold_changed(usage=...), 1)))
    usage = seen.record["evidence"]["usage"]
    assert (usage["input_tokens"], usage["output_tokens"], usage["cost_usd"]) == (None, None, None)


def test_who_really_answered_is_retained(serve: Serve, worked: Work) -> None:
    seen = worked(serve(first(gold_changed(model="somebody-else"), 1)))
    assert seen.model_calls[0]["answered_model"] == "somebody-else"
    assert seen.model_calls[0]["finish_reason"] == "tool_calls"


def test_a_finish_reason_nobody_knows_is_retained_as_it_came(serve: Serve, worked: Work) -> None:
    seen = worked(serve(first(gold_changed(finish="because"), 1)))
    assert seen.model_calls[0]["finish_reason"] == "because"


def test_the_table_holds_every_fault_that_was_asked_for() -> None:
    names = {row.name for row in TABLE}
    assert len(names) == len(TABLE) == 35
