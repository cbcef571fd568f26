"""pytest-bramble: every support ticket is a test, every candidate gets a verdict.

In a conftest.py beside the tickets, ``import pytest_bramble as bramble`` gives what a check of one's own needs:
``@bramble.check``, and the types `Case`, `Verified`, `Lapse` and `Place`.
"""

from typing import Any

__version__ = "0.1.0"
__all__ = ["Case", "Lapse", "Place", "Verified", "check"]


def __getattr__(name: str) -> Any:
    """The names above, imported when asked for: the plugin must cost nothing until then."""
    if name in __all__:
        from .checks import base

        return getattr(base, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
