"""Which trials began and never ended."""

from __future__ import annotations

from pytest_bramble.evidence.journals import unfinished
from pytest_bramble.evidence.store import Journal


def journal(folder, worker, *notes):
    made = Journal(folder, worker)
    for note, trial in notes:
        made.note({"note": note, "trial": trial})
    made.close()


def test_a_trial_that_has_no_end_is_unfinished(tmp_path):
    journal(tmp_path, "gw0", ("start", "a"), ("call", "a"), ("end", "a"), ("start", "b"), ("call", "b"))
    journal(tmp_path, "gw1", ("start", "c"), ("end", "c"))
    assert unfinished(tmp_path) == {"b": 1}


def test_every_beginning_counts(tmp_path):
    journal(tmp_path, "gw0", ("start", "a"))
    journal(tmp_path, "gw1", ("start", "a"), ("start", "a"), ("end", "a"))
    assert unfinished(tmp_path) == {"a": 2}


def test_a_line_that_was_cut_short_tells_nothing(tmp_path):
    journal(tmp_path, "gw0", ("start", "a"))
    with (tmp_path / "journal-gw0.jsonl").open("a", encoding="utf-8") as file:
        file.write('[1]\n{"note": "end", "tri')
    assert unfinished(tmp_path) == {"a": 1}


def test_without_journals_nothing_is_unfinished(tmp_path):
    assert unfinished(tmp_path) == {}
