"""A model over real LiteLLM and real HTTP, examined by pytest in a process of its own."""

from __future__ import annotations

import json

import pytest

from pytest_bramble.cli import main

from ..stub_server import StubServer, calls, says, tool_call
from .conftest import records, report, sessions

KEY = "sk-canary-7f3a9c1e5b"
GOLD = [
    ("list_orders", {}),
    ("verify_identity", {"order_id": "A-72"}),
    ("consult_policy", {"topic": "refunds"}),
    ("request_refund_approval", {"order_id": "A-72", "amount": "189.00", "currency": "EUR", "reason": "4.3"}),
    (
        "issue_refund",
        {
            "order_id": "A-72",
            "amount": "189.00",
            "currency": "EUR",
            "approval_id": "AP-A-72-1",
            "idempotency_key": "k",
        },
    ),
    ("close_ticket", {"outcome": "done", "message": "189.00 EUR refunded."}),
]


def plays_gold(request):
    """The next line of R01's gold script, by how many turns the conversation has."""
    turn = sum(1 for message in request.body["messages"] if message["role"] == "assistant")
    name, arguments = GOLD[turn]
    return calls(tool_call(name, json.dumps(arguments), f"call_{turn}"))


@pytest.fixture
def project(desk, monkeypatch):
    """A project with two candidates that differ only in their prompt, told where the server is."""
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    (desk.path / "brief.md").write_text("Be brief.", encoding="utf-8")

    def told(url):
        desk.makepyprojecttoml(
            "[tool.pytest.ini_options]\nbramble_job = 'resolution'\n"
            f"[tool.bramble.candidates.plain]\nmodel = 'openai/stub'\napi_base = '{url}'\napi_key_env = 'OPENAI_API_KEY'\n"
            "[tool.bramble.candidates.brief]\nextends = 'plain'\nprompt = 'brief.md'\n"
        )
        main(["freeze", str(desk.path / "jobs")])
        return desk

    return told


def test_a_model_is_examined_over_http_and_told_apart_by_its_prompt(project):
    with StubServer(plays_gold) as server:
        desk = project(server.url)
        result = desk.runpytest_subprocess("-k", "R01 and r1", "--candidate=plain", "--candidate=brief", "-l")
    result.assert_outcomes(passed=2, deselected=14)
    plain, brief = report(desk)["results"]
    assert (plain["kind"], plain["synthetic"], plain["contract_passed"]) == ("litellm", False, 1)
    assert plain["fingerprint"]["model"] == "openai/stub"
    assert plain["fingerprint"]["sha256"] != brief["fingerprint"]["sha256"]
    assert report(desk)["seal"]["status"] == "sealed"
    assert plain["usage"]["agent"] == {
        "calls": 6,
        "input_tokens": 66,
        "output_tokens": 42,
        "cost_usd": None,
        "unknown_cost_calls": 6,
        "cost_source": None,
        "known_cost_usd": 0.0,
    }
    seen = [record["evidence"]["view"]["system"][:9] for record in records(desk)]
    assert seen == ["Be brief.", "You work "]
    assert server.requests[0].key == KEY
    assert {tool["function"]["name"] for tool in server.requests[0].body["tools"]} == {
        tool["name"] for tool in records(desk)[0]["evidence"]["view"]["tools"]
    }
    written = [path for path in sessions(desk)[-1].rglob("*") if path.is_file()]
    assert [path.name for path in written if KEY in path.read_text(encoding="utf-8")] == []
    assert KEY not in str(result.stdout) + str(result.stderr)


def test_a_server_that_is_gone_makes_errors_and_no_failures(project):
    with StubServer(says("never asked")) as server:
        url = server.url
    desk = project(url)
    result = desk.runpytest_subprocess("-k", "R01", "--candidate=plain", "--tb=short")
    result.assert_outcomes(errors=2, deselected=6)
    told = report(desk)["results"][0]
    assert (told["failed"], told["unknown"], told["errors"]) == (0, 2, 2)
    result.stdout.fnmatch_lines(["unknown: provider_unavailable: *"])
    assert all(r["evidence"]["stop"]["by"] == "infrastructure" for r in records(desk))
    assert KEY not in str(result.stdout) + str(result.stderr)


def test_under_w_error_an_odd_answer_is_still_the_models(project):
    def odd_once(request):
        turns = sum(1 for message in request.body["messages"] if message["role"] == "assistant")
        return calls(tool_call("list_orders", {}, "call_odd")) if turns == 0 else plays_gold(request)

    with StubServer(odd_once) as server:
        desk = project(server.url)
        result = desk.runpytest_subprocess("-k", "R01", "--candidate=plain", "-W", "error")
    result.assert_outcomes(passed=2, deselected=6)
    assert len(server.requests) == 12


FILTERS = """
import pathlib, warnings
import pytest

@pytest.fixture(autouse=True)
def filters():
    yield
    stands = any(text is not None and "Pydantic serializer" in text.pattern for _, text, *_ in warnings.filters)
    with pathlib.Path("stands").open("a") as file:
        file.write(f"{int(stands)}")
"""


def test_odd_answers_pass_in_tests_of_others_that_a_model_answers_in(project):
    with StubServer(plays_gold) as server:
        desk = project(server.url)
        (desk.path / "jobs/resolution/conftest.py").write_text(FILTERS, encoding="utf-8")
        candidates = ("--candidate=control", "--candidate=plain")
        desk.runpytest_subprocess(*candidates, "--bramble-concurrency=4", "-W", "error")
    assert (desk.path / "stands").read_text() == "1" * 16
