"""A loopback server that speaks OpenAI's chat completions and misbehaves on demand."""

from __future__ import annotations

import json
import os
import socket
import struct
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Literal, Self

Fault = Literal["hang", "reset", "truncate", "drip"]
USAGE = {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18}


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What reached the server: headers have lower-case names, *body* is the parsed JSON.

    *peer* is the client's port: requests that share it came over one connection.
    """

    path: str
    peer: int
    headers: Mapping[str, str]
    body: Any

    @property
    def key(self) -> str:
        """The API key the client sent, whichever header carries it."""
        bearer = self.headers.get("authorization", "").removeprefix("Bearer ")
        return bearer or self.headers.get("x-api-key", "") or self.headers.get("x-goog-api-key", "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What the server does with one request: sends *body*, or fails on the wire as *fault* says."""

    status: int = 200
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)
    content_type: str = "application/json"
    fault: Fault | None = None


Script = Callable[[Request], Answer]


def sends(value: Any, status: int = 200, **headers: str) -> Answer:
    """*value* as a JSON body; underscores of header names become dashes."""
    named = {name.replace("_", "-"): text for name, text in headers.items()}
    return Answer(status=status, body=json.dumps(value).encode(), headers=named)


def completion(message: Mapping[str, Any], finish: str = "stop", **changed: Any) -> dict[str, Any]:
    """A chat completion with one choice; a changed field given as ... is left out."""
    choice = {"index": 0, "message": {"role": "assistant", **message}, "finish_reason": finish}
    head = {"id": "chatcmpl-stub", "object": "chat.completion", "created": 1700000000}
    whole = {**head, "model": "stub", "choices": [choice], "usage": USAGE, **changed}
    return {name: value for name, value in whole.items() if value is not ...}


def says(text: str | None, finish: str = "stop", **changed: Any) -> Answer:
    """A completion that is only text."""
    return sends(completion({"content": text}, finish, **changed))


def tool_call(name: str, arguments: Any, call_id: Any = "call_a") -> dict[str, Any]:
    """One entry of tool_calls; an id given as ... is left out."""
    call = {"id": call_id, "type": "function", "function": {"name": name, "arguments": arguments}}
    return {key: value for key, value in call.items() if value is not ...}


def calls(*tool_calls: Mapping[str, Any], text: str | None = None, finish: str = "tool_calls") -> Answer:
    """A completion that calls tools."""
    return sends(completion({"content": text, "tool_calls": list(tool_calls)}, finish))


def fails(status: int, message: str = "no", code: str | None = None, **headers: str) -> Answer:
    """An error in OpenAI's form."""
    return sends({"error": {"message": message, "type": "stub", "code": code}}, status, **headers)


def echoes_the_key(request: Request) -> Answer:
    """A 401 that repeats the key it was sent, as some gateways do."""
    return fails(401, f"Incorrect API key provided: {request.key}.", "invalid_api_key")


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # head and body go apart, and the second would wait for an acknowledgement
    server: _Server

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  # the base class names it so
        """Nothing is printed."""

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers.get("content-length", 0)))
        headers = {name.lower(): value for name, value in self.headers.items()}
        peer = int(self.client_address[1])
        request = Request(path=self.path, peer=peer, headers=headers, body=json.loads(raw))
        answer = self.server.next_answer(request)
        try:
            self._give(answer)
        except OSError:  # the client left first
            self.close_connection = True

    def _give(self, answer: Answer) -> None:
        if answer.fault == "hang":
            self.server.released.wait()
        if answer.fault in ("hang", "reset"):
            self._reset()
            return
        self._head(answer, extra=1000 if answer.fault == "truncate" else 0)
        if answer.fault == "drip":
            self._drip(answer.body)
        else:
            self.wfile.write(answer.body)
        self.close_connection = answer.fault is not None

    def _head(self, answer: Answer, extra: int) -> None:
        self.send_response(answer.status)
        self.send_header("content-type", answer.content_type)
        self.send_header("content-length", str(len(answer.body) + extra))
        for name, value in answer.headers.items():
            self.send_header(name, value)
        self.end_headers()

    def _drip(self, body: bytes) -> None:
        for index in range(len(body)):
            self.wfile.write(body[index : index + 1])
            if self.server.released.wait(0.02):
                return

    def _reset(self) -> None:
        self.close_connection = True
        linger_zero = struct.pack("ii", 1, 0)  # closing then sends RST instead of FIN
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger_zero)
        os.close(self.connection.detach())


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 64

    def __init__(self, script: Sequence[Answer | Script] | Script) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.script = script
        self.requests: list[Request] = []
        self.released = threading.Event()
        self.arrived = threading.Event()
        self._lock = threading.Lock()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of a client that died while it was read from or answered."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)

    def next_answer(self, request: Request) -> Answer:
        with self._lock:
            self.requests.append(request)
            place = len(self.requests) - 1
        self.arrived.set()
        step = self.script if callable(self.script) else self.script[min(place, len(self.script) - 1)]
        return step(request) if callable(step) else step


class StubServer:
    """The running server.  A list of answers is used in order and its last one repeats.

    For example: ``with StubServer(says("Hello")) as stub: ... stub.url, stub.requests``.
    """

    def __init__(self, *script: Answer | Script) -> None:
        self._server = _Server(script)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    @property
    def url(self) -> str:
        """The base to give as api_base."""
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    @property
    def requests(self) -> tuple[Request, ...]:
        """Everything received so far, in order."""
        return tuple(self._server.requests)

    def wait_for_a_request(self) -> bool:
        """True once one has arrived; False after ten seconds."""
        return self._server.arrived.wait(10)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, exc: BaseException | None, tb: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Stop listening and let every hanging request go."""
        self._server.released.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
