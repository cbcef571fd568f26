"""The published and recomputed numbers that scoring must give, to six digits.

Where a library knows the number too it is asked, so that a wrong figure in this table cannot hide.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from scipy import special, stats
from statsmodels.regression.linear_model import OLS
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint

from pytest_bramble.outcome import Outcome
from pytest_bramble.scoring import bootstrap, intervals, reach, standard_error
from pytest_bramble.scoring.composite import GoldenCheck, GoldenRun, golden_score
from pytest_bramble.scoring.contract import run_score
from pytest_bramble.scoring.multiple import benjamini_hochberg, holm
from pytest_bramble.scoring.paired import compare, pair_up, pooled_difference
from pytest_bramble.scoring.reliability import pass_at, pass_hat, suite_pass_hat
from pytest_bramble.scoring.sign_flip import mcnemar_exact, mcnemar_mid_p, sign_flip_p
from pytest_bramble.scoring.tango import tango_interval
from pytest_bramble.scoring.verdict import PanelState, decide

from .built import arm, exam, facts, suite, trial, with_misconduct


@dataclass(frozen=True)
class Oracle:
    name: str
    computed: Callable[[], Any]
    expected: Any
    library: Callable[[], Any] | None = None


GROUPS = [[1, 1, 1], [1, 0], [0, 0, 1], [1]]
DIFFERENCES = [1, 0, 0, -1, 0, 1, 0, 0, 0, 0]
P_VALUES = [0.01, 0.04, 0.03, 0.005]
SIGNS: list[Fraction | int] = [1, 1, 1, -1, Fraction(1, 2), 0, 0, 0]


def error(known: standard_error.MeanWithError) -> tuple[float, float]:
    return known.mean, known.standard_error


def clustered_by_statsmodels(correction: bool) -> tuple[float, float]:
    scores = np.array([score for group in GROUPS for score in group], dtype=float)
    clusters = np.array([position for position, group in enumerate(GROUPS) for _ in group])
    # statsmodels also multiplies by (n-1)/(n-k), which is 1 for a mean.
    fitted = OLS(scores, np.ones_like(scores)).fit(
        cov_type="cluster", cov_kwds={"groups": clusters, "use_correction": correction}
    )
    return float(fitted.params[0]), float(fitted.bse[0])


def signs_by_scipy(values: list[Any]) -> float:
    return float(
        stats.permutation_test(
            (np.array(values, dtype=float),), np.mean, permutation_type="samples", n_resamples=np.inf
        ).pvalue
    )


def proportion(passed: int, total: int, level: float, method: str) -> tuple[float, float]:
    known = stats.binomtest(passed, total).proportion_ci(level, method=method)
    return known.low, known.high


def one_sided(passed: float, total: int) -> tuple[float, float]:
    return intervals.lower_bound(passed, total), intervals.upper_bound(passed, total)


def unknown_pairs() -> tuple[float | None, float | None]:
    candidate = arm(*"PPPPPPF", *"P" * 20, *"UUU")
    baseline = arm(*"FFFFFFP", *"P" * 20, *"UUU")
    known = compare(pair_up(candidate, baseline))
    return known.lower, known.upper


def unknown_single() -> tuple[float, float]:
    known = intervals.cluster_exact(intervals.cluster_shares(arm(*["P"] * 26, "F", *["U"] * 3)))
    return known.lower, known.upper


def refused_resampling() -> str:
    with pytest.raises(ValueError) as refusal:
        bootstrap.percentile_interval([1.0] * 30, [range(30)])
    return str(refusal.value)


def degenerate_by_scipy() -> tuple[bool, bool]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        plain = stats.bootstrap((np.ones(30),), np.mean, method="percentile").confidence_interval
        bca = stats.bootstrap((np.ones(30),), np.mean, method="BCa").confidence_interval
    return (plain.low, plain.high) == (1.0, 1.0), math.isnan(bca.low)


def discount(passed: int, side: str, errors: int, labels: int) -> float:
    bounds = intervals.cluster_exact(intervals.cluster_shares(exam(passed, 30)))
    rate = intervals.error_rate_bound(errors, labels)
    return float(getattr(intervals.judge_discounted(bounds, rate, rate), side))


def golden(
    turns: list[int], tools: tuple[object, ...], good: int, total: int, **changed: Any
) -> tuple[Any, str]:
    """The composite and outcome of turns with these sums and *good* of *total* checks good."""
    spread = tuple(tuple(min(2, max(0, sum_ - 2 * place)) for place in range(5)) for sum_ in turns)
    checks = tuple(GoldenCheck(name=f"c{n}", value="Y" if n < good else "N") for n in range(total))
    known = golden_score(GoldenRun(turns=spread, tools=tools, checks=checks, calls=1, **changed))
    return known.composite, known.outcome.value


def ghost_tools() -> Fraction | None:
    checks = tuple(GoldenCheck(name=name, value="Y") for name in ("LANGUAGE_MATCH", "FORMAT_OK", "SUMMARY"))
    ghost = GoldenCheck(name="GHOST_TOOLS", value="N", good="N")
    return golden_score(GoldenRun(turns=((2,) * 5,), tools=(2,), checks=(*checks, ghost), calls=1)).cs


def equal_and_pooled() -> tuple[float | None, float | None]:
    good = [trial(f"G{n:02d}", 1) for n in range(15)]
    bad = [trial(f"B{n:02d}", run, Outcome.FAIL) for n in range(15) for run in range(1, 10)]
    before = [trial(f"G{n:02d}", 1, Outcome.FAIL) for n in range(15)]
    before += [trial(f"B{n:02d}", run) for n in range(15) for run in range(1, 10)]
    pairs = pair_up([*good, *bad], before)
    return compare(pairs).difference, pooled_difference(pairs)


def verdicts(*passing: int) -> tuple[str | None, ...]:
    return tuple(decide(facts(exam(count, 30))).verdict for count in passing)


def one_customer() -> tuple[str | None, str | None, object]:
    trials = tuple(trial("T01", run) for run in range(1, 9))
    known = decide(facts(trials))
    return known.verdict, known.probation_kind, known.bounds


def one_gross() -> tuple[str | None, Fraction | None]:
    trials = with_misconduct(exam(30, 30), ("gross", "T07", 2))
    return decide(facts(trials)).verdict, run_score(trials[19])


def small_calibration() -> tuple[str | None, float]:
    rate = intervals.error_rate_bound(0, 2)
    panel = PanelState(qualified=False, false_pass=rate, false_block=rate, supply="28 more bad examples.")
    known = decide(facts(exam(30, 30), panel=panel))
    assert known.bounds is not None
    return known.verdict, known.bounds.lower


ORACLES = [
    Oracle("O1-pass^k", lambda: pass_hat(4, 5, 2), 0.6),
    Oracle("O2-pass^k", lambda: pass_hat(4, 5, 5), 0.0),
    Oracle("O3-pass^k", lambda: pass_hat(2, 2, 3), None),
    Oracle("O4-pass@k", lambda: pass_at(1, 5, 3), 0.6),
    Oracle("O5-suite-pass^2", lambda: suite_pass_hat(suite(4, 3, 2, 0, of=4), 2), 0.416667),
    Oracle("O5-suite-pass^4", lambda: suite_pass_hat(suite(4, 3, 2, 0, of=4), 4), 0.25),
    Oracle(
        "O6-plug-in-differs",
        lambda: (
            math.fsum((c / 4) ** 2 for c in (4, 3, 2, 0)) / 4,
            suite_pass_hat(suite(4, 3, 2, 0, of=4), 2),
        ),
        (0.453125, 0.416667),
    ),
    Oracle(
        "O7-wilson",
        lambda: intervals.wilson(27, 30),
        (0.743789, 0.965400),
        lambda: proportion(27, 30, 0.95, "wilson"),
    ),
    Oracle(
        "O8-wilson",
        lambda: intervals.wilson(30, 30),
        (0.886487, 1.0),
        lambda: proportion(30, 30, 0.95, "wilson"),
    ),
    Oracle(
        "O9-clopper-pearson",
        lambda: intervals.clopper_pearson(27, 30),
        (0.734712, 0.978883),
        lambda: proportion(27, 30, 0.95, "exact"),
    ),
    Oracle(
        "O10-clopper-pearson",
        lambda: intervals.clopper_pearson(30, 30),
        (0.884297, 1.0),
        lambda: (0.025 ** (1 / 30), 1.0),
    ),
    Oracle(
        "O11-one-sided",
        lambda: one_sided(27, 30),
        (0.761402, 0.972184),
        lambda: proportion(27, 30, 0.90, "exact"),
    ),
    Oracle(
        "O12-lower",
        lambda: tuple(intervals.lower_bound(x, 30) for x in (30, 29, 28)),
        (0.904966, 0.851404, 0.804674),
        lambda: (0.05 ** (1 / 30), special.betaincinv(29, 2, 0.05), special.betaincinv(28, 3, 0.05)),
    ),
    Oracle(
        "O13-upper",
        lambda: tuple(intervals.upper_bound(x, 30) for x in (19, 20, 15)),
        (0.778941, 0.806692, 0.661107),
        lambda: tuple(special.betaincinv(x + 1, 30 - x, 0.95) for x in (19, 20, 15)),
    ),
    Oracle(
        "O14-fractional",
        lambda: one_sided(89 / 3, 30),
        (0.885895, 0.999997),
        lambda: (special.betaincinv(89 / 3, 4 / 3, 0.05), special.betaincinv(92 / 3, 1 / 3, 0.95)),
    ),
    Oracle(
        "O15-jeffreys",
        lambda: intervals.jeffreys(27, 30),
        (0.756598, 0.971019),
        lambda: proportion_confint(27, 30, method="jeffreys"),
    ),
    Oracle(
        "O17-clustered",
        lambda: error(standard_error.clustered(GROUPS)),
        (0.666667, 0.165635),
        lambda: clustered_by_statsmodels(False),
    ),
    Oracle(
        "O18-clustered-corrected",
        lambda: error(standard_error.clustered(GROUPS, corrected=True)),
        (0.666667, 0.191258),
        lambda: clustered_by_statsmodels(True),
    ),
    Oracle("O19-equal-clusters", lambda: error(standard_error.equal_clusters(GROUPS)), (0.708333, 0.171796)),
    Oracle("O20-naive", lambda: error(standard_error.naive(GROUPS)), (0.666667, 0.166667)),
    Oracle("O21-kish", lambda: standard_error.effective_clusters([3, 2, 3, 1]), 3.521739),
    Oracle(
        "O22-mcnemar",
        lambda: mcnemar_exact(1, 7),
        0.0703125,
        lambda: mcnemar([[5, 1], [7, 5]], exact=True).pvalue,
    ),
    Oracle(
        "O23-mid-p",
        lambda: mcnemar_mid_p(1, 7),
        0.0390625,
        lambda: stats.binomtest(1, 8).pvalue - stats.binom.pmf(1, 8, 0.5),
    ),
    Oracle("O24-mcnemar", lambda: mcnemar_exact(0, 6), 0.03125, lambda: stats.binomtest(0, 6).pvalue),
    Oracle("O25-sign-flip", lambda: sign_flip_p(SIGNS), 0.375, lambda: signs_by_scipy(SIGNS)),
    Oracle(
        "O26-sign-flip",
        lambda: sign_flip_p([1] * 7 + [-1]),
        0.0703125,
        lambda: signs_by_scipy([1] * 7 + [-1]),
    ),
    Oracle("O27-tango", lambda: tango_interval(loss=7, gain=1, clusters=21), (-0.517232, -0.026003)),
    Oracle("O28-tango", lambda: tango_interval(loss=3, gain=9, clusters=60), (-0.014950, 0.222379)),
    Oracle(
        "O29-tango",
        lambda: tango_interval(loss=0, gain=0, clusters=30),
        (-0.113513, 0.113513),
        lambda: tuple(
            sign * stats.norm.ppf(0.975) ** 2 / (30 + stats.norm.ppf(0.975) ** 2) for sign in (-1, 1)
        ),
    ),
    Oracle("O30-unknown-pairs", unknown_pairs, (-0.149583, 0.456609)),
    Oracle(
        "O31-unknown-single",
        unknown_single,
        (0.720385, 0.998292),
        lambda: (special.betaincinv(26, 5, 0.05), special.betaincinv(30, 1, 0.95)),
    ),
    Oracle("O32-bootstrap-error", lambda: bootstrap.analytic_error(DIFFERENCES), 0.170294),
    Oracle(
        "O33-percentile",
        lambda: bootstrap.percentile_interval(
            DIFFERENCES, np.random.default_rng(17).integers(0, 10, (10000, 10)).tolist()
        ),
        (-0.2, 0.4),
    ),
    Oracle(
        "O34-refused",
        refused_resampling,
        "all values are equal: resampling them would give an interval of zero width",
    ),
    Oracle("O34-scipy-does-not-refuse", degenerate_by_scipy, (True, True)),
    Oracle(
        "O35-holm",
        lambda: tuple(holm(P_VALUES)),
        (0.03, 0.06, 0.06, 0.02),
        lambda: tuple(multipletests(P_VALUES, method="holm")[1]),
    ),
    Oracle(
        "O36-bh",
        lambda: tuple(benjamini_hochberg(P_VALUES)),
        (0.02, 0.04, 0.04, 0.02),
        lambda: tuple(multipletests(P_VALUES, method="fdr_bh")[1]),
    ),
    Oracle(
        "O47-no-error",
        lambda: tuple(intervals.error_rate_bound(0, n) for n in (2, 20, 30, 59, 299)),
        (0.776393, 0.139108, 0.095034, 0.049508, 0.009969),
    ),
    Oracle(
        "O48-some-errors",
        lambda: (intervals.error_rate_bound(1, 93), intervals.error_rate_bound(4, 40)),
        (0.049994, 0.214398),
        lambda: (special.betaincinv(2, 92, 0.95), special.betaincinv(5, 36, 0.95)),
    ),
    Oracle("O49-labels-needed", lambda: (reach.min_clusters(0.95), reach.min_clusters(0.99)), (59, 299)),
    Oracle("O50-discounted-lower", lambda: discount(30, "lower", 0, 59), 0.900016),
    Oracle("O51-discounted-upper", lambda: discount(15, "upper", 0, 59), 0.695542),
    Oracle("O53-composite", lambda: golden([8, 9], (2, 1, "NA", 2), 6, 7), (8.459524, "pass")),
    Oracle("O54-composite", lambda: golden([10], (0, 2, 2, 2), 4, 4), (9.125, "fail")),
    Oracle("O55-composite", lambda: golden([5], (2, 2, 2, 2), 3, 5), (7.0, "pass")),
    Oracle(
        "O56-float-trap",
        lambda: golden([8, 8, 8, 8, 8, 8, 7], (2, "NA", "NA", "NA"), 1, 7) == (Fraction(7), "pass"),
        True,
    ),
    Oracle(
        "O57-no-tool-scored",
        lambda: golden([8, 9], ("NA", "NA", "NA", "NA"), 2, 2) == (Fraction(118, 13), "unknown"),
        True,
    ),
    Oracle("O58-polarity", ghost_tools, 10),
    Oracle("O59-zero-loss", lambda: intervals.upper_bound(0, 30, 0.025), 0.115703),
    Oracle("O60-equal-and-pooled", equal_and_pooled, (0.0, -0.8)),
    Oracle("O61-verdict", lambda: verdicts(28, 27, 19, 20), ("HIRED", "PROBATION", "FIRED", "PROBATION")),
    Oracle("O62-one-customer", one_customer, ("PROBATION", "not_enough_evidence", None)),
    Oracle("O63-one-gross", one_gross, ("FIRED", 0)),
    Oracle("O64-two-labels", small_calibration, ("PROBATION", 0.574996)),
    Oracle("G34-max-provable", lambda: reach.max_provable(34), 0.915660),
    Oracle("G34-lower", lambda: tuple(intervals.lower_bound(x, 34) for x in (32, 31)), (0.826189, 0.787466)),
    Oracle("G34-upper", lambda: tuple(intervals.upper_bound(x, 34) for x in (22, 23)), (0.782120, 0.806805)),
]


@pytest.mark.parametrize("oracle", ORACLES, ids=[oracle.name for oracle in ORACLES])
def test_oracle(oracle: Oracle) -> None:
    computed = oracle.computed()
    assert agrees(computed, oracle.expected, 1e-6)
    if oracle.library is not None:
        assert agrees(computed, oracle.library(), 1e-12)


def agrees(computed: Any, expected: Any, tolerance: float) -> bool:
    """Equal in kind and place, and numbers within *tolerance*."""
    if isinstance(expected, tuple):
        assert isinstance(computed, tuple)
        assert len(computed) == len(expected)
        return all(agrees(left, right, tolerance) for left, right in zip(computed, expected, strict=True))
    if expected is None or isinstance(expected, str | bool):
        return bool(computed == expected)
    return computed is not None and abs(float(computed) - float(expected)) <= tolerance
