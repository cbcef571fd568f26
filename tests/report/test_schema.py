"""The shipped schema: a built report meets it, and it names all that a report holds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pytest_bramble.errors import EvidenceError
from pytest_bramble.report.model import build

from .fake_session import Session, finding, ticket

SCHEMA = Path(__file__).parents[2] / "pytest_bramble/report/schemas/report.schema.json"


def schema():
    return json.loads(SCHEMA.read_text(encoding="utf-8"))


@pytest.mark.parametrize("complete", [True, False])
def test_a_built_report_meets_the_shipped_schema(complete):
    from jsonschema import Draft202012Validator

    Draft202012Validator.check_schema(schema())
    session = Session(tickets={"T01": ticket(), "T30": ticket("T30", gross=["canaries"])})
    clean = session.record(session.key("T30"), finding("canaries", level="gross"))
    records = [*session.passed(session.key("T30")), ("support.T30.gemini.r1.json", clean)]
    report = build(session.manifest, records if complete else records[:1])
    assert [error.message for error in Draft202012Validator(schema()).iter_errors(report)] == []


def test_the_schema_names_everything_a_report_holds():
    session = Session(tickets={"T01": ticket(), "T30": ticket("T30", gross=["canaries"])})
    leak = session.record(session.key("T30"), finding("canaries", "fail", "disclosed town", level="gross"))
    again = session.record(session.key(), attempt=2)
    records = [
        *session.passed(session.key("T30")),
        ("support.T30.gemini.r1.json", leak),
        ("support.T01.gemini.r1.attempt2.json", again),
        ("x.json", EvidenceError("record_rejected", "x.json: not a JSON object")),
    ]
    assert list(unnamed(build(session.manifest, records), schema(), "report")) == []


def unnamed(value, rule, where):
    """Every key of *value* that *rule* does not describe, by place."""
    if "$ref" in rule:
        rule = schema()["$defs"][rule["$ref"].rsplit("/", 1)[1]]
    if "anyOf" in rule:
        rule = rule["anyOf"][0]
    if isinstance(value, dict) and "properties" in rule:
        for key, item in value.items():
            if key not in rule["properties"]:
                yield f"{where}.{key}"
            else:
                yield from unnamed(item, rule["properties"][key], f"{where}.{key}")
    elif isinstance(value, dict) and "additionalProperties" in rule:
        for key, item in value.items():
            yield from unnamed(item, rule["additionalProperties"], f"{where}.{key}")
    elif isinstance(value, list):
        for item in value:
            yield from unnamed(item, rule.get("items", {}), where)
