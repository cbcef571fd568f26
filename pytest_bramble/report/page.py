"""What report.html shows, worked out before any markup: plain values in the order in which they are read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from ..scoring.wording import count, percent
from .comparison import Row, fingerprint_rows, number_rows, requirement_rows
from .incidents import Evidence, misconduct_lines
from .matrix import MatrixRow, matrix_rows
from .panels import Panels, panels
from .trial_rows import Numbering, TrialRow, trial_rows
from .wordings import KIND_NOTES, PROBATION_KINDS, VERDICT_WORDS, cost, dollars, name_of, score, share

LOOKS = {"HIRED": "hired", "PROBATION": "probation", "FIRED": "fired", None: "none"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """The bounds drawn on a line of 200 units from 0 to 1; *bar* is where the registered bar stands."""

    start: float
    width: float
    bar: float
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One piece of the strip of tickets: so many *tickets* that look like *look*, on a line of 200 units."""

    look: str
    tickets: int
    word: str
    start: float
    width: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """One candidate at a glance."""

    anchor: str
    name: str
    note: str
    verdict: str
    look: str
    kind: str
    sentence: str
    solved: int
    planned: int
    score: str
    set_aside: bool
    pass_hat: tuple[str, str]
    interval: Interval | None
    strip: tuple[Part, ...]
    flags: tuple[tuple[str, str], ...]
    cost: str
    cost_each: str
    reasons: tuple[tuple[str, str], ...]
    trials: tuple[TrialRow, ...]

    @property
    def troubles(self) -> tuple[TrialRow, ...]:
        """The trials that did not pass."""
        return tuple(trial for trial in self.trials if trial.outcome != "pass")


@dataclass(frozen=True, slots=True, kw_only=True)
class SafetyRow:
    """What every candidate did on one safety ticket."""

    ticket: str
    title: str
    cells: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class JobSection:
    """Everything shown of one job."""

    name: str
    title: str
    bar: str
    cards: tuple[Card, ...]
    safety: tuple[SafetyRow, ...]
    misconduct: tuple[Evidence, ...]
    matrix: tuple[MatrixRow, ...]
    across: Panels
    requirements: tuple[Row, ...]
    numbers: tuple[Row, ...]
    fingerprints: tuple[Row, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """The whole page but the transcripts."""

    session: str
    created: str
    kind: str
    banner: str
    jobs: tuple[JobSection, ...]
    refused: tuple[str, ...]
    superseded: tuple[TrialRow, ...]
    provenance: tuple[tuple[str, str], ...]


def page(report: Mapping[str, Any]) -> Page:
    """The page that shows *report*."""
    numbering = Numbering.of(report)
    return Page(
        session=report["session"],
        created=_when(report["created"]),
        kind=report["kind"],
        banner=KIND_NOTES[report["kind"]],
        jobs=tuple(_job(report, job, numbering) for job in sorted({r["job"] for r in report["results"]})),
        refused=tuple(reason["text"] for reason in report["refused"]),
        superseded=trial_rows(report["superseded"], numbering),
        provenance=_provenance(report),
    )


def _when(created: str | None) -> str:
    """``30 November 2026, 05:00 UTC``; what is no date is shown as it is."""
    try:
        return f"{datetime.fromisoformat(created or ''):%-d %B %Y, %H:%M %Z}"
    except ValueError:
        return created or ""


def _job(report: Mapping[str, Any], job: str, numbering: Numbering) -> JobSection:
    results = [result for result in report["results"] if result["job"] == job]
    registered = report["jobs"][job]
    names = [name_of(result) for result in results]
    return JobSection(
        name=job,
        title=registered["title"],
        bar=percent(registered["bar"]["pass_rate"]),
        cards=tuple(_card(report, result, numbering) for result in results),
        safety=tuple(_safety_rows(registered, results, numbering)),
        misconduct=tuple(line for result in results for line in misconduct_lines(result, numbering)),
        matrix=matrix_rows(registered, results, names, numbering),
        across=panels(report, job),
        requirements=requirement_rows(results),
        numbers=number_rows(results),
        fingerprints=fingerprint_rows(results),
    )


def _card(report: Mapping[str, Any], result: Mapping[str, Any], numbering: Numbering) -> Card:
    k = max(result["pass_hat"], key=int)
    mine = [
        t for t in report["trials"] if all(t[name] == result[name] for name in ("job", "candidate", "arm"))
    ]
    each = result["cost_per_solved_ticket_usd"]
    return Card(
        anchor=f"result-{report['results'].index(result)}",
        name=name_of(result),
        note=_model(result),
        verdict=VERDICT_WORDS[result["verdict"]],
        look=LOOKS[result["verdict"]],
        kind=PROBATION_KINDS.get(result["probation_kind"], ""),
        sentence=result["sentence"],
        solved=result["tickets_solved"],
        planned=result["tickets_planned"],
        score=score(result).strip("()"),
        set_aside=result["score_set_aside"],
        pass_hat=(f"pass^{k}", share(result["pass_hat"][k])),
        interval=_interval(result["bounds"], report["jobs"][result["job"]]["bar"]["pass_rate"]),
        strip=_strip(result),
        flags=tuple(_flags(result)),
        cost=cost(result),
        cost_each=""
        if each is None or result["kind"] == "scripted"
        else f"{dollars(each)} per solved ticket",
        reasons=tuple((reason["code"], reason["text"]) for reason in result["reasons"]),
        trials=trial_rows(mine, numbering),
    )


def _model(result: Mapping[str, Any]) -> str:
    answered = ", ".join(result["answered_models"])
    asked = result["requested"] or result["kind"]
    parts = ["" if asked == result["candidate"] else asked, f"answered by {answered}" if answered else ""]
    return " · ".join(part for part in (*parts, result["note"]) if part)


def _interval(bounds: Mapping[str, Any] | None, bar: float) -> Interval | None:
    if bounds is None:
        return None
    low, high = bounds["lower"], bounds["upper"]
    return Interval(
        start=round(200 * low, 2),
        width=round(max(200 * (high - low), 2), 2),
        bar=round(200 * bar, 2),
        text=(
            f"between {share(low)} and {share(high)} of customers like these {bounds['clusters']}, each bound with "
            f"{percent(round(bounds['level'], 4))} confidence; the bar is {bar:g}"
        ),
    )


def _strip(result: Mapping[str, Any]) -> tuple[Part, ...]:
    found = [_standing(ticket) for ticket in result["tickets"].values()]
    words = (("always", "always"), ("flaky", "sometimes"), ("never", "never"), ("absent", "not finished"))
    parts, start = [], 0.0
    for look, word in words:
        tickets = found.count(look)
        width = 200 * tickets / len(found)
        if tickets:
            parts.append(
                Part(look=look, tickets=tickets, word=word, start=round(start, 2), width=round(width, 2))
            )
        start += width
    return tuple(parts)


def _standing(ticket: Mapping[str, Any]) -> str:
    """The stability of a ticket; ``absent`` while passes are all there is of it and runs are still missing."""
    unfinished = ticket["runs"] < ticket["planned"] and ticket["stability"] in ("always", None)
    return "absent" if unfinished else str(ticket["stability"])


def _flags(result: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    levels = [found["level"] for found in result["misconduct"]]
    ungraded = result["unknown"] - result["errors"]
    said = (
        ("bad", levels.count("gross"), f"{levels.count('gross')} gross misconduct"),
        ("bad", levels.count("serious"), f"{levels.count('serious')} serious misconduct"),
        ("poor", result["errors"], count(result["errors"], "infrastructure error")),
        ("poor", ungraded, f"{ungraded} could not be graded"),
        ("poor", result["not_run"], f"{result['not_run']} not run"),
        ("poor", result["deselected"], f"{result['deselected']} deselected"),
        ("poor", result["exam_may_be_at_fault"], f"exam may be at fault in {result['exam_may_be_at_fault']}"),
    )
    return ((look, text) for look, number, text in said if number)


def _safety_rows(
    job: Mapping[str, Any], results: Sequence[Mapping[str, Any]], numbering: Numbering
) -> Iterator[SafetyRow]:
    tickets = dict.fromkeys(entry["ticket"] for result in results for entry in result["safety"])
    for ticket in tickets:
        yield SafetyRow(
            ticket=ticket,
            title=job["tickets"][ticket]["title"],
            cells=tuple(
                _kept(result, entry, numbering)
                for result in results
                for entry in result["safety"]
                if entry["ticket"] == ticket
            ),
        )


def _kept(result: Mapping[str, Any], entry: Mapping[str, Any], numbering: Numbering) -> Evidence:
    clean = entry["bound"] is not None
    return Evidence(
        name=f"{name_of(result)}, {entry['ticket']}",
        look="bad" if entry["violated"] else "good" if clean else "",
        word="violated" if entry["violated"] else "no violation" if clean else "unknown",
        text=entry["text"].removeprefix(f"{entry['ticket']}: "),
        trial=numbering.first(result, entry["ticket"]),
    )


def _provenance(report: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    seals = [
        f"{name}: {job['seal']['status']}, {job['seal']['sha256'] or 'no hash'}"
        + (f" ({'; '.join(job['seal']['changed'])})" if job["seal"]["changed"] else "")
        for name, job in report["jobs"].items()
    ]
    audits = {True: "passed", False: "failed", None: "none on file"}
    return (
        ("Session", report["session"]),
        ("Registered", str(report["created"] or "unknown")),
        ("Seal", " · ".join(seals)),
        ("Evaluator", report["evaluator"]),
        ("Manifest", report["manifest_sha256"]),
        ("Audit", " · ".join(f"{name}: {audits[job['audit_ok']]}" for name, job in report["jobs"].items())),
        ("What is estimated", str(report["estimand"] or "")),
        ("Of which population", str(report["population"] or "")),
        ("Versions", " · ".join(f"{name} {version}" for name, version in report["versions"].items())),
        ("Options", " · ".join(f"{name}: {value}" for name, value in report["options"].items())),
    )
