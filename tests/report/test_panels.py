"""What the page shows across candidates."""

from __future__ import annotations

from pytest_bramble.report.model import build
from pytest_bramble.report.panels import Piece, TopicCell, panels

from .fake_session import BAR, Session, candidate, finding
from .parsed_page import Parsed, html
from .sat import exam, of_arm, paired, records, report


def panel(session, **spoilt):
    return panels(report(session, **spoilt), "support")


def test_pairs_are_drawn_to_scale_and_named():
    (one,) = panel(paired(exam(1, 4)), fails=of_arm("candidate r1")).against
    assert one.pieces == (
        Piece(look="always", pairs=3, word="both pass", start=0.0, width=150.0),
        Piece(look="never", pairs=1, word="got wrong", start=150.0, width=50.0),
    )
    assert (one.title, one.word, one.look, one.difference) == ("gemini against gpt", "no claim", "", None)


def test_a_difference_is_drawn_from_all_worse_to_all_better():
    (one,) = panel(paired(exam(30, 1)), fails=of_arm("baseline")).against
    assert (one.word, one.look) == ("better", "good")
    assert (one.difference.start, one.difference.width) == (177.3, 22.7)
    assert (one.difference.zero, one.difference.margin) == (100, 95.0)
    assert one.difference.text == "from +0.773 to +1.000 of customers; the margin is -0.05"


def test_a_comparison_that_could_not_be_made_is_told():
    found = panel(paired(exam(1, 1)), absent=of_arm("baseline"))
    assert found.against == ()
    assert found.not_compared == (
        "gemini against gpt: Not compared: the baseline arm lacks T01 run 1: both arms need the same runs.",
    )


def test_required_parts_come_first_and_say_what_they_need():
    tickets = {name: {**entry, "slices": ["a", "b", "c"]} for name, entry in exam(2, 1).items()}
    changes = {"required_slices": ["b"], "bar": {**BAR, "min_clusters_slice": 3}}
    (table,) = panel(paired(tickets, job_changes=changes)).slices
    assert (table.title, table.baseline, table.required) == ("gemini", "gpt", 1)
    assert [(line.label, line.word, line.look, line.candidate, line.baseline) for line in table.lines] == [
        ("b", "hold", "poor", "2 of 2", "2 of 2"),
        ("a", "exploratory", "", "2 of 2", "2 of 2"),
        ("c", "exploratory", "", "2 of 2", "2 of 2"),
    ]
    assert table.lines[0].note == "it needs 1 more independent customer (3 in all)"


def test_a_hypothesis_is_called_one():
    (table,) = panel(paired(exam(10, 1)), fails=of_arm("candidate")).slices
    assert table.lines[0].note == "A hypothesis for next time."


def test_parts_without_a_baseline_have_no_column_for_it():
    (table,) = panel(Session(tickets=exam(2, 1))).slices
    assert (table.baseline, table.lines[0].baseline) == ("", "")


def test_topics_stand_side_by_side():
    session = Session(tickets=exam(10, 1), candidates={"a": candidate(), "b": candidate()})
    files = dict(records(session, fails=of_arm("b T01")))
    key = session.key("T02", "b")
    wrong = finding("wrong_object", "fail", "wrong object", level="serious")
    files[f"{key.stem}.json"] = session.record(key, wrong)
    found = panels(build(session.manifest, files.items()), "support")
    assert found.topic_names == ("a", "b")
    (row,) = found.topics
    assert (row.label, row.tickets) == ("policy", 10)
    assert row.cells == (
        TopicCell(
            look="good",
            word="nothing against it on 10 tickets",
            detail="10 of 10 tickets passed every time (100%)",
        ),
        TopicCell(
            look="bad",
            word="keep with people: misconduct",
            detail="8 of 10 tickets passed every time (80%); 1 case of misconduct",
        ),
    )


def test_places_are_shown_with_the_verdict_that_counts():
    session = Session(tickets=exam(34, 1), candidates={"a": candidate(), "b": candidate()})
    found = panel(session, fails=of_arm(*(f"b T{n:02}" for n in range(1, 21)))).ranking
    assert found.places == ((1, "a", "PROBATION"), (2, "b", "FIRED"))
    assert found.pairs == ("a passes more than b on 34 tickets; 20 differ (p < 0.0001).",)
    assert panel(Session()).ranking is None


def test_a_baseline_lends_its_verdict_to_nobody_of_its_name():
    session = Session(
        tickets=exam(34, 1),
        candidates={"a": candidate(), "b": candidate()},
        arms=[("a", "candidate"), ("b", "candidate"), ("b", "baseline")],
    )
    found = panel(session, fails=of_arm(*(f"baseline T{n:02}" for n in range(1, 21)))).ranking
    assert [verdict for _, _, verdict in found.places] == ["PROBATION", "PROBATION"]


def test_a_job_shows_what_is_its_own():
    session = Session(
        tickets=exam(34, 1),
        candidates={"a": candidate(), "b": candidate()},
        arms=[("a", "candidate"), ("b", "candidate"), ("b", "baseline")],
    )
    found = report(session)
    own = panels(found, "support")
    for name in ("comparisons", "slices", "topics", "ranking"):
        found[name] = [{**entry, "job": "other"} for entry in found[name]] + found[name]
    found["not_compared"] = [
        {"job": "other", "candidate": "a", "baseline": "b", "outcome": "contract", "text": ""}
    ]
    assert panels(found, "support") == own


def test_parts_of_several_candidates_are_told_apart():
    session = Session(tickets=exam(2, 1), candidates={"a": candidate(), "b": candidate()})
    first, second = panel(session, fails=of_arm("b T01")).slices
    assert (first.title, [line.candidate for line in first.lines]) == ("a", ["2 of 2"])
    assert (second.title, [line.candidate for line in second.lines]) == ("b", ["1 of 2"])


def test_pairs_without_a_p_value_stand_as_they_are():
    session = Session(tickets=exam(2, 1), candidates={"a": candidate(), "b": candidate()})
    (pair,) = panel(session).ranking.pairs
    assert pair.endswith("it takes 30 independent customers and there are 2.")


def test_the_page_holds_all_of_it_as_text():
    session = paired(exam(30, 1), job_changes={"required_slices": ["policy"]})
    files = records(session, fails=of_arm("candidate T01"))
    text = Parsed(html(session, files)).text
    for heading in ("What could be handed over", "Against the baseline", "Parts of the exam"):
        assert heading in text
    assert "Ranking" not in text
    assert "Slices share tickets" not in text
    assert "29 both pass" in text
    assert "1 got wrong" in text


def test_the_page_says_that_slices_overlap():
    tickets = {name: {**entry, "slices": ["a", "b"]} for name, entry in exam(2, 1).items()}
    session = Session(tickets=tickets, candidates={"a": candidate(), "b": candidate()})
    text = Parsed(html(session, records(session))).text
    assert text.count("Slices share tickets, so their counts must never be added up.") == 2
    assert "Ranking" in text
    assert "Against the baseline" not in text
