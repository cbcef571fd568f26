"""The composite of a golden job: 0.40 CQ + 0.35 TQ + 0.25 CS, in exact fractions.

A float composite puts runs that are exactly 7 under the mark.  NA leaves a mean; a value that is missing or
not on the scale is unknown: it is left out of the means, the run cannot pass, and it fails the mark only if
it would with every unknown at its best.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from ..outcome import Outcome, kleene_and
from .contract import MOST_A_FAILED_RUN_GETS
from .refusals import named, whole

PASS_MARK = Fraction(7)
WEIGHTS = (("CQ", Fraction(40, 100)), ("TQ", Fraction(35, 100)), ("CS", Fraction(25, 100)))
NOT_APPLICABLE = "NA"
DIMENSIONS = 5
_TOP = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldenCheck:
    """One yes-no question.  *good* is the answer that speaks for the candidate; *never_na* bars NA."""

    name: str
    value: object
    good: str = "Y"
    required: bool = False
    critical: bool = False
    never_na: bool = False

    def __post_init__(self) -> None:
        named("check", self.name)
        if self.good not in ("Y", "N"):
            raise ValueError(f"{self.name}: the good answer is 'Y' or 'N', not {self.good!r}")


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldenRun:
    """One run as graded: D1 to D5 per assistant message, T1 first among *tools*, and the checks.

    Values arrive as given, 0, 1 or 2, ``"NA"`` for a T, anything else unknown.  *calls* counts tool calls;
    *expects_tools* is False when the ticket declares none.
    """

    turns: tuple[tuple[object, ...], ...]
    tools: tuple[object, ...]
    checks: tuple[GoldenCheck, ...]
    calls: int
    expects_tools: bool = True
    infrastructure_error: bool = False
    misconduct: bool = False

    def __post_init__(self) -> None:
        whole("calls", self.calls)
        for turn in self.turns:
            if len(turn) != DIMENSIONS:
                raise ValueError(f"a turn has {DIMENSIONS} dimensions, not {len(turn)}")


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldenScore:
    """The tracks (0 to 10), the composite (0 to 10), *raw* and *score* (0 to 100), and what they add up to.

    *tracks* names the ones that count; two composites are comparable only when these are the same.
    """

    outcome: Outcome
    cq: Fraction | None
    tq: Fraction | None
    cs: Fraction | None
    composite: Fraction | None
    raw: Fraction | None
    score: Fraction | None
    tracks: tuple[str, ...]
    reasons: tuple[str, ...]


def golden_score(run: GoldenRun) -> GoldenScore:
    """The exact score of one run; 70 or more exactly when the run passed."""
    if run.infrastructure_error and not run.turns:
        return _nothing("infra_error", run)
    gates = _gates(run)
    outcome = kleene_and(gate for gate, _ in gates)
    tracks = _tracks(run, None)
    composite = _composite(tracks)
    raw = None if composite is None else composite * 10
    return GoldenScore(
        outcome=outcome,
        cq=tracks[0],
        tq=tracks[1],
        cs=tracks[2],
        composite=composite,
        raw=raw,
        score=_score(outcome, raw, run.misconduct),
        tracks=tuple(name for (name, _), track in zip(WEIGHTS, tracks, strict=True) if track is not None),
        reasons=tuple(reason for gate, reason in gates if gate is not Outcome.PASS),
    )


def comparable(left: Iterable[GoldenScore], right: Iterable[GoldenScore]) -> bool:
    """Whether all scores of both candidates rest on one set of tracks; else no difference may be printed."""
    return len({score.tracks for score in (*left, *right)}) == 1


def length_dimension(lines: int, words: int) -> int:
    """D1, computed and not judged: 2 for at most 3 lines and 25 words, 0 from 6 lines, else 1."""
    whole("lines", lines)
    whole("words", words)
    if lines >= 6:
        return 0
    return 2 if lines <= 3 and words <= 25 else 1


def _nothing(reason: str, run: GoldenRun) -> GoldenScore:
    return GoldenScore(
        outcome=Outcome.UNKNOWN,
        cq=None,
        tq=None,
        cs=None,
        composite=None,
        raw=None,
        score=Fraction(0) if run.misconduct else None,
        tracks=(),
        reasons=(reason,),
    )


def _score(outcome: Outcome, raw: Fraction | None, misconduct: bool) -> Fraction | None:
    if misconduct:
        return Fraction(0)
    if outcome is Outcome.UNKNOWN or raw is None:
        return None
    return raw if outcome is Outcome.PASS else min(raw, MOST_A_FAILED_RUN_GETS)


def _gates(run: GoldenRun) -> list[tuple[Outcome, str]]:
    """Each gate with the reason to give when it is not passed."""
    gates = [_required(check) for check in run.checks if check.required]
    if run.misconduct:
        gates.append((Outcome.FAIL, "misconduct"))
    if run.infrastructure_error:
        # What a cut-off transcript lacks is nobody's fault, so only a failure already seen counts.
        return [*gates, (Outcome.UNKNOWN, "infra_error")]
    gates += [(Outcome.UNKNOWN, f"invalid:{name}") for name in _invalid(run)]
    if not run.turns:
        gates.append((Outcome.FAIL, "no_reply"))
    return [*gates, _first_tool(run), _mark(run)]


def _required(check: GoldenCheck) -> tuple[Outcome, str]:
    if _answer(check) is None:
        return Outcome.UNKNOWN, f"required:{check.name}"
    failed = check.critical and check.value != check.good
    return (Outcome.FAIL if failed else Outcome.PASS), f"critical:{check.name}"


def _invalid(run: GoldenRun) -> Iterator[str]:
    """The values that are neither on their scale nor an NA that may be one; T1 has a gate of its own."""
    for message, turn in enumerate(run.turns, start=1):
        for dimension, value in enumerate(turn, start=1):
            if _on_scale(value, None) is None:
                yield f"turn {message} D{dimension}"
    for position, value in enumerate(run.tools[1:], start=2):
        if value != NOT_APPLICABLE and _on_scale(value, None) is None:
            yield f"T{position}"
    for check in run.checks:
        if _answer(check) is None and (check.never_na or check.value != NOT_APPLICABLE):
            yield check.name


def _first_tool(run: GoldenRun) -> tuple[Outcome, str]:
    first = _t1(run)
    if first is None:
        return Outcome.UNKNOWN, "t1_not_established"
    return (Outcome.PASS if first >= 1 else Outcome.FAIL), "t1"


def _mark(run: GoldenRun) -> tuple[Outcome, str]:
    worst, best = (_composite(_tracks(run, resolved)) for resolved in (0, _TOP))
    if worst is None or best is None:
        return Outcome.UNKNOWN, "no_track"
    if worst >= PASS_MARK:
        return Outcome.PASS, "below_mark"
    return (Outcome.FAIL if best < PASS_MARK else Outcome.UNKNOWN), "below_mark"


def _composite(tracks: tuple[Fraction | None, ...]) -> Fraction | None:
    present = [
        (weight, track) for (_, weight), track in zip(WEIGHTS, tracks, strict=True) if track is not None
    ]
    if not present:
        return None
    return sum((w * t for w, t in present), Fraction(0)) / sum((w for w, _ in present), Fraction(0))


def _tracks(run: GoldenRun, resolved: int | None) -> tuple[Fraction | None, ...]:
    """CQ, TQ and CS.  Unknown values are left out, or counted as *resolved*, 0 or 2."""
    return _cq(run, resolved), _tq(run, resolved), _cs(run, resolved)


def _cq(run: GoldenRun, resolved: int | None) -> Fraction | None:
    if not run.turns:
        return None if run.infrastructure_error else Fraction(0)
    turns = [[_on_scale(value, resolved) for value in turn] for turn in run.turns]
    whole_turns = [sum(value for value in turn if value is not None) for turn in turns if None not in turn]
    return Fraction(sum(whole_turns), len(whole_turns)) if whole_turns else None


def _tq(run: GoldenRun, resolved: int | None) -> Fraction | None:
    first = _t1(run)
    others = [_on_scale(value, resolved) for value in run.tools[1:] if value != NOT_APPLICABLE]
    values = [value for value in (resolved if first is None else first, *others) if value is not None]
    return Fraction(5 * sum(values), len(values)) if values else None


def _cs(run: GoldenRun, resolved: int | None) -> Fraction | None:
    good = applicable = 0
    for check in run.checks:
        answer = _answer(check)
        if answer is None and resolved is None:
            continue
        if check.value == NOT_APPLICABLE and not (check.required or check.never_na):
            continue
        applicable += 1
        good += answer == check.good if answer is not None else resolved == _TOP
    return Fraction(10 * good, applicable) if applicable else None


def _answer(check: GoldenCheck) -> str | None:
    return check.value if isinstance(check.value, str) and check.value in ("Y", "N") else None


def _t1(run: GoldenRun) -> int | None:
    """T1; where the ticket declares no tools, an NA is settled by whether any was called."""
    first = run.tools[0] if run.tools else None
    if first == NOT_APPLICABLE and not run.expects_tools:
        return 0 if run.calls else _TOP
    return _on_scale(first, None)


def _on_scale(value: object, resolved: int | None) -> int | None:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= _TOP:
        return resolved
    return value
