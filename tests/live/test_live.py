"""A real model, small and bad, takes two tickets over the real network path; only the plumbing is judged."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from pytest_bramble.candidates.litellm_import import aclose_clients
from pytest_bramble.candidates.litellm_model import LiteLLMCandidate
from pytest_bramble.candidates.protocol import Message, Reply, ToolSpec

REPO = Path(__file__).parents[2]
TICKETS = ("T01", "T17")
LIMIT_S = 1800  # a hang must end; the exam itself takes one to four minutes

PYPROJECT = """
[tool.pytest.ini_options]

[tool.bramble.candidates.smol]
model = "openai/smollm2-135m"
api_base = "{address}"
family = "smollm"
params = {{temperature = 0, max_tokens = 200, call_timeout_s = 300}}
"""


@dataclass(frozen=True, slots=True)
class Examined:
    """What came of the exam: pytest's exit code and text, the trial records, the server's own count."""

    code: int
    output: str
    records: list[dict[str, Any]]
    stats: dict[str, Any]


@pytest.fixture
def examined(local_model: str, tmp_path: Path) -> Examined:
    """The two tickets worked by the local model in a pytest of its own."""
    pyproject = tmp_path / "pyproject.toml"
    pyproject.write_text(PYPROJECT.format(address=local_model))
    options = (
        "--candidate=smol",
        "--bramble-runs=1",
        "--bramble-reports=tmp",
        "--bramble-timeout=800",
        "-p",
        "no:cacheprovider",
    )
    tickets = [str(REPO / "jobs" / "support" / "tickets" / f"{name}.yaml") for name in TICKETS]
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-c", str(pyproject), *tickets, *options],
        cwd=tmp_path,
        env={**os.environ, "NO_PROXY": "127.0.0.1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=LIMIT_S,
        check=False,
    )
    print(run.stdout)
    records = [json.loads(path.read_text()) for path in sorted((tmp_path / "tmp").glob("*/trials/*.json"))]
    with urllib.request.urlopen(local_model.removesuffix("/v1") + "/stats") as answer:
        stats = json.load(answer)
    return Examined(run.returncode, run.stdout, records, stats)


def _say(record: dict[str, Any]) -> None:
    """Print what the model said, for whoever runs this to read."""
    evidence = record["evidence"]
    print(
        f"--- {evidence['ticket']}: {record['grades']['contract']}, stopped by {evidence['stop']['reason']}"
    )
    for call in evidence["model_calls"]:
        message = call["response"]["choices"][0]["message"]
        print(json.dumps({name: message.get(name) for name in ("content", "tool_calls")}))


def test_a_real_model_calls_the_tool_it_must(local_model: str) -> None:
    properties = {"order_id": {"type": "string", "enum": ["A-1001", "A-1002"]}}
    schema = {
        "type": "object",
        "properties": properties,
        "required": ["order_id"],
        "additionalProperties": False,
    }
    tool = ToolSpec(name="get_order", description="Reads an order.", parameters=schema)
    told = (
        Message(role="system", text="You are the customer service of a shop."),
        Message(role="user", text="Please look up my order A-1001."),
    )
    params = {"temperature": 0, "max_tokens": 60, "tool_choice": "required"}
    candidate = LiteLLMCandidate(
        name="smol", model_name="openai/smollm2-135m", api_base=local_model, params=params
    )

    async def talk() -> Reply:
        reply = await candidate.model().reply(told, (tool,))
        await aclose_clients()
        return reply

    (call,) = asyncio.run(talk()).tool_calls
    assert call.name == "get_order"
    assert json.loads(call.arguments)["order_id"] in properties["order_id"]["enum"]


def test_a_real_model_is_examined_over_the_real_network_path(examined: Examined) -> None:
    for record in examined.records:
        _say(record)
    assert examined.code in (0, 1)
    evidence = [record["evidence"] for record in examined.records]
    assert [one["ticket"] for one in evidence] == list(TICKETS)

    calls = [call for one in evidence for call in one["model_calls"]]
    assert examined.stats["requests"] == len(calls)
    assert len(calls) >= len(TICKETS)

    for one in evidence:
        assert examined.stats["tools"] == one["view"]["tools"]
        assert one["stop"]["by"] in ("end", "candidate"), one["stop"]
        assert type(one["usage"]["input_tokens"]) is int
        assert type(one["usage"]["output_tokens"]) is int
        assert one["usage"]["cost_usd"] is None
        assert one["model_calls"][0]["request"]["body"]["tool_choice"] == "auto"
    assert {call["answered_model"] for call in calls} == {"smollm2-135m"}
    for record in examined.records:
        assert record["grades"]["contract"] in ("pass", "fail")
