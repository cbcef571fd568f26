"""YAML as the exam reads it."""

from __future__ import annotations

import json
import types
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from pytest_bramble.errors import ExamError
from pytest_bramble.exam.yaml_source import (
    NO_LIBYAML,
    Lines,
    compose,
    item_lines,
    load_marked,
    load_plain,
    plain_value,
    reader_over,
)

FILE = Path("T01.yaml")


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("on", "on"),
        ("yes", "yes"),
        ("No", "No"),
        ("True", "True"),
        ("NULL", "NULL"),
        ("2026-03-01", "2026-03-01"),
        ("12:30", "12:30"),
        ("007", "007"),
        ("0x1F", "0x1F"),
        ("1_000", "1_000"),
        ("+1", "+1"),
        ("1.", "1."),
        (".5", ".5"),
        ("<<", "<<"),
        ("'true'", "true"),
        ("'12'", "12"),
        ("''", ""),
        ("true", True),
        ("false", False),
        ("null", None),
        ("~", None),
        ("", None),
        ("0", 0),
        ("-12", -12),
        ("1.50", 1.5),
        ("-1e3", -1000.0),
    ],
)
def test_a_scalar_means_what_json_would_mean(written: str, value: Any) -> None:
    for read in (load_plain(f"a: {written}"), load_marked(FILE, f"a: {written}")[0]):
        assert read == {"a": value}
        assert type(read["a"]) is type(value)


def test_a_key_called_on_stays_text() -> None:
    assert load_plain("on: any") == {"on": "any"} == load_marked(FILE, "on: any")[0]


LETTERS = st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp"), exclude_characters="\ufeff\ufffe\uffff")
TEXT = st.text(LETTERS, max_size=20)
NUMBERS = st.integers(1 - 10**18, 10**18 - 1) | st.floats(allow_nan=False, allow_infinity=False)
VALUES = st.recursive(
    st.none() | st.booleans() | TEXT | NUMBERS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=12,
)
WORDS = st.sampled_from(
    ("on", "yes", "1", "1.0", "~", "null", "true", "2026-01-01", "1e9", "''", "-3", "07", "<<")
)
PAIRS = st.lists(st.tuples(st.sampled_from("abcdef"), WORDS), min_size=1, unique_by=lambda pair: pair[0])


@given(VALUES)
def test_both_readers_agree_with_json(value: Any) -> None:
    text = json.dumps(value, ensure_ascii=False)
    assert load_marked(FILE, text)[0] == load_plain(text) == json.loads(text)


@given(PAIRS)
def test_both_readers_give_equal_values_for_plain_words(pairs: list[tuple[str, str]]) -> None:
    text = "\n".join(f"{key}: [{word}, {{x: {word}}}]" for key, word in pairs)
    assert json.dumps(load_plain(text)) == json.dumps(load_marked(FILE, text)[0])


@given(st.text(alphabet="ab: -[]{}'\"\n\t#&*!|>%@01.", max_size=25))
def test_whatever_the_careful_reader_accepts_the_fast_one_reads_alike(text: str) -> None:
    try:
        marked, _ = load_marked(FILE, text)
    except ExamError:
        return
    assert load_plain(text) == marked


def test_every_value_has_its_line() -> None:
    text = "a:\n  b: 1\n  c:\n    - x\n    - {d: 2,\n       e: 3}\n"
    _, lines = load_marked(FILE, text)
    known = {(): 1, ("a",): 1, ("a", "b"): 2, ("a", "c"): 3, ("a", "c", 0): 4, ("a", "c", 1): 5}
    assert lines == Lines({**known, ("a", "c", 1, "d"): 5, ("a", "c", 1, "e"): 6})


def test_a_place_without_a_line_has_the_line_of_what_surrounds_it() -> None:
    _, lines = load_marked(FILE, "\n\na:\n  b: 1\n")
    assert [lines.at(("a", "b", "c", 0)), lines.at(("a", "x")), lines.at(("z",))] == [4, 3, 1]


def test_an_empty_file_is_null() -> None:
    assert load_plain("# nothing\n") is None
    assert load_marked(FILE, "# nothing\n") == (None, Lines({(): 1}))


ALIASES = "anchors and aliases are not used in exam files; write the value out, or quote it if it is text"
TAGS = "tags are not used in exam files; write plain data, or quote the text"
SYNTAX = "check the indentation, quotes and colons around here"
FINITE = "is not a finite number; write it as text in quotes if it is meant"
ODD = "remove it or write it as an escape"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: 1\nb: 2\na: 3", "3: key 'a' stands twice (first in line 1); keep one"),
        ("a: 1\nb: &x {c: 1}", f"2: &x: {ALIASES}"),
        ("a: 1\nb: *x", f"2: *x: {ALIASES}"),
        ("a: !!binary aGk=", f"1: tag 'tag:yaml.org,2002:binary': {TAGS}"),
        ("a:\n- !x {}", f"2: tag '!x': {TAGS}"),
        ("a: 1\n2: b", "2: a key must be text; write '2'"),
        ("true: b", "1: a key must be text; write 'true'"),
        ("[a]: b", "1: a key must be text; write one word"),
        ("a: 1\n---\nb: 2", "2: a second document starts here; one file holds one document, without '---'"),
        ("a:\n\tb: 1", "2: a tab in the indentation; indent with spaces"),
        ("a: 1\nb: c: d", f"2: not YAML: mapping values are not allowed in this context; {SYNTAX}"),
        ("a: [1", f"2: not YAML: while parsing a flow sequence, did not find expected ',' or ']'; {SYNTAX}"),
        ("a: .inf", f"1: .inf {FINITE}"),
        ("a: -.INF", f"1: -.INF {FINITE}"),
        ("a: .nan", f"1: .nan {FINITE}"),
        ("a: 1e999", f"1: 1e999 {FINITE}"),
        (f"a: -{'9' * 19}", "1: a number of 19 digits; write it as text in quotes if it is meant"),
        ("a: 1\nb: \x07", rf"2: unprintable character '\x07'; {ODD}"),
        ("a: \x9c", rf"1: unprintable character '\x9c'; {ODD}"),
        ("a: \ud800", rf"1: unprintable character '\ud800'; {ODD}"),
        ("a: \uffff", rf"1: unprintable character '\uffff'; {ODD}"),
        ("a: " + "[" * 40 + "]" * 40, "1: nested more than 40 levels deep; flatten it"),
    ],
)
def test_a_mistake_is_told_with_its_line_and_the_way_out(text: str, message: str) -> None:
    with pytest.raises(ExamError) as caught:
        load_marked(FILE, text)
    assert str(caught.value) == f"T01.yaml:{message}"


def test_nesting_up_to_the_limit_is_read() -> None:
    text = "a: " + "[" * 39 + "]" * 39
    assert load_marked(FILE, text)[0] == load_plain(text)


def test_many_lists_beside_each_other_are_not_deep() -> None:
    assert load_marked(FILE, f"a: [{', '.join(['[]'] * 60)}]")[0] == {"a": [[]] * 60}


def test_an_alias_bomb_is_refused_before_it_grows() -> None:
    doubled = (f"{new}: &{new} [*{old}, *{old}]\n" for old, new in pairwise("abcdefghijklmnopqrstuvwxyz"))
    bomb = "a: &a [x, x]\n" + "".join(doubled)
    with pytest.raises(ExamError, match="&a: anchors and aliases are not used"):
        load_marked(FILE, bomb)
    with pytest.raises(ValueError, match=r"^aliases are not used in exam files$"):
        load_plain(bomb)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{a: 1, a: 2}", "a key stands twice$"),
        ("1: 2", "a key is not text"),
        ("? !!str [b]\n: 2", "a key is not text"),
        ("a: !!binary aGk=", "tag tag:yaml.org,2002:binary is not plain data"),
        ("a: !!set {b}", "tag tag:yaml.org,2002:set is not plain data"),
        ("a: !x 12", "tag !x is not plain data"),
        ("a: .nan", "not a finite number"),
    ],
)
def test_the_fast_reader_refuses_what_is_not_plain_data(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        load_plain(text)


def test_item_lines_are_those_of_a_top_level_list() -> None:
    node = compose("a: 1\ngold:\n  - x\n  -\n    y: 1\n  - [z]\n")
    assert item_lines(node, "gold") == (3, 5, 6)
    assert item_lines(node, "a") == ()
    assert item_lines(node, "absent") == ()
    assert item_lines(None, "gold") == ()


def test_without_libyaml_the_python_parser_reads_the_same_and_says_so() -> None:
    with pytest.warns(UserWarning, match="without libyaml") as told:
        slow = reader_over(types.SimpleNamespace(SafeLoader=yaml.SafeLoader))
    assert [str(warning.message) for warning in told] == [NO_LIBYAML]
    text = "on: yes\nday: 2026-03-01\nn: [1, 1.5, ~, true, 'x']\n"
    assert plain_value(slow(text).get_single_node()) == load_plain(text)
