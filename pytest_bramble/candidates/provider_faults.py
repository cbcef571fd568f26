"""From what LiteLLM raises to whose problem it is.

LiteLLM gives a refused connection, a reset, a truncated body and HTML the same invented status 500, so the
truth is read from the exceptions it was raised from: an HTTP status only where a server sent one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from itertools import chain as concatenated
from typing import Any

from ..errors import InfrastructureError
from .protocol import ContextOverflow
from .secret import Secret, read_json, scrub

_LONGEST_DETAIL = 300  # characters
_OVERFLOW_CODES = {"context_length_exceeded", "exceed_context_size_error"}
_QUOTA_CODES = {
    "insufficient_quota",
    "insufficient_balance",
    "billing_hard_limit_reached",
    "billing_not_active",
}
_QUOTA_WORDS = re.compile(r"credit balance is too low|insufficient (balance|credits|funds)", re.IGNORECASE)
_BODY_ERRORS = {"ClientPayloadError", "ContentLengthError", "TransferEncodingError", "JSONDecodeError"}
_TIMEOUTS = {"APITimeoutError", "TimeoutException", "TimeoutError"}
_UNREACHED = {"TransportError", "OSError"}
_TELLING_NAMES = (  # in this order: a broken body is raised as a transport error too
    (_BODY_ERRORS, "provider_bad_response"),
    (_TIMEOUTS, "provider_timeout"),
    (_UNREACHED, "provider_unavailable"),
)
_STATUS_IN_BODY = {400, 401, 402, 403, 429, 502, 503, 529}  # some gateways answer 200 with the error inside
_SYSTEM = {"builtins", "socket", "ssl"}
_ASIDE = re.compile(
    r"(Traceback \(most recent call last\)|To drop unsupported|File an issue if|Handle with).*", re.DOTALL
)
_PREFIX = re.compile(r"^(?:litellm\.)?(?:\w+Error: |\w+Exception - |litellm\.)+")


class ProviderError(InfrastructureError):
    """A call that failed and is nobody's grade.

    *status* is the HTTP status a server really sent, *retry_after_s* the seconds it asked to wait,
    *request* what was sent, *attempts* the earlier tries, all free of secrets.
    """

    def __init__(
        self, reason: str, message: str, status: int | None = None, retry_after_s: float | None = None
    ) -> None:
        self.status = status
        self.retry_after_s = retry_after_s
        self.request: Any = None
        self.attempts: tuple[Mapping[str, Any], ...] = ()
        super().__init__(reason, message)


@dataclass(frozen=True, slots=True, kw_only=True)
class Called:
    """The call a fault happened to: *sent* is True once LiteLLM handed it to its HTTP client."""

    model: str
    address: str
    key_env: str | None
    timeout_s: float
    sent: bool
    secrets: tuple[Secret, ...]


def timed_out(called: Called) -> ProviderError:
    """The deadline of the whole call passed, whatever trickled in before."""
    return ProviderError("provider_timeout", f"{called.model}: {_meaning('provider_timeout', called)}")


def unreadable(called: Called, what: str) -> ProviderError:
    """An answer arrived that holds no reply."""
    meaning = _meaning("provider_bad_response", called)
    return ProviderError("provider_bad_response", f"{called.model}: {meaning}: {what}")


def fault_of(exc: Exception, called: Called) -> ProviderError | ContextOverflow:
    """What *exc*, raised by LiteLLM, means.  Nothing of *exc* is kept but scrubbed text."""
    chain = tuple(_chain(exc))
    names = {base.__name__ for error in chain for base in type(error).__mro__}
    status = _http_status(chain)
    detail = scrub(_detail(chain), called.secrets)[:_LONGEST_DETAIL]  # cut last: half a key is one too
    if "ContextWindowExceededError" in names or _codes(chain) & _OVERFLOW_CODES:
        return ContextOverflow(f"{called.model}: the conversation outgrew the context window: {detail}")
    reason = _reason(names, chain, status, called.sent)
    if reason in ("provider_rate_limit", "provider_rejected") and _out_of_quota(chain, detail):
        reason = "provider_quota"
    shown = f" (HTTP {status})" if status else ""
    reached = status is not None or not names & _UNREACHED
    message = f"{called.model}: {_meaning(reason, called, reached)}{shown}: {detail}"
    return ProviderError(reason, message, status, _retry_after(chain))


def _reason(names: set[str], chain: tuple[BaseException, ...], status: int | None, sent: bool) -> str:
    if "AuthenticationError" in names:
        return "provider_auth"
    if status is not None:
        return _reason_of_status(status)
    for telling, reason in _TELLING_NAMES:
        if names & telling:
            return reason
    if not sent:
        return "provider_rejected"
    inside = getattr(chain[0], "status_code", None)
    return _reason_of_status(inside) if inside in _STATUS_IN_BODY else "provider_bad_response"


def _reason_of_status(status: int) -> str:
    named = {
        401: "provider_auth",
        402: "provider_quota",
        403: "provider_auth",
        408: "provider_timeout",
        429: "provider_rate_limit",
    }
    return named.get(status, "provider_unavailable" if status >= 500 else "provider_rejected")


def _meaning(reason: str, called: Called, reached: bool = True) -> str:
    unavailable = "the server failed" if reached else f"no connection to {called.address}"
    key = f"; check {called.key_env}" if called.key_env else ""
    return {
        "provider_rate_limit": "the provider limits the rate of calls",
        "provider_quota": "quota or credit is used up",
        "provider_timeout": f"no complete answer within {called.timeout_s:g} s",
        "provider_unavailable": unavailable,
        "provider_bad_response": "the answer cannot be read",
        "provider_auth": f"the key was refused{key}",
        "provider_rejected": "the request was refused",
    }[reason]


def _chain(exc: BaseException | None) -> Iterator[BaseException]:
    seen: set[int] = set()
    while exc is not None and id(exc) not in seen:
        seen.add(id(exc))
        yield exc
        exc = exc.__cause__ or exc.__context__


def _response(chain: tuple[BaseException, ...]) -> Any:
    """The HTTP response of a status error; None when no server answered with one."""
    for error in chain:
        if any(base.__name__ == "HTTPStatusError" for base in type(error).__mro__):
            return getattr(error, "response", None)
    return None


def _http_status(chain: tuple[BaseException, ...]) -> int | None:
    status = getattr(_response(chain), "status_code", None)
    return status if isinstance(status, int) else None


def _retry_after(chain: tuple[BaseException, ...]) -> float | None:
    headers = getattr(_response(chain), "headers", None)
    text = headers.get("retry-after") if headers is not None else None
    return None if text is None else seconds_to_wait(str(text), datetime.now(UTC))


def seconds_to_wait(text: str, now: datetime) -> float | None:
    """The seconds a Retry-After header asks for, given as number or date; None when it is neither.

    For example: ``seconds_to_wait("3", now) == 3.0``.  Source: RFC 9110, 10.2.3.
    """
    if re.fullmatch(r"\d{1,9}(\.\d{1,9})?", text.strip()):
        return float(text)
    try:
        date = parsedate_to_datetime(text)
    except ValueError:
        return None
    aware = date if date.tzinfo else date.replace(tzinfo=UTC)
    return max(0.0, (aware - now).total_seconds())


def _bodies(chain: tuple[BaseException, ...]) -> Iterator[Mapping[str, Any]]:
    """The error objects a server sent, as LiteLLM kept them: parsed, or as the text of an exception."""
    for error in chain:
        body = getattr(error, "body", None)
        if not isinstance(body, Mapping):
            body = _object(str(error))
        inner = body.get("error", body)
        if isinstance(inner, Mapping):
            yield inner


def _object(text: str) -> Mapping[str, Any]:
    try:
        value = read_json(text)
    except ValueError:
        return {}
    return value if isinstance(value, Mapping) else {}


def _codes(chain: tuple[BaseException, ...]) -> set[str]:
    return {str(body.get(name)) for body in _bodies(chain) for name in ("code", "type")}


def _out_of_quota(chain: tuple[BaseException, ...], detail: str) -> bool:
    return bool(_codes(chain) & _QUOTA_CODES or _QUOTA_WORDS.search(detail))


def _detail(chain: tuple[BaseException, ...]) -> str:
    """The most telling sentence: the server's own, the system's, the HTTP client's, else LiteLLM's."""
    said = (body["message"] for body in _bodies(chain) if isinstance(body.get("message"), str))
    system = (str(error) for error in chain if _from_the_system(error))
    wire = (str(error) for error in chain if _from_the_wire(error))
    own = (_PREFIX.sub("", str(error)) for error in chain[:1])
    line = " ".join(_ASIDE.sub("", next(concatenated(said, system, wire, own))).split())
    return line or type(chain[0]).__name__


def _from_the_system(error: BaseException) -> bool:
    """True for what the operating system said: without addresses in memory, unlike the clients' versions."""
    return isinstance(error, OSError) and type(error).__module__ in _SYSTEM and bool(str(error))


def _from_the_wire(error: BaseException) -> bool:
    names = {base.__name__ for base in type(error).__mro__}
    return bool(names & (_BODY_ERRORS | _UNREACHED))
