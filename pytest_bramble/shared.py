"""What the processes of one session share: a database in the session folder, for one process in memory."""

from __future__ import annotations

import itertools
import os
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

Result = TypeVar("Result")
NAME = ".shared.sqlite"
_BUSY_S = 30.0
_TABLES = """
CREATE TABLE IF NOT EXISTS permits (id TEXT PRIMARY KEY, kind TEXT NOT NULL, pid INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS clocks (provider TEXT PRIMARY KEY, free_at REAL NOT NULL, holds INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS trials (
    id INTEGER PRIMARY KEY, job TEXT NOT NULL, candidate TEXT NOT NULL, pid INTEGER NOT NULL, state TEXT NOT NULL,
    reserved_usd REAL NOT NULL, counted_usd REAL NOT NULL DEFAULT 0, known_usd REAL NOT NULL DEFAULT 0,
    unknown_calls INTEGER NOT NULL DEFAULT 0, calls INTEGER NOT NULL DEFAULT 0, seconds REAL NOT NULL DEFAULT 0,
    waits_until REAL NOT NULL DEFAULT 0);
"""
# sqlite's write-ahead log needs memory shared by its readers, which these file systems do not give.
_NETWORK = ("nfs", "cifs", "smb", "9p", "afs", "ceph", "gluster", "lustre", "fuse.sshfs", "beegfs")
_MOUNTS = Path("/proc/self/mounts")


class Shared:
    """Counters, clocks and the ledger of spending, the same for all processes of a session on this machine.

    *path* None keeps them in memory, for a session of one process.  Where the database cannot be kept (a network
    disk, a full one) each of the *processes* goes on with its own: then ``divisor`` is their number, by which
    limits are to be divided, and ``problem`` says what happened.
    """

    def __init__(self, path: Path | None, processes: int = 1) -> None:
        self._path = path
        self._processes = processes
        self._lock = threading.RLock()
        self._numbers = itertools.count()
        self._database: sqlite3.Connection | None = None
        self.divisor = 1
        self.problem: str | None = None

    def change(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        """What *work* returns, done in one transaction of its own."""
        with self._lock:
            try:
                return _transacted(self._opened(), work)
            except sqlite3.Error as exc:
                if self._path is None:
                    raise
                self._alone(str(exc))
                return _transacted(self._opened(), work)

    def take(self, kind: str, most: int) -> str | None:
        """A permit of *kind*, None while *most* are taken; one of a process that died is free again."""
        permit = f"{os.getpid()}-{next(self._numbers)}"
        share = max(1, most // self.divisor)
        return permit if self.change(lambda database: _take(database, kind, permit, share)) else None

    def give_back(self, permit: str) -> None:
        """Let others have *permit*."""
        self.change(lambda database: database.execute("DELETE FROM permits WHERE id = ?", (permit,)))

    def close(self) -> None:
        """Close the database when it was opened."""
        with self._lock:
            if self._database is not None:
                self._database.close()
                self._database = None

    def _opened(self) -> sqlite3.Connection:
        if self._database is None:
            if self._path is not None and (kind := network_disk(self._path)):
                self._alone(f"{self._path.parent} lies on a network disk ({kind})")
            where = ":memory:" if self._path is None else str(self._path)
            database = sqlite3.connect(where, timeout=_BUSY_S, isolation_level=None, check_same_thread=False)
            self._database = database
            database.execute("PRAGMA journal_mode=WAL")
            database.execute("PRAGMA synchronous=OFF")
            database.executescript(_TABLES)
        return self._database

    def _alone(self, why: str) -> None:
        each = f"each of the {self._processes} keeps to its part of them"
        self.problem = f"the workers cannot share their limits: {why}; {each}"
        self.divisor = self._processes
        self.close()
        self._path = None


def forget(folder: Path) -> None:
    """Remove what a session in *folder* shared; nothing of it is evidence."""
    for suffix in ("", "-wal", "-shm"):
        (folder / f"{NAME}{suffix}").unlink(missing_ok=True)


def lives(pid: int) -> bool:
    """True while the process *pid* of this machine runs; one that ended and was not collected does not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except (OSError, IndexError):  # where there is no /proc the signal has to do
        return True


def network_disk(path: Path, mounts: Path = _MOUNTS) -> str | None:
    """The kind of network file system *path* lies on; None for a local one, or where nothing tells."""
    try:
        lines = mounts.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return None
    parents = {str(parent) for parent in path.absolute().parents}
    above = [fields for fields in map(str.split, lines) if len(fields) > 2 and fields[1] in parents]
    kind = max(above, key=lambda fields: len(fields[1]), default=["", "", ""])[2]
    return kind if kind.startswith(_NETWORK) else None


def _transacted(database: sqlite3.Connection, work: Callable[[sqlite3.Connection], Result]) -> Result:
    database.execute("BEGIN IMMEDIATE")
    try:
        result = work(database)
    except BaseException:
        if database.in_transaction:
            database.execute("ROLLBACK")
        raise
    database.execute("COMMIT")
    return result


def _take(database: sqlite3.Connection, kind: str, permit: str, most: int) -> bool:
    holders = [pid for (pid,) in database.execute("SELECT pid FROM permits WHERE kind = ?", (kind,))]
    if len(holders) >= most:
        dead = {pid for pid in holders if not lives(pid)}
        database.executemany("DELETE FROM permits WHERE pid = ?", [(pid,) for pid in dead])
        holders = [pid for pid in holders if pid not in dead]
    if len(holders) >= most:
        return False
    database.execute("INSERT INTO permits VALUES (?, ?, ?)", (permit, kind, os.getpid()))
    return True
