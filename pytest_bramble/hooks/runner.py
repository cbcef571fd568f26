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
    from ..engine.telling import Told


class TrialOutcome(Exception):  # noqa: N818  an outcome, and its text is all there is to it
    """A trial that did not pass; the text starts with a line that says which checks and on what evidence."""


class TrialFailed(TrialOutcome):
    """The candidate failed."""


class TrialUnknown(TrialOutcome):
    """Nobody can tell: infrastructure, or a grade that could not be given."""


class TrialFixture:
    """The plugin object that offers the fixture to every collected ticket."""

    @pytest.fixture
    def bramble_trial(self, request: pytest.FixtureRequest) -> Told:
        """What is told of this item's trial.  Raises TrialUnknown when its outcome is unknown."""
        item = request.node
        told: Told = request.config.stash[EXAMINATION].conduct(item.stash[TRIAL])
        item.user_properties.append(("bramble_record", told.record))
        item.user_properties.append(("bramble_sha256", told.sha256))
        if told.outcome is Outcome.UNKNOWN:
            raise TrialUnknown(told.text)
        return told


def work_ticket(bramble_trial: Told) -> None:
    """Pass when the trial passed.  Raises TrialFailed otherwise."""
    if bramble_trial.outcome is not Outcome.PASS:
        raise TrialFailed(bramble_trial.text)
