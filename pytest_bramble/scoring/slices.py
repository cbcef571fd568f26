"""Parts of an exam that must hold by themselves (required) or that are only looked at (exploratory).

A required slice is registered before the first trial and must hold together with all others, so no
correction is due.  Slices overlap: their counts are never added up.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from ..errors import unknown_name
from ..outcome import Outcome
from .intervals import MIN_CLUSTERS_HIRE
from .multiple import benjamini_hochberg
from .paired import DEFAULT_MARGIN, Comparison, PairKind, change_p, changes, compare, pair_up
from .refusals import named, whole
from .trial_score import TrialScore, in_order
from .verdict_facts import RequiredSlice
from .wording import count, listing

HYPOTHESIS_RATE = 0.10


@dataclass(frozen=True, slots=True, kw_only=True)
class Slice:
    """A named set of tickets.  *min_clusters* may be lowered in the registered plan alone, and is printed.

    A *retrospective* slice was thought of after the first trial and so cannot be required (ValueError).
    """

    label: str
    tickets: tuple[str, ...]
    required: bool
    min_clusters: int = MIN_CLUSTERS_HIRE
    retrospective: bool = False

    def __post_init__(self) -> None:
        named("slice label", self.label)
        whole(f"slice {self.label!r}: min_clusters", self.min_clusters, least=2)
        if not self.tickets:
            raise ValueError(f"slice {self.label!r} has no ticket")
        if len(set(self.tickets)) != len(self.tickets):
            raise ValueError(f"slice {self.label!r} lists a ticket twice")
        if self.required and self.retrospective:
            raise ValueError(f"slice {self.label!r} was added after the run: it cannot be required")


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledTicket:
    """One ticket with the slices it belongs to."""

    ticket: str
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SliceRow:
    """One slice as measured.  *pairs* counts trials where there is one arm; *status* is for required slices.

    *p_adjusted* is for exploratory slices with a baseline; a *hypothesis* gates nothing.
    """

    label: str
    membership: str
    outcome: str
    pairs: int
    clusters: int
    candidate_passed: int
    baseline_passed: int | None
    status: str | None
    supply: str = ""
    p_adjusted: float | None = None
    hypothesis: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Overlap:
    """Two slices that share tickets, so their counts must not be added."""

    left: str
    right: str
    tickets: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SliceArms:
    """What slices are measured on; *baseline* is None where the session has one arm."""

    candidate: tuple[TrialScore, ...]
    baseline: tuple[TrialScore, ...] | None = None
    outcome: str = "contract"
    margin: float = DEFAULT_MARGIN


def slice_plan(
    labelled: Iterable[LabelledTicket],
    session_tickets: Collection[str],
    required: Collection[str] = (),
    min_clusters: int = MIN_CLUSTERS_HIRE,
    *,
    retrospective: bool = False,
) -> tuple[Slice, ...]:
    """The slices of a plan that names exactly the session's tickets, sorted by label.

    Raises ValueError for a ticket too many or too few or twice, for a required label no ticket has, and for a
    required one in a *retrospective* plan.
    """
    known = tuple(labelled)
    listed = [entry.ticket for entry in known]
    if len(set(listed)) != len(listed):
        raise ValueError("the slice plan lists a ticket twice")
    _refuse_other_tickets(set(listed), set(session_tickets))
    members: dict[str, list[str]] = {}
    for entry in known:
        for label in dict.fromkeys(entry.labels):
            members.setdefault(label, []).append(entry.ticket)
    for label in required:
        if label not in members:
            raise ValueError(unknown_name("required slice", label, members))
    return tuple(
        Slice(
            label=label,
            tickets=tuple(sorted(tickets)),
            required=label in required,
            min_clusters=min_clusters,
            retrospective=retrospective,
        )
        for label, tickets in sorted(members.items())
    )


def slice_rows(slices: Iterable[Slice], arms: SliceArms) -> tuple[SliceRow, ...]:
    """One row per slice, exploratory p-values corrected together (Benjamini and Hochberg).

    Raises ValueError for a slice with a ticket that neither arm has.
    """
    known = tuple(slices)
    if len({part.label for part in known}) != len(known):
        raise ValueError("a slice label is there twice")
    _refuse_unknown_tickets(known, arms)
    return _with_hypotheses([_row(part, arms) for part in known])


def required_slices(rows: Iterable[SliceRow]) -> tuple[RequiredSlice, ...]:
    """The required rows as the verdict wants them."""
    return tuple(
        RequiredSlice(label=row.label, status=row.status, supply=row.supply)
        for row in rows
        if row.status is not None
    )


def overlaps(slices: Sequence[Slice]) -> tuple[Overlap, ...]:
    """Every pair of slices with a ticket in common."""
    shared = (
        (left, right, set(left.tickets) & set(right.tickets)) for left, right in combinations(slices, 2)
    )
    return tuple(
        Overlap(left=left.label, right=right.label, tickets=len(both)) for left, right, both in shared if both
    )


def _refuse_other_tickets(listed: set[str], session: set[str]) -> None:
    if listed - session:
        raise ValueError(
            f"the slice plan names tickets outside the session: {listing(sorted(listed - session))}"
        )
    if session - listed:
        raise ValueError(
            f"the slice plan leaves out tickets of the session: {listing(sorted(session - listed))}"
        )


def _refuse_unknown_tickets(slices: Iterable[Slice], arms: SliceArms) -> None:
    examined = {trial.ticket for trial in (*arms.candidate, *(arms.baseline or ()))}
    for part in slices:
        absent = sorted(set(part.tickets) - examined)
        if absent and not part.required:
            raise ValueError(f"slice {part.label!r}: no trial of {listing(absent)}")


def _within(part: Slice, trials: Iterable[TrialScore]) -> tuple[TrialScore, ...]:
    members = set(part.tickets)
    return in_order(trial for trial in trials if trial.ticket in members)


def _row(part: Slice, arms: SliceArms) -> SliceRow:
    candidate = _within(part, arms.candidate)
    if arms.baseline is None:
        return _single_arm_row(part, candidate, arms.outcome)
    pairs = pair_up(candidate, _within(part, arms.baseline), arms.outcome)
    paired = compare(pairs, arms.margin, min_clusters=part.min_clusters) if pairs else None
    status, supply = _status(part, candidate, paired, sum(pair.kind is PairKind.UNKNOWN for pair in pairs))
    worst, best = changes(pairs, Outcome.FAIL), changes(pairs, Outcome.PASS)
    return SliceRow(
        label=part.label,
        membership="required" if part.required else "exploratory",
        outcome=arms.outcome,
        pairs=len(pairs),
        clusters=len(worst),
        candidate_passed=sum(pair.candidate is Outcome.PASS for pair in pairs),
        baseline_passed=sum(pair.baseline is Outcome.PASS for pair in pairs),
        status=status,
        supply=supply,
        p_adjusted=None if part.required or len(worst) < 2 else change_p(worst, best),
    )


def _single_arm_row(part: Slice, trials: tuple[TrialScore, ...], outcome: str) -> SliceRow:
    outcomes = [trial.outcome_named(outcome) for trial in trials]
    status, supply = _status(part, trials, None, outcomes.count(Outcome.UNKNOWN))
    return SliceRow(
        label=part.label,
        membership="required" if part.required else "exploratory",
        outcome=outcome,
        pairs=len(trials),
        clusters=len({trial.cluster for trial in trials}),
        candidate_passed=outcomes.count(Outcome.PASS),
        baseline_passed=None,
        status=status,
        supply=supply,
    )


def _status(
    part: Slice, trials: tuple[TrialScore, ...], paired: Comparison | None, unknown: int
) -> tuple[str | None, str]:
    """A required slice's status and what would lift it; an exploratory one has none."""
    if not part.required:
        return None, ""
    blocked = _block(trials, paired)
    if blocked:
        return "block", blocked
    held = _hold(part, trials, unknown)
    return ("hold", held) if held else ("ok", "")


def _block(trials: tuple[TrialScore, ...], paired: Comparison | None) -> str:
    confirmed = sorted({trial.ticket for trial in trials if trial.misconduct})
    if confirmed:
        return f"misconduct in {listing(confirmed)}"
    if paired is not None and paired.claim == "inferior_beyond_margin":
        return f"worse than the baseline by more than the margin {paired.margin:g}"
    return ""


def _hold(part: Slice, trials: tuple[TrialScore, ...], unknown: int) -> str:
    absent = sorted(set(part.tickets) - {trial.ticket for trial in trials})
    if absent:
        return f"no trial of {listing(absent)}"
    short = part.min_clusters - len({trial.cluster for trial in trials})
    if short > 0:
        return f"it needs {count(short, 'more independent customer')} ({part.min_clusters} in all)"
    return f"{count(unknown, 'unknown trial')} to be settled" if unknown else ""


def _with_hypotheses(rows: list[SliceRow]) -> tuple[SliceRow, ...]:
    tested = [(position, row.p_adjusted) for position, row in enumerate(rows) if row.p_adjusted is not None]
    adjusted = benjamini_hochberg([p for _, p in tested])
    for (position, _), p in zip(tested, adjusted, strict=True):
        rows[position] = replace(rows[position], p_adjusted=p, hypothesis=p <= HYPOTHESIS_RATE)
    return tuple(rows)
