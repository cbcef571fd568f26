"""A candidate against an earlier session: what is compared, what is refused, what is called worse."""

from __future__ import annotations

from dataclasses import asdict

import pytest

from pytest_bramble.errors import EvidenceError
from pytest_bramble.evidence.record import Evidence
from pytest_bramble.report.examined import examined
from pytest_bramble.report.regressing import Transcribed, regressed
from pytest_bramble.scoring.regression import RegressionRule

from .fake_session import Session, candidate, evidence, finding
from .sat import exam, nobody, of_arm, records

GROUND = "g" * 64
REFUND = {
    "kind": "called", "index": 0, "call_id": "c", "tool": "issue_refund", "arguments": {"amount": "5.00"}, "raw": "{}",
    "status": "ok", "denial": None, "data": None, "effects": [], "writes": True,
}  # fmt: skip


def session(tickets=None, names=("gemini",), rule=True, ground=GROUND, **changes):
    rules = {"regression_rule": asdict(RegressionRule())} if rule is True else rule
    return Session(
        tickets=exam(34, 3) if tickets is None else tickets,
        candidates={name: candidate() for name in names},
        job_changes={"ground_sha256": ground},
        changes={**(rules or {}), **changes},
    )


def sat(of, fails=nobody, down=nobody, absent=nobody, files=None, events=None):
    """*of* as it was examined; *events* are those of every transcript."""

    def transcript(name):
        key = next(key for key in of.keys if f"{key.stem}.json" == name)
        told = {**evidence(key), "bound": {"manifest_sha256": "m", "ticket_sha256": "t", "seal_sha256": None}}
        return Evidence.from_json(told if events is None else {**told, "events": events})

    there = records(of, fails, down, absent) if files is None else files
    return Transcribed(session=examined(of.manifest, there), evidence=transcript)


def against(now, before):
    (seat,) = [seat for seat in now.session.seats if seat.arm.arm == "candidate"][:1]
    return regressed(now, before, seat)


def refused(now, before):
    found = against(now, before)
    assert found.gate.result == "INVALID"
    assert (found.gate.p, found.customers) == (None, "")
    return found.gate.reasons


def test_a_session_is_no_worse_than_itself():
    found = against(sat(session()), sat(session()))
    assert found.gate.result == "NO_WORSE_SEEN"
    assert (len(found.compared), found.not_compared, found.earlier) == (34, (), "gemini")
    assert found.customers == (
        "Of customers like these: now minus then lies between -0.102 and +0.102 (34 customers, 95%): inconclusive."
    )


def test_a_lost_ticket_is_named_with_the_step_where_the_transcripts_part():
    now = sat(session(), fails=of_arm("T05"))
    before = sat(session(), events=[REFUND])
    found = against(now, before)
    assert (found.gate.result, found.gate.lost) == ("WORSE", ("T05",))
    assert found.gate.reasons[0] == (
        "T05 passed all 3 runs and now passes none of 3. In run 1 they part at step 1: then "
        "issue_refund(amount=5.00); now words to the customer."
    )


def test_a_lost_ticket_with_the_same_steps_says_so():
    found = against(sat(session(), fails=of_arm("T05")), sat(session()))
    assert found.gate.reasons[0].endswith("In run 1 both took the same steps and only the wording differs.")


def test_a_transcript_that_cannot_be_read_is_said_and_stays_worse():
    before = sat(session())

    def broken(_):
        raise EvidenceError("record_rejected", "x.json: cannot be read")

    before = Transcribed(session=before.session, evidence=broken)
    found = against(sat(session(), fails=of_arm("T05")), before)
    assert found.gate.result == "WORSE"
    assert found.gate.reasons[0].endswith("The transcripts cannot be compared: x.json: cannot be read.")


def test_new_misconduct_is_worse():
    now = session()
    files = dict(records(now))
    wrong = finding("wrong_object", "fail", "wrong object", level="serious")
    files["support.T01.gemini.r1.json"] = now.record(now.key("T01"), wrong)
    found = against(sat(now, files=files.items()), sat(session()))
    assert found.gate.result == "WORSE"
    assert found.gate.reasons == ("New serious misconduct in T01 run 1, check wrong_object: wrong object.",)


def test_tickets_that_are_not_the_same_are_listed_and_left_out():
    then = {**exam(34, 3), "T35": exam(1, 3)["T01"]}
    now = {**exam(34, 3), "T36": exam(1, 3)["T01"]}
    now["T02"] = {**now["T02"], "sha256": "edited"}
    found = against(sat(session(now), fails=of_arm("T02")), sat(session(then), absent=of_arm("T03")))
    assert found.gate.result == "CANT_TELL"
    assert found.not_compared == ("T02 changed", "T03 not run in both", "T35 gone", "T36 new")
    assert len(found.compared) == 32


def test_sessions_without_a_common_ticket_are_not_compared():
    other = {"T01": {**exam(1)["T01"], "sha256": "edited"}}
    found = against(sat(session(exam(1))), sat(session(other)))
    assert (found.gate.result, found.gate.reasons) == (
        "INVALID",
        ("No ticket is the same in both sessions.",),
    )
    assert found.not_compared == ("T01 changed",)


@pytest.mark.parametrize(
    ("now", "before", "text"),
    [
        ("candidate r3", "nothing", "This session lacks 34 trials of those to be run."),
        ("nothing", "candidate r3", "The earlier session lacks 34 trials of those to be run."),
    ],
)
def test_nothing_is_said_to_be_no_worse_of_a_partial_session(now, before, text):
    found = against(sat(session(), absent=of_arm(now)), sat(session(), absent=of_arm(before)))
    assert (found.gate.result, found.gate.reasons[0]) == ("CANT_TELL", text)
    assert found.gate.reasons[1].startswith("Nothing worse was seen")


def selected(tickets):
    """A session of which only some *tickets* were to be run."""
    part = session()
    part.deselected = [key.stem for key in part.keys if key.ticket not in tickets]
    return part, lambda key: key.ticket not in tickets


def test_a_selection_speaks_of_the_tickets_that_were_selected():
    part, absent = selected([f"T{n:02}" for n in range(1, 13)])
    found = against(sat(part, absent=absent), sat(session()))
    assert (found.gate.result, len(found.compared)) == ("NO_WORSE_SEEN", 12)
    assert found.not_compared == ("T13, T14, T15, T16, T17, T18 and 16 more not run in both",)
    worse = against(sat(part, absent=absent, fails=of_arm("T05")), sat(session()))
    assert worse.gate.result == "WORSE"


def test_a_selection_too_small_to_show_anything_cannot_tell():
    part, absent = selected(["T01"])
    found = against(sat(part, absent=absent), sat(session()))
    assert (found.gate.result, found.gate.reasons) == (
        "CANT_TELL",
        ("Even failing every run could not have been told from chance: more runs are needed.",),
    )


def test_a_partial_session_can_be_worse():
    found = against(sat(session(), fails=of_arm("T05"), absent=of_arm("T06")), sat(session()))
    assert found.gate.result == "WORSE"


def test_only_runs_that_both_have_speak_of_customers():
    found = against(sat(session(exam(34, 5))), sat(session(), fails=of_arm("T01")))
    assert found.customers.startswith("Of customers like these: now minus then lies between -0.0")


def test_one_customer_has_no_interval():
    found = against(sat(session(exam(1, 10))), sat(session(exam(1, 10))))
    assert found.customers == (
        "Of customers like these: no interval with 1 independent customer; it takes 30."
    )


def test_another_evaluator_is_refused():
    assert refused(sat(session()), sat(session(evaluator="f" * 64), files=[])) == (
        "The sessions were graded by different evaluators (field evaluator).",
    )


def test_another_ground_is_refused():
    assert refused(sat(session()), sat(session(ground="h" * 64))) == (
        "World, policy or rules of job support changed in between (field jobs.support.ground_sha256).",
    )


@pytest.mark.parametrize(
    ("now", "before", "text"),
    [
        ({}, True, "This session registered no rule for this gate (field regression_rule)."),
        (True, {}, "The earlier session registered no rule for this gate (field regression_rule)."),
        (
            {"regression_rule": {"beta": 1}},
            True,
            "This session registered no rule for this gate (field regression_rule).",
        ),
        (
            {"regression_rule": {**asdict(RegressionRule()), "most_unknown": 0.5}},
            True,
            "This session registered another rule for this gate (field regression_rule).",
        ),
        (
            {"regression_rule": {**asdict(RegressionRule()), "alpha": 0.01}},
            True,
            "The sessions registered different levels for this gate (field regression_rule.alpha).",
        ),
    ],
)
def test_another_rule_is_refused(now, before, text):
    assert refused(sat(session(rule=now)), sat(session(rule=before))) == (text,)


def test_the_registered_level_is_used():
    strict = {"regression_rule": {**asdict(RegressionRule()), "alpha": 0.0001}}
    fails = of_arm(*(f"T{n:02} r1" for n in range(1, 11)))
    loose = against(sat(session(), fails=fails), sat(session()))
    tight = against(sat(session(rule=strict), fails=fails), sat(session(rule=strict)))
    assert (loose.gate.result, tight.gate.result) == ("WORSE", "NO_WORSE_SEEN")


@pytest.mark.parametrize("which", ["This", "The earlier"])
def test_invalid_evidence_on_either_side_is_refused(which):
    files = records(session())
    broken = sat(session(), files=[*files, ("again.json", files[0][1])])
    pair = (broken, sat(session())) if which == "This" else (sat(session()), broken)
    (text,) = refused(*pair)
    assert text.startswith(f"{which} session's evidence is invalid: ")


def test_a_sole_candidate_of_another_name_is_what_it_is_compared_with():
    found = against(sat(session()), sat(session(names=("gpt",))))
    assert (found.gate.result, found.earlier) == ("NO_WORSE_SEEN", "gpt")


def test_a_candidate_is_compared_with_its_own_name_among_several():
    found = against(sat(session()), sat(session(names=("gemini", "gpt")), fails=of_arm("gpt")))
    assert found.earlier == "gemini"


def test_an_earlier_baseline_is_nobody_to_be_compared_with():
    then = session(names=("gemini", "gpt"))
    then.arms = [("gemini", "baseline"), ("gpt", "candidate")]
    assert against(sat(session()), sat(then)).earlier == "gpt"


def test_sessions_without_a_common_run_say_nothing_of_customers():
    six = exam(1, 6)
    now = sat(session(six), fails=of_arm("candidate"), absent=of_arm("r4", "r5", "r6"))
    found = against(now, sat(session(six), absent=of_arm("r1", "r2", "r3")))
    assert found.gate.reasons[0] == (
        "T01 passed all 3 runs and now passes none of 3. No run of it is in both sessions."
    )
    assert found.customers == "No run is in both sessions, so nothing is said of customers."


def test_a_name_that_was_not_there_among_several_is_refused():
    assert refused(sat(session()), sat(session(names=("gpt", "mistral")))) == (
        "The earlier session did not examine gemini; it has gpt and mistral.",
    )


def test_a_job_that_was_not_there_is_refused():
    other = session()
    manifest = other.manifest
    manifest["jobs"] = {"resolution": manifest["jobs"]["support"]}
    manifest["plan"] = [{**row, "job": "resolution"} for row in manifest["plan"]]
    before = Transcribed(session=examined(manifest, []), evidence=lambda _: None)
    assert refused(sat(session()), before) == ("The earlier session did not examine job support.",)
