"""The worked ticket of docs/tickets.md is a ticket."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from pytest_bramble.audit.judgement import judge
from pytest_bramble.audit.proof import examine_job

REPOSITORY = Path(__file__).parent.parent.parent


@pytest.fixture(scope="module")
def job(tmp_path_factory):
    """The support job with the page's ticket in it."""
    text = (REPOSITORY / "docs" / "tickets.md").read_text(encoding="utf-8")
    ticket = re.search(r"```yaml\n(id: T50.*?)```", text, re.DOTALL)[1]
    folder = tmp_path_factory.mktemp("worked") / "jobs" / "support"
    shutil.copytree(REPOSITORY / "jobs" / "support", folder)
    (folder / "tickets" / "T50.yaml").write_text(ticket, encoding="utf-8")
    return folder


def test_gold_passes_the_worked_ticket_and_bad_agents_do_not(job):
    findings = examine_job(job, ("T50",))
    assert [str(problem) for problem in judge(findings).problems] == []
