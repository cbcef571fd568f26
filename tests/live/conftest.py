"""A local server over the packaged model, for as long as a test needs it."""

from __future__ import annotations

import os
import select
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

HERE = Path(__file__).parent
START_S = 120


@pytest.fixture
def local_model(tmp_path: Path) -> Iterator[str]:
    """The address of a running local model server; it ends with the test."""
    errors = tmp_path / "server.err"
    with errors.open("w") as stderr:
        server = subprocess.Popen(
            [sys.executable, str(HERE / "local_model_server.py")],
            stdout=subprocess.PIPE,
            stderr=stderr,
            text=True,
            env={**os.environ, "OMP_NUM_THREADS": "1"},
        )
    try:
        yield _address(server, errors)
    finally:
        server.terminate()
        server.wait(timeout=30)


def _address(server: subprocess.Popen[str], errors: Path) -> str:
    """The line the server prints when it is ready; its complaint when it ends or says nothing."""
    assert server.stdout is not None
    ready, _, _ = select.select([server.stdout], [], [], START_S)
    address = server.stdout.readline().strip() if ready else ""
    if not address:
        pytest.fail(f"the local model did not start; 'make live' installs it\n{errors.read_text()}")
    return address
