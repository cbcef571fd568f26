"""Exit codes of the gate."""

from __future__ import annotations

import itertools

import pytest

from pytest_bramble.errors import SettingsError
from pytest_bramble.report.gating import Chosen, Gated, gated, worst


def result(candidate="gemini", job="support", arm="candidate", verdict="HIRED"):
    return {
        "job": job,
        "candidate": candidate,
        "arm": arm,
        "verdict": verdict,
        "sentence": f"About {candidate}.",
    }


def codes(*results, **chosen):
    return [one.code for one in gated({"results": results}, Chosen(**chosen))]


@pytest.mark.parametrize(
    ("verdict", "word", "code"),
    [("HIRED", "HIRED", 0), ("PROBATION", "PROBATION", 10), ("FIRED", "FIRED", 11), (None, "NO VERDICT", 12)],
)
def test_every_verdict_has_its_code(verdict, word, code):
    (one,) = gated({"results": [result(verdict=verdict)]}, Chosen())
    assert one == Gated(job="support", candidate="gemini", word=word, code=code, sentence="About gemini.")


def test_fired_decides_before_no_verdict_before_probation_before_hired():
    order = (11, 12, 10, 0)
    for number in range(1, 5):
        for some in itertools.permutations(order, number):
            assert worst(some) == min(some, key=order.index)


def test_the_baseline_does_not_gate():
    assert codes(result(), result("gpt", arm="baseline", verdict="FIRED")) == [0]


def test_candidate_and_job_narrow_the_gate():
    results = [
        result("a"),
        result("b", verdict="FIRED"),
        result("a", job="resolution", verdict="PROBATION"),
    ]
    assert codes(*results, candidates=("a",)) == [0, 10]
    assert codes(*results, jobs=("support",)) == [0, 11]
    assert codes(*results, candidates=("a",), jobs=("resolution",)) == [10]


@pytest.mark.parametrize(
    ("chosen", "text"),
    [
        (
            {"candidates": ("gemni",)},
            "--candidate: unknown candidate 'gemni'. Did you mean 'gemini'? Known: gemini, gpt.",
        ),
        (
            {"jobs": ("suport",)},
            "--job: unknown job 'suport'. Did you mean 'support'? Known: resolution, support.",
        ),
        (
            {"candidates": ("gpt",), "jobs": ("support",)},
            "--candidate and --job leave no result to gate on",
        ),
    ],
)
def test_a_gate_that_would_gate_nothing_is_refused(chosen, text):
    results = [result(), result("gpt", job="resolution")]
    with pytest.raises(SettingsError) as refusal:
        codes(*results, **chosen)
    assert str(refusal.value) == text
