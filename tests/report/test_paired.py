"""``comparisons``: a candidate against the baseline of its session."""

from __future__ import annotations

import pytest

from pytest_bramble.report.examined import examined
from pytest_bramble.report.model import build
from pytest_bramble.report.paired import baseline_of

from .fake_session import BAR, Session, candidate, finding, grades, ticket
from .sat import exam, of_arm, paired, records, report


def the_comparison(found):
    (entry,) = found["comparisons"]
    return entry


def condition(found, name="H10", arm="candidate"):
    (result,) = [r for r in found["results"] if r["arm"] == arm]
    (known,) = [p for p in result["preconditions"] if p["id"] == name]
    return known["met"], known["text"]


def test_pairs_are_told_by_ticket_and_run():
    session = paired(exam(1, 4))
    fails = of_arm("candidate r2", "candidate r4", "baseline r3", "baseline r4")
    assert report(session, fails=fails)["not_compared"] == []
    assert the_comparison(report(session, fails=fails)) == {
        "job": "support",
        "baseline": "gpt",
        "candidate": "gemini",
        "outcome": "contract",
        "pairs": {"kept_pass": 1, "fixed": 1, "regressed": 1, "kept_fail": 1, "unknown": 0},
        "clusters": 1,
        "difference": 0.0,
        "pooled_difference": 0.0,
        "lower": None,
        "upper": None,
        "p": None,
        "margin": 0.05,
        "claim": "inconclusive",
        "text": "Of 4 runs that both worked, gemini gets 1 wrong that gpt gets right and 1 right that gpt gets wrong; "
        "both pass 1 and fail 1. With 1 independent customer there is no interval and nothing is claimed: "
        "it takes 30.",
    }


def test_thirty_customers_have_an_interval_and_a_claim():
    worse = the_comparison(
        report(paired(exam(30, 1)), fails=of_arm(*(f"candidate T{n:02}" for n in range(1, 11))))
    )
    assert (worse["difference"], worse["claim"]) == (pytest.approx(-1 / 3), "inferior_beyond_margin")
    assert worse["p"] == pytest.approx(2 / 2**10)
    assert worse["text"].endswith(
        "gemini is worse than gpt by more than the registered margin 0.05: the difference lies between -0.512 and "
        "-0.182 of customers."
    )


@pytest.mark.parametrize(
    ("tickets", "fails", "claim", "text"),
    [
        (30, of_arm(*(f"baseline T{n:02}" for n in range(1, 11))), "superior", ("gemini is better than gpt: the "
         "difference lies between +0.182 and +0.512 of customers.")),
        (34, of_arm("nothing"), "inconclusive", ("Better or worse cannot be told, which does not mean equal: the "
         "difference lies between -0.102 and +0.102 of customers.")),
        (80, of_arm("nothing"), "non-inferior", ("gemini is not worse than gpt by more than the registered margin 0.05: "
         "the difference lies between -0.046 and +0.046 of customers.")),
    ],
)  # fmt: skip
def test_a_claim_is_put_into_words(tickets, fails, claim, text):
    found = the_comparison(report(paired(exam(tickets, 1)), fails=fails))
    assert (found["claim"], found["text"].partition(". ")[2]) == (claim, text)


def test_a_loss_within_a_wide_margin_is_worse_and_no_more():
    session = paired(exam(30, 1), job_changes={"bar": {**BAR, "margin": 0.9}})
    found = the_comparison(report(session, fails=of_arm(*(f"candidate T{n:02}" for n in range(1, 11)))))
    assert (found["claim"], found["margin"]) == ("inferior", 0.9)
    assert "gemini is worse than gpt: the difference" in found["text"]


def test_an_unknown_pair_counts_against_below_and_for_above():
    session = paired(exam(30, 1))
    known = the_comparison(report(session))
    found = the_comparison(report(session, down=of_arm("candidate T01")))
    assert found["pairs"]["unknown"] == 1
    assert found["difference"] is None
    assert found["lower"] < known["lower"]
    assert found["upper"] == known["upper"]
    assert found["text"].startswith("Of 30 runs that both worked, ")
    assert "both pass 29 and fail 0, and 1 cannot be told." in found["text"]


def test_a_run_missing_from_one_arm_is_refused_with_the_reason():
    found = report(paired(exam(2, 1)), absent=of_arm("baseline T02"))
    assert found["comparisons"] == []
    assert found["not_compared"] == [
        {
            "job": "support",
            "baseline": "gpt",
            "candidate": "gemini",
            "outcome": "contract",
            "text": "Not compared: the baseline arm lacks T02 run 1: both arms need the same runs.",
        }
    ]
    assert condition(found) == (
        False,
        (
            "The registered comparison with the baseline is missing: the baseline arm lacks T02 run 1: both arms need "
            "the same runs."
        ),
    )


def test_invalid_evidence_is_counted_and_nothing_is_claimed():
    broken = {"seal": {"status": "broken", "sha256": "s", "changed": ["T01.yaml: edited"]}}
    found = the_comparison(report(paired(exam(30, 1), job_changes=broken), fails=of_arm("candidate")))
    assert (found["pairs"]["regressed"], found["claim"]) == (30, "inconclusive")
    assert (found["lower"], found["upper"], found["p"]) == (None, None, None)
    assert found["text"].endswith("The evidence is invalid, so nothing is claimed.")


def test_a_candidate_is_not_hired_against_a_baseline_whose_evidence_is_invalid():
    session = paired(exam(30, 1))
    files = records(session)
    name = next(name for name, _ in files if ".base." in name)
    files.append(("again.json", dict(files)[name]))
    found = build(session.manifest, files)
    assert condition(found) == (
        False,
        "The registered comparison with the baseline is missing: evidence is invalid.",
    )


def test_a_candidate_against_itself_is_told_apart_by_its_role():
    session = Session(
        tickets=exam(1, 1),
        candidates={"gpt": candidate()},
        arms=[("gpt", "candidate"), ("gpt", "baseline")],
    )
    assert "gpt gets 0 wrong that gpt (baseline) gets right" in the_comparison(report(session))["text"]


def test_the_claim_gates_the_candidate_and_not_the_baseline():
    session = paired(exam(30, 1))
    found = report(session, fails=of_arm(*(f"candidate T{n:02}" for n in range(1, 11))))
    assert condition(found) == (
        False,
        "Against the baseline the candidate is inferior_beyond_margin: it must not be inferior.",
    )
    assert condition(found, arm="baseline") == (True, "This is the baseline itself.")


def test_a_registered_claim_must_be_shown():
    session = paired(exam(30, 1), job_changes={"bar": {**BAR, "claim": "non-inferior"}})
    assert condition(report(session)) == (
        False,
        "The plan claims non-inferiority, and the comparison with the baseline is inconclusive.",
    )
    wide = paired(exam(30, 1), job_changes={"bar": {**BAR, "claim": "non-inferior", "margin": 0.2}})
    assert condition(report(wide)) == (True, "Against the baseline the candidate is non-inferior.")


def test_without_a_baseline_nothing_is_compared():
    found = report(Session(tickets=exam(2, 1)))
    assert (found["comparisons"], found["not_compared"]) == ([], [])
    assert condition(found) == (True, "No baseline is registered.")


def test_every_candidate_is_compared_at_its_own_level():
    names = ("gemini", "mistral")
    alone = paired(exam(30, 1))
    both = Session(
        tickets=exam(30, 1),
        candidates={"gemini": candidate(), "gpt": candidate(), "mistral": candidate()},
        arms=[(name, "candidate") for name in names] + [("gpt", "baseline")],
    )
    fails = of_arm("gemini T01", "gemini T02", "mistral T05")
    first, second = report(both, fails=fails)["comparisons"]
    assert (first["candidate"], second["candidate"]) == names
    assert first == the_comparison(report(alone, fails=fails))


def test_judged_criteria_are_compared_apart_and_gate():
    session = paired(exam(30, 1))
    files = []
    for key in session.keys:
        judged = "fail" if key.arm == "candidate" else "pass"
        graded = grades(finding())
        record = session.record(key, finding(), joint=judged, outcome=judged, counts=graded["counts"])
        files.append((f"{key.stem}.json", record))
    contract, joint = build(session.manifest, files)["comparisons"]
    assert (contract["outcome"], contract["pairs"]["kept_pass"]) == ("contract", 30)
    assert (joint["outcome"], joint["pairs"]["regressed"]) == ("joint", 30)
    found = build(session.manifest, files)
    assert condition(found)[1].startswith("Against the baseline the candidate is inferior_beyond_margin")
    assert {row["outcome"] for row in found["slices"]} == {"contract", "joint"}


def test_criteria_that_only_one_arm_was_judged_by_are_not_compared():
    session = paired(exam(30, 1))
    files = [
        (f"{key.stem}.json", session.record(key, finding(), joint="pass" if key.arm == "candidate" else None))
        for key in session.keys
    ]
    found = build(session.manifest, files)
    assert [entry["outcome"] for entry in found["comparisons"]] == ["contract"]
    assert {row["outcome"] for row in found["slices"]} == {"contract"}


def test_a_baseline_has_no_baseline():
    session = paired(exam(1, 1))
    seats = examined(session.manifest, records(session)).seats
    found = {seat.arm.arm: baseline_of(seats, seat) for seat in seats}
    assert found["baseline"] is None
    assert found["candidate"] is not None
    assert found["candidate"].arm.candidate == "gpt"


def test_customers_with_several_tickets_count_once():
    tickets = {
        "T01": ticket("T01", cluster="C-1"),
        "T02": ticket("T02", cluster="C-1"),
        "T03": ticket("T03", cluster="C-2"),
    }
    found = the_comparison(report(paired(tickets), fails=of_arm("candidate T01")))
    assert (found["clusters"], found["difference"]) == (2, -0.25)
    assert found["pooled_difference"] == pytest.approx(-1 / 3)
