"""What is not today as a session registered it.  It changes nothing: what was registered counts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from ..errors import BrambleError
from ..evaluator import evaluator_hash
from ..exam.loader import load_job, load_tickets
from ..exam.registered import registered_job
from ..scoring.wording import count, listing
from ..vocabulary import vocabulary

# Bar and level have shorter names in sentences than in job.yaml.
_BAR_WORDS = {"pass_rate": "bar"}
_PLAIN = ("gate", "required_slices", "violations", "caps")


def differences(manifest: Mapping[str, Any], places: Iterable[Path]) -> str:
    """In one line, what is different today from *manifest*; empty when nothing is.

    Jobs are looked for below *places* under the path that was registered.
    """
    bases = tuple(places)
    told = [line for name, job in manifest["jobs"].items() for line in _of_job(name, job, bases)]
    if manifest.get("evaluator") != evaluator_hash():
        told.append("the evaluator is another today")
    if not told:
        return ""
    return f"{'; '.join(told)}; the registered {'one counts' if len(told) == 1 else 'ones count'}"


def _of_job(name: str, job: Mapping[str, Any], places: tuple[Path, ...]) -> Iterator[str]:
    found = [place / job["path"] for place in places if (place / job["path"] / "job.yaml").is_file()]
    if not found:
        yield f"job {name} is not here today"
        return
    try:
        loaded = load_job(found[0], vocabulary)
        tickets = load_tickets(loaded, vocabulary)
    except BrambleError as exc:
        yield f"job {name} cannot be read today ({str(exc).splitlines()[0]})"
        return
    today = registered_job(loaded, tickets, None)
    yield from _rules(job, today)
    yield from _tickets(job["tickets"], today["tickets"])


def _rules(job: Mapping[str, Any], today: Mapping[str, Any]) -> Iterator[str]:
    for key, now in today["bar"].items():
        if job["bar"].get(key) != now:
            yield _changed(_BAR_WORDS.get(key, key), job["bar"].get(key), now)
    for key in _PLAIN:
        if job.get(key) != today[key]:
            yield _changed(key, job.get(key), today[key])
    if job.get("ground_sha256") != today["ground_sha256"]:
        yield "world, policy or rules are not what they were"


def _changed(what: str, registered: Any, now: Any) -> str:
    return f"registered {what} {_shown(registered)}, job.yaml now says {_shown(now)}"


def _shown(value: Any) -> str:
    return "nothing" if value in (None, [], {}) else f"{value}"


def _tickets(registered: Mapping[str, Any], today: Mapping[str, Any]) -> Iterator[str]:
    both = sorted({*registered} & {*today})
    changed = [name for name in both if registered[name]["sha256"] != today[name]["sha256"]]
    sealed = "sealed_runs"
    said = (
        ("changed", changed),
        ("to be run another number of times", [n for n in both if registered[n][sealed] != today[n][sealed]]),
        ("new", sorted({*today} - {*registered})),
        ("gone", sorted({*registered} - {*today})),
    )
    for word, names in said:
        if names:
            yield f"{count(len(names), 'ticket')} {word} ({listing(names)})"
