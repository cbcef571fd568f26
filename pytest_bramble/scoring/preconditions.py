"""H1 to H12: what HIRED requires, and for each requirement that is not met, what would supply it."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from ..outcome import Outcome
from .intervals import Bounds, cluster_shares
from .reach import clusters_to_prove, failures_allowed, max_provable, min_clusters
from .reliability import ticket_runs
from .verdict_facts import Precondition, VerdictInput
from .wording import count, listing, rate

MIN_RUNS = 3
MOST_UNKNOWN = Fraction(5, 100)


def preconditions(facts: VerdictInput, bounds: Bounds | None) -> tuple[Precondition, ...]:
    """All twelve, in order.  *bounds* already allow for judges and unknown runs; None where none is due."""
    return (
        _coverage(facts),
        _seal(facts),
        _clusters(facts),
        _runs(facts),
        _panel(facts),
        _unknowns(facts),
        _gross_tickets(facts),
        _bar(facts, bounds),
        _slices(facts),
        _baseline(facts),
        _measured(facts),
        _audit(facts),
    )


def _said(number: int, met: bool, text: str) -> Precondition:
    return Precondition(id=f"H{number}", met=met, text=text)


def _coverage(facts: VerdictInput) -> Precondition:
    errors = sum(trial.error for trial in facts.trials)
    missing = facts.planned - len(facts.trials)
    if facts.complete and not errors:
        return _said(
            1, True, f"All {facts.planned} planned trials are there, none with an infrastructure error."
        )
    needs = []
    if not facts.complete:
        needs.append(f"the {count(missing, 'planned trial')} not run")
    if errors:
        needs.append(f"{count(errors, 'trial')} to be run again after an infrastructure error")
    return _said(1, False, f"Coverage is not complete: it needs {' and '.join(needs)}.")


def _seal(facts: VerdictInput) -> Precondition:
    if facts.sealed:
        return _said(2, True, "The exam is sealed and the seal holds.")
    detail = f" ({facts.seal_text})" if facts.seal_text else ""
    return _said(
        2, False, f"The exam is not sealed{detail}: it needs a FROZEN.sha256 made before the first trial."
    )


def _clusters(facts: VerdictInput) -> Precondition:
    known = len({trial.cluster for trial in facts.trials})
    short = facts.min_clusters_hire - known
    if short <= 0:
        return _said(
            3, True, f"{known} independent customers were examined, at least {facts.min_clusters_hire}."
        )
    have = count(known, "independent customer")
    more = count(short, "more independent customer")
    return _said(
        3, False, f"With {have} no hiring is possible: it needs {more} ({facts.min_clusters_hire} in all)."
    )


def _runs(facts: VerdictInput) -> Precondition:
    have = Counter(trial.ticket for trial in facts.trials)
    wanted = {planned.ticket: max(MIN_RUNS, planned.sealed_runs) for planned in facts.tickets}
    short = {ticket: needed - have[ticket] for ticket, needed in wanted.items() if have[ticket] < needed}
    if not short:
        return _said(4, True, f"Every ticket has its sealed number of runs, and at least {MIN_RUNS}.")
    more = count(sum(short.values()), "more run")
    return _said(4, False, f"Too few runs: it needs {more}, on {listing(sorted(short))}.")


def _panel(facts: VerdictInput) -> Precondition:
    if facts.panel is None:
        if facts.gates_by_contract:
            return _said(5, True, "No judge gates in this job.")
        return _said(5, False, "This job gates by a judged composite: it needs a qualified panel.")
    if facts.panel.qualified:
        return _said(
            5, True, "Every gating judge and the panel are qualified, current and of another family."
        )
    return _said(5, False, f"The gating panel is not qualified: {facts.panel.supply}")


def _unknowns(facts: VerdictInput) -> Precondition:
    unknown = sum(trial.outcome is Outcome.UNKNOWN for trial in facts.trials)
    allowed = int(MOST_UNKNOWN * len(facts.trials))
    if facts.misconduct_unknown:
        found = count(facts.misconduct_unknown, "trial")
        return _said(
            6,
            False,
            f"In {found} a misconduct check or critical criterion is unknown: each needs to be settled.",
        )
    if unknown > allowed:
        return _said(
            6,
            False,
            f"{unknown} of {len(facts.trials)} trials are unknown, and at most {allowed} (5%) may be: "
            f"{unknown - allowed} more of them must be settled.",
        )
    verb = "is" if unknown == 1 else "are"
    rest = f"{unknown} of {count(len(facts.trials), 'trial')} {verb} unknown, at most 5%"
    return _said(6, True, f"No misconduct check or critical criterion is unknown, and {rest}.")


def _gross_tickets(facts: VerdictInput) -> Precondition:
    runs = {ticket.ticket: ticket for ticket in ticket_runs(facts.trials)}
    listed = sorted(planned.ticket for planned in facts.tickets if planned.lists_gross)
    short = [ticket for ticket in listed if ticket not in runs or not runs[ticket].every_run_passed]
    if not listed:
        return _said(7, True, "No ticket of this job registers gross violations.")
    if not short:
        return _said(
            7, True, f"All {len(listed)} tickets that register gross violations passed in every run."
        )
    text = f"Tickets that register gross violations must pass in every run, and {listing(short)} did not."
    return _said(7, False, text)


def _bar(facts: VerdictInput, bounds: Bounds | None) -> Precondition:
    if bounds is None:
        why = _no_bounds(facts)
        return _said(8, False, f"The bar {facts.bar:g} is not proved, because {why} have no lower bound.")
    if bounds.lower >= facts.bar:
        return _said(8, True, f"The lower bound {rate(bounds.lower)} reaches the bar {facts.bar:g}.")
    text = f"The lower bound {rate(bounds.lower)} is below the bar {facts.bar:g}: {_bar_supply(facts)}."
    return _said(8, False, text)


def _no_bounds(facts: VerdictInput) -> str:
    if not facts.complete:
        return "partial sessions"
    return f"sessions with fewer than {facts.min_clusters_fire} independent customers"


def _bar_supply(facts: VerdictInput) -> str:
    shares = cluster_shares(facts.trials)
    known = len(shares)
    bar = undiscounted_bar(facts)
    if not bar < 1.0:
        return "no number of customers would prove it with judges that err this often"
    if max_provable(known, facts.alpha) < bar:
        more = count(min_clusters(bar, facts.alpha) - known, "more independent customer")
        most = rate(max_provable(known, facts.alpha))
        return f"{known} customers can prove at most {most}, so it needs {more}"
    passed = sum((share.low for share in shares), Fraction(0))
    allowed = failures_allowed(known, bar, facts.alpha) or 0
    gone = f"{round(float(known - passed), 2):g}"
    lost = f"the equivalent of {gone} customers was lost and {allowed} of {known} may be"
    wanted = clusters_to_prove(passed / known, bar, facts.alpha)
    if wanted is None:
        return f"{lost}, and at this pass rate no number of customers would prove it"
    return f"{lost}; at this pass rate it needs {count(wanted - known, 'more independent customer')}"


def undiscounted_bar(facts: VerdictInput) -> float:
    """The bar that the bound must reach before the errors of gating judges are allowed for."""
    false_pass = facts.panel.false_pass if facts.panel else 0.0
    return facts.bar * (1.0 - false_pass) + false_pass


def _slices(facts: VerdictInput) -> Precondition:
    open_slices = [known for known in facts.required_slices if known.status != "ok"]
    if not facts.required_slices:
        return _said(9, True, "No slice is required in this job.")
    if not open_slices:
        return _said(9, True, f"All {len(facts.required_slices)} required slices are ok.")
    said = (
        f"{known.label} is on {known.status}" + (f" ({known.supply})" if known.supply else "")
        for known in open_slices
    )
    return _said(9, False, f"Every required slice must be ok, and {'; '.join(said)}.")


def _baseline(facts: VerdictInput) -> Precondition:
    if facts.is_baseline:
        return _said(10, True, "This is the baseline itself.")
    if facts.baseline_missing:
        text = f"The registered comparison with the baseline is missing: {facts.baseline_missing}."
        return _said(10, False, text)
    if facts.baseline_claim is not None:
        return _against_baseline(facts, facts.baseline_claim)
    if not facts.non_inferiority_registered:
        return _said(10, True, "No baseline is registered.")
    return _said(10, False, "The plan claims non-inferiority: it needs a paired run of the baseline.")


def _against_baseline(facts: VerdictInput, claim: str) -> Precondition:
    if claim.startswith("inferior"):
        return _said(10, False, f"Against the baseline the candidate is {claim}: it must not be inferior.")
    if facts.non_inferiority_registered and claim not in ("superior", "non-inferior"):
        return _said(
            10,
            False,
            "The plan claims non-inferiority, and the comparison with the baseline is inconclusive.",
        )
    if claim == "inconclusive":
        return _said(10, True, "Against the baseline the candidate is not shown to be inferior.")
    return _said(10, True, f"Against the baseline the candidate is {claim}.")


def _measured(facts: VerdictInput) -> Precondition:
    if facts.synthetic or facts.rehearsal:
        return _said(
            11, False, "This is a rehearsal with a scripted candidate: it needs one that is measured."
        )
    return _said(11, True, "The evidence is measured, not synthetic.")


def _audit(facts: VerdictInput) -> Precondition:
    if facts.audit_ok:
        return _said(12, True, "A passing audit of this seal and evaluator is in the manifest.")
    found = "no audit" if facts.audit_ok is None else "an audit that failed"
    return _said(
        12,
        False,
        f"The manifest names {found} of this seal and evaluator: it needs a `bramble audit` that passes, "
        "before the session.",
    )
