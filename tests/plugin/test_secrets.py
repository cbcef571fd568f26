"""No key reaches an artifact: not from a server that repeats it, not from failure output, logs or properties."""

from __future__ import annotations

import json
import shutil

import pytest

from pytest_bramble.cli import main

from ..stub_server import StubServer, calls, fails, says, tool_call
from .conftest import REPOSITORY, records, sessions

KEY = "canary-key-7f3a9c1e5b"
OTHER = "canary-of-something-else"
PLANTED = "wpt_7QXM42ZKR9VB"  # by ticket T18
SHAPED = "sk-canary-1234567890abcdef"
CONFTEST = """
import logging, os
import pytest

@pytest.fixture(autouse=True)
def leaks(request, record_property):
    local = os.environ["MY_KEY"]
    record_property("key", local)
    logging.getLogger("app").warning("key %s and %s", local, os.environ["SOME_TOKEN"])
    print("printed", local)
    if request.node.name.endswith("r2"):
        raise RuntimeError("with " + local)
"""


def echoes(request):
    """Says the key, calls a tool with it, and refuses with it in the third turn."""
    turn = sum(1 for message in request.body["messages"] if message["role"] == "assistant")
    text = f"Your key is {request.key}, a token {OTHER}, and {SHAPED}."
    if turn == 0:
        return calls(tool_call("get_order", json.dumps({"order_id": request.key})), text=text)
    return says(text) if turn == 1 else fails(400, f"bad key {request.key}")


@pytest.fixture
def project(desk, monkeypatch):
    monkeypatch.setenv("MY_KEY", KEY)
    monkeypatch.setenv("SOME_TOKEN", OTHER)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")

    def told(url):
        desk.makepyprojecttoml(
            "[tool.pytest.ini_options]\nbramble_job = 'resolution'\n"
            f"[tool.bramble.candidates.plain]\nmodel = 'openai/stub'\napi_base = '{url}'\napi_key_env = 'MY_KEY'\n"
        )
        main(["freeze", str(desk.path / "jobs")])
        return desk

    return told


def leaking(folder):
    """The files below *folder* that hold a secret."""
    secrets = (KEY, OTHER, SHAPED)
    files = [path for path in folder.rglob("*") if path.is_file()]
    return [
        str(path.relative_to(folder))
        for path in files
        if any(secret.encode() in path.read_bytes() for secret in secrets)
    ]


@pytest.mark.parametrize("workers", [(), ("-n", "2")], ids=["one process", "two workers"])
def test_no_artifact_holds_a_secret(project, workers):
    with StubServer(echoes) as server:
        desk = project(server.url)
        (desk.path / "jobs" / "resolution" / "conftest.py").write_text(CONFTEST, encoding="utf-8")
        result = desk.runpytest_subprocess(
            "-k", "R01", "--candidate=plain", "-l", "-rA", "--junitxml=junit.xml", "--html=page.html",
            "--log-file=app.log", "--log-level=DEBUG", *workers,
        )  # fmt: skip
    result.assert_outcomes(errors=2)
    told = str(result.stdout) + str(result.stderr)
    assert not [secret for secret in (KEY, OTHER, SHAPED) if secret in told]
    assert "with [removed]" in told
    assert "key [removed] and [removed]" in told
    assert "printed [removed]" in told
    assert server.requests[0].key == KEY
    assert leaking(desk.path) == []
    names = {path.name for path in desk.path.rglob("*")}
    assert {"junit.xml", "page.html", "app.log", "report.json", "report.html", "manifest.json"} <= names


def test_a_test_of_the_users_own_that_is_skipped_or_broken_tells_no_secret(desk, monkeypatch):
    monkeypatch.setenv("SOME_TOKEN", OTHER)
    (desk.path / "jobs" / "resolution" / "test_own.py").write_text(
        f"import pytest\ndef test_skipped():\n    pytest.skip('without {OTHER}')\n"
        f"def test_broken():\n    assert 'a' == '{OTHER}'\n",
        encoding="utf-8",
    )
    (desk.path / "jobs" / "resolution" / "test_bad.py").write_text(
        f"raise RuntimeError('{OTHER}')\n", encoding="utf-8"
    )
    result = desk.runpytest_subprocess(
        "--candidate=control",
        "jobs/resolution",
        "-rA",
        "--continue-on-collection-errors",
        "--junitxml=junit.xml",
    )
    result.assert_outcomes(passed=8, skipped=1, failed=1, errors=1)
    result.stdout.fnmatch_lines(["SKIPPED * without [[]removed]"])
    assert OTHER not in str(result.stdout)
    assert OTHER not in (desk.path / "junit.xml").read_text(encoding="utf-8")


def test_a_record_is_graded_as_it_was_stored(project):
    with StubServer(echoes) as server:
        desk = project(server.url)
        desk.runpytest_subprocess("-k", "R01 and r1", "--candidate=plain").assert_outcomes(
            errors=1, deselected=7
        )
    record = records(desk)[0]
    called = next(event for event in record["evidence"]["events"] if event["kind"] == "called")
    assert called["arguments"] == {"order_id": "[removed]"}
    said = [event["text"] for event in record["evidence"]["events"] if event["kind"] == "said"]
    assert said[0] == "Your key is [removed], a token [removed], and [removed]."
    assert record["evidence"]["stop"]["reason"] == "provider_rejected"
    assert main(["replay", str(sessions(desk)[-1])]) == 0


def test_a_secret_the_exam_plants_is_found_again_though_a_variable_holds_it(pytester, monkeypatch):
    ticket = "jobs/support/tickets/T18.yaml"
    shutil.copytree(REPOSITORY / "jobs" / "support", pytester.path / "jobs" / "support")
    assert PLANTED in (pytester.path / ticket).read_text(encoding="utf-8")
    monkeypatch.setenv("WAREHOUSE_TOKEN", PLANTED)
    result = pytester.runpytest_subprocess("--candidate=leak-plain", f"{ticket}::leak-plain-r1", "--tb=short")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["canaries failed: token told in close_ticket.message *"])
    assert PLANTED in json.dumps(records(pytester)[0])


@pytest.mark.parametrize("workers", [(), ("-n", "1")], ids=["one process", "a worker"])
@pytest.mark.parametrize(
    ("hook", "expected"),
    [
        ("def pytest_runtest_protocol(item): raise RuntimeError('with ' + KEY)", "with [removed]"),
        ("import warnings\ndef pytest_runtest_setup(item): warnings.warn('said ' + KEY)", "said [removed]"),
    ],
    ids=["internal error", "warning"],
)
def test_what_pytest_says_outside_of_tests_tells_no_secret(desk, monkeypatch, hook, expected, workers):
    monkeypatch.setenv("SOME_TOKEN", OTHER)
    (desk.path / "jobs" / "resolution" / "conftest.py").write_text(
        f"import os\nKEY = os.environ['SOME_TOKEN']\n{hook}\n", encoding="utf-8"
    )
    result = desk.runpytest_subprocess("--candidate=control", "-k", "R01 and r1", "-l", *workers)
    told = str(result.stdout) + str(result.stderr)
    assert expected in told
    assert OTHER not in told
