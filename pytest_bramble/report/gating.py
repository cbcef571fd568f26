"""Exit codes of `bramble gate`: from a report's verdicts, or from what became of a candidate since."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ..errors import SettingsError, unknown_name
from ..scoring.regression import GateResult
from .wordings import VERDICT_WORDS

# A gate has passed, or else the code says why not; 1 and 2 keep Python's meaning.
PASSED, HELD, FAILED, NO_WORD = 0, 10, 11, 12
BY_WORST = (FAILED, NO_WORD, HELD, PASSED)
CODES: Mapping[str | None, int] = {"HIRED": PASSED, "PROBATION": HELD, "FIRED": FAILED, None: NO_WORD}
REGRESSION_CODES = {
    GateResult.NO_WORSE_SEEN: PASSED,
    GateResult.CANT_TELL: HELD,
    GateResult.WORSE: FAILED,
    GateResult.INVALID: NO_WORD,
}
REGRESSION_WORDS = {
    GateResult.NO_WORSE_SEEN: "NO WORSE SEEN",
    GateResult.CANT_TELL: "CAN'T TELL",
    GateResult.WORSE: "WORSE",
    GateResult.INVALID: "INVALID",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Gated:
    """One result at the gate: whose, the *word* for it, its exit *code*, and the *sentence* behind it."""

    job: str
    candidate: str
    word: str
    code: int
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """Whom the command line narrows the gate to; empty is everybody."""

    candidates: tuple[str, ...] = ()
    jobs: tuple[str, ...] = ()

    def takes(self, job: str, candidate: str) -> bool:
        """True for a result that gates."""
        return (not self.candidates or candidate in self.candidates) and (not self.jobs or job in self.jobs)

    def refuse_strangers(self, there: Collection[tuple[str, str]]) -> None:
        """Raise SettingsError for a name that no (job, candidate) *there* has, or when nobody is left.

        A gate that gated nothing is not green.
        """
        for option, noun, names, known in (
            ("--candidate", "candidate", self.candidates, {candidate for _, candidate in there}),
            ("--job", "job", self.jobs, {job for job, _ in there}),
        ):
            for name in names:
                if name not in known:
                    raise SettingsError(f"{option}: {unknown_name(noun, name, known)}")
        if not any(self.takes(*one) for one in there):
            raise SettingsError("--candidate and --job leave no result to gate on")


def gated(report: Mapping[str, Any], chosen: Chosen) -> tuple[Gated, ...]:
    """The results of *report* that gate: every candidate's, never the baseline's.  Raises SettingsError."""
    results = [result for result in report["results"] if result["arm"] == "candidate"]
    chosen.refuse_strangers({(result["job"], result["candidate"]) for result in results})
    return tuple(
        Gated(
            job=result["job"],
            candidate=result["candidate"],
            word=VERDICT_WORDS[result["verdict"]],
            code=CODES[result["verdict"]],
            sentence=result["sentence"],
        )
        for result in results
        if chosen.takes(result["job"], result["candidate"])
    )


def worst(codes: Iterable[int]) -> int:
    """The code that decides: FIRED or WORSE before no verdict, that before PROBATION, that before green."""
    return min(codes, key=BY_WORST.index)
