"""A cost is a number only when it can be shown where it comes from."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_bramble.candidates.pricing import Price, declared_cost, listed_cost, read_price
from pytest_bramble.errors import SettingsError

from ..stub_server import says, sends
from .conftest import Ask, Serve
from .test_litellm_answers import CLAUDE

CACHED = {
    "prompt_tokens": 1000,
    "completion_tokens": 200,
    "total_tokens": 1200,
    "prompt_tokens_details": {"cached_tokens": 800},
}
PLAIN = {"prompt_tokens": 1000, "completion_tokens": 200, "total_tokens": 1200}


def test_a_listed_model_is_priced_by_the_map_and_says_which(serve: Serve, ask: Ask) -> None:
    reply = ask(serve(says("Hello.", model="gpt-4o", usage=PLAIN)), model_name="openai/gpt-4o")
    assert reply.usage.cost_usd == pytest.approx(0.0045)  # 1000 at 2.50 and 200 at 10 USD per million
    source = reply.usage.cost_source or ""
    assert source.startswith("LiteLLM price map ")
    assert source.endswith(": gpt-4o")
    assert len(source) == len("LiteLLM price map c8f11f1b697e: gpt-4o")


def test_cached_tokens_cost_less(serve: Serve, ask: Ask) -> None:
    reply = ask(serve(says("Hello.", model="gpt-4o", usage=CACHED)), model_name="openai/gpt-4o")
    assert reply.usage.cost_usd == pytest.approx(0.0035)  # 200 at 2.50, 800 at 1.25, 200 at 10


def test_the_model_that_answered_is_the_one_that_is_paid(serve: Serve, ask: Ask) -> None:
    reply = ask(serve(says("Hello.", model="gpt-4o-mini", usage=PLAIN)), model_name="openai/gpt-4o")
    assert reply.usage.cost_usd == pytest.approx(0.00027)  # 1000 at 0.15, 200 at 0.60
    assert (reply.usage.cost_source or "").endswith(": gpt-4o-mini")


def test_a_server_that_names_no_model_is_paid_for_the_one_asked(serve: Serve, ask: Ask) -> None:
    reply = ask(serve(says("Hello.", model=..., usage=PLAIN)), model_name="openai/gpt-4o")
    assert reply.usage.cost_usd == pytest.approx(0.0045)


def test_claude_is_found_without_its_prefix(serve: Serve, ask: Ask) -> None:
    reply = ask(serve(sends(CLAUDE)), model_name="anthropic/claude-sonnet-4-5")
    assert reply.usage.cost_usd == pytest.approx(12 * 3e-6 + 5 * 15e-6)
    assert (reply.usage.cost_source or "").endswith(": claude-sonnet-4-5-20250929")


@pytest.mark.parametrize(
    ("model", "answered"),
    [
        ("openai/stub", "stub"),
        ("openai/gpt-6", "gpt-6"),
        ("openai/gpt-4o", "gpt-4o-2099-01-01"),
        ("openai/gpt-4o", "a-model-of-the-gateway"),
        ("openai/gemini-2.5-flash", "gemini-2.5-flash"),
        ("openai/mistral-large-latest", "mistral-large-latest"),
        ("hosted_vllm/gpt-4o", "gpt-4o"),
    ],
)
def test_a_model_not_listed_under_its_own_name_has_no_known_cost(
    serve: Serve, ask: Ask, model: str, answered: str
) -> None:
    reply = ask(serve(says("Hello.", model=answered, usage=PLAIN)), model_name=model)
    assert (reply.usage.cost_usd, reply.usage.cost_source) == (None, None)
    assert reply.usage.input_tokens == 1000


@pytest.mark.parametrize(
    "usage",
    [
        ...,
        None,
        {"prompt_tokens": 5},
        {"completion_tokens": 5},
        {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0},
    ],
)
def test_without_reported_tokens_a_listed_model_has_no_known_cost(serve: Serve, ask: Ask, usage: Any) -> None:
    reply = ask(serve(says("Hello.", model="gpt-4o", usage=usage)), model_name="openai/gpt-4o")
    assert (reply.usage.cost_usd, reply.usage.cost_source) == (None, None)


class Map:
    """A stand-in for LiteLLM that prices whatever it is asked to at one dollar."""

    def __init__(self, **rows: dict[str, Any]) -> None:
        self.model_cost = {name.replace("__", "/"): row for name, row in rows.items()}
        self.asked: list[str] = []

    def completion_cost(self, completion_response: object, model: str, custom_llm_provider: str) -> float:
        self.asked.append(f"{custom_llm_provider}: {model}")
        return 1.0


PRICED = {"litellm_provider": "shop", "input_cost_per_token": 1e-6, "output_cost_per_token": 1e-6}


@pytest.mark.parametrize(
    ("prices", "key"),
    [
        (Map(m=PRICED), "m"),
        (Map(shop__m={**PRICED, "litellm_provider": "any"}), "shop/m"),
        (Map(m={**PRICED, "litellm_provider": "other"}), None),
        (Map(m={**PRICED, "input_cost_per_token": 0}), None),
        (Map(m={**PRICED, "output_cost_per_token": 0}), None),
        (Map(m={"litellm_provider": "shop"}), None),
        (Map(other=PRICED), None),
        (Map(shop__m={"litellm_provider": "shop"}, m=PRICED), "m"),
    ],
)
@pytest.mark.parametrize("model", ["m", "shop/m"])
def test_only_an_exact_priced_row_of_the_provider_counts(prices: Any, key: str | None, model: str) -> None:
    prices.asked.clear()
    cost = listed_cost(prices, "shop", model, object())
    assert prices.asked == ([] if key is None else [f"shop: {key}"])
    assert cost.usd == (None if key is None else 1.0)


@pytest.mark.parametrize("usd", [0.0, float("nan"), float("inf"), -1.0])
def test_a_price_map_that_answers_nonsense_leaves_the_cost_unknown(usd: float, monkeypatch: Any) -> None:
    prices: Any = Map(m=PRICED)
    monkeypatch.setattr(prices, "completion_cost", lambda **named: usd)
    assert listed_cost(prices, "shop", "m", object()).usd is None


def test_a_declared_price_wins_over_the_map(serve: Serve, ask: Ask) -> None:
    price = {"input_per_mtok": 1, "output_per_mtok": 0.5}
    reply = ask(serve(says("Hello.", model="gpt-4o", usage=PLAIN)), model_name="openai/gpt-4o", price=price)
    assert reply.usage.cost_usd == pytest.approx(0.0011)
    assert reply.usage.cost_source == "declared: 1 in, 0.5 out, USD per million tokens"


def test_a_declared_zero_is_a_known_cost(serve: Serve, ask: Ask) -> None:
    reply = ask(serve(says("Hello.")), price={"input_per_mtok": 0, "output_per_mtok": 0})
    assert reply.usage.cost_usd == 0.0


@pytest.mark.parametrize("usage", [..., {"prompt_tokens": 5}])
def test_a_declared_price_needs_both_counts(serve: Serve, ask: Ask, usage: Any) -> None:
    price = {"input_per_mtok": 1, "output_per_mtok": 1}
    reply = ask(serve(says("Hello.", usage=usage)), price=price)
    assert (reply.usage.cost_usd, reply.usage.cost_source) == (None, None)


COUNTS = st.integers(0, 10**9)
DOLLARS = st.integers(0, 10**6).map(lambda cents: cents / 100)


@given(COUNTS, COUNTS, DOLLARS, DOLLARS)
def test_a_declared_cost_is_the_sum_of_both_sides(
    tokens_in: int, tokens_out: int, inward: float, outward: float
) -> None:
    cost = declared_cost(Price(input_per_mtok=inward, output_per_mtok=outward), tokens_in, tokens_out)
    assert cost.usd == pytest.approx(tokens_in / 1e6 * inward + tokens_out / 1e6 * outward)


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ({"input_per_mtok": 1}, "here: price needs 'output_per_mtok', in USD per million tokens"),
        (
            {"input_per_mtok": 1, "output_per_mtoks": 1},
            (
                "here: unknown price key 'output_per_mtoks'. Did you mean 'output_per_mtok'? "
                "Known: input_per_mtok, output_per_mtok."
            ),
        ),
        (
            {"input_per_mtok": -1, "output_per_mtok": 1},
            "here: price input_per_mtok must be a number from 0, not -1",
        ),
        (
            {"input_per_mtok": True, "output_per_mtok": 1},
            "here: price input_per_mtok must be a number from 0, not True",
        ),
        (
            {"input_per_mtok": 1, "output_per_mtok": "2"},
            "here: price output_per_mtok must be a number from 0, not '2'",
        ),
        (
            {"input_per_mtok": 1, "output_per_mtok": float("inf")},
            "here: price output_per_mtok must be a number from 0, not inf",
        ),
        (
            {"input_per_mtok": 1, "output_per_mtok": float("nan")},
            "here: price output_per_mtok must be a number from 0, not nan",
        ),
    ],
)
def test_a_price_that_is_none_is_refused(entry: dict[str, Any], message: str) -> None:
    with pytest.raises(SettingsError) as caught:
        read_price(entry, "here")
    assert str(caught.value) == message
