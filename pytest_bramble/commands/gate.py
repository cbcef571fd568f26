"""`bramble gate`: a session's exit code, for whatever runs after it."""

from __future__ import annotations

import argparse
from typing import Any

from ..errors import SettingsError
from ..evidence.record import Evidence
from ..evidence.sessions import open_session
from ..evidence.store import SessionFolder
from ..report.examined import examined
from ..report.gating import HELD, PASSED, REGRESSION_CODES, REGRESSION_WORDS, Chosen, gated, worst
from ..report.model import build
from ..report.regressing import Regressed, Transcribed, regressed
from .sessions import SESSION_HELP, add_reports, say


def add_gate(commands: Any) -> None:
    """Add the subcommand to *commands*."""
    gate = commands.add_parser(
        "gate",
        help="exit by a session's verdicts, or by whether it got worse than another",
        description="Exit 0 when every result is HIRED, 10 for PROBATION, 11 for FIRED, 12 for no verdict; the "
        "worst decides in the order 11, 12, 10, 0.  With --against: 0 NO WORSE SEEN, 10 CAN'T TELL, 11 WORSE, "
        "12 INVALID.",
    )
    gate.add_argument("session", help=SESSION_HELP)
    gate.add_argument("--against", metavar="SESSION", help="ask instead whether it got worse than this one")
    gate.add_argument("--candidate", action="append", default=[], metavar="NAME", help="only this candidate")
    gate.add_argument("--job", action="append", default=[], metavar="NAME", help="only this job")
    gate.add_argument("--accept", choices=["probation"], help="PROBATION is enough: exit 0 instead of 10")
    add_reports(gate)
    gate.set_defaults(run=_gate)


def _gate(arguments: argparse.Namespace) -> int:
    chosen = Chosen(candidates=tuple(arguments.candidate), jobs=tuple(arguments.job))
    session = open_session(arguments.reports, arguments.session)
    if arguments.against is None:
        return _by_verdict(session, chosen, accept=arguments.accept is not None)
    if arguments.accept is not None:
        raise SettingsError("--accept is about verdicts: with --against there is none to accept")
    return _by_regression(session, open_session(arguments.reports, arguments.against), chosen)


def _by_verdict(session: SessionFolder, chosen: Chosen, *, accept: bool) -> int:
    results = gated(build(session.manifest(), session.records()), chosen)
    for result in results:
        sentence = result.sentence.removeprefix("No verdict: ")
        say(f"{result.job} {result.candidate}: {result.word}. {sentence[0].upper()}{sentence[1:]}")
    code = worst(result.code for result in results)
    if code == HELD and accept:
        say("gate: exit 0, because --accept probation takes PROBATION for enough")
        return PASSED
    say(f"gate: exit {code}")
    return code


def _by_regression(session: SessionFolder, earlier: SessionFolder, chosen: Chosen) -> int:
    now, before = _transcribed(session), _transcribed(earlier)
    seats = [seat for seat in now.session.seats if seat.arm.arm == "candidate"]
    chosen.refuse_strangers({(seat.arm.job, seat.arm.candidate) for seat in seats})
    found = [regressed(now, before, s) for s in seats if chosen.takes(s.arm.job, s.arm.candidate)]
    for one in found:
        _tell(one, earlier.name)
    code = worst(REGRESSION_CODES[one.gate.result] for one in found)
    say(f"gate: exit {code}")
    return code


def _transcribed(folder: SessionFolder) -> Transcribed:
    return Transcribed(
        session=examined(folder.manifest(), folder.records()),
        evidence=lambda name: Evidence.from_json(folder.record(name)["evidence"]),
    )


def _tell(found: Regressed, earlier: str) -> None:
    then = f" ({found.earlier} then)" if found.earlier not in ("", found.candidate) else ""
    say(f"{found.job} {found.candidate} against {earlier}{then}: {REGRESSION_WORDS[found.gate.result]}")
    for reason in found.gate.reasons:
        say(reason, indent=2)
    if found.compared:
        say(f"Compared: {len(found.compared)} tickets. {found.customers}", indent=2)
    if found.not_compared:
        say(f"Not compared: {'; '.join(found.not_compared)}.", indent=2)
