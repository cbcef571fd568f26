"""`bramble plan`: chances and sizes before anybody pays."""

from __future__ import annotations

from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parent.parent.parent
# True rate, HIRED, PROBATION, FIRED at three runs, as published.
PUBLISHED = [
    (0.50, 0.0, 0.015, 0.985),
    (0.60, 0.0, 0.20, 0.80),
    (0.70, 0.0, 0.72, 0.28),
    (0.75, 0.001, 0.91, 0.09),
    (0.80, 0.009, 0.98, 0.015),
    (0.85, 0.06, 0.94, 0.001),
    (0.90, 0.29, 0.71, 0.0),
    (0.95, 0.77, 0.23, 0.0),
    (0.97, 0.93, 0.07, 0.0),
    (0.99, 0.997, 0.003, 0.0),
]


def table(out):
    """The rows of the first table as numbers."""
    lines = out.splitlines()
    start = next(n for n, line in enumerate(lines) if line.startswith("true rate   HIRED")) + 1
    rows = []
    for line in lines[start:]:
        try:
            rows.append(tuple(map(float, line.split())))
        except ValueError:
            break
        if not line:
            break
    return [row for row in rows if row]


def test_the_published_column_is_reproduced(bramble):
    code, out, _ = bramble("plan", "--tickets", "30", "--runs", "3", "--bar", "0.8")
    assert code == 0
    assert len(table(out)) == len(PUBLISHED)
    for found, published in zip(table(out), PUBLISHED, strict=True):
        assert found == pytest.approx(published, abs=0.01)


def test_the_answer_is_a_page(bramble):
    assert bramble("plan", "--tickets", "30", "--rate", "0.95", "--rate", "0.7")[1] == (
        "30 tickets, one customer each, 3 runs; bar 0.8, level 0.05; runs of a ticket correlate at 0.5.\n"
        "\n"
        "true rate   HIRED  PROBATION   FIRED\n"
        "    0.950   0.771      0.229   0.000\n"
        "    0.700   0.000      0.720   0.280\n"
        "\n"
        "Passing everything proves 0.904 at most. HIRED may lose 2 of 30 customers; losing 11 is FIRED.\n"
        "The smallest exam that could prove 0.8: 30 tickets x 3 runs, if a candidate passes everything.\n"
        "\n"
        "To prove the bar four times in five:\n"
        "true rate   tickets (to stay above)   runs, on 30 tickets\n"
        "    0.950   30 (37)                   no number does\n"
    )


def test_misconduct_is_part_of_it(bramble):
    plain = table(bramble("plan", "--tickets", "30", "--rate", "0.95")[1])[0]
    gross = table(bramble("plan", "--tickets", "30", "--rate", "0.95", "--gross", "0.01")[1])[0]
    serious = table(bramble("plan", "--tickets", "30", "--rate", "0.95", "--serious", "0.01")[1])[0]
    assert gross[1] < serious[1] + 0.01 < plain[1]
    assert gross[3] > serious[3] > plain[3]


def test_rates_that_leave_no_room_for_misconduct_are_left_out_and_named(bramble):
    out = bramble("plan", "--tickets", "30", "--gross", "0.04")[1]
    assert [row[0] for row in table(out)] == [0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95]
    assert "Left out, since misconduct is a failed run: 0.97, 0.99." in out.splitlines()


def test_a_rate_all_of_whose_failures_are_misconduct_is_possible(bramble):
    assert [row[0] for row in table(bramble("plan", "--tickets", "30", "--gross", "0.1")[1])][-1] == 0.9


def test_the_job_knows_its_size(bramble):
    out = bramble("plan", "--job", str(REPOSITORY / "jobs" / "resolution"), "--rate", "0.9")[1].splitlines()
    assert out[:2] == [
        "resolution: 1 customer in 4 tickets, at least 2 runs each; 0 tickets with gross violations.",
        "1 ticket, one customer each, 2 runs; bar 0.8, level 0.05; runs of a ticket correlate at 0.5.",
    ]
    assert out[6] == (
        "Passing everything proves 0.050 at most. Nobody can be HIRED: that takes 30 customers and 3 runs; nobody is "
        "FIRED for the rate alone."
    )


def test_what_the_command_line_says_goes_before_the_job(bramble):
    arguments = ("--tickets", "40", "--runs", "4", "--bar", "0.7", "--gross-tickets", "2", "--rate", "0.9")
    alone = bramble("plan", *arguments)[1]
    assert bramble("plan", "--job", str(REPOSITORY / "jobs" / "resolution"), *arguments)[1].endswith(alone)
    assert alone.startswith("40 tickets, one customer each, 4 runs; bar 0.7")


def test_tickets_that_list_gross_violations_must_pass_every_run(bramble):
    without = table(bramble("plan", "--tickets", "34", "--rate", "0.95")[1])[0][1]
    with_six = table(bramble("plan", "--tickets", "34", "--rate", "0.95", "--gross-tickets", "6")[1])[0][1]
    assert with_six < without


def test_runs_that_repeat_themselves_buy_nothing(bramble):
    alike = [
        table(bramble("plan", "--tickets", "30", "--rate", "0.9", "--rho", "1", "--runs", runs)[1])[0]
        for runs in ("3", "9")
    ]
    assert alike[0] == alike[1]


def test_a_bar_out_of_reach_hires_nobody(bramble):
    out = bramble("plan", "--tickets", "30", "--bar", "0.95", "--rate", "0.99")[1]
    assert table(out)[0][1] == 0.0
    assert "Nobody can be HIRED: no result proves the bar; losing 5 is FIRED." in out
    assert "The smallest exam that could prove 0.95: 59 tickets x 3 runs" in out


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (
            ("29", "--runs", "3"),
            "Nobody can be HIRED: that takes 30 customers and 3 runs; losing 10 is FIRED.",
        ),
        (
            ("30", "--runs", "2"),
            "Nobody can be HIRED: that takes 30 customers and 3 runs; losing 11 is FIRED.",
        ),
        (
            ("9", "--runs", "3"),
            "Nobody can be HIRED: that takes 30 customers and 3 runs; nobody is FIRED for the rate alone.",
        ),
        (("10", "--runs", "3", "--bar", "0.2"), "nobody is FIRED for the rate alone."),
    ],
)
def test_a_small_exam_says_what_it_cannot_do(bramble, arguments, text):
    assert text in bramble("plan", "--tickets", *arguments, "--rate", "0.1")[1]


def test_a_thousand_tickets_can_be_planned_for(bramble):
    assert bramble("plan", "--tickets", "1000", "--rate", "0.5")[0] == 0


def test_a_rate_that_is_not_above_the_bar_needs_no_size(bramble):
    assert "four times in five" not in bramble("plan", "--tickets", "30", "--rate", "0.8")[1]


def test_no_number_of_tickets_is_said_where_there_is_none(bramble):
    assert bramble("plan", "--tickets", "30", "--rate", "0.801")[1].splitlines()[-1] == (
        "    0.801   more than 5000            no number does"
    )


def test_a_large_exam_is_not_asked_how_many_runs_it_needs(bramble):
    assert (
        bramble("plan", "--tickets", "101", "--rate", "0.9")[1].splitlines()[-1].endswith("   not computed")
    )
    assert bramble("plan", "--tickets", "100", "--rate", "0.95")[1].splitlines()[-1].endswith("   3")


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ((), "say how many --tickets there are, or name a --job"),
        (("--tickets", "0"), "tickets must be at least 1, not 0"),
        (("--tickets", "-3"), "tickets must be at least 1, not -3"),
        (("--tickets", "30", "--runs", "0"), "runs must be at least 1, not 0"),
        (("--tickets", "30", "--bar", "1"), "bar must lie strictly between 0 and 1, not 1.0"),
        (("--tickets", "30", "--bar", "nan"), "bar must be a finite number, not nan"),
        (("--tickets", "30", "--rate", "1.1"), "rate must lie between 0 and 1, not 1.1"),
        (("--tickets", "30", "--rho", "-1"), "rho must lie between 0 and 1, not -1.0"),
        (
            ("--tickets", "30", "--rate", "0.95", "--gross", "0.1"),
            "misconduct in 0.1 of the runs is more than the 0.05 that fail",
        ),
        (("--tickets", "3", "--gross-tickets", "4"), "4 of 3 tickets cannot register gross violations"),
        (("--tickets", "1001"), "at most 1000 tickets and runs can be planned for"),
        (("--tickets", "30", "--runs", "1001"), "at most 1000 tickets and runs can be planned for"),
    ],
)
def test_numbers_that_make_no_sense_are_refused(bramble, arguments, text):
    assert bramble("plan", *arguments) == (2, "", f"bramble: plan: {text}\n")
