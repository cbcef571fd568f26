"""`bramble doctor`: what it finds before an exam is paid for, over real LiteLLM and real HTTP."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pytest_bramble.cli import main
from pytest_bramble.session.projection import latest

from ..plugin.test_models import plays_gold
from ..stub_server import Answer, StubServer, calls, echoes_the_key, fails, says, tool_call

JOBS = Path(__file__).parent.parent.parent / "jobs"
KEY = "canary-key-7f3a9c1e5b"


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A project whose ini file names the resolution job, in which a candidate is declared."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setenv("STUB_KEY", KEY)
    for name in ("OPENAI_API_KEY", "BRAMBLE_JOB", "BRAMBLE_REPORTS"):
        monkeypatch.delenv(name, raising=False)
    shutil.copytree(JOBS / "resolution", tmp_path / "jobs" / "resolution")

    def declared(url, *lines):
        text = ["[tool.pytest.ini_options]", "bramble_job = 'resolution'", "[tool.bramble.candidates.mine]"]
        text += ["model = 'openai/stub'", f"api_base = '{url}'", "api_key_env = 'STUB_KEY'", *lines]
        (tmp_path / "pyproject.toml").write_text("\n".join(text), encoding="utf-8")
        return tmp_path

    return declared


def ready(request):
    """Answers the doctor's question first, R01 after that."""
    messages = request.body["messages"]
    if "report_ready" not in messages[0]["content"]:
        return plays_gold(request)
    if len(messages) == 2:
        return calls(tool_call("report_ready", '{"ready": true}', "call_r"))
    return says("done")


def doctor(capsys, *arguments):
    code = main(["doctor", *arguments])
    return code, capsys.readouterr().out.splitlines()


def test_a_candidate_that_can_sit_is_told_what_the_exam_will_cost(place, capsys):
    with StubServer(ready) as server:
        folder = place(
            server.url, "price = {input_per_mtok = 10, output_per_mtok = 20}", "params = {temperature = 0.2}"
        )
        code, lines = doctor(capsys, "mine")
    assert code == 0
    assert lines[:4] == [
        "ok model: mine is openai/stub",
        f"ok key: STUB_KEY is set, for {server.url}",
        "ok price: $10 in, $20 out per million tokens (declared)",
        "ok parameters: max_tokens = 4096, temperature = 0.2: accepted",
    ]
    assert lines[4].startswith("ok tool call: called, and went on after the result; stub answered twice in ")
    assert lines[5].startswith("ok ticket: R01 once: pass, 6 calls, $0.0015, ")
    assert lines[6].startswith("mine: the whole exam is 8 trials, about $0.0120 and ")
    assert lines[6].endswith(", by bramble doctor")
    assert len(server.requests) == 8
    measured = latest(folder / "reports", "resolution", "mine", "openai/stub")
    assert (measured.source, measured.trials, measured.usd) == ("doctor", 1, pytest.approx(0.0015))


def test_the_tool_result_goes_back_with_the_calls_id(place, capsys):
    with StubServer(ready) as server:
        place(server.url)
        doctor(capsys, "mine")
    assert [m.get("tool_call_id") for m in server.requests[1].body["messages"]] == [
        None,
        None,
        None,
        "call_r",
    ]


def test_a_price_that_is_not_known_keeps_nobody_from_going_on(place, capsys):
    with StubServer(ready) as server:
        place(server.url)
        code, lines = doctor(capsys, "mine")
    assert code == 0
    assert lines[2] == (
        "?? price: not in LiteLLM's price map: declare price in [tool.bramble.candidates.mine]"
    )
    assert "6 calls, $0.00 + 6 unknown, " in lines[5]
    assert lines[6].startswith("mine: the whole exam is 8 trials, cost unknown and ")


def test_without_a_key_nothing_is_sent(place, capsys, monkeypatch):
    monkeypatch.delenv("STUB_KEY")
    with StubServer(ready) as server:
        place(server.url)
        code, lines = doctor(capsys, "mine")
    assert (code, lines[1], len(lines), server.requests) == (1, "NO key: STUB_KEY is not set", 4, ())


def test_parameters_the_model_does_not_take_are_refused_before_anything_is_sent(place, capsys, monkeypatch):
    with StubServer(ready) as server:
        folder = place(server.url)
        file = folder / "pyproject.toml"
        text = file.read_text(encoding="utf-8").replace("openai/stub", "openai/gpt-5")
        file.write_text(f"{text}\nparams = {{temperature = 0.2}}", encoding="utf-8")
        code, lines = doctor(capsys, "mine")
    assert (code, server.requests) == (1, ())
    assert lines[2].startswith("ok price: $1.25 in, $10 out per million tokens (LiteLLM's price map)")
    assert lines[3].startswith(
        "NO parameters: max_tokens = 4096, temperature = 0.2: gpt-5 doesn't support temperature=0.2"
    )
    assert "drop" not in lines[3]


@pytest.mark.parametrize(
    ("answer", "state", "told"),
    [
        (says("I am ready."), "NO", "it answered without calling the tool: 'I am ready.'"),
        (fails(503), "NO", "openai/stub: the server failed (HTTP 503): no"),
        (
            echoes_the_key,
            "NO",
            "openai/stub: the key was refused; check STUB_KEY (HTTP 401): Incorrect API key provided: [removed].",
        ),
        (calls(tool_call("report_ready", "{}")), "??", "it called report_ready with '{}'"),
        (calls(tool_call("report_ready", "not json")), "??", "it called report_ready with 'not json'"),
        (calls(tool_call("do_it", '{"ready": true}')), "??", "it called do_it with '{\"ready\": true}'"),
    ],
    ids=["no call", "503", "401", "no argument", "no json", "another tool"],
)
def test_a_tool_call_that_does_not_go_round_is_told(place, capsys, monkeypatch, answer, state, told):
    async def at_once(_seconds, _why=""):
        pass

    monkeypatch.setattr("pytest_bramble.sharing.waiting.asyncio.sleep", at_once)

    def once(request):
        if "report_ready" in request.body["messages"][0]["content"] and len(request.body["messages"]) == 2:
            return answer(request) if callable(answer) else answer
        return ready(request)

    with StubServer(once) as server:
        place(server.url)
        code, lines = doctor(capsys, "mine")
    assert lines[4] == f"{state} tool call: {told}"
    assert code == (1 if state == "NO" else 0)
    assert len(lines) == (5 if state == "NO" else 7)


def test_a_ticket_that_infrastructure_ends_is_told(place, capsys):
    def then_nothing(request):
        asked = "report_ready" in request.body["messages"][0]["content"]
        return ready(request) if asked else Answer(status=400, body=b'{"error": {"message": "no more"}}')

    with StubServer(then_nothing) as server:
        place(server.url)
        code, lines = doctor(capsys, "mine")
    assert code == 1
    assert (
        lines[5]
        == "NO ticket: R01: provider_rejected: openai/stub: the request was refused (HTTP 400): no more"
    )
    assert len(lines) == 6


def test_an_agent_is_tried_on_a_ticket(place, capsys):
    folder = place("http://127.0.0.1:9")
    (folder / "own.py").write_text(
        "async def agent(ticket):\n    await ticket.call('list_orders')\n", encoding="utf-8"
    )
    (folder / "pyproject.toml").write_text(
        "[tool.bramble.candidates.own]\npython = 'own:agent'\n", encoding="utf-8"
    )
    code, lines = doctor(capsys, "own", "--job", "resolution")
    assert (code, lines[0]) == (0, "ok candidate: own is own:agent")
    assert lines[1].startswith("ok ticket: R01 once: fail, 1 calls, $0.00 + 1 unknown, ")


def test_a_scripted_candidate_costs_nothing(place, capsys):
    place("http://127.0.0.1:9")
    code, lines = doctor(capsys, "control")
    assert (code, lines[0]) == (0, "ok candidate: control is scripted")
    assert lines[2].startswith("control: the whole exam is 8 trials, about $0.00 and ")


def test_the_first_ticket_of_the_smoke_plan_is_tried(place, capsys):
    place("http://127.0.0.1:9")
    _, lines = doctor(capsys, "do-nothing", "--job", str(JOBS / "support"))
    assert lines[1].startswith("ok ticket: T01 once: ")


def test_a_candidate_nobody_knows_is_refused(place, capsys):
    place("http://127.0.0.1:9")
    assert main(["doctor", "mines"]) == 2
    assert "unknown candidate 'mines'. Did you mean 'mine'?" in capsys.readouterr().err


def test_nothing_a_doctor_keeps_holds_the_key(place, capsys):
    with StubServer(lambda request: says(f"Your key is {request.key}.")) as server:
        folder = place(server.url)
        _, lines = doctor(capsys, "mine")
    assert KEY not in "\n".join(lines)
    assert lines[4] == "NO tool call: it answered without calling the tool: 'Your key is [removed].'"
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert not [path for path in files if KEY in path.read_text(encoding="utf-8")]
