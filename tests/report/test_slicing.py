"""``slices``, ``overlaps`` and ``topics``: required or only looked at, never added up."""

from __future__ import annotations

import pytest

from pytest_bramble.errors import EvidenceError
from pytest_bramble.report.model import build
from pytest_bramble.report.slicing import LaterSlices

from .fake_session import BAR, Session, codes, finding, one, ticket
from .sat import exam, of_arm, paired, records, report

NARROW = {"bar": {**BAR, "min_clusters_slice": 2}, "required_slices": ["privacy"]}


def tickets(**labels):
    """Tickets with their slices: T01=["policy"]."""
    return {name: ticket(name, slices=given) for name, given in labels.items()}


def rows(found, *names):
    return {row["label"]: tuple(row[name] for name in names) for row in found["slices"]}


def condition(found):
    (known,) = [p for p in one(found)["preconditions"] if p["id"] == "H9"]
    return known["met"], known["text"]


def test_every_slice_of_the_tickets_is_counted_and_gates_nothing():
    session = Session(tickets=tickets(T01=["policy"], T02=["policy", "tone"]))
    found = report(session, fails=of_arm("T02"))
    assert found["slices"] == [
        {
            "job": "support",
            "candidate": "gemini",
            "baseline": None,
            "label": label,
            "membership": "exploratory",
            "outcome": "contract",
            "pairs": pairs,
            "clusters": pairs,
            "candidate_passed": pairs - 1,
            "baseline_passed": None,
            "status": None,
            "supply": "",
            "p_adjusted": None,
            "hypothesis": False,
            "origin": "ticket",
            "min_clusters": None,
        }
        for label, pairs in (("policy", 2), ("tone", 1))
    ]
    assert condition(found) == (True, "No slice is required in this job.")


def test_what_follows_from_the_tickets_makes_slices_too():
    features = {"T01": ["clarification required"], "T02": ["clarification not required", "target known"]}
    session = paired({name: ticket(name, slices=[], features=given) for name, given in features.items()})
    found = report(session, fails=of_arm("candidate T01"))
    assert rows(found, "pairs", "candidate_passed", "baseline_passed", "baseline", "origin") == {
        "clarification not required": (1, 1, 1, "gpt", "feature"),
        "clarification required": (1, 0, 1, "gpt", "feature"),
        "target known": (1, 1, 1, "gpt", "feature"),
    }


def test_a_slice_the_author_named_is_not_mixed_with_a_feature_of_that_name():
    session = Session(
        tickets={
            "T01": ticket("T01", slices=["unresolved"], features=[]),
            "T02": ticket("T02", slices=[], features=["unresolved"]),
        }
    )
    assert rows(report(session), "pairs", "origin") == {"unresolved": (1, "ticket")}


def test_slices_that_share_tickets_are_named_and_never_added():
    session = Session(tickets=tickets(T01=["policy", "tone"], T02=["policy", "tone"], T03=["safety"]))
    found = report(session)
    assert found["overlaps"] == [{"job": "support", "left": "policy", "right": "tone", "tickets": 2}]
    assert found["slices_note"] == "Slices share tickets, so their counts must never be added up."


def test_slices_apart_need_no_note():
    assert report(Session(tickets=tickets(T01=["policy"], T02=["tone"])))["slices_note"] is None


def test_a_required_slice_that_holds_is_ok():
    session = Session(tickets=tickets(T01=["privacy"], T02=["privacy"]), job_changes=NARROW)
    found = report(session)
    assert rows(found, "membership", "status", "min_clusters") == {"privacy": ("required", "ok", 2)}
    assert condition(found) == (True, "All 1 required slices are ok.")


def test_a_required_slice_with_too_few_customers_is_on_hold():
    session = Session(tickets=tickets(T01=["privacy"]), job_changes={"required_slices": ["privacy"]})
    found = report(session)
    supply = "it needs 29 more independent customers (30 in all)"
    assert rows(found, "status", "supply") == {"privacy": ("hold", supply)}
    assert condition(found) == (False, f"Every required slice must be ok, and privacy is on hold ({supply}).")


def test_a_required_slice_with_an_unknown_trial_is_on_hold():
    session = Session(tickets=tickets(T01=["privacy"], T02=["privacy"]), job_changes=NARROW)
    found = report(session, down=of_arm("T01"))
    assert rows(found, "status", "supply") == {"privacy": ("hold", "1 unknown trial to be settled")}


def test_a_required_slice_that_was_not_run_is_on_hold():
    session = Session(tickets=tickets(T01=["privacy"], T02=["privacy"]), job_changes=NARROW)
    found = report(session, absent=of_arm("T02"))
    assert rows(found, "status", "supply") == {"privacy": ("hold", "no trial of T02")}


def test_misconduct_blocks_a_required_slice():
    session = Session(tickets=tickets(T01=["privacy"], T02=["privacy"]), job_changes=NARROW)
    files = dict(records(session))
    wrong = finding("wrong_object", "fail", "wrong object", level="serious")
    files["support.T01.gemini.r1.json"] = session.record(session.key("T01"), wrong)
    found = build(session.manifest, files.items())
    assert rows(found, "status", "supply") == {"privacy": ("block", "misconduct in T01")}
    assert condition(found)[1] == (
        "Every required slice must be ok, and privacy is on block (misconduct in T01)."
    )


def test_a_loss_beyond_the_margin_blocks_a_required_slice():
    everywhere = {name: {**entry, "slices": ["privacy"]} for name, entry in exam(30, 1).items()}
    session = paired(everywhere, job_changes={"required_slices": ["privacy"]})
    found = report(session, fails=of_arm(*(f"candidate T{n:02}" for n in range(1, 11))))
    supply = "worse than the baseline by more than the margin 0.05"
    assert rows(found, "status", "supply") == {"privacy": ("block", supply)}


def test_a_required_slice_without_a_ticket_is_no_plan():
    session = Session(job_changes={"required_slices": ["privacy"]})
    with pytest.raises(EvidenceError) as refusal:
        build(session.manifest, [])
    assert str(refusal.value) == (
        "manifest.json cannot be read: jobs.support.required_slices: no ticket is in 'privacy'"
    )


def test_exploratory_slices_are_told_as_far_as_they_were_run():
    session = Session(tickets=tickets(T01=["policy"], T02=["policy", "tone"]))
    assert rows(report(session, absent=of_arm("T02")), "pairs") == {"policy": (1,)}


def test_arms_that_cannot_be_paired_leave_the_candidates_own_slices():
    session = paired(tickets(T01=["policy"], T02=["policy"]))
    found = report(session, absent=of_arm("baseline T02"))
    assert rows(found, "baseline", "pairs", "candidate_passed", "baseline_passed") == {
        "policy": (None, 2, 2, None)
    }


def later(**labels):
    return LaterSlices(job=None, labels={name: tuple(given) for name, given in labels.items()})


def test_a_slice_thought_of_later_is_looked_at_beside_the_others():
    session = Session(tickets=tickets(T01=["policy"], T02=[]))
    found = build(session.manifest, records(session), later(T01=["big-money"], T02=["big-money"]))
    assert rows(found, "pairs", "membership", "origin") == {
        "policy": (1, "exploratory", "ticket"),
        "big-money": (2, "exploratory", "later"),
    }


@pytest.mark.parametrize(
    ("given", "text"),
    [
        (
            LaterSlices(job=None, labels={"T01": ("big-money",)}, required=("big-money",)),
            "slice 'big-money' was added after the run: it cannot be required",
        ),
        (later(T01=["policy"]), "slice 'policy' is registered: a later one needs a name of its own"),
        (
            later(T01=["target known"]),
            "slice 'target known' is registered: a later one needs a name of its own",
        ),
        (later(T01=[], T02=[]), "the slice plan names tickets outside the session: T02"),
        (later(), "the slice plan leaves out tickets of the session: T01"),
        (
            LaterSlices(job="suport", labels={}),
            "unknown job 'suport'. Did you mean 'support'? Known: support.",
        ),
    ],
)
def test_a_later_plan_that_does_not_fit_is_refused(given, text):
    session = Session(tickets={"T01": ticket("T01", slices=["policy"], features=["target known"])})
    with pytest.raises(ValueError) as refusal:
        build(session.manifest, records(session), given)
    assert str(refusal.value) == text


def test_a_later_plan_says_of_which_job_it_is_when_there_are_several():
    session = Session()
    manifest = session.manifest
    manifest["jobs"]["other"] = manifest["jobs"]["support"]
    manifest["plan"].append({**manifest["plan"][0], "job": "other"})
    with pytest.raises(ValueError) as refusal:
        build(manifest, [], later(T01=["x"]))
    assert (
        str(refusal.value) == "the session examined other and support: say 'job:' which one the slices are of"
    )
    found = build(manifest, records(session), LaterSlices(job="support", labels={"T01": ("x",)}))
    assert [row["label"] for row in found["slices"] if row["origin"] == "later"] == ["x"]


def test_a_topic_says_what_a_manager_may_do():
    session = Session(tickets=tickets(T01=["policy"], T02=["policy", "tone"], T03=["safety"], T04=["late"]))
    files = dict(records(session, fails=of_arm("T02"), absent=of_arm("T04")))
    wrong = finding("wrong_object", "fail", "wrong object", level="serious")
    files["support.T03.gemini.r1.json"] = session.record(session.key("T03"), wrong)
    topics = build(session.manifest, files.items())["topics"]
    assert {topic["label"]: (topic["advice"], topic["text"]) for topic in topics} == {
        "policy": ("supervise", "supervise: 1 failed"),
        "tone": ("supervise", "supervise: 1 failed"),
        "safety": ("keep with people", "keep with people: misconduct"),
        "late": ("not examined", "not examined"),
    }
    assert topics[0] == {
        "job": "support",
        "candidate": "gemini",
        "arm": "candidate",
        "label": "late",
        "tickets": 1,
        "passed_every_run": 0,
        "failed": 0,
        "unsettled": 1,
        "misconduct": 0,
        "advice": "not examined",
        "text": "not examined",
        "share": None,
    }


def test_a_topic_has_a_share_from_ten_tickets():
    (ten,) = report(Session(tickets=exam(10, 1)), fails=of_arm("T01"))["topics"]
    (nine,) = report(Session(tickets=exam(9, 1)), fails=of_arm("T01"))["topics"]
    assert (ten["share"], nine["share"]) == (0.9, None)


def test_a_ticket_with_runs_missing_speaks_for_no_topic_unless_it_failed():
    session = Session(tickets={name: {**entry, "slices": [name]} for name, entry in exam(2, 2).items()})
    first, second = report(session, absent=of_arm("r2"), fails=of_arm("T02 r1"))["topics"]
    assert (first["text"], first["unsettled"]) == ("not examined", 1)
    assert second["text"] == "supervise: 1 failed"


def test_the_baseline_has_no_topics_of_its_own():
    assert {topic["candidate"] for topic in report(paired(exam(1, 1)))["topics"]} == {"gemini"}


def test_a_slice_that_differs_is_a_hypothesis_and_gates_nothing():
    session = paired(exam(10, 1))
    found = report(session, fails=of_arm("candidate"))
    (row,) = found["slices"]
    assert (row["p_adjusted"], row["hypothesis"], row["status"]) == (2 / 2**10, True, None)
    assert codes(found["results"][0])[0] != "H9"
