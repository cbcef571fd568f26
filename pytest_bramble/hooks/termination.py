"""SIGTERM, as CI sends it: the session ends as with Ctrl-C, so that its report is written."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator
from types import FrameType


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt("SIGTERM")


@contextlib.contextmanager
def terminated_like_interrupted() -> Iterator[None]:
    """For as long as the context lasts SIGTERM raises KeyboardInterrupt in the main thread.

    A handler somebody else has installed is left alone.
    """
    free = signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    if not free or threading.current_thread() is not threading.main_thread():
        yield
        return
    signal.signal(signal.SIGTERM, _interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
