"""``ranking``: candidates of one session against each other, with ties that are admitted."""

from __future__ import annotations

from pytest_bramble.report.model import build

from .fake_session import Session, candidate
from .sat import exam, of_arm, records, report


def contest(*names, number=34, synthetic=()):
    return Session(
        tickets=exam(number, 1),
        candidates={name: candidate(synthetic=name in synthetic) for name in names},
    )


def lost(name, number):
    """The first tickets, failed by *name*."""
    return of_arm(*(f"{name} T{n:02}" for n in range(1, number + 1)))


def test_two_that_cannot_be_told_apart_share_the_first_place():
    (ranking,) = report(contest("a", "b"), fails=lost("b", 4))["ranking"]
    assert ranking == {
        "job": "support",
        "outcome": "contract",
        "places": [{"name": "a", "place": 1}, {"name": "b", "place": 1}],
        "pairs": [
            {
                "better": "a",
                "worse": "b",
                "p": 0.125,
                "told_apart": False,
                "tickets": 34,
                "differing": 4,
                "text": "a and b cannot be told apart on 34 tickets; 4 differ.",
            }
        ],
        "text": "a and b cannot be told apart on 34 tickets; 4 differ.",
    }


def test_all_pairs_are_corrected_together():
    alone = report(contest("a", "b"), fails=lost("b", 7))["ranking"][0]["pairs"][0]
    three = report(contest("a", "b", "c"), fails=lost("b", 7))["ranking"][0]
    pairs = {(pair["better"], pair["worse"]): pair["p"] for pair in three["pairs"]}
    assert alone["p"] == 2 / 2**7
    assert pairs["a", "b"] == 3 * alone["p"]
    assert {place["name"]: place["place"] for place in three["places"]} == {"a": 1, "b": 3, "c": 1}
    assert three["text"] == (
        "a passes more than b on 34 tickets; 7 differ. c passes more than b on 34 tickets; 7 differ. "
        "a and c cannot be told apart on 34 tickets; 0 differ."
    )


def test_many_that_cannot_be_told_apart_are_said_in_one_sentence():
    (ranking,) = report(contest("a", "b", "c", "d"))["ranking"]
    assert ranking["text"] == "No two of the 4 candidates can be told apart on 34 tickets."
    assert len(ranking["pairs"]) == 6


def test_scripted_candidates_are_not_ranked_beside_measured_ones():
    mixed = report(contest("a", "b", "control", synthetic=("control",)))["ranking"]
    assert [place["name"] for place in mixed[0]["places"]] == ["a", "b"]
    assert report(contest("a", "control", synthetic=("control",)))["ranking"] == []
    rehearsed = report(contest("control", "gold", synthetic=("control", "gold")))["ranking"]
    assert [place["name"] for place in rehearsed[0]["places"]] == ["control", "gold"]


def test_one_candidate_is_no_ranking():
    assert report(contest("a"))["ranking"] == []


def test_a_baseline_is_not_ranked():
    session = contest("a", "b")
    session.arms = [("a", "candidate"), ("b", "baseline")]
    assert report(session)["ranking"] == []


def test_few_customers_are_said_to_be_few():
    (ranking,) = report(contest("a", "b", number=3))["ranking"]
    assert (ranking["pairs"][0]["p"], ranking["text"]) == (
        None,
        "a and b cannot be told apart on 3 tickets; 0 differ; it takes 30 independent customers and there are 3.",
    )


def test_a_partial_session_is_not_ranked():
    (ranking,) = report(contest("a", "b"), absent=of_arm("b T01"))["ranking"]
    assert (ranking["places"], ranking["pairs"]) == ([], [])
    assert ranking["text"] == "Not ranked: planned trials of b are not there."


def test_invalid_evidence_is_not_ranked():
    session = contest("a", "b")
    files = records(session)
    files.append(("again.json", dict(files)["support.T01.b.r1.json"]))
    (ranking,) = build(session.manifest, files)["ranking"]
    assert ranking["text"] == "Not ranked: the evidence on b is invalid."
