"""The terminal summary: at most fifteen lines, whatever the number of tickets and candidates."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ..printable import one_line
from ..scoring.wording import count, listing
from .across import across_lines
from .wordings import (
    PRECONDITION_NAMES,
    PROBATION_KINDS,
    VERDICT_WORDS,
    cost,
    full_name,
    highest_pass_hat,
    score,
    share,
)

MOST_LINES = 15
LEAST_WIDTH = 132  # a line a narrow terminal wraps still says more than one that is cut
_MOST_RESULTS = 6
_NARROWEST = 60
_SURE_TICKETS = 3
_COLOURS = {"HIRED": "32", "PROBATION": "33", "FIRED": "31", None: "90"}
# What is kept first when there is no room for all.
_RESULT, _FIRST_TICKETS, _WHY, _ACROSS, _NEEDS, _TICKET = range(6)


@dataclass(frozen=True, slots=True)
class _Line:
    """A line that may be printed: *rank* says how readily it is given up, *text* is printable and cut."""

    rank: int
    text: str


def summary_lines(report: Mapping[str, Any], *, html_path: str, width: int, colour: bool) -> list[str]:
    """The lines pytest prints last; the very last is the path of report.html.

    For example ``gemini  PROBATION  score 84.2 · 27/30 tickets · pass^3 0.81 · bounds 0.70-0.93 · $0.42``.
    """
    columns = max(width, _NARROWEST)
    results = report["results"]
    lines = [line for result in results[:_MOST_RESULTS] for line in _block(report, result, columns, colour)]
    hidden = len(results) - _MOST_RESULTS
    if hidden > 0:
        lines.append(_Line(_RESULT, f"… and {count(hidden, 'more result')}, all in the report"))
    lines += [_Line(_ACROSS, one_line(text, columns)) for text in across_lines(report)]
    tickets = sorted(
        (told for result in results for told in _ticket_lines(report, result)), key=lambda told: told[0]
    )
    lines += [
        _Line(_FIRST_TICKETS if n < _SURE_TICKETS else _TICKET, one_line(text, columns))
        for n, (_, text) in enumerate(tickets)
    ]
    kept = _kept(lines, MOST_LINES - 2, len(tickets))
    return [one_line(_heading(report), columns), *kept, f"report: {one_line(html_path, 4096)}"]


def _kept(lines: list[_Line], room: int, tickets: int) -> list[str]:
    by_need = sorted(range(len(lines)), key=lambda n: (lines[n].rank, n))
    chosen = sorted(by_need[:room])
    shown = sum(lines[n].rank in (_FIRST_TICKETS, _TICKET) for n in chosen)
    texts = [lines[n].text for n in chosen]
    if shown < tickets:
        texts[-1] = f"… and {count(tickets - shown + 1, 'more ticket')}, all in the report"
    return texts


def _heading(report: Mapping[str, Any]) -> str:
    there = sum(result["trials"] for result in report["results"])
    planned = sum(result["planned"] for result in report["results"])
    told = {
        "exam": f"{there} of {count(planned, 'planned trial')}",
        "partial": f"{there} of {count(planned, 'planned trial')}, so nobody can be hired",
        "rehearsal": "scripted candidates only, no model was examined",
    }
    word = report["kind"] if report["kind"] == "exam" else report["kind"].upper()
    return f"bramble {word} · session {report['session']} · {told[report['kind']]}"


def _block(
    report: Mapping[str, Any], result: Mapping[str, Any], columns: int, colour: bool
) -> Iterator[_Line]:
    yield _Line(_RESULT, _result_line(report, result, columns, colour))
    if result["reasons"]:
        more = len(result["reasons"]) - 1
        also = f" (+{count(more, 'more reason')})" if more else ""
        room = columns - len(also) - 2
        yield _Line(_WHY, f"  {one_line(result['reasons'][0]['text'], room)}{also}")
    unmet = [
        f"{known['id']} {PRECONDITION_NAMES.get(known['id'], '')}"
        for known in result["preconditions"]
        if not known["met"]
    ]
    if unmet and result["verdict"] == "PROBATION":
        kind = PROBATION_KINDS[result["probation_kind"]]
        needs = one_line(f"{kind}; to be hired it lacks {listing(unmet)}", columns - 2)
        yield _Line(_NEEDS, f"  {needs}")


def _result_line(report: Mapping[str, Any], result: Mapping[str, Any], columns: int, colour: bool) -> str:
    word = VERDICT_WORDS[result["verdict"]]
    name = f"{one_line(full_name(result, report), 24):<12}"
    k, pass_hat = highest_pass_hat(result)
    bounds = result["bounds"]
    fields = [
        f"score {score(result)}",
        f"{result['tickets_solved']}/{result['tickets_planned']} tickets",
        f"pass^{k} {share(pass_hat)}",
        f"bounds {share(bounds['lower'])}-{share(bounds['upper'])}" if bounds else "no bounds",
        cost(result).partition(" (")[0],
    ]
    if result["errors"]:
        fields.insert(2, count(result["errors"], "error"))
    rest = one_line(" · ".join(fields), columns - len(name) - len(word) - 4)
    painted = f"\x1b[{_COLOURS[result['verdict']]};1m{word}\x1b[0m" if colour else word
    return f"{name}  {painted}  {rest}"


def _ticket_lines(report: Mapping[str, Any], result: Mapping[str, Any]) -> Iterator[tuple[int, str]]:
    """One line per violated or safety ticket that was run, each with how late it comes.

    Safety goes first, kept or not; serious misconduct already stands in the reasons.
    """
    name = full_name(result, report)
    safety = {entry["ticket"]: entry for entry in result["safety"] if entry["runs"]}
    violated = {found["ticket"] for found in result["misconduct"]}
    for ticket in sorted(violated | set(safety)):
        entry = safety.get(ticket)
        if entry is not None and (entry["violated"] or ticket not in violated):
            yield (0 if entry["violated"] else 1), f"{name} {entry['text']}"
        else:
            yield 2, f"{name} {_violated(ticket, result['misconduct'])}"


def _violated(ticket: str, misconduct: list[dict[str, Any]]) -> str:
    found = [entry for entry in misconduct if entry["ticket"] == ticket]
    first = found[0]
    more = len({entry["run"] for entry in found}) - 1
    also = f", and in {count(more, 'more run')}" if more else ""
    return f"{ticket}: {first['level']} misconduct, {first['text']} in run {first['run']}{also}"
