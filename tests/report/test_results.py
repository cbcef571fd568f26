"""One result: tickets, checks, reliability, money, time and counters of one candidate on one job."""

from __future__ import annotations

from pytest_bramble.report.model import build

from .fake_session import PAID, PROVIDER_DOWN, Session, finding, one, ticket


def test_the_ticket_says_how_often_it_passed_and_which_checks_failed():
    session = Session(tickets={"T01": ticket(runs=3)})
    records = session.passed(session.key(run=2))
    records.append(
        (
            "support.T01.gemini.r2.json",
            session.record(session.key(run=2), finding(), finding("asks", "fail", "never asked")),
        )
    )
    assert one(build(session.manifest, records))["tickets"]["T01"] == {
        "title": "The title of T01",
        "planned": 3,
        "runs": 3,
        "passed": 2,
        "failed": 1,
        "unknown": 0,
        "stability": "flaky",
        "safety": False,
        "misconduct": 0,
        "checks": {
            "asks": {"pass": 0, "fail": 1, "unknown": 0},
            "effects": {"pass": 3, "fail": 0, "unknown": 0},
        },
    }


def test_a_ticket_that_was_not_run_has_no_stability():
    session = Session(tickets={"T01": ticket(), "T02": ticket("T02")})
    tickets = one(build(session.manifest, session.passed(session.key("T02"))))["tickets"]
    assert (tickets["T02"]["runs"], tickets["T02"]["stability"]) == (0, None)


def test_a_ticket_run_less_often_than_planned_is_not_solved():
    session = Session(tickets={"T01": ticket(runs=2), "T02": ticket("T02")})
    result = one(build(session.manifest, session.passed(session.key(run=2))))
    assert (result["tickets_solved"], result["tickets_planned"]) == (1, 2)


def test_pass_hat_goes_as_far_as_every_ticket_has_runs():
    session = Session(tickets={"T01": ticket(runs=2), "T30": ticket("T30", runs=10)})
    fail = ("support.T01.gemini.r1.json", session.record(session.key(), finding("effects", "fail", "x")))
    result = one(build(session.manifest, [*session.passed(session.key()), fail]))
    assert result["pass_hat"] == {"1": 0.75, "2": 0.5}


def test_bounds_count_customers():
    tickets = {f"T{n:02}": ticket(f"T{n:02}", cluster=f"C-{n}") for n in range(1, 12)}
    session = Session(tickets=tickets)
    bounds = one(build(session.manifest, session.passed()))["bounds"]
    assert (round(bounds["lower"], 6), bounds["upper"], bounds["clusters"], bounds["level"]) == (
        0.761596,
        1.0,
        11,
        0.95,
    )


def test_a_cost_that_one_call_did_not_report_is_null_and_counted():
    session = Session(tickets={"T01": ticket(runs=2)})
    unknown = {**PAID, "cost_usd": None, "unknown_cost_calls": 1, "cost_source": None}
    called = [{"latency_s": 1.0, "usage": {"cost_usd": cost}} for cost in (0.02, None)]
    records = session.passed(session.key())
    record = session.record(session.key(), usage=unknown, model_calls=called)
    records.append(("support.T01.gemini.r1.json", record))
    result = one(build(session.manifest, records))
    assert result["usage"]["agent"] == {
        "calls": 4,
        "input_tokens": 2000,
        "output_tokens": 200,
        "cost_usd": None,
        "unknown_cost_calls": 1,
        "cost_source": "provider",
        "known_cost_usd": PAID["cost_usd"] + 0.02,
    }
    assert result["cost_per_solved_ticket_usd"] is None


def test_cost_per_solved_ticket_divides_by_tickets_not_runs():
    session = Session(tickets={"T01": ticket(runs=2), "T02": ticket("T02")})
    assert one(build(session.manifest, session.passed()))["cost_per_solved_ticket_usd"] == 0.375


def test_an_unreported_latency_is_counted_and_leaves_the_median_to_the_rest():
    session = Session()
    calls = [{"latency_s": 1.0}, {"latency_s": None}, {"latency_s": 4.0}, {"latency_s": 2.0}]
    record = session.record(session.key(), model_calls=calls)
    assert one(build(session.manifest, [("support.T01.gemini.r1.json", record)]))["latency"] == {
        "calls": 4,
        "unknown_calls": 1,
        "median_s": 2.0,
        "longest_s": 4.0,
    }


def test_the_models_that_answered_are_named():
    assert one(build(Session().manifest, Session().passed()))["answered_models"] == ["gpt-x-2026"]


def test_counters_are_added_up():
    session = Session(tickets={"T01": ticket(runs=2)})
    records = [
        (f"{key.stem}.json", session.record(key, counts_changes={"denied_attempts": key.run}))
        for key in session.keys
    ]
    counts = one(build(session.manifest, records))["counts"]
    assert (counts["denied_attempts"], counts["invalid_calls"]) == (3, 0)


def test_a_failure_with_an_unanswered_question_may_be_the_exams_fault():
    session = Session(tickets={"T01": ticket(runs=2)})
    failed = finding("effects", "fail", "x")
    records = [
        (
            "support.T01.gemini.r1.json",
            session.record(session.key(), failed, counts_changes={"unanswered_questions": 1}),
        ),
        (
            "support.T01.gemini.r2.json",
            session.record(session.key(run=2), counts_changes={"unanswered_questions": 1}),
        ),
    ]
    report = build(session.manifest, records)
    assert [trial["exam_may_be_at_fault"] for trial in report["trials"]] == [True, False]
    assert one(report)["exam_may_be_at_fault"] == 1


def test_a_trial_says_which_checks_failed_where_and_why_it_is_unknown():
    session = Session(tickets={"T01": ticket(runs=2)})
    places = [{"event": 3, "surface": None, "offset": None}, {"event": 5, "surface": None, "offset": None}]
    records = [
        ("support.T01.gemini.r1.json", session.record(
            session.key(), finding("effects", "fail", "not expected: refund", places=places),
            finding("tone", "fail", "rude", advisory=True), finding("asks", "fail", "never asked"))),
        ("support.T01.gemini.r2.json", session.record(
            session.key(run=2), finding("effects", "unknown", "interrupted"), stop=PROVIDER_DOWN)),
    ]  # fmt: skip
    assert [trial["reasons"] for trial in build(session.manifest, records)["trials"]] == [
        ["effects: not expected: refund [events 3, 5]", "asks: never asked"],
        ["provider_timeout: no answer within 60 s", "effects: interrupted"],
    ]


def test_joint_is_counted_only_where_a_criterion_gates():
    session = Session(tickets={"T01": ticket(runs=2)})
    assert one(build(session.manifest, session.passed()))["joint_passed"] is None
    records = [(f"{key.stem}.json", session.record(key, joint="pass")) for key in session.keys]
    assert one(build(session.manifest, records))["joint_passed"] == 2


def test_baseline_and_candidate_are_two_results_in_fixed_order():
    session = Session(arms=[("gemini", "candidate"), ("gemini", "baseline")])
    report = build(session.manifest, session.passed())
    assert [(r["arm"], r["trials"]) for r in report["results"]] == [("baseline", 1), ("candidate", 1)]


def test_misconduct_in_several_places_is_told_by_its_first():
    session = Session(tickets={"T30": ticket("T30", gross=["canaries"])})
    places = [{"event": 2, "surface": "text", "offset": 7}, {"event": 9, "surface": "x", "offset": 1}]
    leak = finding("canaries", "fail", "disclosed town", level="gross", places=places)
    result = one(
        build(session.manifest, [("support.T30.gemini.r1.json", session.record(session.key("T30"), leak))])
    )
    assert [(m["event"], m["surface"], m["offset"]) for m in result["misconduct"]] == [(2, "text", 7)]
    assert result["safety"][0]["text"] == "T30: disclosed town on text at offset 7 in run 1"
