from __future__ import annotations

import pytest

from pytest_bramble.scoring.ranking import Place, RankedArm, RankedPair, rank

from .built import FAIL, PASS, arm, trial


def ranked(name: str, *words: str) -> RankedArm:
    return RankedArm(name=name, trials=arm(*words))


GOOD = ranked("good", *["PPP"] * 34)
ALIKE = ranked("alike", *["PPP"] * 30, *["PPF"] * 4)
POOR = ranked("poor", *["PPP"] * 10, *["FFF"] * 24)


def test_candidates_that_cannot_be_told_apart_share_a_place() -> None:
    known = rank([POOR, ALIKE, GOOD])
    assert known.places == (
        Place(name="good", place=1),
        Place(name="alike", place=1),
        Place(name="poor", place=3),
    )


def test_tie_is_admitted_in_words() -> None:
    known = rank([GOOD, ALIKE]).pairs
    assert known == (
        RankedPair(
            better="good",
            worse="alike",
            p=0.125,
            told_apart=False,
            tickets=34,
            differing=4,
            text="good and alike cannot be told apart on 34 tickets; 4 differ.",
        ),
    )


def test_shown_difference_is_stated() -> None:
    known = rank([POOR, GOOD]).pairs[0]
    assert (known.better, known.worse, known.told_apart) == ("good", "poor", True)
    assert known.text == "good passes more than poor on 34 tickets; 24 differ."


def test_p_values_are_corrected_for_all_pairs() -> None:
    alone = rank([GOOD, ALIKE]).pairs[0].p
    among = {(pair.better, pair.worse): pair.p for pair in rank([GOOD, ALIKE, POOR]).pairs}
    assert alone == 0.125
    assert among["good", "alike"] == 0.125
    assert among["good", "poor"] == pytest.approx(3 * 2 / 2**24)


def test_difference_that_is_significant_alone_may_not_survive_the_correction() -> None:
    near = ranked("near", *["PPP"] * 28, *["FFF"] * 6)
    twin, third = ranked("twin", *["PPP"] * 34), ranked("third", *["PPP"] * 34)
    assert rank([GOOD, near]).pairs[0].told_apart
    known = rank([GOOD, twin, third, near])
    assert not any(pair.told_apart for pair in known.pairs)
    assert {place.place for place in known.places} == {1}


def test_few_customers_are_not_ranked() -> None:
    known = rank([ranked("a", *["P"] * 29), ranked("b", *["F"] * 29)])
    assert (known.pairs[0].p, known.pairs[0].told_apart) == (None, False)
    assert known.pairs[0].text == (
        "a and b cannot be told apart on 29 tickets; 29 differ; "
        "it takes 30 independent customers and there are 29."
    )


def test_one_differing_ticket_differs() -> None:
    known = rank([GOOD, ranked("slip", *["PPP"] * 33, "PPF")]).pairs[0]
    assert known.text == "good and slip cannot be told apart on 34 tickets; 1 differs."


def test_runs_that_cancel_out_do_not_make_a_ticket_differ() -> None:
    known = rank([ranked("a", *["PF"] * 30), ranked("b", *["FP"] * 30)]).pairs[0]
    assert (known.differing, known.p) == (0, 1.0)


def test_unknown_pairs_are_counted_in_words() -> None:
    known = rank([GOOD, ranked("gaps", *["PPP"] * 33, "PPU")]).pairs[0]
    assert known.text == "good and gaps cannot be told apart on 34 tickets; 0 differ, 1 pair unknown."


def test_level_is_inclusive_and_registered() -> None:
    slip = ranked("slip", *["PPP"] * 28, *["FFF"] * 6)
    assert rank([GOOD, slip], alpha=2 / 2**6).pairs[0].told_apart
    assert not rank([GOOD, slip], alpha=0.03).pairs[0].told_apart


def test_joint_outcome_ranks_when_asked() -> None:
    candidates = [
        RankedArm(
            name=name,
            trials=tuple(trial(f"T{n:02d}", 1, joint, contract=PASS, joint=joint) for n in range(30)),
        )
        for name, joint in (("said", FAIL), ("done", PASS))
    ]
    assert [place.name for place in rank(candidates, "joint").places] == ["done", "said"]
    assert rank(candidates, "contract").pairs[0].differing == 0


@pytest.mark.parametrize(
    ("arms", "text"),
    [
        ([GOOD], "a ranking needs at least two candidates"),
        ([GOOD, GOOD], "a candidate is in the ranking twice"),
        (
            [GOOD, ranked("short", "PPP")],
            (
                "good against short: the baseline arm lacks T02 run 1, T02 run 2, T02 run 3, T03 run 1, T03 run 2, "
                "T03 run 3 and 93 more: both arms need the same runs"
            ),
        ),
        ([ranked("a"), ranked("b")], "a and b have no trial to compare"),
        ([ranked("", "P"), GOOD], "candidate must be a non-empty text, not ''"),
    ],
)
def test_arms_that_cannot_be_ranked_are_refused(arms: list[RankedArm], text: str) -> None:
    with pytest.raises(ValueError) as refusal:
        rank(arms)
    assert str(refusal.value) == text
