"""What report.html shows across candidates: the baseline, the parts of the exam, the topics, the ranking."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..scoring.wording import count, p_value
from .placing import CAUTION
from .wordings import CLAIM_WORDS, VERDICT_WORDS, whose

PAIR_WORDS = {
    "kept_pass": ("always", "both pass"),
    "fixed": ("fixed", "fixed"),
    "regressed": ("never", "got wrong"),
    "kept_fail": ("absent", "both fail"),
    "unknown": ("flaky", "unknown"),
}
CLAIM_LOOKS = {
    "superior": "good",
    "non-inferior": "good",
    "inconclusive": "",
    "inferior": "bad",
    "inferior_beyond_margin": "bad",
}
ADVICE_LOOKS = {
    "nothing against it": "good",
    "supervise": "poor",
    "keep with people": "bad",
    "not examined": "",
}
STATUS_LOOKS = {"ok": "good", "hold": "poor", "block": "bad", None: ""}


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """One piece of a strip of pairs, on a line of 200 units."""

    look: str
    pairs: int
    word: str
    start: float
    width: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """An interval of differences on a line of 200 units from -1 to 1; *zero* and *margin* are places on it."""

    start: float
    width: float
    zero: float
    margin: float
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SliceLine:
    """One part of the exam for one candidate; *baseline* is empty where it is not compared."""

    label: str
    origin: str
    candidate: str
    baseline: str
    customers: int
    word: str
    look: str
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Against:
    """One candidate against the baseline in one outcome."""

    title: str
    word: str
    look: str
    text: str
    pieces: tuple[Piece, ...]
    difference: Difference | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SliceTable:
    """The parts of the exam of one candidate in one outcome; required ones come first."""

    title: str
    baseline: str
    lines: tuple[SliceLine, ...]
    required: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TopicCell:
    """What one topic comes to for one candidate."""

    look: str
    word: str
    detail: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TopicRow:
    """One topic for every candidate."""

    label: str
    tickets: int
    cells: tuple[TopicCell, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingPanel:
    """Places with verdicts, and what follows from which pair."""

    places: tuple[tuple[int, str, str], ...]
    pairs: tuple[str, ...]
    text: str
    caution: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Panels:
    """Everything shown of one job across its candidates."""

    against: tuple[Against, ...]
    not_compared: tuple[str, ...]
    slices: tuple[SliceTable, ...]
    slices_note: str
    topic_names: tuple[str, ...]
    topics: tuple[TopicRow, ...]
    ranking: RankingPanel | None


def panels(report: Mapping[str, Any], job: str) -> Panels:
    """The panels of *job*."""

    def mine(name: str) -> list[Mapping[str, Any]]:
        return [entry for entry in report[name] if entry["job"] == job]

    topics = mine("topics")
    names = tuple(dict.fromkeys(topic["candidate"] for topic in topics))
    ranking = mine("ranking")
    verdicts = {
        r["candidate"]: VERDICT_WORDS[r["verdict"]] for r in report["results"] if r["arm"] == "candidate"
    }
    return Panels(
        against=tuple(map(_against, mine("comparisons"))),
        not_compared=tuple(_titled(entry) + f": {entry['text']}" for entry in mine("not_compared")),
        slices=tuple(_slice_tables(mine("slices"))),
        slices_note=report["slices_note"] or "",
        topic_names=names,
        topics=tuple(_topic_rows(topics, names)),
        ranking=_ranking(ranking[0], verdicts) if ranking else None,
    )


def _titled(entry: Mapping[str, Any]) -> str:
    joint = ", with its judged criteria" if entry["outcome"] == "joint" else ""
    return f"{whose(entry)}{joint}"


def _against(entry: Mapping[str, Any]) -> Against:
    return Against(
        title=_titled(entry),
        word=CLAIM_WORDS[entry["claim"]] if entry["lower"] is not None else "no claim",
        look=CLAIM_LOOKS[entry["claim"]],
        text=entry["text"],
        pieces=_pieces(entry["pairs"]),
        difference=_difference(entry),
    )


def _pieces(pairs: Mapping[str, int]) -> tuple[Piece, ...]:
    total, found, start = sum(pairs.values()), [], 0.0
    for kind, (look, word) in PAIR_WORDS.items():
        width = 200 * pairs[kind] / total
        if pairs[kind]:
            place = {"start": round(start, 2), "width": round(width, 2)}
            found.append(Piece(look=look, pairs=pairs[kind], word=word, **place))
        start += width
    return tuple(found)


def _difference(entry: Mapping[str, Any]) -> Difference | None:
    low, high = entry["lower"], entry["upper"]
    if low is None or high is None:
        return None
    return Difference(
        start=round(100 * (1 + low), 2),
        width=round(max(100 * (high - low), 2), 2),
        zero=100,
        margin=round(100 * (1 - entry["margin"]), 2),
        text=f"from {low:+.3f} to {high:+.3f} of customers; the margin is -{entry['margin']:g}",
    )


def _slice_tables(rows: Sequence[Mapping[str, Any]]) -> Iterable[SliceTable]:
    for arm in dict.fromkeys((row["candidate"], row["outcome"]) for row in rows):
        mine = [row for row in rows if (row["candidate"], row["outcome"]) == arm]
        ordered = sorted(mine, key=lambda row: row["membership"] != "required")
        joint = ", with its judged criteria" if arm[1] == "joint" else ""
        yield SliceTable(
            title=f"{arm[0]}{joint}",
            baseline=mine[0]["baseline"] or "",
            lines=tuple(map(_slice_line, ordered)),
            required=sum(row["membership"] == "required" for row in mine),
        )


def _slice_line(row: Mapping[str, Any]) -> SliceLine:
    required = row["membership"] == "required"
    hint = " A hypothesis for next time." if row["hypothesis"] else ""
    return SliceLine(
        label=row["label"],
        origin={"ticket": "", "feature": "", "later": "thought of later"}[row["origin"]],
        candidate=f"{row['candidate_passed']} of {row['pairs']}",
        baseline="" if row["baseline_passed"] is None else f"{row['baseline_passed']} of {row['pairs']}",
        customers=row["clusters"],
        word=row["status"] if required else "exploratory",
        look=STATUS_LOOKS[row["status"]],
        note=f"{row['supply']}{hint}".strip(),
    )


def _topic_rows(topics: Sequence[Mapping[str, Any]], names: tuple[str, ...]) -> Iterable[TopicRow]:
    found = {(topic["label"], topic["candidate"]): topic for topic in topics}
    for label in dict.fromkeys(topic["label"] for topic in topics):
        yield TopicRow(
            label=label,
            tickets=found[label, names[0]]["tickets"],
            cells=tuple(_topic_cell(found[label, name]) for name in names),
        )


def _topic_cell(topic: Mapping[str, Any]) -> TopicCell:
    share = "" if topic["share"] is None else f" ({int(100 * topic['share'])}%)"
    detail = f"{topic['passed_every_run']} of {count(topic['tickets'], 'ticket')} passed every time{share}"
    if topic["misconduct"]:
        detail += f"; {count(topic['misconduct'], 'case')} of misconduct"
    return TopicCell(look=ADVICE_LOOKS[topic["advice"]], word=topic["text"], detail=detail)


def _ranking(entry: Mapping[str, Any], verdicts: Mapping[str, str]) -> RankingPanel:
    return RankingPanel(
        places=tuple((p["place"], p["name"], verdicts[p["name"]]) for p in entry["places"]),
        pairs=tuple(map(_ranked_pair, entry["pairs"])),
        text=entry["text"],
        caution=CAUTION,
    )


def _ranked_pair(pair: Mapping[str, Any]) -> str:
    return pair["text"] if pair["p"] is None else f"{pair['text'].rstrip('.')} ({p_value(pair['p'])})."
