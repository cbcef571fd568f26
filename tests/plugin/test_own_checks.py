"""A check of the user's own, in a conftest.py beside the tickets."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from .conftest import records, report

BRAMBLE = Path(sys.executable).parent / "bramble"
POLITE = """
import pytest_bramble as bramble

@bramble.check("polite", requires=False, params={"type": "object", "properties": {"word": {"type": "string"}}, "required": ["word"]})
def polite(case, params):
    "The last message thanks the customer."
    for surface in case.outbound():
        if surface.name == "close_ticket.message" and params["word"] not in surface.text:
            place = bramble.Place(event=surface.event, surface=surface.name, offset=0)
            return bramble.Verified(lapses=(bramble.Lapse(text=f"no {params['word']!r}", forbidden=True, place=place),))
    return bramble.Verified()
"""


@pytest.fixture
def polite(desk):
    """A desk whose first ticket asks for a word of thanks; its own process, for checks stay registered."""
    ticket = desk.path / "jobs/resolution/tickets/R01.yaml"
    ticket.write_text(
        ticket.read_text() + "checks: [{polite: {word: Thank}}]\nviolations: {polite: serious}\n"
    )
    (ticket.parent / "conftest.py").write_text(POLITE, encoding="utf-8")
    return desk


def test_a_check_of_ones_own_grades_like_any_other(polite):
    result = polite.runpytest_subprocess("-k", "R01", "--candidate=control")
    result.assert_outcomes(failed=2, deselected=6)
    result.stdout.fnmatch_lines(["polite failed: no 'Thank' [[]event ? close_ticket.message:0[]]"])
    finding = records(polite)[0]["grades"]["findings"][-1]
    assert (finding["check"], finding["level"], finding["outcome"]) == ("polite", "serious", "fail")
    assert report(polite)["results"][0]["verdict"] == "FIRED"


def test_its_parameters_are_held_to_its_schema(polite):
    ticket = polite.path / "jobs/resolution/tickets/R01.yaml"
    ticket.write_text(ticket.read_text().replace("{word: Thank}", "{wrod: Thank}"))
    result = polite.runpytest_subprocess("--candidate=control")
    assert result.ret == 2
    result.stdout.fnmatch_lines(["*R01.yaml:*word*"])


def test_the_command_line_knows_it_too(polite):
    assert polite.run(BRAMBLE, "freeze").ret == 0
    polite.runpytest_subprocess("-k", "R01", "--candidate=control").assert_outcomes(failed=2, deselected=6)
    result = polite.run(BRAMBLE, "audit", "jobs/resolution", "--ticket", "R01")
    result.stdout.fnmatch_lines(["*gold does not pass polite: no 'Thank'"])


def test_a_conftest_that_cannot_be_imported_is_named(polite):
    (polite.path / "jobs/resolution/tickets/conftest.py").write_text("import nothing_of_that_name")
    result = polite.run(BRAMBLE, "freeze")
    assert result.ret == 2
    result.stderr.fnmatch_lines(["bramble: *tickets/conftest.py: cannot be imported: ModuleNotFoundError: *"])


def test_a_family_of_the_package_cannot_be_taken(polite):
    (polite.path / "jobs/resolution/tickets/conftest.py").write_text(
        POLITE.replace('"polite"', '"effects"', 1)
    )
    result = polite.run(BRAMBLE, "freeze")
    assert result.ret == 2
    result.stderr.fnmatch_lines(["bramble: *conftest.py:*: check 'effects' exists"])
