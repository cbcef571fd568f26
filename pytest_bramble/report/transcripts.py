"""Transcripts for report.html: display-ready text, packed so that a thousand of them load in no time.

Each becomes JSON, compressed and in base64, and is unpacked by the page when somebody opens it.  Whatever a
model wrote is made printable here and is only ever set as text there.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

from ..canonical import canonical, storable
from ..effect import Effect
from ..errors import BrambleError, EvidenceError
from ..printable import printable
from .gather import RecordFile
from .trial_rows import Numbering

LONGEST_TEXT = 20_000
MOST_CHANGES = 200
COMPRESSION = 4  # of nine: half the time of zlib's own six for a tenth more bytes
SHORTEST_INDENTED, LONGEST_INDENTED = 100, 4_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Blob:
    """One packed JSON value under the id the page asks for: ``t12`` for a trial, ``v0`` for a view."""

    id: str
    data: str


def blobs(report: Mapping[str, Any], records: Iterable[RecordFile], numbering: Numbering) -> Iterator[Blob]:
    """Every transcript of *report*, one record in memory at a time; each distinct view comes once."""
    hashes = {trial["record"]: trial["sha256"] for trial in (*report["trials"], *report["superseded"])}
    views: dict[str, int] = {}
    for name, record in records:
        file = storable(PurePath(name).name)
        if isinstance(record, EvidenceError) or hashes.get(file) != record.get("sha256"):
            continue  # refused, or changed since the report was built: the report says so
        view = record["evidence"]["view"]
        known = canonical([view.get("system"), view.get("tools")])
        if known not in views:
            views[known] = len(views)
            yield Blob(id=f"v{views[known]}", data=pack(_view(view)))
        yield Blob(id=f"t{numbering.numbers[file]}", data=pack(transcript(record, views[known])))


def pack(value: Any) -> str:
    """*value* as compressed JSON in base64."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(zlib.compress(text.encode("utf-8"), COMPRESSION)).decode("ascii")


def transcript(record: Mapping[str, Any], view: int) -> dict[str, Any]:
    """What the page shows of *record*, all of it text."""
    evidence, grades = record["evidence"], record["grades"]
    return {
        "title": _title(evidence, grades),
        "view": view,
        "opening": shown(evidence["view"].get("opening")),
        "events": [_event(event) for event in evidence["events"]],
        "findings": [_finding(finding) for finding in grades["findings"]],
        "reasons": [shown(reason) for reason in grades["reasons"]],
        "ledger": [_effect(effect) for effect in evidence["ledger"]],
        "changes": changes(evidence["before"], evidence["after"]),
        "facts": _facts(evidence),
    }


def _title(evidence: Mapping[str, Any], grades: Mapping[str, Any]) -> str:
    arm = " (baseline)" if evidence["arm"] == "baseline" else ""
    attempt = f", attempt {evidence['attempt']}" if evidence["attempt"] > 1 else ""
    whose = f"{evidence['ticket']} · {evidence['candidate']}{arm} · run {evidence['run']}{attempt}"
    return shown(f"{whose}: {grades['outcome']}")


def shown(value: Any) -> str:
    """*value* as printable text, JSON when it is not a text, cut where nobody reads on."""
    text = storable(value if isinstance(value, str) else _json(value))
    if len(text) > LONGEST_TEXT:
        left = len(text) - LONGEST_TEXT
        text = f"{text[:LONGEST_TEXT]}… {left:,} more characters are in the record"
    return text if text.replace("\n", "").replace("\t", "").isprintable() else printable(text)


def _fields(value: Any) -> str:
    """An object as one line per key, its texts as they read; anything else as it is shown everywhere."""
    if not isinstance(value, Mapping) or not value:
        return shown(value)
    return shown("\n".join(f"{key}: {_reading(item)}" for key, item in value.items()))


def _reading(value: Any) -> str:
    if isinstance(value, str) and len(value.split()) > 1:
        return value if "\n" not in value else f"\n{value}"
    return _json(value)


def _json(value: Any) -> str:
    flat = canonical(value)
    if len(flat) > LONGEST_INDENTED or len(flat) < SHORTEST_INDENTED:
        return flat
    try:
        return json.dumps(value, ensure_ascii=False, indent=1, sort_keys=True)
    except RecursionError:  # a record may come from anywhere, and only the indenting encoder nests in Python
        return flat


def changes(before: Any, after: Any) -> list[str]:
    """What is not the same in the two states of the world, one line per place."""
    try:
        found = list(_differences("", before, after))
    except RecursionError:
        return ["nested too deeply to be compared here; the record holds both states"]
    if len(found) > MOST_CHANGES:
        return [*found[:MOST_CHANGES], f"… {len(found) - MOST_CHANGES} more changes are in the record"]
    return found


def _differences(place: str, before: Any, after: Any) -> Iterator[str]:
    if before == after:
        return
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        for key in sorted({*before, *after}):
            yield from _differences(f"{place}.{key}" if place else key, before.get(key), after.get(key))
    else:
        yield shown(f"{place}: {_short(before)} → {_short(after)}")


def _short(value: Any) -> str:
    text = "nothing" if value is None else canonical(value)
    return text if len(text) <= 300 else f"{text[:300]}…"


def _view(view: Mapping[str, Any]) -> dict[str, Any]:
    tools = [tool for tool in view.get("tools") or [] if isinstance(tool, Mapping)]
    return {
        "system": shown(view.get("system")),
        "tools": [
            {
                "name": shown(tool.get("name")),
                "text": shown(tool.get("description")),
                "parameters": shown(tool.get("parameters")),
            }
            for tool in tools
        ],
    }


def _event(event: Mapping[str, Any]) -> dict[str, Any]:
    kind, index = event["kind"], event["index"]
    if kind == "said":
        return {
            "kind": "said",
            "index": index,
            "text": shown(event["text"]),
            "aside": event.get("yielded") is False,
        }
    if kind == "heard":
        return {
            "kind": "heard",
            "index": index,
            "text": shown(event["text"]),
            "source": shown(event["source"]),
        }
    denial = event["denial"]
    return {
        "kind": "called",
        "index": index,
        "tool": shown(event["tool"]),
        "arguments": _fields(event["raw"] if event["arguments"] is None else event["arguments"]),
        "status": shown(event["status"]),
        "denial": "" if denial is None else shown(denial),
        "result": _fields(event["data"]),
        "effects": [_effect(effect) for effect in event["effects"]],
    }


def _effect(effect: Any) -> str:
    try:
        return shown(str(Effect.from_json(effect)))
    except (AttributeError, KeyError, TypeError, ValueError, BrambleError):
        return shown(effect)


def _finding(finding: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "check": shown(finding["check"]),
        "outcome": finding["outcome"],
        "level": finding["level"] or "",
        "advisory": finding["advisory"],
        "text": shown(finding["text"]),
        "events": [place["event"] for place in finding["places"] if place["event"] is not None],
        "where": "; ".join(filter(None, map(_where, finding["places"]))),
    }


def _where(place: Mapping[str, Any]) -> str:
    surface, offset = place.get("surface"), place.get("offset")
    at = f" at offset {offset}" if offset is not None else ""
    return f"{shown(surface)}{at}" if surface is not None else ""


def _facts(evidence: Mapping[str, Any]) -> list[str]:
    usage, stop = evidence["usage"], evidence["stop"]
    because = f": {stop['text']}" if stop["text"] else ""
    unknown = "not reported"
    cost = unknown if usage["cost_usd"] is None else f"${usage['cost_usd']:.6f}"
    tokens = [
        unknown if usage[name] is None else f"{usage[name]:,}" for name in ("input_tokens", "output_tokens")
    ]
    return [
        shown(f"ended: {stop['reason']}{because}"),
        f"{usage['calls']:,} model calls, input tokens {tokens[0]}, output tokens {tokens[1]}, cost {cost}",
        shown(f"started {evidence['started']}, took {evidence['seconds']} s"),
        "lists were reversed in this run" if evidence["permuted"] else "lists were in their own order",
    ]
