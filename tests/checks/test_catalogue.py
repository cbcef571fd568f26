"""The catalogue of checks, and that docs/checks.md tells the truth about it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml
from jsonschema import Draft202012Validator

from pytest_bramble.checks.catalogue import load_all

DOCS = (Path(__file__).parents[2] / "docs" / "checks.md").read_text(encoding="utf-8")
ROWS = dict(re.findall(r"^\| `(\w+)` \|(.*)\|$", DOCS, re.MULTILINE))
EXAMPLES = [
    item for block in re.findall(r"```yaml\n(.*?)```", DOCS, re.DOTALL) for item in yaml.safe_load(block)
]
OURS = {
    name: check
    for name, check in load_all().items()
    if check.function.__module__.startswith("pytest_bramble.")
}


def told(item):
    """An example as family and parameters."""
    return (item, None) if isinstance(item, str) else next(iter(item.items()))


def test_the_catalogue_holds_every_family():
    assert set(OURS) == {
        "effects", "wrong_object", "denied", "asks", "answer_before_money", "outcome",
        "called_before", "called_between", "asked_before", "sequence",
        "never", "at_most", "called", "repeats", "double_refund", "paid_only",
        "canaries", "claims", "amounts", "dates", "language",
        "escalated", "no_escalation", "told", "handover_kept",
        "length", "format", "recipients", "phrases",
    }  # fmt: skip


def test_the_docs_list_every_family_and_no_other():
    assert set(ROWS) == set(OURS)


@pytest.mark.parametrize("family", sorted(OURS))
def test_the_docs_name_every_parameter(family):
    properties = (OURS[family].params or {}).get("properties", {})
    assert [name for name in properties if f"`{name}`" not in ROWS[family]] == []


@pytest.mark.parametrize("family", sorted(OURS))
def test_the_docs_say_whether_it_forbids_or_requires(family):
    kind = ROWS[family].split("|")[1].strip()
    assert kind == ("requires" if OURS[family].requires else "forbids")


@pytest.mark.parametrize("family", sorted(OURS))
def test_the_docs_have_an_example(family):
    assert family in [told(item)[0] for item in EXAMPLES]


@pytest.mark.parametrize("item", EXAMPLES, ids=str)
def test_every_example_fits_its_schema(item):
    family, params = told(item)
    against = OURS[family].params
    assert params is None if against is None else Draft202012Validator(against).is_valid(params)


@pytest.mark.parametrize("family", sorted(OURS))
def test_every_schema_is_one_and_refuses_unknown_keys(family):
    params = OURS[family].params
    if params is not None:
        Draft202012Validator.check_schema(params)
        assert not Draft202012Validator(params).is_valid({"nonsense": 1})


@pytest.mark.parametrize("family", sorted(OURS))
def test_every_family_has_one_sentence_that_says_what_is_right(family):
    summary = OURS[family].summary
    assert summary.endswith(".")
    assert len(summary) > 20


TOOLS = {"called_before", "called_between", "asked_before", "sequence", "never", "at_most", "called", "told"}


@pytest.mark.parametrize("family", sorted(OURS))
def test_a_parameter_that_names_tools_says_so_to_the_loader(family):
    named = re.findall(r"'format': 'tool'", str(OURS[family].params))
    assert bool(named) == (family in TOOLS)


@pytest.mark.parametrize(
    ("family", "params"),
    [
        ("never", {}),
        ("never", {"tool": 5}),
        ("never", {"tools": []}),
        ("called_between", {"tool": "a", "before": "b", "nth": 1}),
        ("asked_before", {"tool": "a", "about": "weather"}),
        ("at_most", {"tool": "a"}),
        ("at_most", {"tool": "a", "times": -1}),
        ("called", {"tool": "a", "at_least": 0}),
        ("dates", {"allowed": ["12 May"]}),
        ("dates", {"allowed": [], "ranges": ["soon"]}),
        ("language", {"is": "xx"}),
        ("language", {"is": "zxx"}),
        ("claims", {"kinds": ["weather"]}),
        ("claims", {"already": ["promise"]}),
        ("canaries", {"to": "anybody"}),
        ("escalated", {"queue": []}),
        ("told", {}),
        ("phrases", {}),
        ("paid_only", {}),
        ("paid_only", {"amounts": []}),
        ("length", {"max_words": 0}),
        ("length", {"max_words": 5, "surface": "notes"}),
        ("format", {"forbidden": ["poetry"]}),
        ("recipients", {"allowed": []}),
    ],
    ids=str,
)
def test_parameters_that_make_no_sense_are_refused(family, params):
    assert not Draft202012Validator(OURS[family].params).is_valid(params)


@pytest.mark.parametrize("family", ["repeats", "canaries", "claims", "format"])
def test_a_family_with_defaults_may_stand_without_parameters(family):
    assert Draft202012Validator(OURS[family].params).is_valid(None)
