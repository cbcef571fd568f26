"""The one place where LiteLLM is imported: late, quietly, without a network."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
import warnings
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from types import ModuleType

from ..errors import InfrastructureError

# Their request builders import what the others share; each emits warnings of its own when first used.
_WARM_UP = ("openai/warm-up", "gemini/warm-up", "mistral/warm-up", "cohere/warm-up")
_NOWHERE = "none://nowhere"  # no transport speaks it, so nothing is looked up or connected

_lock = threading.Lock()
_loaded: list[ModuleType] = []


def load_litellm() -> ModuleType:
    """LiteLLM, imported at most once: about three seconds of CPU, two hundred megabytes, no network.

    LiteLLM warns while it is imported and once more in each provider's first call, which ``-W error`` would
    turn into failed calls; both happen here with warnings off.  Warning filters belong to the whole process,
    so call it from the thread that changes them (pytest's main thread) before the first trial.
    Raises InfrastructureError ``litellm_unavailable``.
    """
    with _lock:
        if not _loaded:
            _loaded.append(_in_own_thread())
        return _loaded[0]


async def litellm_ready() -> ModuleType:
    """As load_litellm, without holding up the event loop."""
    return _loaded[0] if _loaded else await asyncio.to_thread(load_litellm)


def expect_odd_answers() -> None:
    """Have the process's warning filters, as they are now, let odd answers pass.

    LiteLLM serialises an answer whose tool arguments are an object with a warning, which ``-W error`` would turn
    into a failed call.  pytest sets its filters anew for every test, so call it in each one that waits for a model.
    """
    warnings.filterwarnings("ignore", message="Pydantic serializer warnings", category=UserWarning)


def litellm_version() -> str | None:
    """The installed version, read from its metadata; None when it is not installed."""
    try:
        return version("litellm")
    except PackageNotFoundError:
        return None


async def aclose_clients() -> None:
    """Close the HTTP clients LiteLLM keeps for the running event loop, and its logging task.

    To be awaited on that loop before it ends; without LiteLLM imported it does nothing.
    """
    litellm = sys.modules.get("litellm")
    if litellm is None:
        return
    from litellm.litellm_core_utils.logging_worker import GLOBAL_LOGGING_WORKER

    await litellm.close_litellm_async_clients()
    await GLOBAL_LOGGING_WORKER.stop()


def _in_own_thread() -> ModuleType:
    """Import in a thread of its own: LiteLLM's synchronous path would leave an event loop in the caller's."""
    found: list[ModuleType | Exception] = []

    def work() -> None:
        try:
            found.append(_import())
        except Exception as exc:  # a broken installation fails in any way it likes
            found.append(exc)

    thread = threading.Thread(target=work, name="bramble-litellm-import")
    thread.start()
    thread.join()
    if isinstance(found[0], Exception):
        raise InfrastructureError("litellm_unavailable", f"LiteLLM cannot be imported: {found[0]!r}")
    return found[0]


def _import() -> ModuleType:
    os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"  # else prices are fetched, and replaced in mid-run
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import litellm

        litellm.suppress_debug_info = True
        for model in _WARM_UP:
            _warm_up(litellm, model)
    return litellm


def _warm_up(litellm: ModuleType, model: str) -> None:
    """Walk the request path of *model*'s provider up to the transport, which refuses the address."""
    ask = [{"role": "user", "content": "warm-up"}]
    address = {"api_base": _NOWHERE, "api_key": "none"}
    with suppress(Exception):  # it always fails; only the imports on the way count
        litellm.completion(model=model, messages=ask, **address, max_retries=0, timeout=1, max_tokens=1)
