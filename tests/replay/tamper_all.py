"""Tamper with copies of a session in every way the replay must notice, rehash each, and replay it.

``python -m tests.replay.tamper_all SESSION_FOLDER``, or `make tampered`, prints what was done, the exit code and the
first contradiction named.  Ends with 1 when the honest session does not replay, or a tampered copy does.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from pytest_bramble.evidence.store import SessionFolder
from pytest_bramble.replay.session import CONSISTENT, Replayed, replay

from .rehash import Tampering
from .tampered import make_pass

Json = dict[str, Any]


def failed(session: Tampering) -> str:
    """The first failed trial that called a tool, by its stem."""
    return next(
        name.removesuffix(".json")
        for name, record in session.records.items()
        if record["grades"]["outcome"] == "fail" and _called(record["evidence"])
    )


def _called(evidence: Json) -> list[Json]:
    return [event for event in evidence["events"] if event["kind"] == "called"]


def _first_row(session: Tampering) -> Json:
    row: Json = session.manifest["plan"][0]
    return row


def passed_against_the_ledger(session: Tampering) -> None:
    make_pass(session.grades(failed(session)))


def expects_another_object(session: Tampering) -> None:
    name = failed(session)
    session.evidence(name)["bound"]["ticket_sha256"] = "0" * 64
    make_pass(session.grades(name))


def another_request(session: Tampering) -> None:
    session.evidence(failed(session))["view"]["opening"] = "I want everything refunded."


def another_schedule(session: Tampering) -> None:
    plan = session.manifest["plan"]
    plan[0], plan[1] = plan[1], plan[0]


def another_run(session: Tampering) -> None:
    session.evidence(failed(session))["run"] += 1


def another_arm(session: Tampering) -> None:
    session.evidence(failed(session))["arm"] = "baseline"


def another_candidate(session: Tampering) -> None:
    session.evidence(failed(session))["candidate"] = "gemini"


def another_population(session: Tampering) -> None:
    session.manifest["population"] = "a random sample of all customers"


def another_seal(session: Tampering) -> None:
    for job in session.manifest["jobs"].values():
        job["seal"]["sha256"] = "0" * 64
    for record in session.records.values():
        record["evidence"]["bound"]["seal_sha256"] = "0" * 64


def another_permutation(session: Tampering) -> None:
    row = _first_row(session)
    row["permuted"] = not row["permuted"]


def an_unlisted_tool(session: Tampering) -> None:
    _called(session.evidence(failed(session)))[0]["tool"] = "reboot"


def a_python_member(session: Tampering) -> None:
    _called(session.evidence(failed(session)))[0]["tool"] = "__init__"


def a_missing_event(session: Tampering) -> None:
    events = session.evidence(failed(session))["events"]
    events.remove(_called({"events": events})[0])
    for place, event in enumerate(events):
        event["index"] = place


def a_foreign_ledger(session: Tampering) -> None:
    orders = session.evidence(failed(session))["after"]["orders"]
    orders[max(orders)]["status"] = "refunded"


def a_removed_ticket(session: Tampering) -> None:
    row = _first_row(session)
    job, ticket = row["job"], row["ticket"]
    del session.manifest["jobs"][job]["tickets"][ticket]
    session.manifest["plan"] = [
        other for other in session.manifest["plan"] if (other["job"], other["ticket"]) != (job, ticket)
    ]
    for name in [name for name in session.records if name.startswith(f"{job}.{ticket}.")]:
        del session.records[name]


def a_boolean_for_a_number(session: Tampering) -> None:
    session.evidence(failed(session))["attempt"] = True


def a_cost_of_nothing(session: Tampering) -> None:
    session.evidence(failed(session))["usage"].update(cost_usd=0.25, cost_source="declared")


def a_latency_of_more(session: Tampering) -> None:
    session.evidence(failed(session))["model_calls"][0]["latency_s"] = 3600.0


WAYS: Mapping[str, Callable[[Tampering], None]] = {
    "a passed finding against the ledger": passed_against_the_ledger,
    "another expected object in one arm": expects_another_object,
    "another request": another_request,
    "another schedule": another_schedule,
    "another run": another_run,
    "another arm": another_arm,
    "another candidate": another_candidate,
    "another population": another_population,
    "another seal": another_seal,
    "another permutation": another_permutation,
    "a tool that is not listed": an_unlisted_tool,
    "a member of Python's": a_python_member,
    "a missing event": a_missing_event,
    "a changed foreign ledger": a_foreign_ledger,
    "a removed ticket": a_removed_ticket,
    "a boolean for a whole number": a_boolean_for_a_number,
    "a cost its source contradicts": a_cost_of_nothing,
    "a latency its source contradicts": a_latency_of_more,
}


def replayed(session: Path, jobs: Path, way: Callable[[Tampering], None] | None = None) -> Replayed:
    """What a replay makes of a copy of *session*, tampered with in one *way* and rehashed."""
    with tempfile.TemporaryDirectory() as name:
        copy = Path(name) / session.name
        shutil.copytree(session, copy)
        tampering = Tampering(copy)
        if way is not None:
            way(tampering)
        tampering.write()
        return replay(SessionFolder(copy), jobs)


def told(found: Replayed) -> str:
    """The first thing a replay names."""
    named = (*found.contradictions, *found.missing, *found.undecided, "consistent")
    return str(named[0])


def main(argv: Sequence[str] | None = None) -> int:
    """Print one line for the honest session and one for each way of tampering."""
    parser = argparse.ArgumentParser(description="tamper with copies of a session and replay them")
    parser.add_argument("session", type=Path, help="its folder; it is not changed")
    parser.add_argument("--jobs", type=Path, default=Path("jobs"), help="where its jobs lie")
    asked = parser.parse_args(argv)
    honest = replayed(asked.session, asked.jobs)
    print(f"{honest.code}  the honest session, rehashed: {told(honest)}")
    wrong = int(honest.code != CONSISTENT)
    for name, way in WAYS.items():
        found = replayed(asked.session, asked.jobs, way)
        print(f"{found.code}  {name}: {told(found)[:200]}")
        wrong += found.code == CONSISTENT
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
