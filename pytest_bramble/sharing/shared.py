"""What the processes of one session share: a database in the session folder, for one process in memory."""

from __future__ import annotations

import fcntl
import itertools
import os
import secrets
import sqlite3
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TextIO, TypeVar

Result = TypeVar("Result")
NAME = ".shared.sqlite"
_BUSY_S = 30.0
_TABLES = """
CREATE TABLE IF NOT EXISTS permits (id TEXT PRIMARY KEY, kind TEXT NOT NULL, owner TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS clocks (provider TEXT PRIMARY KEY, free_at REAL NOT NULL, holds INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS trials (
    id INTEGER PRIMARY KEY, job TEXT NOT NULL, candidate TEXT NOT NULL, owner TEXT NOT NULL, state TEXT NOT NULL,
    reserved_usd REAL NOT NULL, counted_usd REAL NOT NULL DEFAULT 0, known_usd REAL NOT NULL DEFAULT 0,
    unknown_calls INTEGER NOT NULL DEFAULT 0, calls INTEGER NOT NULL DEFAULT 0, seconds REAL NOT NULL DEFAULT 0,
    waits_until REAL NOT NULL DEFAULT 0);
"""
# sqlite's write-ahead log needs memory shared by its readers, which these file systems do not give.
_NETWORK = ("nfs", "cifs", "smb", "9p", "afs", "ceph", "gluster", "lustre", "fuse.sshfs", "beegfs")
_MOUNTS = Path("/proc/self/mounts")


class Shared:
    """Counters, clocks and the ledger of spending, the same for all processes of a session on this machine.

    ``me`` is this process's name in it.  A process lives as long as it holds the lock on a file of that name: its
    number tells nothing, for a killed worker keeps it until somebody collects its exit status.

    *path* None keeps all in memory, for a session of one process.  Where the database cannot be kept (a network
    disk, a full one) each of the *processes* goes on with its own: then ``divisor`` is their number, by which
    limits are to be divided, and ``problem`` says what happened.
    """

    def __init__(self, path: Path | None, processes: int = 1) -> None:
        self._path = path
        self._processes = processes
        self._lock = threading.RLock()
        self._numbers = itertools.count()
        self._life: TextIO | None = None
        self.me = f"{os.getpid()}-{secrets.token_hex(4)}"
        self._database: sqlite3.Connection | None = None
        self.divisor = 1
        self.problem: str | None = None

    def change(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        """What *work* returns, done in one transaction of its own."""
        with self._lock:
            try:
                return _transacted(self._opened(), work)
            except (sqlite3.Error, OSError) as exc:
                if self._path is None:
                    raise
                self._alone(str(exc))
                return _transacted(self._opened(), work)

    def take(self, kind: str, most: int) -> str | None:
        """A permit of *kind*, None while *most* are taken; one of a process that died is free again."""
        permit = f"{self.me}-{next(self._numbers)}"
        share = max(1, most // self.divisor)
        return permit if self.change(lambda database: self._take(database, kind, permit, share)) else None

    def give_back(self, permit: str) -> None:
        """Let others have *permit*."""
        self.change(lambda database: database.execute("DELETE FROM permits WHERE id = ?", (permit,)))

    def dead(self, owners: Iterable[str]) -> list[str]:
        """Those of *owners*, names of processes, that live no more."""
        return [owner for owner in set(owners) if owner != self.me and not self._lives(owner)]

    def close(self) -> None:
        """Close the database when it was opened; to the others this process then lives no more."""
        with self._lock:
            if self._life is not None:
                self._life_of(self.me).unlink(missing_ok=True)
                self._life.close()
                self._life = None
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
            if self._path is not None:
                self._life = self._life_of(self.me).open("w", encoding="utf-8")
                fcntl.flock(self._life, fcntl.LOCK_EX)
        return self._database

    def _take(self, database: sqlite3.Connection, kind: str, permit: str, most: int) -> bool:
        holders = [one for (one,) in database.execute("SELECT owner FROM permits WHERE kind = ?", (kind,))]
        if len(holders) >= most:
            dead = self.dead(holders)
            database.executemany("DELETE FROM permits WHERE owner = ?", [(one,) for one in dead])
            holders = [one for one in holders if one not in dead]
        if len(holders) >= most:
            return False
        database.execute("INSERT INTO permits VALUES (?, ?, ?)", (permit, kind, self.me))
        return True

    def _lives(self, owner: str) -> bool:
        try:
            with self._life_of(owner).open(encoding="utf-8") as file:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        except OSError:  # it is gone: its process went in good order
            return False
        return False

    def _life_of(self, owner: str) -> Path:
        """The file whose lock tells that *owner* lives."""
        return Path(f"{self._path}.{owner}")

    def _alone(self, why: str) -> None:
        each = f"each of the {self._processes} keeps to its part of them"
        self.problem = f"the workers cannot share their limits: {why}; {each}"
        self.divisor = self._processes
        self.close()
        self._path = None


def forget(folder: Path) -> None:
    """Remove what a session in *folder* shared; nothing of it is evidence."""
    for path in folder.glob(f"{NAME}*"):
        path.unlink(missing_ok=True)


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
    """Done as a whole or not at all, Ctrl-C included."""
    try:
        database.execute("BEGIN IMMEDIATE")
        result = work(database)
        database.execute("COMMIT")
    except BaseException:
        if database.in_transaction:
            database.execute("ROLLBACK")
        raise
    return result
