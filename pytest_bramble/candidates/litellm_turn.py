"""One turn of a real model: asked over HTTP through LiteLLM, answered, retried or failed."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from types import ModuleType
from typing import Any

from ..sharing.limits import Door
from .chat_messages import calls_before, history, tool_schemas
from .endpoint import Endpoint
from .litellm_answer import Wire, answered_model, native_finish, text_of, token_counts, tool_calls_of
from .litellm_import import litellm_ready
from .pricing import UNKNOWN_COST, Price, declared_cost, listed_cost
from .protocol import ContextOverflow, Message, Reply, ToolSpec, Usage
from .provider_faults import Called, ProviderError, fault_of, timed_out, unreadable
from .request_trail import Trail
from .retry import Patience, RetryPolicy
from .secret import safe_copy


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """One turn as it is asked of LiteLLM; *earlier* counts the conversation's tool calls before it."""

    body: Mapping[str, Any]
    repaired: tuple[str, ...]
    earlier: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LiteLLMModel:
    """One trial's model; its repr shows no key.  Between turns it keeps the last request's body only."""

    model_name: str
    params: Mapping[str, Any]
    call_timeout_s: float
    endpoint: Endpoint
    price: Price | None
    retry: RetryPolicy
    door: Door | None = None
    patience: Patience = field(default_factory=Patience, repr=False)
    trail: Trail = field(default_factory=Trail, repr=False)

    async def reply(self, messages: Sequence[Message], tools: Sequence[ToolSpec]) -> Reply:
        """The model's next turn.

        Raises ProviderError (an InfrastructureError) when no answer could be had, ContextOverflow when the
        conversation is too long.  Cancelling closes the connection.
        """
        litellm = await litellm_ready()
        asked = self._ask(messages, tools)
        attempts: list[Mapping[str, Any]] = []
        while True:
            async with nullcontext() if self.door is None else self.door.call():
                started = time.perf_counter()
                outcome = await self._try(litellm, asked)
                seconds = time.perf_counter() - started
            if isinstance(outcome, Reply):
                short = self.trail.shortened(outcome.request)
                return replace(outcome, request=short, latency_s=seconds, attempts=tuple(attempts))
            if isinstance(outcome, ContextOverflow):
                raise outcome
            wait = self._wait_after(outcome, len(attempts) + 1)
            attempts.append(_attempt(outcome, seconds, wait))
            if wait is None:
                outcome.attempts = tuple(attempts)
                raise outcome
            await self.retry.sleep(wait)

    def _wait_after(self, fault: ProviderError, tried: int) -> float | None:
        """Seconds to wait before the next try, None to give up; a limit on the rate is everybody's."""
        wait = self.retry.wait_s(tried, fault, self.patience.waited_s)
        self.patience.waited_s += wait or 0.0
        if self.door is not None and fault.reason == "provider_rate_limit":
            self.door.hold(self.retry.pause_s(tried, fault) if wait is None else wait)
        return wait

    def _ask(self, messages: Sequence[Message], tools: Sequence[ToolSpec]) -> _Asked:
        told = history(messages, keep_arguments=self.endpoint.is_openai)
        body: dict[str, Any] = {"model": self.model_name, "messages": told.messages, **self.params}
        if tools:
            body["tools"] = tool_schemas(tools)
            body.setdefault("tool_choice", "auto")  # a missing choice is "none" to some servers
        return _Asked(body=body, repaired=told.repaired, earlier=calls_before(messages))

    async def _try(self, litellm: ModuleType, asked: _Asked) -> Reply | ProviderError | ContextOverflow:
        """One request.  Faults are returned, so that no frame of LiteLLM, which hold the key, is kept."""
        wire = Wire()
        response = None
        failure: ProviderError | ContextOverflow | None = None
        try:
            async with asyncio.timeout(self.call_timeout_s):
                response = await litellm.acompletion(
                    **asked.body,
                    **self._address(),
                    max_retries=0,
                    timeout=self.call_timeout_s,
                    logger_fn=wire,
                )
        except asyncio.CancelledError:
            raise asyncio.CancelledError from None  # a new one: the old one's frames hold the key
        except TimeoutError:
            failure = timed_out(self._called(wire))
        except Exception as exc:  # the one boundary where LiteLLM's errors become ours
            failure = fault_of(exc, self._called(wire))
        request = self._request(asked, wire)
        if failure is None:
            return self._reply(litellm, response, wire, asked, request)
        if isinstance(failure, ProviderError):
            failure.request = request
        return failure

    def _address(self) -> dict[str, str]:
        """The keyword arguments that say where and with which key; never bound to a name."""
        key = self.endpoint.key
        return {
            **({"api_base": self.endpoint.api_base} if self.endpoint.api_base else {}),
            **({"api_key": key.reveal()} if key else {}),
        }

    def _called(self, wire: Wire) -> Called:
        return Called(
            model=self.model_name,
            address=self.endpoint.api_base or self.endpoint.provider,
            key_env=self.endpoint.key_env,
            timeout_s=self.call_timeout_s,
            sent=wire.sent,
            secrets=self.endpoint.secrets,
        )

    def _request(self, asked: _Asked, wire: Wire) -> Any:
        """What was sent: the body LiteLLM made, or what we asked when it made none."""
        request = {
            "model": self.model_name,
            "api_base": self.endpoint.api_base,
            "sent": wire.sent,
            "body": wire.body if wire.body is not None else asked.body,
            "repaired_arguments": list(asked.repaired),
        }
        return safe_copy(request, self.endpoint.secrets)

    def _reply(
        self, litellm: ModuleType, response: Any, wire: Wire, asked: _Asked, request: Any
    ) -> Reply | ProviderError:
        if not response.choices:
            fault = unreadable(self._called(wire), "it has no choices")
            fault.request = request
            return fault
        secrets = self.endpoint.secrets
        answer = wire.answer(secrets)
        choice = response.choices[0]
        told = (
            safe_copy(response.model_dump(mode="json", warnings=False), secrets) if answer is None else answer
        )
        return Reply(
            text=text_of(choice.message, secrets),
            tool_calls=tool_calls_of(choice.message, answer, asked.earlier, secrets),
            usage=self._usage(litellm, response, answer),
            answered_model=answered_model(answer),
            finish_reason=native_finish(choice, answer),
            request=request,
            response=told,
        )

    def _usage(self, litellm: ModuleType, response: Any, answer: Any) -> Usage:
        tokens_in, tokens_out = token_counts(getattr(response, "usage", None), answer)
        if tokens_in is None or tokens_out is None:
            cost = UNKNOWN_COST
        elif self.price is not None:
            cost = declared_cost(self.price, tokens_in, tokens_out)
        else:
            model = answered_model(answer) or self.model_name
            cost = listed_cost(litellm, self.endpoint.provider, model, response)
        return Usage(
            input_tokens=tokens_in, output_tokens=tokens_out, cost_usd=cost.usd, cost_source=cost.source
        )


def _attempt(fault: ProviderError, seconds: float, wait: float | None) -> Mapping[str, Any]:
    return {
        "reason": fault.reason,
        "status": fault.status,
        "message": str(fault),
        "seconds": seconds,
        "retry_after_s": fault.retry_after_s,
        "waited_s": wait,
    }
