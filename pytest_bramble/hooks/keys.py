"""The keys under which things are kept on pytest's objects."""

from __future__ import annotations

import pytest

from ..engine.examination import Examination, Planned

EXAMINATION: pytest.StashKey[Examination] = pytest.StashKey()
TRIAL: pytest.StashKey[Planned] = pytest.StashKey()
