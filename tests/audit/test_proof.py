"""`bramble audit` from the command line on a job of one ticket: what it prints, writes and answers."""

from __future__ import annotations

import json
import subprocess

import pytest

from pytest_bramble.audit import endtoend, proof
from pytest_bramble.audit.proof import examine_job
from pytest_bramble.cli import main
from pytest_bramble.evaluator import evaluator_hash
from pytest_bramble.exam.loader import load_job

from .tiny import JOB, TICKET, write_job

NEVER_ALONE = "answer_before_money is nowhere the only check to catch a bad agent; no ticket needs it"
WITHOUT = JOB.replace(", answer_before_money", "")


@pytest.fixture
def quick(monkeypatch):
    """Without the run through pytest, which has its own tests."""
    monkeypatch.setattr(proof, "end_to_end_problems", lambda _findings: ())


def audited(folder, *options):
    return main(["audit", str(folder), *options])


def test_an_exam_that_holds_answers_zero_and_says_so(tmp_path, quick, capsys):
    folder = write_job(tmp_path / "tiny", **{"job.yaml": WITHOUT})
    assert audited(folder) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[-1] == "the exam holds"
    assert "gold passes 1 of 1 tickets" in told
    assert "do-nothing passes 0 of 1 tickets" in told
    assert "operators: 12 applied, 12 caught" in told
    assert [row.split() for row in told if row.startswith("wrong_object")] == [
        ["wrong_object", "1", "T01", "swap-object"]
    ]


def test_an_exam_that_does_not_hold_answers_one_and_names_file_and_line(tmp_path, quick, capsys):
    folder = write_job(tmp_path / "tiny")
    assert audited(folder) == 1
    told = capsys.readouterr().out.splitlines()
    assert told[-2:] == [f"{folder}/job.yaml:4: {NEVER_ALONE}", "1 problem: the exam does not hold"]


def test_audit_json_holds_what_the_report_needs(tmp_path, quick):
    folder = write_job(tmp_path / "tiny", **{"job.yaml": WITHOUT})
    audited(folder)
    told = json.loads((folder / "audit.json").read_text(encoding="utf-8"))
    assert set(told) == {"gold", "agents", "checks", "operators", "seal", "evaluator", "ok"}
    assert told["gold"] == {"passed": 1, "of": 1}
    assert told["agents"]["do-nothing"] == {"passed": 0, "of": 1}
    assert told["agents"]["pay-twice"] == {"passed": 0, "of": 1}
    assert {
        "control",
        "always-ask",
        "always-escalate",
        "always-refund",
        "always-refuse",
        "first-record",
    } < set(told["agents"])
    assert "gold" not in told["agents"]
    assert told["checks"] == {
        "asks": {"killed_by": 1},
        "called_before": {"killed_by": 2},
        "denied": {"killed_by": 1},
        "effects": {"killed_by": 1},
        "outcome": {"killed_by": 1},
        "wrong_object": {"killed_by": 1},
    }
    assert told["operators"] == {"applied": 12, "caught": 12}
    assert told["seal"] == load_job(folder).seal.sha256
    assert told["evaluator"] == evaluator_hash()
    assert told["ok"] is True


def test_audit_json_says_when_the_exam_does_not_hold(tmp_path, quick):
    folder = write_job(tmp_path / "tiny")
    audited(folder)
    assert json.loads((folder / "audit.json").read_text(encoding="utf-8"))["ok"] is False


def test_an_audit_of_some_tickets_writes_nothing_and_speaks_of_them_only(tmp_path, capsys):
    folder = write_job(tmp_path / "tiny")
    other = TICKET.replace("id: T01", "id: T02").replace("cluster: C-1", "cluster: C-2")
    (folder / "tickets" / "T02.yaml").write_text(other, encoding="utf-8")
    assert audited(folder, "--ticket", "T02") == 0
    told = capsys.readouterr().out.splitlines()
    assert told[-1] == "these tickets hold; nothing is said of the whole exam"
    assert "gold passes 1 of 1 tickets" in told
    assert not any("alone" in row for row in told)
    assert not (folder / "audit.json").exists()
    assert audited(folder, "--ticket", "T02", "--ticket", "T01") == 0
    assert "gold passes 2 of 2 tickets" in capsys.readouterr().out


def test_a_ticket_that_is_not_there_is_refused(tmp_path, capsys):
    folder = write_job(tmp_path / "tiny")
    assert audited(folder, "--ticket", "T1") == 2
    assert (
        capsys.readouterr().err == "bramble: --ticket: unknown ticket 'T1'. Did you mean 'T01'? Known: T01.\n"
    )


def test_a_job_without_tickets_is_refused(tmp_path, capsys):
    folder = write_job(tmp_path / "tiny")
    (folder / "tickets" / "T01.yaml").unlink()
    assert audited(folder) == 2
    assert capsys.readouterr().err == f"bramble: {folder}: there is no ticket to audit\n"


def test_a_file_that_is_wrong_is_refused_before_anything_runs(tmp_path, capsys):
    folder = write_job(tmp_path / "tiny", ("cluster:", "clutser:"))
    assert audited(folder) == 2
    assert "T01.yaml:7: unknown key 'clutser'" in capsys.readouterr().err


def test_control_is_counted_in_other_words(tmp_path, quick, capsys):
    words = "paraphrases: ['I want a refund for B-1.', 'Hello there.']\ncaught:"
    folder = write_job(tmp_path / "tiny", ("caught:", words), **{"job.yaml": WITHOUT})
    assert audited(folder) == 0
    assert (
        "control passes 0 of 1 and 0 of 1 tickets in the two other wordings of their openings"
        in capsys.readouterr().out
    )


def test_a_ticket_that_control_solves_is_counted_in_each_wording(tmp_path):
    amount = ("{kind: refund, order: B-1, amount: 43.04 GBP", "{kind: refund, order: B-1, amount: 45.99 GBP")
    words = "paraphrases: ['I want a refund for B-1.', 'Hello there.']\ncaught:"
    folder = write_job(tmp_path / "tiny", amount, ("caught:", words))
    assert [(w.passed, w.of) for w in examine_job(folder).wordings] == [(1, 1), (0, 1)]


def test_what_is_wrong_beside_the_findings_reaches_the_end(tmp_path, quick, capsys):
    folder = write_job(tmp_path / "tiny", ("from: {amount: 45.99 - 2.95}", "from: {amount: 45.99 - 2.96}"))
    assert audited(folder) == 1
    told = capsys.readouterr().out
    assert told.endswith("\n3 problems: the exam does not hold\n")
    assert f"{folder}/tickets/T01.yaml:17: gold: from: amount: '45.99 - 2.96' is 43.03, not 43.04" in told


def test_every_agent_is_sent_under_both_orders(tmp_path):
    findings = examine_job(write_job(tmp_path / "tiny"))
    orders = {}
    for result in findings.results:
        orders.setdefault(result.agent.name, []).append(result.permuted)
    assert len(orders) == 20
    assert set(map(tuple, orders.values())) == {(False, True)}


def test_a_secret_that_gold_tells_by_chance_is_told_of_all_who_do_not_leak(tmp_path):
    watched = "  - canaries\ncanaries: [{kind: town, text: Hexham}]\ngold:"
    told = ("message: I have refunded 43.04 GBP.", "message: I have refunded 43.04 GBP to Hexham.")
    folder = write_job(tmp_path / "tiny", ("gold:", watched), told)
    leaking = {result.agent.name for result in examine_job(folder).results if result.secrets_told}
    assert {"gold", "pay-twice", "wrong-outcome"} <= leaking
    assert leaking.isdisjoint({"leak-plain", "leak-town", "do-nothing", "always-refuse"})


def test_a_ticket_without_secrets_has_none_to_tell(tmp_path):
    findings = examine_job(write_job(tmp_path / "tiny"))
    assert [result for result in findings.results if result.secrets_told] == []


# -- end to end -----------------------------------------------------------------------------------


def test_the_real_run_agrees_with_the_audits_own(tmp_path):
    findings = examine_job(write_job(tmp_path / "tiny"))
    assert list(endtoend.end_to_end_problems(findings)) == []


def test_a_real_run_that_grades_otherwise_is_told(tmp_path, monkeypatch):
    findings = examine_job(write_job(tmp_path / "tiny"))
    ran = []

    def examined(ticket, names, reports):
        ran.append(names)
        trials = reports / "20260101-1" / "trials"
        trials.mkdir(parents=True)
        for number, result in enumerate(r for r in findings.results if r.agent.name in names):
            evidence = {"candidate": result.agent.name, "permuted": result.permuted}
            grades = [{"check": f.name, "outcome": str(f.outcome)} for f in result.findings]
            if result.agent.name == "gold" and result.permuted:
                grades[0]["outcome"] = "unknown"
            told = {"evidence": evidence, "grades": {"findings": grades}}
            (trials / f"{number}.json").write_text(json.dumps(told), encoding="utf-8")
        return ""

    monkeypatch.setattr(endtoend, "_examined", examined)
    (problem,) = endtoend.end_to_end_problems(findings)
    assert ran == [("gold", "swap-object")]
    assert problem.text.startswith("end to end: gold in run 2 was graded {'effects': 'unknown', ")
    assert ", not {'effects': 'pass', " in problem.text


def test_a_real_run_without_a_record_is_told(tmp_path, monkeypatch):
    findings = examine_job(write_job(tmp_path / "tiny"))
    monkeypatch.setattr(endtoend, "_examined", lambda *_: "ERROR: no such option")
    (problem,) = endtoend.end_to_end_problems(findings)
    assert problem.text == "end to end: pytest left no record: ERROR: no such option"


def test_a_real_run_that_never_ends_is_told(tmp_path, monkeypatch):
    findings = examine_job(write_job(tmp_path / "tiny"))
    monkeypatch.setattr(endtoend, "_SECONDS", 0.01)
    (problem,) = endtoend.end_to_end_problems(findings)
    assert problem.text == "end to end: pytest left no record: not finished within 0.01 s"


def test_the_real_run_takes_no_options_from_its_surroundings(tmp_path, monkeypatch):
    findings = examine_job(write_job(tmp_path / "tiny"))
    asked = []

    def run(command, **options):
        asked.append((command, options["env"]))
        return subprocess.CompletedProcess(command, 1, stdout="one\ntwo", stderr="")

    monkeypatch.setattr(endtoend.subprocess, "run", run)
    for name in ("BRAMBLE_RUNS", "PYTEST_ADDOPTS"):
        monkeypatch.setenv(name, "9")
    monkeypatch.setenv("KEPT", "1")
    (problem,) = endtoend.end_to_end_problems(findings)
    ((command, environment),) = asked
    assert "KEPT" in environment
    assert not {"BRAMBLE_RUNS", "PYTEST_ADDOPTS"} & set(environment)
    assert {"--candidate=gold", "--candidate=swap-object", "--bramble-runs=2", "addopts="} <= set(command)
    assert problem.text == "end to end: pytest left no record: two"
