"""A session killed and resumed: see killing.py, which `make killed` runs with ten kills."""

from __future__ import annotations

import pytest

from .killing import Torment, kill_and_resume


@pytest.mark.parametrize("workers", [0, 2])
def test_a_session_that_is_killed_and_resumed_ends_as_if_nobody_had_disturbed_it(tmp_path, workers):
    told: list[str] = []
    assert kill_and_resume(tmp_path, Torment(kills=1, workers=workers, seed=3), told.append) == []
    assert len([line for line in told if line.startswith("killed")]) == 3
