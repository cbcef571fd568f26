"""What retained answers of several providers say of tokens and of who answered."""

from __future__ import annotations

import pytest

from pytest_bramble.replay.usage import models_named, tokens_told


@pytest.mark.parametrize(
    ("usage", "name", "counts"),
    [
        ({"prompt_tokens": 11}, "input_tokens", {11}),
        ({"completion_tokens": 0}, "output_tokens", {0}),
        (
            {"input_tokens": 10, "cache_read_input_tokens": 90, "cache_creation_input_tokens": None},
            "input_tokens",
            {10, 100},
        ),
        ({"output_tokens": 7}, "output_tokens", {7}),
        ({"candidatesTokenCount": 5, "thoughtsTokenCount": 40}, "output_tokens", {5, 45}),
        ({"promptTokenCount": 5}, "input_tokens", {5}),
        ({"prompt_tokens": True}, "input_tokens", None),
        ({"prompt_tokens": 1.5}, "input_tokens", None),
        ({"input_tokens": 5, "iterations": []}, "input_tokens", None),
        ({}, "input_tokens", None),
    ],
)
def test_the_counts_that_agree_with_an_answer(usage, name, counts):
    expected = None if counts is None else frozenset(counts)
    assert tokens_told({"usage": usage}, name) == expected
    assert tokens_told({"usageMetadata": usage}, name) == expected


@pytest.mark.parametrize("answer", [None, "<html>", [], {"usage": None}, {"usage": "many"}])
def test_an_answer_that_tells_nothing(answer):
    assert tokens_told(answer, "input_tokens") is None


@pytest.mark.parametrize(
    ("answer", "names"),
    [
        ({"model": "a"}, {"a"}),
        ({"modelVersion": "b"}, {"b"}),
        ({"model": 7}, set()),
        ("text", set()),
    ],
)
def test_the_models_an_answer_names(answer, names):
    assert models_named(answer) == names
