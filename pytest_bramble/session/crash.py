"""The record of a trial that died with its worker: nothing was seen, so nothing is known."""

from __future__ import annotations

import contextlib
from datetime import UTC, datetime
from pathlib import Path

from ..engine.examination import Examination
from ..errors import BrambleError
from ..evidence.record import Binding, Evidence, Stop, TrialKey, UsageTotal, seal_record
from ..grade import grade


def record_crash(examination: Examination, key: TrialKey, ticket_file: Path, told: str) -> None:
    """Store a record of *key* that says its worker died; a later resume tries the trial again.

    Nothing is stored when the trial had its record before the worker died.
    """
    job, ticket = examination.ticket(ticket_file)
    earlier = examination.earlier.get(key.stem)
    evidence = Evidence(
        key=key,
        permuted=key.permuted,
        attempt=1 if earlier is None else earlier.attempt + 1,
        view={},
        settings={},
        events=(),
        before={},
        after={},
        ledger=(),
        model_calls=(),
        usage=UsageTotal(
            calls=0,
            input_tokens=None,
            output_tokens=None,
            cost_usd=None,
            unknown_cost_calls=0,
            cost_source=None,
        ),
        stop=Stop(reason="worker_crashed", by="infrastructure", text=told),
        bound=Binding(
            manifest_sha256=examination.manifest_sha256,
            ticket_sha256=ticket.sha256,
            seal_sha256=job.seal.sha256,
        ),
        started=datetime.now(UTC).isoformat(timespec="milliseconds"),
        seconds=0.0,
    )
    record = seal_record(evidence.to_json(), grade(evidence, ticket).to_json())
    with contextlib.suppress(BrambleError, OSError):
        examination.folder.write_record(key.stem, evidence.attempt, record)
