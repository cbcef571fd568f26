"""Every way of tampering that tamper_all.py knows is noticed, on a session somebody points it at."""

from __future__ import annotations

import pytest

from .tamper_all import WAYS, main, replayed


@pytest.mark.parametrize("way", WAYS)
def test_a_copy_tampered_with_and_rehashed_does_not_replay(way, honest):
    assert replayed(honest, honest.parent.parent / "jobs", WAYS[way]).code != 0


def test_it_is_told_line_by_line(honest, capsys):
    jobs = str(honest.parent.parent / "jobs")
    assert main([str(honest), "--jobs", jobs]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "0  the honest session, rehashed: consistent"
    assert len(lines) == 1 + len(WAYS)
    assert {line[0] for line in lines[1:]} == {"1", "2"}


def test_a_session_that_does_not_replay_honestly_is_an_error(honest, tmp_path):
    assert main([str(honest), "--jobs", str(tmp_path)]) == 1
