"""What is taken out of everything a session writes, and what has to stay."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_bramble.evidence.redaction import REMOVED, Redactor

SHAPED = [
    "sk-proj-abcDEF1234567890abcd",
    "sk-ant-api03-AbC_dEf-1234567890",
    "AIzaSyD-1234567890abcdefghijklmnopqrstu",
    "Bearer abcdef.GHIJ-1234567890==",
    "bearer   0123456789abcdef",
    "xoxb-123456789012-abcdefABCDEF",
    "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
    "github_pat_11ABCDEFG0abcdefghijklmnop_qrstuvwxyz",
    "glpat-abcdefghij0123456789",
    "hf_abcdefghijklmnopqrstuvwxyzABCDEFGH",
    "gsk_abcdefghijklmnopqrstuvwxyz0123456789",
    "AKIAIOSFODNN7EXAMPLE",
]
PLAIN = [
    "refund-B-109-key-1",
    "key-refund-B-101-2026-06-18",
    "sk-refund",
    "task-1234567890abcdefghijkl",
    "The bearer responsibilities were explained.",
    "wpt_7QXM42ZKR9VB",
    "tok_1234567890abcdef",
    "5f2b8a1c9d3e4f60718293a4b5c6d7e8f90123456789abcdef0123456789abcd",
    "C-109 B-109 AP-B-109-1",
]


@pytest.mark.parametrize("key", SHAPED)
def test_what_has_the_shape_of_a_key_is_removed(key):
    assert Redactor().text(f'a "{key}", b') == f'a "{REMOVED}", b'


@pytest.mark.parametrize("text", PLAIN)
def test_what_candidates_and_exams_write_stays(text):
    assert Redactor().text(f"a {text}, b") == f"a {text}, b"


def test_variables_named_by_candidates_or_named_like_keys_are_secret():
    environ = {
        "MY_KEY": "value-of-mine",
        "CI_TOKEN": "value-of-ci",
        "Stripe_Secret": "value-of-stripe",
        "X_API_KEY": "value-of-x",
        "HOME": "value-of-home",
        "A_TOKEN": "short",
    }
    text = " ".join(environ.values())
    told = Redactor.of(environ, ["MY_KEY", "NOT_SET"]).text(text)
    assert told == f"{REMOVED} {REMOVED} {REMOVED} {REMOVED} value-of-home short"


def test_the_whole_of_two_values_goes_when_one_begins_the_other():
    assert Redactor(["secret-value", "secret-value-long"]).text("secret-value-long") == REMOVED


@pytest.mark.parametrize("written", ['pass"word\\9', 'pass\\"word\\\\9', "pass%22word%5C9"])
def test_a_value_is_found_as_json_and_addresses_write_it(written):
    assert Redactor(['pass"word\\9']).text(f"<{written}>") == f"<{REMOVED}>"


def test_space_around_a_value_is_none_of_it():
    assert Redactor(["  secret-value\n"]).text("(secret-value)") == f"({REMOVED})"


def test_what_the_exam_says_itself_stays():
    key, shaped = "wpt_7QXM42ZKR9VB", "sk-live-1234567890abcdef"
    told = Redactor([key, "my-own-secret"]).text(
        f"{key} {shaped} my-own-secret sk-live-ffffffffffffffff0", lambda: f"planted: {key}, {shaped}."
    )
    assert told == f"{key} {shaped} {REMOVED} {REMOVED}"


def test_the_exam_is_not_read_when_there_is_nothing_to_remove():
    def never():
        raise LookupError("read")

    assert Redactor(["my-own-secret"]).text("ghosts of xoxo and hf_", never) == "ghosts of xoxo and hf_"


def test_a_json_value_without_secrets_is_itself():
    value = {"a": ("b",), "c": 1}
    assert Redactor(["my-own-secret"]).value(value) is value


def test_a_json_value_loses_secrets_in_keys_and_values():
    told = Redactor(["my-own-secret"]).value({"my-own-secret": ["a my-own-secret", 1, None]})
    assert told == {REMOVED: [f"a {REMOVED}", 1, None]}


def test_its_own_text_shows_no_value():
    assert repr(Redactor(["my-own-secret"])) == "Redactor(1 forms)"


SECRETS = st.text(min_size=8).map(str.strip).filter(lambda text: len(text) >= 8 and text not in REMOVED)


@given(SECRETS, st.text(), st.text())
def test_no_value_survives_in_json_whatever_stands_around_it(value, before, after):
    told = Redactor([value]).value({"a": before + value + after, "b": [value], value: 1})
    assert not [text for text in (*told, told["a"], *told["b"]) if value in text]


def test_an_escape_that_looks_like_the_beginning_of_a_value_is_none():
    value = {"a": "\token-of-mine"}
    assert Redactor(["token-of-mine"]).value(value) == value


@given(st.text())
def test_cleaning_twice_is_cleaning_once(text):
    once = Redactor(["my-own-secret"]).text(text)
    assert Redactor(["my-own-secret"]).text(once) == once
