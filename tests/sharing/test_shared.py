"""What the processes of a session share, and what becomes of it when they cannot."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys

import pytest

from pytest_bramble.sharing.shared import NAME, Shared, forget, network_disk


@pytest.fixture
def pair(tmp_path):
    """Two of one session, as in two processes."""
    both = [Shared(tmp_path / NAME, 2) for _ in range(2)]
    yield both
    for each in both:
        each.close()


def test_a_permit_taken_by_one_is_missing_to_the_other(pair):
    first, second = pair
    permit = first.take("call a", 1)
    assert permit is not None
    assert second.take("call a", 1) is None
    first.give_back(permit)
    assert second.take("call a", 1) is not None


def test_permits_of_another_kind_are_counted_apart(pair):
    first, second = pair
    assert first.take("call a", 1) is not None
    assert second.take("call b", 1) is not None


HOLDER = """
import sys, time
from pathlib import Path
from pytest_bramble.sharing.shared import Shared
shared = Shared(Path(sys.argv[1]), 2)
print(shared.take("call a", 1), flush=True)
time.sleep(60)
"""


def test_the_permit_of_a_process_that_was_killed_is_free_though_nobody_collected_it(tmp_path, pair):
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, tmp_path / NAME], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout.readline().strip() != "None"
    assert pair[0].take("call a", 1) is None
    process.kill()
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    assert pair[0].take("call a", 1) is not None
    process.communicate()


def test_one_that_closed_its_share_lives_no_more(pair):
    first, second = pair
    assert first.take("call a", 1) is not None
    assert second.dead([first.me, second.me, "nobody"]) == ["nobody"]
    first.close()
    assert second.dead([first.me]) == [first.me]
    assert second.take("call a", 1) is not None


def test_a_change_that_fails_leaves_nothing_behind(pair):
    first, second = pair

    def broken(base):
        base.execute("INSERT INTO permits VALUES ('x', 'call a', 'me')")
        raise LookupError("gone")

    with pytest.raises(LookupError, match="gone"):
        first.change(broken)
    assert second.change(lambda base: base.execute("SELECT count(*) FROM permits").fetchone()) == (0,)


def test_a_session_of_one_process_leaves_no_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    alone = Shared(None)
    assert alone.take("trial", 1) is not None
    assert alone.take("trial", 1) is None
    assert (alone.divisor, alone.problem, list(tmp_path.iterdir())) == (1, None, [])


def test_where_nothing_can_be_shared_each_keeps_to_its_part(tmp_path):
    shared = Shared(tmp_path / "no-such-folder" / NAME, 4)
    assert [shared.take("trial", 9) is not None for _ in range(3)] == [True, True, False]
    assert shared.problem == (
        "the workers cannot share their limits: unable to open database file; "
        "each of the 4 keeps to its part of them"
    )
    assert shared.divisor == 4


def test_a_part_is_never_nothing(tmp_path):
    shared = Shared(tmp_path / "no-such-folder" / NAME, 4)
    assert shared.take("trial", 1) is not None  # finds out that nothing is shared
    assert shared.take("call a", 1) is not None


def test_a_file_that_is_no_database_is_not_shared(tmp_path):
    (tmp_path / NAME).write_text("not a database" * 100, encoding="utf-8")
    shared = Shared(tmp_path / NAME, 2)
    assert shared.take("trial", 2) is not None
    assert shared.problem is not None
    assert "file is not a database" in shared.problem


def test_an_error_in_one_process_is_not_hidden():
    with pytest.raises(sqlite3.Error, match="no such table"):
        Shared(None).change(lambda base: base.execute("SELECT * FROM missing"))


@pytest.mark.parametrize("kind", ["nfs", "nfs4", "cifs", "fuse.sshfs", "9p"])
def test_a_network_disk_is_told_by_the_mount_it_lies_on(tmp_path, kind):
    mounts = tmp_path / "mounts"
    mounts.write_text(f"root / ext4 rw 0 0\nserver:/x {tmp_path} {kind} rw 0 0\nodd\n", encoding="utf-8")
    assert network_disk(tmp_path / NAME, mounts) == kind


def test_the_innermost_mount_decides(tmp_path):
    mounts = tmp_path / "mounts"
    mounts.write_text(
        f"x / nfs rw 0 0\nx {tmp_path} ext4 rw 0 0\nx {tmp_path}2 nfs rw 0 0\n", encoding="utf-8"
    )
    assert network_disk(tmp_path / NAME, mounts) is None


def test_nothing_is_told_where_mounts_cannot_be_read(tmp_path):
    assert network_disk(tmp_path / NAME, tmp_path / "missing") is None


def test_a_network_disk_is_not_used(tmp_path, monkeypatch):
    monkeypatch.setattr("pytest_bramble.sharing.shared.network_disk", lambda _path: "nfs4")
    shared = Shared(tmp_path / NAME, 2)
    assert shared.take("trial", 2) is not None
    assert shared.problem == (
        f"the workers cannot share their limits: {tmp_path} lies on a network disk (nfs4); "
        "each of the 2 keeps to its part of them"
    )
    assert not (tmp_path / NAME).exists()


def test_what_was_shared_can_be_forgotten(tmp_path, pair):
    pair[0].take("trial", 1)
    forget(tmp_path)
    assert list(tmp_path.iterdir()) == []
    forget(tmp_path)
