"""The manifest of a session put together from others, which lie beside it: what must agree, and what is joined."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from ..contrast import contrasts
from ..errors import EvidenceError
from .manifest import check_manifest
from .record import TrialKey
from .store import SessionFolder

_AGREE = ("schema", "evaluator", "estimand", "population", "regression_rule")
_JOINED = frozenset(
    {"parents", "session", "created", "versions", "sha256"}
    | {"jobs", "candidates", "arms", "baseline", "plan", "deselected", "options"}
)
_JOB_MAY_DIFFER = ("path", "audit")  # where it lay, and whether an audit lay beside it
Manifest = Mapping[str, Any]


def leaves_of(folder: SessionFolder, manifest: Manifest) -> tuple[Manifest, ...]:
    """The manifests that records of *folder* are bound to: its own, or those of the sessions it was merged from.

    Raises EvidenceError (manifest_changed) when one of these is not here or not the one that was merged.
    """
    if "parents" not in manifest:
        return (manifest,)
    named = manifest["parents"]
    found = []
    for number, parent in enumerate(named if isinstance(named, list) else [named], start=1):
        file, leaf = f"parents/{number}.json", folder.parent(number)
        try:
            check_manifest(leaf)
        except EvidenceError as exc:
            raise EvidenceError(exc.code, str(exc).replace("manifest.json", file)) from None
        if parent != named_parent(leaf):
            raise EvidenceError("manifest_changed", f"{file}: not the session that was merged")
        found.append(leaf)
    return tuple(found)


def named_parent(leaf: Manifest) -> dict[str, Any]:
    """How a merged manifest names the session of *leaf*."""
    return {"session": leaf.get("session"), "sha256": leaf.get("sha256")}


def in_order(leaves: Iterable[Manifest]) -> tuple[Manifest, ...]:
    """*leaves* by session, so that it does not matter in which order they are given.

    Raises EvidenceError (cannot_merge) when one stands there twice.
    """
    found = sorted(leaves, key=lambda leaf: (str(leaf["session"]), leaf["sha256"]))
    for one, other in pairwise(found):
        if one["sha256"] == other["sha256"]:
            raise EvidenceError("cannot_merge", f"session {one['session']} is given twice")
    return tuple(found)


def merged_body(leaves: Sequence[Manifest], session: str, created: str) -> dict[str, Any]:
    """The manifest, before it is sealed, of *session*, which was merged from *leaves* at *created*.

    Raises EvidenceError (cannot_merge) naming the first field in which two of them do not agree.
    """
    _refuse_differences(leaves)
    first = leaves[0]
    others = {name: first[name] for name in first if name not in _JOINED and name not in _AGREE}
    return {
        "session": session,
        "created": created,
        "versions": _versions([leaf["versions"] for leaf in leaves]),
        **{name: first[name] for name in _AGREE if name != "schema"},
        "jobs": {name: _job([leaf["jobs"][name] for leaf in leaves]) for name in first["jobs"]},
        "candidates": {name: entry for leaf in leaves for name, entry in leaf["candidates"].items()},
        "arms": _arms(leaves),
        "baseline": next((leaf["baseline"] for leaf in leaves if leaf["baseline"] is not None), None),
        "plan": _plan(leaves),
        "deselected": _deselected(leaves),
        "options": _common([leaf["options"] for leaf in leaves]),
        **others,
        "parents": [named_parent(leaf) for leaf in leaves],
    }


def _refuse_differences(leaves: Sequence[Manifest]) -> None:
    first, *others = leaves
    for other in others:
        for name in sorted({*first, *other} - _JOINED):
            _refuse(first, other, name, (first.get(name), other.get(name)))
        _refuse(first, other, "jobs", (_bare(first["jobs"]), _bare(other["jobs"])))
    for number, one in enumerate(leaves):
        for other in leaves[number + 1 :]:
            for name in sorted(set(one["candidates"]) & set(other["candidates"])):
                both = (one["candidates"][name], other["candidates"][name])
                _refuse(one, other, f"candidates.{name}", both)
            if None not in (one["baseline"], other["baseline"]):
                _refuse(one, other, "baseline", (one["baseline"], other["baseline"]))


def _refuse(one: Manifest, other: Manifest, where: str, values: tuple[Any, Any]) -> None:
    words = (f"{one['session']} has", f"{other['session']} has")
    for place, told in contrasts(*values, where, words):
        raise EvidenceError("cannot_merge", f"these sessions cannot be merged: {place}: {told}")


def _bare(jobs: Mapping[str, Manifest]) -> dict[str, Any]:
    return {
        name: {key: value for key, value in job.items() if key not in _JOB_MAY_DIFFER}
        for name, job in jobs.items()
    }


def _job(entries: Sequence[Manifest]) -> dict[str, Any]:
    """One job's entry: the audit counts only where every session found it, and the worst of them."""
    audits = [entry.get("audit") for entry in entries]
    found = [audit for audit in audits if audit is not None]
    worst = min(found, key=lambda audit: audit["ok"] is True) if len(found) == len(audits) else None
    return {**entries[0], "audit": worst}


def _versions(all_of_them: Sequence[Mapping[str, str]]) -> dict[str, str]:
    names = dict.fromkeys(name for versions in all_of_them for name in versions)
    told = {name: sorted({versions.get(name, "not told") for versions in all_of_them}) for name in names}
    return {name: ", ".join(found) for name, found in told.items()}


def _arms(leaves: Sequence[Manifest]) -> list[Any]:
    """Every arm once, the baseline last as in any session."""
    arms = {(arm["name"], arm["arm"]): arm for leaf in leaves for arm in leaf["arms"]}
    return sorted(arms.values(), key=lambda arm: arm["arm"] == "baseline")


def _plan(leaves: Sequence[Manifest]) -> list[Any]:
    """Every planned trial once: ticket by ticket and run by run as in the first session, arms as they come."""
    places: dict[tuple[str, str, int], dict[str, Any]] = {}
    for leaf in leaves:
        for row in leaf["plan"]:
            places.setdefault((row["job"], row["ticket"], row["run"]), {}).setdefault(_stem(row), row)
    return [row for rows in places.values() for row in rows.values()]


def _deselected(leaves: Sequence[Manifest]) -> list[str]:
    """The planned trials that no session which planned them selected, in the order of the plan."""
    selected = {
        stem for leaf in leaves for stem in map(_stem, leaf["plan"]) if stem not in set(leaf["deselected"])
    }
    return [stem for stem in map(_stem, _plan(leaves)) if stem not in selected]


def _stem(row: Manifest) -> str:
    return TrialKey(**{name: row[name] for name in TrialKey.__slots__}).stem


def _common(all_of_them: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Each option all of them had alike; null for the others."""
    first, *others = all_of_them
    names = dict.fromkeys(name for options in all_of_them for name in options)
    return {
        name: first.get(name) if all(other.get(name) == first.get(name) for other in others) else None
        for name in names
    }
