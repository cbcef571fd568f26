"""What the page shows of each candidate: figures, strip, bounds, flags, and which transcript opens."""

from __future__ import annotations

from pytest_bramble.report.model import build
from pytest_bramble.report.page import page

from .fake_session import PROVIDER_DOWN, Session, candidate, finding, ticket


def job(session, *records):
    """The only job section of the page."""
    (section,) = page(build(session.manifest, records or session.passed())).jobs
    return section


def card(session, *records):
    """The only card of the page."""
    (only,) = job(session, *records).cards
    return only


def test_bounds_are_drawn_to_scale_with_the_bar():
    session = Session(tickets={f"T{n:02}": ticket(f"T{n:02}") for n in range(1, 12)})
    interval = card(session).interval
    assert (interval.start, interval.width, interval.bar) == (152.32, 47.68, 160.0)
    assert interval.text == (
        "between 0.76 and 1.00 of customers like these 11, each bound with 95% confidence; the bar is 0.8"
    )


def test_too_few_customers_have_no_bounds_to_draw():
    assert card(Session()).interval is None


def test_the_strip_shows_how_many_tickets_pass_how_often():
    session = Session(tickets={f"T0{n}": ticket(f"T0{n}", runs=2) for n in range(1, 6)})
    fail = finding("effects", "fail", "x")
    bad = [session.key("T02"), session.key("T03"), session.key("T03", run=2)]
    gone = [session.key("T04", run=2), session.key("T05"), session.key("T05", run=2)]
    records = session.passed(*bad, *gone) + [(f"{key.stem}.json", session.record(key, fail)) for key in bad]
    assert [(part.look, part.tickets, part.start, part.width) for part in card(session, *records).strip] == [
        ("always", 1, 0.0, 40.0),
        ("flaky", 1, 40.0, 40.0),
        ("never", 1, 80.0, 40.0),
        ("absent", 2, 120.0, 80.0),
    ]


def test_flags_name_what_a_reader_must_not_miss():
    session = Session(
        tickets={"T01": ticket(runs=5), "T30": ticket("T30", gross=["canaries"])},
        deselected=["support.T01.gemini.r5"],
    )
    keys = [session.key(run=n) for n in range(1, 5)]
    wrong = finding("wrong_object", "fail", "x", level="serious")
    records = [
        (
            "support.T30.gemini.r1.json",
            session.record(session.key("T30"), finding("canaries", "fail", "x", level="gross")),
        ),
        (f"{keys[0].stem}.json", session.record(keys[0], wrong, counts_changes={"unanswered_questions": 1})),
        (
            f"{keys[1].stem}.json",
            session.record(keys[1], finding("effects", "unknown", "x"), stop=PROVIDER_DOWN),
        ),
        (f"{keys[2].stem}.json", session.record(keys[2], finding("effects", "unknown", "grader_error: x"))),
    ]
    assert card(session, *records).flags == (
        ("bad", "1 gross misconduct"),
        ("bad", "1 serious misconduct"),
        ("poor", "1 infrastructure error"),
        ("poor", "1 could not be graded"),
        ("poor", "1 not run"),
        ("poor", "1 deselected"),
        ("poor", "exam may be at fault in 1"),
    )


def test_a_clean_card_has_no_flags():
    assert card(Session()).flags == ()


def test_the_card_says_who_was_asked_for_and_who_answered():
    assert card(Session()).note == "openai/gpt-x · answered by gpt-x-2026"
    alone = Session(candidates={"control": candidate(requested="control", kind="scripted", note="ours")})
    record = alone.record(alone.key(candidate="control"), model_calls=[])
    assert card(alone, ("support.T01.control.r1.json", record)).note == "ours"


def test_a_scripted_candidate_costs_no_model():
    session = Session(candidates={"control": candidate(kind="scripted", synthetic=True)})
    assert (card(session).cost, card(session).cost_each) == ("no model cost", "")
    assert (card(Session()).cost, card(Session()).cost_each) == ("$0.25", "$0.25 per solved ticket")


def test_a_cell_opens_the_first_run_that_did_not_pass():
    session = Session(tickets={"T01": ticket(runs=4)})
    third = session.record(session.key(run=3), finding("effects", "fail", "x"))
    second = session.record(session.key(run=2), finding("effects", "unknown", "x"), stop=PROVIDER_DOWN)
    records = session.passed(session.key(run=2), session.key(run=3))
    records += [("support.T01.gemini.r2.json", second), ("support.T01.gemini.r3.json", third)]
    (row,) = job(session, *records).matrix
    assert (row.cells[0].number, row.cells[0].text, row.cells[0].unknown, row.spotless) == (
        2,
        "2/4",
        "1?",
        False,
    )


def test_a_ticket_of_which_nothing_is_known_is_not_coloured_as_failed():
    session = Session(tickets={"T01": ticket(), "T02": ticket("T02")})
    down = session.record(session.key(), finding("effects", "unknown", "x"), stop=PROVIDER_DOWN)
    first, second = job(session, ("support.T01.gemini.r1.json", down)).matrix
    assert (first.cells[0].look, first.cells[0].label) == (
        "absent",
        "T01, gemini: 0 of 1 run passed, 1 unknown",
    )
    assert (second.cells[0].look, second.cells[0].label, second.cells[0].number) == (
        "absent",
        "T02, gemini: not run",
        None,
    )


def test_reasons_that_are_the_same_for_many_checks_are_said_once():
    session = Session()
    unknown = [finding(name, "unknown", "interrupted") for name in ("effects", "asks")]
    record = session.record(session.key(), *unknown, stop=PROVIDER_DOWN)
    (row,) = card(session, ("support.T01.gemini.r1.json", record)).troubles
    assert (row.word, row.reasons) == (
        "error",
        ("provider_timeout: no answer within 60 s", "effects, asks: interrupted"),
    )


def test_safety_tickets_stand_side_by_side():
    session = Session(
        tickets={"T30": ticket("T30", gross=["canaries"])},
        candidates={n: candidate() for n in ("a", "b", "c")},
    )
    leak = session.record(
        session.key("T30", "a"), finding("canaries", "fail", "disclosed town", level="gross")
    )
    clean = session.record(session.key("T30", "b"), finding("canaries", level="gross"))
    (row,) = job(session, ("support.T30.a.r1.json", leak), ("support.T30.b.r1.json", clean)).safety
    assert [(cell.look, cell.word, cell.text, cell.trial) for cell in row.cells] == [
        ("bad", "violated", "disclosed town in run 1", 0),
        ("good", "no violation", "nothing disclosed in 1 run; 0 leaks in 1 run bounds the rate at 95.0%", 1),
        ("", "unknown", "not run", None),
    ]


def test_provenance_names_seal_evaluator_manifest_and_versions():
    session = Session()
    facts = dict(page(build(session.manifest, session.passed())).provenance)
    assert facts["Seal"] == f"support: sealed, {'s' * 64}"
    assert facts["Evaluator"] == "e" * 64
    assert facts["Manifest"] == session.manifest["sha256"]
    assert facts["Versions"] == "pytest-bramble 0.1.0 · python 3.11.2"
    assert facts["Audit"] == "support: none on file"
    assert facts["Options"] == "runs: None · timeout_s: 300.0"


def test_a_broken_seal_names_the_files():
    session = Session(
        job_changes={"seal": {"status": "broken", "sha256": "", "changed": ["T01.yaml: edited"]}}
    )
    facts = dict(page(build(session.manifest, session.passed())).provenance)
    assert facts["Seal"] == "support: broken, no hash (T01.yaml: edited)"


def test_the_date_is_one_people_read_and_no_date_is_left_alone():
    assert page(build(Session().manifest, Session().passed())).created == "30 November 2026, 05:00 UTC"
    odd = Session(changes={"created": "yesterday"})
    assert page(build(odd.manifest, odd.passed())).created == "yesterday"


def test_gross_looks_worse_than_serious_and_each_opens_its_trial():
    session = Session(tickets={"T01": ticket(), "T30": ticket("T30", gross=["canaries"])})
    places = [{"event": 2, "surface": "text", "offset": 7}, {"event": 9, "surface": None, "offset": None}]
    leak = finding("canaries", "fail", "disclosed town", level="gross", places=places)
    wrong = finding("wrong_object", "fail", "refund", level="serious")
    lines = job(
        session,
        ("support.T30.gemini.r1.json", session.record(session.key("T30"), leak)),
        ("support.T01.gemini.r1.json", session.record(session.key(), wrong)),
    ).misconduct
    assert [(line.look, line.word, line.text, line.trial) for line in lines] == [
        ("poor", "serious", "T01 run 1, wrong_object: refund", 0),
        ("bad", "gross", "T30 run 1, canaries: disclosed town (event 2, text, offset 7)", 1),
    ]


def test_the_same_misconduct_in_several_runs_is_one_line():
    session = Session(tickets={"T01": ticket(runs=4)})
    wrong = finding("wrong_object", "fail", "refund", level="serious")
    records = [
        (f"support.T01.gemini.r{run}.json", session.record(session.key(run=run), wrong)) for run in (2, 3, 4)
    ]
    lines = job(session, *records).misconduct
    assert [(line.text, line.trial) for line in lines] == [
        ("T01 run 2, wrong_object: refund; also in runs 3 and 4", 0)
    ]


def test_the_audit_is_told_as_it_ended():
    told = []
    for ok in (True, False):
        audit = {"ok": ok, "seal": "s" * 64, "evaluator": "e" * 64}
        session = Session(job_changes={"audit": audit})
        told.append(dict(page(build(session.manifest, session.passed())).provenance)["Audit"])
    assert told == ["support: passed", "support: failed"]


def test_what_is_estimated_of_whom_is_told():
    facts = dict(page(build(Session().manifest, Session().passed())).provenance)
    assert facts["What is estimated"] == "share of customers served in every run"
    assert facts["Of which population"] == "the tickets of this job"


def test_a_ticket_that_only_failed_is_coloured_as_failed_beside_an_unknown():
    session = Session(tickets={"T01": ticket(runs=2)})
    failed = session.record(session.key(), finding("effects", "fail", "x"))
    down = session.record(session.key(run=2), finding("effects", "unknown", "x"), stop=PROVIDER_DOWN)
    (row,) = job(session, ("support.T01.gemini.r1.json", failed), ("support.T01.gemini.r2.json", down)).matrix
    assert (row.cells[0].look, row.cells[0].label) == ("never", "T01, gemini: 0 of 2 runs passed, 1 unknown")
