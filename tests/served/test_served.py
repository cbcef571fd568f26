"""A model that plays every gold script is hired: over HTTP, through LiteLLM, all tickets, runs as sealed.

`make served` examines the same model with mistakes; variants.py says which and what must come of each.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from .hiring import Office
from .variants import VARIANTS

GOLD = VARIANTS[0]


def test_a_served_model_that_does_everything_right_on_an_audited_exam_is_hired(tmp_path):
    office = Office.in_folder(tmp_path / "office")
    office.audit()
    report = office.examine()
    (result,) = report["results"]
    assert [known["text"] for known in result["preconditions"] if not known["met"]] == []
    assert GOLD.wrong(result, office.gate()) == []
    assert (result["kind"], result["synthetic"], report["kind"]) == ("litellm", False, "exam")
    assert result["tickets_solved"] == 34
    assert {topic["advice"] for topic in report["topics"]} == {"nothing against it"}


@pytest.mark.parametrize("changed", [{"verdict": "FIRED"}, {"code": 11}, {"reason": "H8"}, {"lower": 0.9}])
def test_a_variant_notices_what_is_not_as_planned(changed):
    result = {
        "verdict": "HIRED",
        "bounds": {"lower": 0.9156604, "upper": 1.0},
        "reasons": [{"code": "bar_met"}],
    }
    assert GOLD.wrong(result, 0) == []
    assert len(replace(GOLD, **changed).wrong(result, 0)) == 1
