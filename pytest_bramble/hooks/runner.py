"""What pytest runs for a trial: the fixture that works the ticket, the function that reports its grade.

The trial is worked in a fixture so that what infrastructure caused arrives as pytest's ERROR and what the
candidate did as FAILED (R8).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from ..outcome import Outcome
from .keys import EXAMINATION, TRIAL

if TYPE_CHECKING:
    from ..engine.working import Conducted


class TrialOutcome(Exception):  # noqa: N818  an outcome, and its text is all there is to it
    """A trial that did not pass; the text starts with a line that says which checks and on what evidence."""


class TrialFailed(TrialOutcome):
    """The candidate failed."""


class TrialUnknown(TrialOutcome):
    """Nobody can tell: infrastructure, or a grade that could not be given."""


class TrialFixture:
    """The plugin object that offers the fixture to every collected ticket."""

    @pytest.fixture
    def bramble_trial(self, request: pytest.FixtureRequest) -> Conducted:
        """The conducted trial of this item.  Raises TrialUnknown when its outcome is unknown."""
        item = request.node
        conducted: Conducted = request.config.stash[EXAMINATION].conduct(item.stash[TRIAL])
        item.user_properties.append(("bramble_record", conducted.path.name))
        item.user_properties.append(("bramble_sha256", conducted.sha256))
        if conducted.grades.outcome is Outcome.UNKNOWN:
            raise TrialUnknown(_text(conducted))
        return conducted


def work_ticket(bramble_trial: Conducted) -> None:
    """Pass when the trial passed.  Raises TrialFailed otherwise."""
    if bramble_trial.grades.outcome is not Outcome.PASS:
        raise TrialFailed(_text(bramble_trial))


def _text(conducted: Conducted) -> str:
    from .excerpt import failure_text

    return failure_text(conducted)
