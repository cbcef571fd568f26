"""Several candidates side by side, each pair compared on the same trials, with ties that are admitted.

All pairwise p-values are corrected together (Holm).  Two candidates that cannot be told apart share no more
than that: it does not make them equal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from ..outcome import Outcome
from .intervals import DEFAULT_ALPHA, MIN_CLUSTERS_HIRE
from .multiple import holm
from .paired import Pair, PairKind, change_p, changes, pair_up
from .refusals import level, named
from .trial_score import TrialScore
from .wording import count


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedArm:
    """One candidate's trials under its name."""

    name: str
    trials: tuple[TrialScore, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedPair:
    """Two candidates: *better* passed at least as much; *p* is corrected, None with too few customers."""

    better: str
    worse: str
    p: float | None
    told_apart: bool
    tickets: int
    differing: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A candidate's place: one more than the number of candidates shown to be better."""

    name: str
    place: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """All places, best first, and all pairs they follow from."""

    places: tuple[Place, ...]
    pairs: tuple[RankedPair, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Contest:
    """One pair before correction: the sign of *net* says which of them passed more."""

    first: str
    second: str
    pairs: tuple[Pair, ...]
    net: Fraction
    clusters: int
    p: float


def rank(
    arms: Sequence[RankedArm],
    outcome: str = "contract",
    alpha: float = DEFAULT_ALPHA,
    min_clusters: int = MIN_CLUSTERS_HIRE,
) -> Ranking:
    """The ranking of at least two arms that sat the same trials.

    Raises ValueError for a name given twice and for whatever pairing refuses.
    """
    level(alpha)
    names = [named("candidate", arm.name) for arm in arms]
    if len(set(names)) != len(names):
        raise ValueError("a candidate is in the ranking twice")
    if len(arms) < 2:
        raise ValueError("a ranking needs at least two candidates")
    contests = [_contest(first, second, outcome) for first, second in combinations(arms, 2)]
    corrected = holm([contest.p for contest in contests])
    pairs = tuple(
        _ranked(contest, p, p <= alpha and contest.clusters >= min_clusters, min_clusters)
        for contest, p in zip(contests, corrected, strict=True)
    )
    beaten = {name: sum(pair.told_apart and pair.worse == name for pair in pairs) for name in names}
    passed = {
        arm.name: [trial.outcome_named(outcome) for trial in arm.trials].count(Outcome.PASS) for arm in arms
    }
    order = sorted(names, key=lambda name: (beaten[name], -passed[name], name))
    return Ranking(places=tuple(Place(name=name, place=beaten[name] + 1) for name in order), pairs=pairs)


def _contest(first: RankedArm, second: RankedArm, outcome: str) -> _Contest:
    try:
        pairs = pair_up(first.trials, second.trials, outcome)
    except ValueError as refusal:
        raise ValueError(f"{first.name} against {second.name}: {refusal}") from refusal
    if not pairs:
        raise ValueError(f"{first.name} and {second.name} have no trial to compare")
    worst, best = changes(pairs, Outcome.FAIL), changes(pairs, Outcome.PASS)
    net = sum((change.gain - change.loss for change in (*worst, *best)), Fraction(0))
    return _Contest(
        first=first.name,
        second=second.name,
        pairs=pairs,
        net=net,
        clusters=len(worst),
        p=change_p(worst, best),
    )


def _ranked(contest: _Contest, p: float, told_apart: bool, min_clusters: int) -> RankedPair:
    better, worse = (contest.first, contest.second) if contest.net >= 0 else (contest.second, contest.first)
    tickets = len({pair.ticket for pair in contest.pairs})
    differing = _differing(contest.pairs)
    unknown = sum(pair.kind is PairKind.UNKNOWN for pair in contest.pairs)
    enough = contest.clusters >= min_clusters
    said = (
        f"{better} passes more than {worse}" if told_apart else f"{better} and {worse} cannot be told apart"
    )
    text = f"{said} on {count(tickets, 'ticket')}; {differing} {'differs' if differing == 1 else 'differ'}"
    if unknown:
        text += f", {count(unknown, 'pair')} unknown"
    if not enough:
        text += f"; it takes {min_clusters} independent customers and there are {contest.clusters}"
    return RankedPair(
        better=better,
        worse=worse,
        p=p if enough else None,
        told_apart=told_apart,
        tickets=tickets,
        differing=differing,
        text=f"{text}.",
    )


def _differing(pairs: tuple[Pair, ...]) -> int:
    """Tickets on which one candidate passed more runs than the other; runs are exchangeable."""
    net: dict[str, int] = {}
    for pair in pairs:
        gained = (pair.kind is PairKind.FIXED) - (pair.kind is PairKind.REGRESSED)
        net[pair.ticket] = net.get(pair.ticket, 0) + gained
    return sum(difference != 0 for difference in net.values())
