"""Two folders run only when they are named: one needs the packaged model, the other a browser."""

from __future__ import annotations

from pathlib import Path

import pytest

HERE = Path(__file__).parent
BY_NAME_ONLY = (HERE / "live", HERE / "browser")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Ignore such a folder unless an argument lies in it; a skipped test would look like a tested one."""
    if collection_path not in BY_NAME_ONLY:
        return None
    base = config.invocation_params.dir
    named = ((base / arg.partition("::")[0]).resolve() for arg in config.args)
    return None if any(path.is_relative_to(collection_path) for path in named) else True
