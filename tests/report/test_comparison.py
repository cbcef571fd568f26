"""Candidates side by side: numbers with their unknowns, requirements in words, differences marked."""

from __future__ import annotations

import pytest

from pytest_bramble.report.comparison import fingerprint_rows, number_rows, requirement_rows
from pytest_bramble.report.model import build
from pytest_bramble.report.wordings import dollars

from .fake_session import NO_USAGE, PAID, Session, candidate, finding, ticket


def results(session, *records):
    return build(session.manifest, records or session.passed())["results"]


def cells(rows):
    """Every row as label and texts."""
    return {row.label: [cell.text for cell in row.cells] for row in rows}


def test_unknown_usage_is_said_and_counted_never_zero():
    session = Session()
    record = session.record(session.key(), usage=NO_USAGE, model_calls=[{"latency_s": None}])
    table = cells(number_rows(results(session, ("support.T01.gemini.r1.json", record))))
    assert {
        label: table[label]
        for label in ("Model calls", "Input tokens", "Cost", "Cost per solved ticket", "Cost according to")
    } == {
        "Model calls": ["2"],
        "Input tokens": ["unknown"],
        "Cost": ["unknown for 2 of 2 calls"],
        "Cost per solved ticket": ["unknown"],
        "Cost according to": ["nobody"],
    }
    assert table["Seconds per call, median"] == ["unknown"]


def test_a_cost_that_is_known_in_part_is_told_with_what_is_not():
    session = Session(tickets={"T01": ticket(runs=2)})
    first = session.record(session.key(), usage=NO_USAGE, model_calls=[{"usage": {"cost_usd": 0.5}}, {}])
    other = ("support.T01.gemini.r2.json", session.record(session.key(run=2)))
    table = cells(number_rows(results(session, ("support.T01.gemini.r1.json", first), other)))
    assert table["Cost"] == ["$0.75 and unknown for 2 of 4 calls"]


def test_known_usage_is_printed_with_its_source():
    session = Session()
    record = session.record(
        session.key(),
        usage={**PAID, "input_tokens": 12_345},
        model_calls=[{"latency_s": 0.5}, {"latency_s": 2}, {"latency_s": None}],
    )
    table = cells(number_rows(results(session, ("support.T01.gemini.r1.json", record))))
    assert (table["Input tokens"], table["Cost"], table["Cost according to"]) == (
        ["12,345"],
        ["$0.25"],
        ["provider"],
    )
    assert table["Seconds per call, median"] == ["1.25 (1 not reported)"]
    assert table["Seconds per call, longest"] == ["2.00 (1 not reported)"]
    assert table["Judges: calls and cost"] == ["0 · $0.00"]


def test_a_cost_without_a_solved_ticket_has_no_share():
    session = Session()
    record = session.record(session.key(), finding("effects", "fail", "x"))
    table = cells(number_rows(results(session, ("support.T01.gemini.r1.json", record))))
    assert table["Cost per solved ticket"] == ["none solved"]


def test_every_candidate_has_a_cell_in_every_row():
    session = Session(tickets={"T01": ticket(runs=2)}, candidates={"a": candidate(), "b": candidate()})
    found = results(session)
    rows = (*number_rows(found), *requirement_rows(found), *fingerprint_rows(found))
    assert {len(row.cells) for row in rows} == {2}
    assert [row.group for row in number_rows(found)][::8][:2] == ["Trials", "Reliability"]


def test_pass_hat_rows_go_as_far_as_there_are_runs():
    session = Session(tickets={"T01": ticket(runs=2)})
    table = cells(number_rows(results(session)))
    assert table["pass^1: a run passes"] == ["1.00"]
    assert table["pass^2: a ticket passes 2 times in a row"] == ["1.00"]
    assert "pass^3: a ticket passes 3 times in a row" not in table


def test_requirements_say_what_is_met_and_what_would_supply_the_rest():
    rows = requirement_rows(results(Session()))
    assert [row.label for row in rows][:3] == ["H1 coverage", "H2 seal", "H3 customers"]
    looks = {row.label: row.cells[0].look for row in rows}
    assert (looks["H2 seal"], looks["H3 customers"]) == ("good", "bad")


def test_invalid_evidence_is_not_examined_for_requirements():
    session = Session(candidates={"a": candidate(), "b": candidate()})
    records = session.passed()
    records.append(("support.T01.a.r1-copy.json", records[0][1]))
    rows = requirement_rows(results(session, *records))
    assert {row.cells[0].text for row in rows} == {"not examined: the evidence is invalid"}
    assert rows[0].cells[1].look == "good"


def test_a_fingerprint_is_compared_key_by_key():
    one = candidate(fingerprint={"params": {"temperature": 0.2, "stop": ["a"]}, "empty": {}, "prompt": "x"})
    other = candidate(fingerprint={"params": {"stop": ["a"]}, "empty": {}, "prompt": "x"})
    rows = fingerprint_rows(results(Session(candidates={"a": one, "b": other})))
    assert [(row.label, [c.text for c in row.cells], row.differs) for row in rows[-3:]] == [
        ("params.temperature", ["0.2", "—"], True),
        ("params.stop", ['["a"]', '["a"]'], False),
        ("prompt", ["x", "x"], False),
    ]


@pytest.mark.parametrize(
    ("amount", "text"),
    [(0, "$0.00"), (0.0042, "$0.0042"), (0.0999, "$0.0999"), (0.1, "$0.10"), (1234.5, "$1,234.50")],
)
def test_small_money_keeps_its_digits(amount, text):
    assert dollars(amount) == text
