"""The keys under which things are kept on pytest's objects."""

from __future__ import annotations

import pytest

from .evidence.record import TrialKey
from .examination import Examination
from .exam.job import Job
from .exam.ticket import Ticket

EXAMINATION: pytest.StashKey[Examination] = pytest.StashKey()
TRIAL: pytest.StashKey[tuple[TrialKey, Job, Ticket]] = pytest.StashKey()
