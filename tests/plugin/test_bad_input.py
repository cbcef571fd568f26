"""Bad input is a clear message or an error outcome, never a traceback and never green."""

from __future__ import annotations

import signal
import subprocess
import sys
import time

import pytest

from .conftest import records, report, sessions

PYPROJECT = "[tool.pytest.ini_options]\nbramble_job = 'resolution'\n"
R01 = "jobs/resolution/tickets/R01.yaml"


def edit(desk, old, new, file=R01):
    path = desk.path / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def collection_error(desk, line):
    result = desk.runpytest("--candidate=control")
    assert result.ret == 2
    result.stdout.fnmatch_lines([f"*/jobs/resolution/tickets/{line}"])
    assert "Traceback" not in str(result.stdout)
    assert not (desk.path / "reports").exists()


def test_malformed_yaml_names_file_and_line(desk):
    edit(desk, "cluster: C-1", "cluster: [C-1")
    collection_error(desk, "R01.yaml:*")


def test_an_unknown_key_names_the_nearest(desk):
    edit(desk, "cluster: C-1", "clusters: C-1")
    collection_error(desk, "R01.yaml:*clusters*cluster*")


def test_a_duplicate_key_is_refused(desk):
    edit(desk, "cluster: C-1", "cluster: C-1\ncluster: C-2")
    collection_error(desk, "R01.yaml:*cluster*")


def test_an_id_that_is_not_the_file_name_is_refused(desk):
    edit(desk, "id: R01", "id: R02")
    collection_error(desk, "R01.yaml:1: *")


def test_a_ticket_with_nothing_to_grade_is_refused(desk):
    edit(
        desk,
        "checks: [effects, wrong_object, denied, asks, answer_before_money, outcome]",
        "checks: []",
        "jobs/resolution/job.yaml",
    )
    edit(desk, "violations: {wrong_object: serious}", "", "jobs/resolution/job.yaml")
    result = desk.runpytest("--candidate=control")
    assert result.ret == 2
    assert "Traceback" not in str(result.stdout)


def test_a_check_nobody_has_is_refused_with_the_nearest(desk):
    edit(desk, "permute: [orders]", "permute: [orders]\nchecks: [efects]")
    collection_error(desk, "R01.yaml:*'efects'*effects*")


def test_a_broken_ticket_outside_the_selection_stops_the_session_too(desk):
    edit(desk, "cluster: C-1", "clusters: C-1")
    result = desk.runpytest("jobs/resolution/tickets/R02.yaml", "--candidate=control")
    assert result.ret == 4
    result.stderr.fnmatch_lines(["*R01.yaml:*clusters*"])


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("controll", "*unknown candidate 'controll'. Did you mean 'control'?*"),
        ("gemini-pro", "*unknown candidate 'gemini-pro'. Did you mean 'gemini'?*"),
    ],
)
def test_an_unknown_candidate_is_refused_with_the_nearest(desk, name, message):
    result = desk.runpytest(f"--candidate={name}")
    assert result.ret == 4
    result.stderr.fnmatch_lines([message])


def test_a_missing_key_is_told_before_the_first_trial_with_whom_it_affects(desk, monkeypatch):
    for variable in ("OPENAI_API_KEY", "MISTRAL_API_KEY"):
        monkeypatch.delenv(variable, raising=False)
    result = desk.runpytest(
        "--candidate=gpt", "--candidate=openai/gpt-5.4-mini", "--candidate=mistral", "--candidate=control"
    )
    assert result.ret == 4
    result.stderr.fnmatch_lines(
        [
            "*no key: OPENAI_API_KEY is not set, needed by gpt, openai/gpt-5.4-mini; MISTRAL_API_KEY is not set, needed by mistral. Nothing was sent."
        ]
    )
    assert not (desk.path / "reports").exists()


def test_collecting_only_needs_no_key(desk, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    result = desk.runpytest("--candidate=gpt", "--collect-only", "-q")
    assert result.ret == 0


@pytest.mark.parametrize("number", ["0", "-1", "two", "1.5"])
def test_a_number_of_runs_that_is_none_is_refused(desk, number):
    result = desk.runpytest("--candidate=control", f"--bramble-runs={number}")
    assert result.ret == 4
    result.stderr.fnmatch_lines([f"*--bramble-runs must be a whole number from 1, not '{number}'"])


@pytest.mark.parametrize("seconds", ["0", "-3", "soon", "inf", "nan"])
def test_a_timeout_that_is_none_is_refused(desk, seconds):
    result = desk.runpytest("--candidate=control", f"--bramble-timeout={seconds}")
    assert result.ret == 4
    result.stderr.fnmatch_lines([f"*--bramble-timeout must be a number of seconds above 0, not '{seconds}'"])


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (
            "[tool.bramble.candidates.mine]\nmodle = 'openai/x'",
            "*candidates.mine]: unknown key 'modle'. Did you mean 'model'?*",
        ),
        (
            "[tool.bramble.candidates.mine]\nparams = {}",
            "*candidates.mine]: needs 'model' (a LiteLLM model string), 'python' or 'extends'",
        ),
        ("[tool.bramble.candidates.mine]\nmodel = 3", "*candidates.mine]: model must be a string, not 3"),
        (
            "[tool.bramble.candidates.mine]\nmodel = 'stub'",
            "*candidates.mine]: model 'stub' must name provider/model",
        ),
        (
            "[tool.bramble.candidates.mine]\nextends = 'yours'",
            "*candidates.mine]: extends an unknown candidate 'yours'.*",
        ),
        (
            "[tool.bramble.candidates.mine]\nextends = 'yours'\n[tool.bramble.candidates.yours]\nextends = 'mine'",
            "*extends in a circle: mine -> yours -> mine",
        ),
        (
            "[tool.bramble.candidate.mine]\nmodel = 'openai/x'",
            "*unknown table 'candidate'. Did you mean 'candidates'?*",
        ),
        (
            "[tool.bramble.candidates.mine]\nmodel = 'openai/x'\nprompt = 'none.md'",
            "*candidates.mine]: prompt: cannot read *none.md*",
        ),
    ],
)
def test_a_wrong_candidate_entry_is_refused_with_file_and_table(desk, table, message):
    desk.makepyprojecttoml(f"{PYPROJECT}{table}\n")
    result = desk.runpytest("--candidate=mine")
    assert result.ret == 4
    result.stderr.fnmatch_lines([message])


WORLD_THAT_WAITS = """
import pathlib, time
from pytest_bramble.worlds.shop import Shop
from pytest_bramble.worlds.tools import tool

class Waiting(Shop):
    @tool(writes=False)
    def list_orders(self, customer_id: str | None = None, cursor: str | None = None):
        "List orders."
        if len(list(pathlib.Path("reports").glob("2*/trials/*.json"))) >= 2:
            pathlib.Path("waiting").touch()
            time.sleep(20)
        return super().list_orders(customer_id, cursor)
"""


@pytest.fixture
def interruptible():
    """What is started hears Ctrl-C, even where these tests run in a shell's background, which ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_keeps_what_was_recorded_and_reports_it_truthfully(desk):
    edit(desk, "world: shop", "world: world.py:Waiting", "jobs/resolution/job.yaml")
    (desk.path / "jobs/resolution/world.py").write_text(WORLD_THAT_WAITS, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "--candidate=first-record", "-p", "no:cacheprovider"]
    with subprocess.Popen(
        command, cwd=desk.path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as session:
        while not (desk.path / "waiting").exists():
            assert session.poll() is None
            time.sleep(0.02)
        session.send_signal(signal.SIGINT)
        told, _ = session.communicate(timeout=30)
    assert session.returncode == 2
    assert len(records(desk)) == 2
    result = report(desk)["results"][0]
    assert (result["planned"], result["trials"], result["not_run"]) == (8, 2, 6)
    assert report(desk)["kind"] == "partial"
    assert f"reports/{sessions(desk)[-1].name}/report.html" in told


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("world.yaml", "total: 64.00 USD", "totl: 64.00 USD", "*/jobs/resolution/world.yaml:2?:*totl*total*"),
        ("world.yaml", "total: 64.00 USD", "total: 64 USD", "*/jobs/resolution/world.yaml:2?:*64 USD*"),
        (
            "tickets/R01.yaml",
            "permute: [orders]",
            "permute: [orders]\nworld: {orders: {A-99: {customer: C-1}}}",
            "*/R01.yaml:1?:*",
        ),
    ],
)
def test_an_object_the_world_cannot_hold_is_refused_with_its_line(desk, file, old, new, message):
    edit(desk, old, new, f"jobs/resolution/{file}")
    result = desk.runpytest("--candidate=control")
    assert result.ret == 2
    result.stdout.fnmatch_lines([message])
    assert "Traceback" not in str(result.stdout)
