"""What a verdict is decided from, and the shape it takes."""

from __future__ import annotations

from dataclasses import dataclass

from .intervals import DEFAULT_ALPHA, MIN_CLUSTERS_FIRE, MIN_CLUSTERS_HIRE, Bounds, suite_size
from .refusals import between, level, named, whole, within
from .trial_score import TrialScore

INVALID_CODES = (
    "seal_broken",
    "manifest_changed",
    "record_rejected",
    "duplicate_record",
    "no_determinate_trial",
    "sentinel_failed",
)
CLAIMS = ("superior", "non-inferior", "inconclusive", "inferior", "inferior_beyond_margin")
SLICE_STATUSES = ("ok", "hold", "block")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """One ground of a verdict: a stable *code* for programs, a full sentence for people."""

    code: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Precondition:
    """One requirement of HIRED, H1 to H12; when it is not *met*, *text* says what would supply it."""

    id: str
    met: bool
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedTicket:
    """One ticket of the registered plan.  *lists_gross* when a gross violation is registered for it."""

    ticket: str
    cluster: str
    sealed_runs: int
    lists_gross: bool

    def __post_init__(self) -> None:
        named("ticket", self.ticket)
        named(f"{self.ticket}: cluster", self.cluster)
        whole(f"{self.ticket}: sealed_runs", self.sealed_runs, least=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelState:
    """The panel of a job whose judges gate.  *supply*: what would qualify it; the rates are upper bounds."""

    qualified: bool
    false_pass: float
    false_block: float
    supply: str = ""

    def __post_init__(self) -> None:
        within("false_pass", self.false_pass, 0.0, 1.0)
        within("false_block", self.false_block, 0.0, 1.0)
        if not self.qualified and not self.supply:
            raise ValueError("an unqualified panel must say what would qualify it")


@dataclass(frozen=True, slots=True, kw_only=True)
class RequiredSlice:
    """The status of one required slice; *supply* says what would lift a hold or a block."""

    label: str
    status: str
    supply: str = ""

    def __post_init__(self) -> None:
        named("slice label", self.label)
        if self.status not in SLICE_STATUSES:
            raise ValueError(f"slice {self.label!r}: unknown status {self.status!r}; known: ok, hold, block")


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictInput:
    """Everything the verdict on one (job, candidate, arm) depends on.  ValueError for what makes no sense.

    *tickets* and *planned* (tickets x runs) come from the manifest.  *misconduct_unknown* counts the trials
    in which a misconduct check or a critical criterion is unknown.  *panel* is None when no judge gates,
    *baseline_claim* None when no baseline is registered, *audit_ok* None when no audit is on file.
    *baseline_missing* says why a registered comparison could not be made; *is_baseline*: this arm is what the
    others are compared with.
    """

    trials: tuple[TrialScore, ...]
    tickets: tuple[PlannedTicket, ...]
    planned: int
    complete: bool
    bar: float
    gates_by_contract: bool
    sealed: bool
    seal_text: str
    synthetic: bool
    rehearsal: bool
    audit_ok: bool | None
    misconduct_unknown: int
    panel: PanelState | None
    required_slices: tuple[RequiredSlice, ...]
    baseline_claim: str | None
    non_inferiority_registered: bool = False
    baseline_missing: str = ""
    is_baseline: bool = False
    invalid: tuple[Reason, ...] = ()
    alpha: float = DEFAULT_ALPHA
    min_clusters_fire: int = MIN_CLUSTERS_FIRE
    min_clusters_hire: int = MIN_CLUSTERS_HIRE

    def __post_init__(self) -> None:
        between("bar", self.bar, 0.0, 1.0)
        level(self.alpha)
        whole("planned", self.planned, least=1)
        whole("misconduct_unknown", self.misconduct_unknown)
        suite_size(0, self.min_clusters_fire, self.min_clusters_hire)
        if self.baseline_claim is not None and self.baseline_claim not in CLAIMS:
            raise ValueError(f"unknown baseline claim {self.baseline_claim!r}; known: {', '.join(CLAIMS)}")
        for reason in self.invalid:
            if reason.code not in INVALID_CODES:
                known = ", ".join(INVALID_CODES)
                raise ValueError(f"unknown code of invalid evidence {reason.code!r}; known: {known}")
        if len({planned.ticket for planned in self.tickets}) != len(self.tickets):
            raise ValueError("a ticket is planned twice")


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """HIRED, PROBATION, FIRED, or None for no verdict, with every ground and all that is missing.

    *probation_kind* is set with PROBATION alone.  *bounds* is None where no interval may be printed.
    """

    verdict: str | None
    probation_kind: str | None
    reasons: tuple[Reason, ...]
    preconditions: tuple[Precondition, ...]
    bounds: Bounds | None
