"""Collection: every trap that a YAML file collected as tests can step into."""

from __future__ import annotations

import pytest

from .conftest import report, sessions

R01 = "jobs/resolution/tickets/R01.yaml"


def ids(result: pytest.RunResult) -> list[str]:
    return [line for line in result.outlines if "::" in line and " " not in line]


def test_every_trial_is_one_item_in_registered_order(desk):
    result = desk.runpytest("--collect-only", "-q", "--candidate=control", "--candidate=first-record")
    assert ids(result)[:8] == [
        f"{R01}::first-record-r1",
        f"{R01}::control-r1",
        f"{R01}::control-r2",
        f"{R01}::first-record-r2",
        "jobs/resolution/tickets/R02.yaml::control-r1",
        "jobs/resolution/tickets/R02.yaml::first-record-r1",
        "jobs/resolution/tickets/R02.yaml::first-record-r2",
        "jobs/resolution/tickets/R02.yaml::control-r2",
    ]


def test_collect_only_writes_no_session(desk):
    result = desk.runpytest("--collect-only", "-q", "--candidate=control")
    assert len(ids(result)) == 8
    assert not (desk.path / "reports").exists()


def test_a_ticket_id_selects_by_keyword(desk):
    result = desk.runpytest("-k", "R02", "--candidate=control")
    result.assert_outcomes(passed=2, deselected=6)


def test_a_slice_selects_by_keyword(desk):
    result = desk.runpytest("-k", "ambiguity", "--candidate=control")
    result.assert_outcomes(passed=4, deselected=4)


def test_a_candidate_and_run_select_by_keyword(desk):
    result = desk.runpytest("-k", "first-record-r2", "--candidate=control", "--candidate=first-record")
    assert report(desk)["results"][1]["trials"] == 4
    assert result.parseoutcomes()["deselected"] == 12


def test_a_path_selects_a_ticket(desk):
    result = desk.runpytest(R01, "--candidate=control")
    result.assert_outcomes(passed=2)


def test_a_node_id_selects_a_trial(desk):
    result = desk.runpytest(f"{R01}::control-r2", "--candidate=control")
    result.assert_outcomes(passed=1)


def test_last_failed_runs_exactly_the_failed_trials(desk):
    desk.runpytest("--candidate=first-record").assert_outcomes(failed=6, passed=2)
    result = desk.runpytest("--candidate=first-record", "--lf")
    assert result.parseoutcomes()["failed"] == 6
    assert "passed" not in result.parseoutcomes()


def test_stop_on_first_failure_leaves_the_rest_not_run(desk):
    result = desk.runpytest("--candidate=first-record", "-x")
    assert result.ret == 1
    only = report(desk)["results"][0]
    assert (only["planned"], only["trials"], only["failed"], only["not_run"]) == (8, 1, 1, 7)


def test_a_candidate_named_twice_is_examined_once(desk):
    desk.runpytest("--candidate=control", "--candidate=control").assert_outcomes(passed=8)


def test_two_names_that_look_alike_in_ids_are_refused(desk, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-not-a-key")
    result = desk.runpytest("--candidate=openai/a:b", "--candidate=openai/a+b")
    assert result.ret == 4
    result.stderr.fnmatch_lines(
        [
            "*candidates 'openai/a:b' and 'openai/a+b' would both be called 'openai-a-b' in node ids; rename one"
        ]
    )


def test_fixtures_of_a_conftest_beside_the_tickets_apply(desk):
    (desk.path / "jobs/resolution/tickets/conftest.py").write_text(
        "import pathlib, pytest\n"
        "@pytest.fixture(autouse=True)\n"
        "def each(): pathlib.Path('each').open('a').write('x')\n"
        "@pytest.fixture(autouse=True, scope='module')\n"
        "def once(): pathlib.Path('once').open('a').write('x')\n",
        encoding="utf-8",
    )
    desk.runpytest("--candidate=control").assert_outcomes(passed=8)
    assert len((desk.path / "each").read_text()) == 8
    assert len((desk.path / "once").read_text()) == 4


def test_no_path_means_the_configured_job(desk):
    desk.makepyfile(test_other="def test_other(): raise RuntimeError")
    desk.runpytest("--candidate=control").assert_outcomes(passed=8)


def test_the_job_option_names_a_folder(desk):
    desk.makepyprojecttoml("")
    desk.runpytest("--candidate=control", "--bramble-job=jobs/resolution").assert_outcomes(passed=8)


def test_an_unknown_job_is_refused_with_the_nearest(desk):
    result = desk.runpytest("--candidate=control", "--bramble-job=resolutoin")
    assert result.ret == 4
    result.stderr.fnmatch_lines(["*--bramble-job: unknown job 'resolutoin'. Did you mean 'resolution'?*"])


def test_a_candidate_that_collects_nothing_is_an_error(desk):
    desk.makepyfile(test_other="def test_other(): pass")
    result = desk.runpytest("test_other.py", "--candidate=control")
    assert result.ret == 4
    result.stderr.fnmatch_lines(
        ["*bramble: --candidate names control, but no trial was collected: the paths given reach no job"]
    )


def test_a_selection_that_leaves_no_ticket_is_an_error(desk):
    result = desk.runpytest("-k", "R99", "--candidate=control")
    assert result.ret == 4
    result.stderr.fnmatch_lines(["*no trial was collected: the selection leaves no ticket"])


def test_a_ticket_without_a_candidate_is_refused(desk):
    result = desk.runpytest(R01)
    assert result.ret == 4
    result.stderr.fnmatch_lines(["*a ticket needs a candidate: name one, for example --candidate=control"])


def test_a_candidate_from_the_ini_file_waits_for_a_ticket(desk):
    desk.makepyprojecttoml("[tool.pytest.ini_options]\nbramble_candidates = ['gpt']\n")
    desk.makepyfile(test_other="def test_other(): pass")
    desk.runpytest("test_other.py").assert_outcomes(passed=1)
    assert not (desk.path / "reports").exists()


def test_a_candidate_from_the_environment_is_examined(desk, monkeypatch):
    monkeypatch.setenv("BRAMBLE_CANDIDATES", "control do-nothing")
    desk.runpytest().assert_outcomes(passed=8, failed=8)


def test_two_workers_give_the_numbers_of_one_process(desk):
    result = desk.runpytest_subprocess("--candidate=control", "--candidate=first-record", "-n", "2")
    assert result.ret == 1
    control, first = report(desk)["results"]
    names = ("trials", "contract_passed", "completed")
    assert [control[n] for n in names] == [8, 8, 6]
    assert [first[n] for n in names] == [8, 2, 3]
    assert first["counts"]["wrong_object_commits"] == 5
    assert first["verdict"] == "FIRED"


@pytest.mark.parametrize("workers", [[], ["-n", "1"]], ids=["one process", "a worker"])
def test_a_packaged_job_is_examined_from_anywhere(pytester, workers):
    """The jobs that come with the package lie outside rootdir."""
    result = pytester.runpytest_subprocess("--candidate=do-nothing", "--bramble-job=resolution", *workers)
    result.assert_outcomes(failed=8)
    result.stdout.fnmatch_lines(["FAILED resolution/tickets/R04.yaml::do-nothing-r2 - *"])
    assert report(pytester)["results"][0]["trials"] == 8


def test_a_selection_that_leaves_no_ticket_is_an_error_with_workers_too(desk):
    result = desk.runpytest_subprocess("-k", "R99", "--candidate=control", "-n", "2")
    assert result.ret == 4
    result.stdout.fnmatch_lines(["*no trial was collected: the selection leaves no ticket"])


def test_a_selection_is_partial_and_never_latest(desk):
    desk.runpytest("--candidate=control")
    whole = sessions(desk)[-1].name
    desk.runpytest("-k", "R02", "--candidate=control")
    told = report(desk)
    assert (told["kind"], told["complete"]) == ("partial", False)
    assert told["results"][0]["deselected"] == 6
    assert (desk.path / "reports/latest").read_text() == whole + "\n"
    assert (desk.path / "reports/last").read_text() == told["session"] + "\n"


def test_a_baseline_is_an_arm_of_its_own_in_the_rotation(desk):
    result = desk.runpytest("--collect-only", "-q", "--candidate=first-record", "--bramble-baseline=control")
    assert ids(result)[:4] == [
        f"{R01}::control-base-r1",
        f"{R01}::first-record-r1",
        f"{R01}::first-record-r2",
        f"{R01}::control-base-r2",
    ]


def test_a_candidate_may_be_its_own_baseline(desk):
    desk.runpytest("--candidate=control", "--bramble-baseline=control").assert_outcomes(passed=16)
    assert {(r["candidate"], r["arm"], r["passed"]) for r in report(desk)["results"]} == {
        ("control", "candidate", 8),
        ("control", "baseline", 8),
    }
