"""What this repository's own tests need; users need none of it."""

from __future__ import annotations

pytest_plugins = ["pytester"]
