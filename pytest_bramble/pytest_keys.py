"""The keys under which things are kept on pytest's objects."""

from __future__ import annotations

import pytest

from .evidence.record import TrialKey
from .exam.job import Job
from .exam.ticket import Ticket
from .examination import Examination

EXAMINATION: pytest.StashKey[Examination] = pytest.StashKey()
TRIAL: pytest.StashKey[tuple[TrialKey, Job, Ticket]] = pytest.StashKey()
