"""A worker whose controller was killed ends itself: nobody would read what it goes on paying for."""

from __future__ import annotations

import os
import threading

_LOOK_S = 1.0


def end_with_the_controller() -> None:
    """Watch the parent process from a thread; when it is gone, this process ends at once."""
    parent = os.getppid()
    threading.Thread(target=_watch, args=(parent,), name="bramble-orphan-watch", daemon=True).start()


def _watch(parent: int) -> None:
    gone = threading.Event()
    while os.getppid() == parent:
        gone.wait(_LOOK_S)
    os._exit(1)
