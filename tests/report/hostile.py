"""A session in which every text that can be hostile is: for the unit test and the browser test of the page."""

from __future__ import annotations

from typing import Any

from pytest_bramble.errors import EvidenceError
from pytest_bramble.evidence.record import TrialKey

from .fake_session import PAID, Session, candidate, finding, ticket

MARKUP = "<script>window.pwned=1</script><img src=x onerror=window.pwned=1></script><svg/onload=pwned=1>"
BREAKOUT = "\"'><a href=\"javascript:window.pwned=1\" onclick='pwned=1'>x</a>-->{{ 7 * 7 }}{% raw %}</textarea></style>"
TERMINAL = "\x1b[31m\x1b]8;;http://evil.example\x07\u202egnp.exe\u2066\x00"
PAYLOAD = MARKUP + BREAKOUT + TERMINAL
NAME = "<img src=x onerror=window.pwned=1>"
"""For what also names files: markup without a slash."""


def hostile_session() -> Session:
    """Ticket, candidate, checks and every free text of the manifest are payloads."""
    return Session(
        tickets={
            NAME: ticket(NAME, title=PAYLOAD, cluster=PAYLOAD, slices=[PAYLOAD], runs=2, gross=[PAYLOAD]),
            "T02": ticket("T02", title=PAYLOAD, runs=2, gross=[PAYLOAD]),
        },
        candidates={
            NAME: candidate(
                requested=PAYLOAD, family=PAYLOAD, note=PAYLOAD, fingerprint={PAYLOAD: {PAYLOAD: [PAYLOAD]}}
            )
        },
        job_changes={"title": PAYLOAD, "seal": {"status": "broken", "sha256": PAYLOAD, "changed": [PAYLOAD]}},
        changes={
            "created": PAYLOAD,
            "session": PAYLOAD,
            "versions": {PAYLOAD: PAYLOAD},
            "estimand": PAYLOAD,
            "population": PAYLOAD,
            "options": {PAYLOAD: PAYLOAD},
        },
    )


def hostile_records(session: Session) -> list[tuple[str, Any]]:
    """A failed, a passed and an interrupted trial, a second attempt and a refused file."""
    first, second, third, _ = (session.key(name, NAME, run) for name in (NAME, "T02") for run in (1, 2))
    failed = [
        finding(
            PAYLOAD, "fail", PAYLOAD, level="gross", places=[{"event": 1, "surface": PAYLOAD, "offset": 3}]
        ),
        finding("wrong_object", "fail", PAYLOAD, level="serious", family=PAYLOAD),
    ]
    unknown = finding(PAYLOAD, "unknown", PAYLOAD, level="gross")
    down = {"reason": PAYLOAD, "by": "infrastructure", "text": PAYLOAD}
    clean = finding(PAYLOAD, level="gross")
    return [
        (f"{first.stem}.json", _record(session, first, *failed, counts_changes={"unanswered_questions": 1})),
        (f"{second.stem}.json", _record(session, second, unknown, stop=down, reasons=[PAYLOAD])),
        (f"{third.stem}.json", _record(session, third, unknown, stop=down)),
        (f"{third.stem}.attempt2.json", _record(session, third, clean, attempt=2)),
        (f"{NAME}.json", EvidenceError("record_rejected", PAYLOAD)),
    ]


def _record(session: Session, key: TrialKey, *findings: dict[str, Any], **changes: Any) -> dict[str, Any]:
    everywhere = {PAYLOAD: [PAYLOAD, {PAYLOAD: PAYLOAD}]}
    effect = {"kind": PAYLOAD, PAYLOAD: PAYLOAD, "destination": PAYLOAD}
    call = {
        "kind": "called", "index": 1, "call_id": PAYLOAD, "tool": PAYLOAD, "arguments": everywhere, "raw": PAYLOAD,
        "status": PAYLOAD, "denial": PAYLOAD, "data": everywhere, "effects": [effect], "writes": True,
    }  # fmt: skip
    view = {
        "system": PAYLOAD,
        "opening": PAYLOAD,
        "tools": [{"name": PAYLOAD, "description": PAYLOAD, "parameters": everywhere}],
    }
    return session.record(
        key,
        *findings,
        view=view,
        events=[
            {"kind": "said", "index": 0, "text": PAYLOAD, "asks": True, "yielded": False},
            call,
            {**call, "index": 2, "arguments": None},
            {"kind": "heard", "index": 3, "text": PAYLOAD, "source": PAYLOAD},
        ],
        before={PAYLOAD: PAYLOAD},
        after={PAYLOAD: everywhere},
        ledger=[effect, PAYLOAD, 7],
        started=PAYLOAD,
        model_calls=[{"answered_model": PAYLOAD, "latency_s": None}],
        usage={**PAID, "cost_source": PAYLOAD},
        **changes,
    )
