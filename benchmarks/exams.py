"""Sealed exams of any size, and agents that wait, for the benchmarks."""

from __future__ import annotations

import contextlib
import io
import shutil
from pathlib import Path

from pytest_bramble.cli import main as bramble

REPOSITORY = Path(__file__).parent.parent
AGENTS = """
import asyncio, os

WAIT = float(os.environ.get("BENCHMARK_WAIT_S", "0"))

async def sleeper(ticket):
    "Four calls, each after a wait."
    for _ in range(3):
        await asyncio.sleep(WAIT)
        await ticket.call("list_orders")
    await asyncio.sleep(WAIT)
    await ticket.call("close_ticket", outcome="waiting_for_customer", message="Which one?")

async def talker(ticket):
    "As many calls as make a record of some twenty kilobytes."
    for _ in range(TALK):
        await ticket.call("list_orders")
    await ticket.call("close_ticket", outcome="waiting_for_customer", message="Which one?")
"""
TALK = 8
PYPROJECT = """
[tool.pytest.ini_options]
[tool.bramble.candidates.sleeper]
python = "agents:sleeper"
synthetic = true
[tool.bramble.candidates.talker]
python = "agents:talker"
synthetic = true
"""


def support(folder: Path, tickets: int) -> None:
    """A sealed support job of exactly *tickets* tickets in *folder*, the shipped ones copied under new ids."""
    job = _copied(folder, "support")
    texts = [(p.stem, p.read_text(encoding="utf-8")) for p in sorted((job / "tickets").glob("*.yaml"))]
    for path in (job / "tickets").glob("*.yaml"):
        path.unlink()
    for number in range(tickets):
        stem, text = texts[number % len(texts)]
        own = text.replace(f"id: {stem}\n", f"id: X{number:04}\n").replace(
            "\ncluster: C-", f"\ncluster: X{number}-"
        )
        (job / "tickets" / f"X{number:04}.yaml").write_text(own, encoding="utf-8")
    _seal(folder)


def resolution(folder: Path, more: str = "") -> None:
    """The sealed resolution job in *folder*, with the agents above as candidates and *more* in pyproject.toml."""
    _copied(folder, "resolution")
    (folder / "agents.py").write_text(AGENTS.replace("TALK", str(TALK)), encoding="utf-8")
    (folder / "pyproject.toml").write_text(PYPROJECT + more, encoding="utf-8")
    _seal(folder)


def _copied(folder: Path, name: str) -> Path:
    job = folder / "jobs" / name
    shutil.copytree(REPOSITORY / "jobs" / name, job, ignore=shutil.ignore_patterns("audit.json"))
    return job


def _seal(folder: Path) -> None:
    told = io.StringIO()
    with contextlib.redirect_stdout(told):
        code = bramble(["freeze", str(folder / "jobs")])
    if code != 0:
        raise SystemExit(f"the benchmark's exam could not be sealed: {told.getvalue()}")
