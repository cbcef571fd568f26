"""The scorecard in pytest-html: escaped, small, and a link that can only lead to a file."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from pytest_bramble.report.model import build
from pytest_bramble.report.pytest_html import Scorecard, scorecard

from .fake_session import Session, ticket
from .hostile import hostile_records, hostile_session
from .parsed_page import Parsed


def test_the_scorecard_has_a_row_per_result_and_a_link():
    session = Session(tickets={"T01": ticket(runs=2)})
    report = build(session.manifest, session.passed())
    assert scorecard(report, "s/report.html") == (
        "<h3>bramble: session 20261130-050000-abcd</h3>"
        '<table><thead><tr><th scope="col">Candidate</th><th scope="col">Verdict</th><th scope="col">Score</th>'
        '<th scope="col">Tickets passed every time</th><th scope="col">Errors</th><th scope="col">Cost</th></tr>'
        '</thead><tbody><tr><th scope="row">gemini</th><td>PROBATION</td><td>100.0</td><td>1 of 1</td><td>0</td>'
        "<td>$0.50</td></tr></tbody></table>"
        '<p><a href="s/report.html">The full report</a></p>'
    )


def test_a_partial_session_says_so_in_the_scorecard():
    report = build(Session().manifest, [])
    assert "<p>PARTIAL: some of the planned trials are not there" in scorecard(report, None)
    assert "<a " not in scorecard(report, None)


def test_nothing_in_the_scorecard_is_markup_but_our_own():
    session = hostile_session()
    text = scorecard(build(session.manifest, hostile_records(session)), "x.html")
    assert {name for name, _ in Parsed(text).tags} == {
        "h3", "p", "table", "thead", "tr", "th", "tbody", "td", "a"
    }  # fmt: skip
    assert text.isprintable()
    assert "set aside</td>" in text


def test_the_link_cannot_become_a_script_or_leave_its_attribute():
    report = build(Session().manifest, Session().passed())
    text = scorecard(report, "javascript:alert(1)\" onclick='x'")
    assert '<a href="javascript%3Aalert%281%29%22%20onclick%3D%27x%27">' in text


def test_nothing_is_shown_before_the_session_is_concluded():
    plugin, prefix = Scorecard(), []
    plugin.pytest_html_results_summary(prefix)
    assert prefix == []


def test_pytest_html_shows_the_scorecard(tmp_path: Path):
    root = Path(__file__).parents[2]
    (tmp_path / "test_nothing.py").write_text("def test_nothing(): pass\n", encoding="utf-8")
    (tmp_path / "card.py").write_text(
        "from pytest_bramble.report.model import build\n"
        "from pytest_bramble.report.pytest_html import Scorecard\n"
        "from tests.report.fake_session import Session\n"
        "def pytest_configure(config):\n"
        "    card = Scorecard()\n"
        "    card.report, card.html_path = build(Session().manifest, Session().passed()), 'report.html'\n"
        "    config.pluginmanager.register(card)\n",
        encoding="utf-8",
    )
    command = [sys.executable, "-m", "pytest", "-q", "-p", "card", "--html=out.html"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(tmp_path), str(root)))}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    page = (tmp_path / "out.html").read_text(encoding="utf-8")
    assert '<th scope="row">gemini</th><td>PROBATION</td>' in page
    assert '<a href="report.html">The full report</a>' in page
