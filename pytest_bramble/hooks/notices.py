"""What a person should know of a session that goes on all the same: told once, among pytest's warnings."""

from __future__ import annotations

import warnings

import pytest

from ..engine.examination import Examination


class SharingNotice:
    """The hook that tells when the workers of a session cannot share their limits."""

    def __init__(self, config: pytest.Config, examination: Examination) -> None:
        self._config = config
        self._examination = examination
        self._told = False

    def pytest_runtest_logfinish(self) -> None:
        """Tell it after the test in which it was found out.

        Through pytest's hook and not through ``warnings``: ``-W error`` would make an error of a note, and xdist
        takes what is told this way to its controller.
        """
        problem = self._examination.shared.problem
        if problem is None or self._told:
            return
        self._told = True
        note = pytest.PytestWarning(f"bramble: {problem}")
        self._config.hook.pytest_warning_recorded.call_historic(
            kwargs={
                "warning_message": warnings.WarningMessage(note, pytest.PytestWarning, __file__, 0),
                "when": "runtest",
                "nodeid": "",
                "location": None,
            }
        )
