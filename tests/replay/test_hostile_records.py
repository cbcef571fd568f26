"""Whatever somebody writes into a record: a replay names it and goes on."""

from __future__ import annotations

import copy
import json
import os
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_bramble.evidence.store import SessionFolder
from pytest_bramble.replay.session import replay

from .rehash import Tampering
from .tampered import CONTROL, R01

VALUES = (
    st.none()
    | st.booleans()
    | st.integers(-3, 40)
    | st.text(max_size=8)
    | st.just([])
    | st.just({})
    | st.just([[]])
)
# Times are the session's own; a text beside a provider's fault too, but here the ticket was closed.
COPIED = {("started",), ("seconds",)}
BOUND_ANEW = ("bound", "manifest_sha256")  # the tool puts it right again
FREE = {"finish_reason"}


@pytest.fixture(scope="module")
def lone(honest: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The honest session with one record of each arm left, so that it replays fast."""
    import shutil

    copied = tmp_path_factory.mktemp("lone") / "project"
    shutil.copytree(honest.parent.parent, copied)
    session = copied / "reports" / honest.name
    for path in (session / "trials").glob("*.json"):
        if path.stem not in (R01, CONTROL):
            path.unlink()
    (session / "journal-main.jsonl").unlink()
    Tampering(session).write()
    return session


def places(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a JSON value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [at, *(place for key, part in inner for place in places(part, (*at, key)))]


def put(value: Any, at: tuple[Any, ...], new: Any) -> Any:
    """What stood at *at* of *value* before *new* was put there."""
    for key in at[:-1]:
        value = value[key]
    old = value[at[-1]]
    value[at[-1]] = new
    return old


@settings(max_examples=int(os.environ.get("FUZZ", "60")), deadline=None, derandomize=True)
@given(seed=st.integers(0, 10**6), new=VALUES)
def test_any_value_anywhere_in_a_record_is_named_unless_replay_cannot_know_it(lone, seed, new):
    honest = Tampering(lone)
    kept = copy.deepcopy(honest.records)
    evidence = honest.evidence(R01)
    at = random.Random(seed).choice([place for place in places(evidence) if place])
    old = put(evidence, at, new)
    unaltered = json.dumps(old, sort_keys=True) == json.dumps(new, sort_keys=True)
    try:
        honest.write()
        found = replay(SessionFolder(lone))
        if unaltered or at == BOUND_ANEW:
            assert found.code == 0
        elif at not in COPIED and at[-1] not in FREE:
            assert found.code == 1, (at, old, new)
    finally:
        honest.records = kept
        honest.write()


@settings(max_examples=int(os.environ.get("FUZZ", "30")), deadline=None, derandomize=True)
@given(seed=st.integers(0, 10**6), new=VALUES)
def test_any_value_anywhere_in_the_grades_is_named(lone, seed, new):
    tampering = Tampering(lone)
    kept = copy.deepcopy(tampering.records)
    grades = tampering.grades(R01)
    at = random.Random(seed).choice([place for place in places(grades) if place])
    old = put(grades, at, new)
    same = json.dumps(old, sort_keys=True) == json.dumps(new, sort_keys=True)
    try:
        tampering.write()
        assert replay(SessionFolder(lone)).code == (0 if same else 1)
    finally:
        tampering.records = kept
        tampering.write()


# What the session alone knows of itself, and what nobody reads.
MANIFEST_COPIED = ("session", "created", "versions", "options")
OF_A_CANDIDATE = ("family", "note")
OF_A_JOB = ("path", "audit")


def copied(at: tuple[Any, ...]) -> bool:
    """Whether replay cannot know what stands at *at* of a manifest."""
    mine = at[2] if len(at) > 2 else None
    return (
        at[0] in MANIFEST_COPIED
        or (at[0] == "candidates" and (mine in OF_A_CANDIDATE or at[2:] == ("fingerprint", "sha256")))
        or (at[0] == "jobs" and mine in OF_A_JOB)
        or at in (("sha256",), ("schema",))  # the tool puts them right again
    )


@settings(max_examples=int(os.environ.get("FUZZ", "40")), deadline=None, derandomize=True)
@given(seed=st.integers(0, 10**6), new=VALUES)
def test_any_value_anywhere_in_a_manifest_is_named_unless_replay_cannot_know_it(lone, seed, new):
    honest = Tampering(lone)
    kept = copy.deepcopy((honest.manifest, honest.records))
    at = random.Random(seed).choice([place for place in places(honest.manifest) if place])
    old = put(honest.manifest, at, new)
    same = json.dumps(old, sort_keys=True) == json.dumps(new, sort_keys=True)
    try:
        honest.write()
        found = replay(SessionFolder(lone))
        if same:
            assert found.code == 0
        elif not copied(at):
            assert found.code != 0, (at, old, new)
    finally:
        honest.manifest, honest.records = kept
        honest.write()


@pytest.mark.parametrize(
    "text", ["[]", "null", "7", '"x"', "{}", '{"evidence": 7}', '{"evidence": {}}', "[" * 100_000]
)
def test_a_file_that_holds_no_record_is_named(text, session):
    (session / "trials" / f"{R01}.json").write_text(text)
    found = replay(SessionFolder(session))
    assert found.code == 1
    assert any(str(one).startswith(f"trials/{R01}.json: ") for one in found.contradictions)


def test_a_lone_surrogate_in_what_is_copied_is_named(tampering, session):
    path = session / "trials" / f"{R01}.json"
    path.write_text(path.read_text().replace('"finish_reason":"tool_calls"', r'"finish_reason":"\ud800"', 1))
    assert replay(SessionFolder(session)).code == 1


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity"])
def test_a_number_that_is_none_in_what_is_copied_is_named(number, session):
    path = session / "trials" / f"{R01}.json"
    path.write_text(path.read_text().replace('"finish_reason":"tool_calls"', f'"finish_reason":{number}', 1))
    assert replay(SessionFolder(session)).code == 1
