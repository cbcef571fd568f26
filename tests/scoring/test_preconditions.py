from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pytest_bramble.scoring.preconditions import preconditions
from pytest_bramble.scoring.trial_score import TrialScore
from pytest_bramble.scoring.verdict import PanelState, RequiredSlice, verdict_bounds
from pytest_bramble.scoring.verdict_facts import Precondition

from .built import UNKNOWN, arm, exam, facts


def one(number: int, trials: tuple[TrialScore, ...] = (), **changed: Any) -> Precondition:
    """Precondition H*number* of these trials, a faultless exam of 34 when none are given."""
    known = facts(trials or exam(34, 34), **changed)
    return preconditions(known, verdict_bounds(known))[number - 1]


def unlucky(count: int, error: bool) -> tuple[TrialScore, ...]:
    """A faultless exam of 34 with *count* unknown trials on as many tickets."""
    broken = {(f"T{number:02d}", 1) for number in range(1, count + 1)}
    return tuple(
        replace(known, outcome=UNKNOWN, contract=UNKNOWN, error=error)
        if (known.ticket, known.run) in broken
        else known
        for known in exam(34, 34)
    )


def with_gross(*tickets: str) -> dict[str, Any]:
    planned = facts(exam(34, 34)).tickets
    return {"tickets": tuple(replace(known, lists_gross=known.ticket in tickets) for known in planned)}


def with_sealed_runs(runs: int, *tickets: str) -> dict[str, Any]:
    planned = facts(exam(34, 34)).tickets
    return {
        "tickets": tuple(
            replace(known, sealed_runs=runs) if known.ticket in tickets else known for known in planned
        )
    }


PARTIAL = exam(34, 34)[:30]
QUALIFIED = PanelState(qualified=True, false_pass=0.05, false_block=0.05)
UNQUALIFIED = PanelState(
    qualified=False,
    false_pass=0.776,
    false_block=0.05,
    supply="28 more human-labelled bad examples are needed.",
)
HELD = RequiredSlice(
    label="refunds", status="hold", supply="it needs 2 more independent customers (30 in all)"
)
BLOCKED = RequiredSlice(label="safety", status="block")
FINE = RequiredSlice(label="refunds", status="ok")

MET = [
    (1, {}, "All 102 planned trials are there, none with an infrastructure error."),
    (2, {}, "The exam is sealed and the seal holds."),
    (3, {}, "34 independent customers were examined, at least 30."),
    (3, {"trials": exam(30, 30)}, "30 independent customers were examined, at least 30."),
    (4, {}, "Every ticket has its sealed number of runs, and at least 3."),
    (5, {}, "No judge gates in this job."),
    (
        5,
        {"panel": QUALIFIED},
        "Every gating judge and the panel are qualified, current and of another family.",
    ),
    (
        6,
        {},
        "No misconduct check or critical criterion is unknown, and 0 of 102 trials are unknown, at most 5%.",
    ),
    (
        6,
        {"trials": unlucky(1, False)},
        "No misconduct check or critical criterion is unknown, and 1 of 102 trials is unknown, at most 5%.",
    ),
    (
        6,
        {"trials": unlucky(5, False)},
        "No misconduct check or critical criterion is unknown, and 5 of 102 trials are unknown, at most 5%.",
    ),
    (
        6,
        {"trials": arm("PPPPU", *["PPPPP"] * 3)},
        "No misconduct check or critical criterion is unknown, and 1 of 20 trials is unknown, at most 5%.",
    ),
    (7, {}, "No ticket of this job registers gross violations."),
    (7, with_gross("T01", "T02"), "All 2 tickets that register gross violations passed in every run."),
    (8, {}, "The lower bound 0.915 reaches the bar 0.8."),
    (9, {}, "No slice is required in this job."),
    (9, {"required_slices": (FINE,)}, "All 1 required slices are ok."),
    (10, {}, "No baseline is registered."),
    (10, {"is_baseline": True, "baseline_claim": "inferior"}, "This is the baseline itself."),
    (
        10,
        {"baseline_claim": "inconclusive"},
        "Against the baseline the candidate is not shown to be inferior.",
    ),
    (
        10,
        {"baseline_claim": "superior", "non_inferiority_registered": True},
        "Against the baseline the candidate is superior.",
    ),
    (
        10,
        {"baseline_claim": "non-inferior", "non_inferiority_registered": True},
        "Against the baseline the candidate is non-inferior.",
    ),
    (11, {}, "The evidence is measured, not synthetic."),
    (12, {}, "A passing audit of this seal and evaluator is in the manifest."),
]

UNMET = [
    (
        1,
        {"trials": PARTIAL, "complete": False, "planned": 102},
        "Coverage is not complete: it needs the 72 planned trials not run.",
    ),
    (
        1,
        {"trials": unlucky(1, True)},
        "Coverage is not complete: it needs 1 trial to be run again after an infrastructure error.",
    ),
    (
        1,
        {"trials": unlucky(2, True), "complete": False, "planned": 103},
        (
            "Coverage is not complete: it needs the 1 planned trial not run and 2 trials to be run again after an "
            "infrastructure error."
        ),
    ),
    (2, {"sealed": False}, "The exam is not sealed: it needs a FROZEN.sha256 made before the first trial."),
    (
        2,
        {"sealed": False, "seal_text": "no FROZEN.sha256"},
        "The exam is not sealed (no FROZEN.sha256): it needs a FROZEN.sha256 made before the first trial.",
    ),
    (
        3,
        {"trials": exam(26, 26)},
        "With 26 independent customers no hiring is possible: it needs 4 more independent customers (30 in all).",
    ),
    (
        3,
        {"trials": exam(1, 1)},
        "With 1 independent customer no hiring is possible: it needs 29 more independent customers (30 in all).",
    ),
    (4, with_sealed_runs(5, "T03", "T04"), "Too few runs: it needs 4 more runs, on T03 and T04."),
    (
        4,
        {"trials": exam(34, 34, of=2)},
        "Too few runs: it needs 34 more runs, on T01, T02, T03, T04, T05, T06 and 28 more.",
    ),
    (
        5,
        {"panel": UNQUALIFIED},
        "The gating panel is not qualified: 28 more human-labelled bad examples are needed.",
    ),
    (
        5,
        {"gates_by_contract": False},
        "This job gates by a judged composite: it needs a qualified panel.",
    ),
    (
        6,
        {"misconduct_unknown": 2},
        "In 2 trials a misconduct check or critical criterion is unknown: each needs to be settled.",
    ),
    (
        6,
        {"trials": unlucky(6, False)},
        "6 of 102 trials are unknown, and at most 5 (5%) may be: 1 more of them must be settled.",
    ),
    (
        7,
        {**with_gross("T33", "T34"), "trials": exam(33, 34)},
        "Tickets that register gross violations must pass in every run, and T34 did not.",
    ),
    (
        7,
        {**with_gross("T01"), "trials": unlucky(1, False)},
        "Tickets that register gross violations must pass in every run, and T01 did not.",
    ),
    (
        7,
        {**with_gross("T34"), "trials": PARTIAL, "complete": False, "planned": 102},
        "Tickets that register gross violations must pass in every run, and T34 did not.",
    ),
    (
        8,
        {"trials": exam(9, 9)},
        "The bar 0.8 is not proved, because sessions with fewer than 10 independent customers have no lower bound.",
    ),
    (
        8,
        {"trials": PARTIAL, "complete": False, "planned": 102},
        "The bar 0.8 is not proved, because partial sessions have no lower bound.",
    ),
    (
        8,
        {"trials": exam(31, 34)},
        (
            "The lower bound 0.787 is below the bar 0.8: "
            "the equivalent of 3 customers was lost and 2 of 34 may be; "
            "at this pass rate it needs 6 more independent customers."
        ),
    ),
    (
        8,
        {"trials": arm(*["PPP"] * 30, *["PPF"] * 4, *["FFF"] * 2)},
        (
            "The lower bound 0.786 is below the bar 0.8: "
            "the equivalent of 3.33 customers was lost and 2 of 36 may be; "
            "at this pass rate it needs 7 more independent customers."
        ),
    ),
    (
        8,
        {"trials": exam(27, 34)},
        (
            "The lower bound 0.647 is below the bar 0.8: "
            "the equivalent of 7 customers was lost and 2 of 34 may be, "
            "and at this pass rate no number of customers would prove it."
        ),
    ),
    (
        8,
        {"bar": 0.95},
        (
            "The lower bound 0.915 is below the bar 0.95: 34 customers can prove at most 0.915, "
            "so it needs 25 more independent customers."
        ),
    ),
    (
        8,
        {"panel": PanelState(qualified=True, false_pass=1.0, false_block=0.0)},
        (
            "The lower bound 0.000 is below the bar 0.8: "
            "no number of customers would prove it with judges that err "
            "this often."
        ),
    ),
    (
        9,
        {"required_slices": (FINE, HELD, BLOCKED)},
        (
            "Every required slice must be ok, and refunds is on hold (it needs 2 more independent customers (30 in "
            "all)); safety is on block."
        ),
    ),
    (
        10,
        {"non_inferiority_registered": True},
        "The plan claims non-inferiority: it needs a paired run of the baseline.",
    ),
    (
        10,
        {"baseline_claim": "inferior"},
        "Against the baseline the candidate is inferior: it must not be inferior.",
    ),
    (
        10,
        {"baseline_claim": "superior", "baseline_missing": "it lacks T01 run 2"},
        "The registered comparison with the baseline is missing: it lacks T01 run 2.",
    ),
    (
        10,
        {"baseline_claim": "inferior_beyond_margin"},
        "Against the baseline the candidate is inferior_beyond_margin: it must not be inferior.",
    ),
    (
        10,
        {"baseline_claim": "inconclusive", "non_inferiority_registered": True},
        "The plan claims non-inferiority, and the comparison with the baseline is inconclusive.",
    ),
    (
        11,
        {"synthetic": True},
        "This is a rehearsal with a scripted candidate: it needs one that is measured.",
    ),
    (
        11,
        {"rehearsal": True},
        "This is a rehearsal with a scripted candidate: it needs one that is measured.",
    ),
    (
        12,
        {"audit_ok": None},
        (
            "The manifest names no audit of this seal and evaluator: it needs a `bramble audit` that passes, "
            "before the session."
        ),
    ),
    (
        12,
        {"audit_ok": False},
        (
            "The manifest names an audit that failed of this seal and evaluator: it needs a `bramble audit` that "
            "passes, before the session."
        ),
    ),
]


@pytest.mark.parametrize(("number", "changed", "text"), MET)
def test_met_precondition_says_what_was_found(number: int, changed: dict[str, Any], text: str) -> None:
    assert one(number, **changed) == Precondition(id=f"H{number}", met=True, text=text)


@pytest.mark.parametrize(("number", "changed", "text"), UNMET)
def test_unmet_precondition_says_what_would_supply_it(
    number: int, changed: dict[str, Any], text: str
) -> None:
    assert one(number, **changed) == Precondition(id=f"H{number}", met=False, text=text)


@pytest.mark.parametrize("text", [text for _, _, text in (*MET, *UNMET)])
def test_every_precondition_is_a_full_sentence(text: str) -> None:
    assert text[0].isupper() or text[0].isdigit()
    assert text.endswith(".")


def test_unqualified_panel_without_a_way_out_is_refused() -> None:
    with pytest.raises(ValueError) as refusal:
        PanelState(qualified=False, false_pass=0.0, false_block=0.0)
    assert str(refusal.value) == "an unqualified panel must say what would qualify it"


def test_panel_error_off_the_scale_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^false_pass must lie between 0 and 1, not 1\.5$"):
        PanelState(qualified=True, false_pass=1.5, false_block=0.0)
    with pytest.raises(ValueError, match=r"^false_block must lie between 0 and 1, not -1\.0$"):
        PanelState(qualified=True, false_pass=0.5, false_block=-1.0)


def test_slice_of_unknown_status_is_refused() -> None:
    with pytest.raises(ValueError) as refusal:
        RequiredSlice(label="refunds", status="fine")
    assert str(refusal.value) == "slice 'refunds': unknown status 'fine'; known: ok, hold, block"
    with pytest.raises(ValueError, match=r"^slice label must be a non-empty text, not ''$"):
        RequiredSlice(label="", status="ok")
