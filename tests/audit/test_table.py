"""The matrix and the kill table are as wide as a terminal and say what happened."""

from __future__ import annotations

from dataclasses import replace

from pytest_bramble.audit.judgement import Judgement, Kill
from pytest_bramble.audit.results import Agent, Findings, Passed, Result
from pytest_bramble.audit.table import kill_table, matrix, summary
from pytest_bramble.checks.base import Finding
from pytest_bramble.evidence.record import Stop
from pytest_bramble.exam.job import Job
from pytest_bramble.exam.loader import load_job
from pytest_bramble.outcome import Outcome

from .tiny import CLOSE, material, write_job


def result(ticket, name, outcome, *, permuted=False, level=None):
    finding = Finding(
        name="x", family="x", outcome=Outcome(outcome), advisory=False, level=level, text="", places=()
    )
    return Result(
        ticket=ticket, agent=Agent(name=name, sort="operator"), permuted=permuted, findings=(finding,),
        stop=Stop(reason="closed", by="end"),
    )  # fmt: skip


def ticket(ident, **examiner):
    plain = material(CLOSE).ticket
    return replace(plain, id=ident, examiner=replace(plain.examiner, **examiner))


def findings(folder, tickets, *results):
    job: Job = load_job(write_job(folder / "tiny"))
    return Findings(job=job, tickets=tuple(tickets), results=results, whole=True)


def test_the_matrix_has_a_line_per_agent_and_a_column_per_ticket(tmp_path):
    rows = matrix(
        findings(
            tmp_path,
            [ticket("T01", equivalent={"meek": "It changes nothing."}), ticket("T02")],
            result("T01", "gold", "pass"),
            result("T01", "meek", "pass"),
            result("T01", "sly", "fail", level="gross"),
            result("T02", "gold", "fail"),
            result("T02", "sly", "pass"),
            result("T02", "sly", "fail", permuted=True),
            result("T02", "lost", "unknown"),
        )
    )
    assert list(rows) == [
        "      T T",
        "      0 0",
        "      1 2",
        "gold  + x",
        "meek  = .",
        "sly   ! ?",
        "lost  . ?",
        "",
        "+ passes   x fails   ! fails with misconduct   = passes, rightly   ? neither   . not here",
    ]


def test_a_misconduct_under_one_order_shows(tmp_path):
    both = (result("T01", "sly", "fail"), result("T01", "sly", "fail", permuted=True, level="serious"))
    assert "sly  !" in list(matrix(findings(tmp_path, [ticket("T01")], *both)))


def test_a_job_of_many_tickets_is_shown_in_blocks_that_fit(tmp_path):
    idents = [f"T{number:03}" for number in range(1, 101)]
    results = [result(ident, "unasked-request-refund-approval", "fail") for ident in idents]
    rows = list(matrix(findings(tmp_path, map(ticket, idents), *results)))
    assert max(map(len, rows)) <= 120
    assert [row.count("x") for row in rows if row.startswith("unasked")] == [44, 44, 12]
    assert rows[3].split() == [ident[-1] for ident in idents[:44]]


def test_the_kill_table_counts_and_gives_examples():
    kills = [Kill(ticket=f"T0{n}", agent="swap-object") for n in range(1, 5)]
    assert list(kill_table({"asks": (), "wrong_object": tuple(kills)})) == [
        "check         alone",
        "asks              0",
        "wrong_object      4  T01 swap-object, T02 swap-object, T03 swap-object",
    ]


def test_a_line_of_the_kill_table_fits():
    kills = tuple(Kill(ticket="T01", agent="a" * 60) for _ in range(3))
    assert max(map(len, kill_table({"asks": kills}))) == 120


def test_the_summary_counts(tmp_path):
    agents = {name: Passed(passed=n, of=34) for n, name in enumerate(("do-nothing", "control", "gold"))}
    judgement = Judgement(problems=(), kills={}, agents=agents, applied=9, caught=8)
    seen = findings(tmp_path, [ticket("T01")])
    counts = [
        "gold passes 2 of 34 tickets",
        "do-nothing passes 0 of 34 tickets",
        "control passes 1 of 34 tickets",
    ]
    assert list(summary(seen, judgement)) == [*counts, "operators: 9 applied, 8 caught"]
    reworded = replace(seen, wordings=(Passed(passed=3, of=4), Passed(passed=0, of=0)))
    assert list(summary(reworded, judgement))[3] == (
        "control passes 3 of 4 and 0 of 0 tickets in the two other wordings of their openings"
    )
