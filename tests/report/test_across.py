"""What the summary says across candidates, in a line each."""

from __future__ import annotations

import pytest

from pytest_bramble.report.across import across_lines
from pytest_bramble.report.terminal import summary_lines

from .fake_session import Session, candidate
from .sat import exam, of_arm, paired, report


def lines(session, **spoilt):
    return list(across_lines(report(session, **spoilt)))


def test_a_comparison_without_an_interval_says_why():
    assert lines(paired(exam(1, 2)), fails=of_arm("candidate r1")) == [
        "gemini against gpt: better on 0 and worse on 1 of 2 runs; no claim, 1 customer"
    ]


@pytest.mark.parametrize(
    ("fails", "text"),
    [
        (of_arm("nothing"), "better on 0 and worse on 0 of 30 runs; cannot be told, -0.11 to +0.11 of customers"),
        (of_arm("baseline"), "better on 30 and worse on 0 of 30 runs; better, +0.77 to +1.00 of customers"),
        (of_arm("candidate"), ("better on 0 and worse on 30 of 30 runs; worse beyond the margin, -1.00 to -0.77 "
         "of customers")),
    ],
)  # fmt: skip
def test_a_comparison_says_what_follows(fails, text):
    assert lines(paired(exam(30, 1)), fails=fails) == [f"gemini against gpt: {text}"]


def test_unknown_runs_are_counted():
    (line,) = lines(paired(exam(1, 2)), down=of_arm("candidate r1"))
    assert line == "gemini against gpt: better on 0 and worse on 0 of 2 runs, 1 unknown; no claim, 1 customer"


def test_a_refused_comparison_says_why():
    assert lines(paired(exam(1, 1)), absent=of_arm("baseline")) == [
        "gemini against gpt: not compared: the baseline arm lacks T01 run 1: both arms need the same runs."
    ]


def test_the_ranking_is_one_line():
    session = Session(tickets=exam(34, 1), candidates={"a": candidate(), "b": candidate()})
    assert lines(session) == ["ranking: a and b cannot be told apart on 34 tickets; 0 differ."]


def test_the_job_is_named_where_there_are_several():
    session = Session(
        tickets=exam(1, 1),
        candidates={"gemini": candidate(), "gpt": candidate()},
        arms=[("gemini", "candidate"), ("gpt", "baseline")],
    )
    found = report(session)
    found["jobs"]["other"] = found["jobs"]["support"]
    assert list(across_lines(found)) == [
        "support: gemini against gpt: better on 0 and worse on 0 of 1 run; no claim, 1 customer"
    ]


def test_the_summary_tells_it_after_the_results_and_before_the_tickets():
    session = paired(exam(1, 2, gross=["canaries"]))
    found = report(session)
    told = summary_lines(found, html_path="report.html", width=120, colour=False)
    place = told.index("gemini against gpt: better on 0 and worse on 0 of 2 runs; no claim, 1 customer")
    assert [line for line in told[place + 1 :] if "T01" in line]
    assert not [line for line in told[:place] if "T01: " in line]
