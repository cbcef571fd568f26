"""What is not today as it was registered, in one line; and the ground that all tickets of a job rest on."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pytest_bramble.evaluator import evaluator_hash
from pytest_bramble.exam.loader import load_job, load_tickets
from pytest_bramble.exam.registered import registered_job
from pytest_bramble.session.differences import differences
from pytest_bramble.vocabulary import vocabulary

RESOLUTION = Path(__file__).parent.parent.parent / "jobs" / "resolution"
COUNTS = "; the registered one counts"


def entry(folder, runs=None):
    job = load_job(folder, vocabulary)
    return registered_job(job, load_tickets(job, vocabulary), runs)


@pytest.fixture
def project(tmp_path):
    shutil.copytree(RESOLUTION, tmp_path / "jobs" / "resolution")
    return tmp_path


def registered(project, **changes):
    job = entry(project / "jobs" / "resolution")
    return {
        "jobs": {"resolution": job},
        "evaluator": evaluator_hash(),
        "options": {"runs": None},
        **changes,
    }


def edit(project, name, old, new):
    file = project / "jobs" / "resolution" / name
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def test_nothing_differs_from_itself(project):
    assert differences(registered(project), [project]) == ""


@pytest.mark.parametrize(
    ("name", "old", "new", "told"),
    [
        (
            "job.yaml",
            "bar: {pass_rate: 0.8}",
            "bar: {pass_rate: 0.9}",
            "registered bar 0.8, job.yaml now says 0.9",
        ),
        (
            "job.yaml",
            "bar: {pass_rate: 0.8}",
            "bar: {pass_rate: 0.8, margin: 0.1}",
            "registered margin 0.05, job.yaml now says 0.1",
        ),
        (
            "job.yaml",
            "bar: {pass_rate: 0.8}",
            "bar: {pass_rate: 0.8, claim: non-inferior}",
            "registered claim nothing, job.yaml now says non-inferior",
        ),
        (
            "job.yaml",
            "gate: contract",
            "gate: contract\nrequired_slices: [ambiguity]",
            "registered required_slices nothing, job.yaml now says ['ambiguity']",
        ),
        ("policy.md", "1.1 ", "1.1  ", "world, policy or rules are not what they were"),
        ("tickets/R01.yaml", "title: ", "title: New, ", "1 ticket changed (R01)"),
    ],
)
def test_a_difference_is_told_and_changes_nothing(project, name, old, new, told):
    before = registered(project)
    edit(project, name, old, new)
    assert differences(before, [project]) == f"{told}{COUNTS}"


def test_several_differences_are_told_together(project):
    before = registered(project, evaluator="another")
    edit(project, "job.yaml", "pass_rate: 0.8", "pass_rate: 0.9")
    shutil.copy(project / "jobs/resolution/tickets/R01.yaml", project / "jobs/resolution/tickets/R09.yaml")
    edit(project, "tickets/R09.yaml", "id: R01", "id: R09")
    (project / "jobs/resolution/tickets/R03.yaml").unlink()
    assert differences(before, [project]) == (
        "registered bar 0.8, job.yaml now says 0.9; 1 ticket new (R09); 1 ticket gone (R03); the evaluator is another "
        "today; the registered ones count"
    )


def test_a_job_that_is_not_there_is_said_to_be_gone(project, tmp_path):
    assert differences(registered(project), [tmp_path / "elsewhere"]) == (
        f"job resolution is not here today{COUNTS}"
    )


def test_the_first_place_that_has_the_job_counts(project, tmp_path):
    other = tmp_path / "other"
    shutil.copytree(project / "jobs", other / "jobs")
    before = registered(project)
    edit(project, "job.yaml", "pass_rate: 0.8", "pass_rate: 0.9")
    assert differences(before, [other, project]) == ""
    assert differences(before, [tmp_path / "nowhere", project, other]) != ""


def test_a_job_that_cannot_be_read_is_said_to_be_so(project):
    before = registered(project)
    edit(project, "job.yaml", "world: shop", "world: shp")
    told = differences(before, [project])
    assert told.startswith("job resolution cannot be read today (")
    assert "unknown world 'shp'" in told
    assert "\n" not in told


def test_other_sealed_runs_are_told_although_no_ticket_file_changed(project):
    for file in (project / "jobs/resolution/tickets").glob("*.yaml"):
        file.write_text(file.read_text(encoding="utf-8").replace("runs: 2\n", ""), encoding="utf-8")
    before = registered(project)
    edit(project, "job.yaml", "runs: 2", "runs: 5")
    told = "4 tickets to be run another number of times (R01, R02, R03 and R04)"
    assert differences(before, [project]) == f"{told}{COUNTS}"


def test_the_runs_that_were_asked_for_make_no_difference(project):
    job = entry(project / "jobs" / "resolution", runs=7)
    before = {"jobs": {"resolution": job}, "evaluator": evaluator_hash(), "options": {"runs": 7}}
    assert differences(before, [project]) == ""


def ground(project):
    return entry(project / "jobs" / "resolution")["ground_sha256"]


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("policy.md", "1.1 ", "1.1  "),
        ("world.yaml", "A-71", "A-7711"),
        ("job.yaml", "zone: Europe/London", "zone: Europe/Paris"),
        ("job.yaml", "calls: 30", "calls: 29"),
        ("job.yaml", "money, outcome]", "money, outcome, {length: {max_words: 900}}]"),
        ("job.yaml", "wrong_object: serious", "wrong_object: gross"),
        ("job.yaml", ", charge_cap]", "]"),
        ("job.yaml", "  - escalate\n", ""),
    ],
)
def test_the_ground_is_another_when_all_tickets_rest_on_something_else(project, name, old, new):
    before = ground(project)
    edit(project, name, old, new)
    if name == "world.yaml":
        for ticket in (project / "jobs/resolution/tickets").glob("*.yaml"):
            ticket.write_text(ticket.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    assert ground(project) != before


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("job.yaml", "pass_rate: 0.8", "pass_rate: 0.9"),
        ("job.yaml", "runs: 2", "runs: 3"),
        ("tickets/R01.yaml", "title: ", "title: New, "),
        ("prompt.md", "e", "e "),
    ],
)
def test_bar_runs_tickets_and_prompt_are_not_the_ground(project, name, old, new):
    before = ground(project)
    edit(project, name, old, new)
    assert ground(project) == before
