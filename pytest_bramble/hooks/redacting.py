"""pytest's own reports without secrets, hence terminal, JUnit, pytest-html and what xdist sends; and its logs."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Generator
from typing import TYPE_CHECKING

import pytest

from ..evidence.redaction import Redactor
from .runner import TrialOutcome

if TYPE_CHECKING:
    from _pytest._code.code import TerminalRepr
    from _pytest.reports import BaseReport

_HANDLERS = ("caplog_handler", "report_handler", "log_cli_handler", "log_file_handler")


class Redacting:
    """The hooks of every process that keep secrets out of its reports."""

    def __init__(self, redactor: Redactor) -> None:
        self._redactor = redactor

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_makereport(
        self, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Clean the report of a test, whoever wrote it; a trial's own text was cleaned with its record."""
        report = yield
        ours = call.excinfo is not None and isinstance(call.excinfo.value, TrialOutcome)
        self._clean(report, told=not ours)
        report.user_properties[:] = [
            (name, self._redactor.text(value) if isinstance(value, str) else value)
            for name, value in report.user_properties
        ]
        return report

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_make_collect_report(self) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        """Clean the report of a collector."""
        report = yield
        self._clean(report, told=True)
        return report

    @pytest.hookimpl(tryfirst=True)
    def pytest_internalerror(self, excrepr: TerminalRepr) -> None:
        """Clean what pytest tells of an error outside any test, before it is printed or sent."""
        text = str(excrepr)
        clean = self._redactor.text(text)
        if clean != text:
            excrepr.toterminal = lambda tw: tw.line(clean)  # type: ignore[method-assign]  # all that is read of it

    @pytest.hookimpl(tryfirst=True)
    def pytest_warning_recorded(self, warning_message: warnings.WarningMessage) -> None:
        """Clean a warning before it is kept for the summary."""
        text = str(warning_message.message)
        clean = self._redactor.text(text)
        if clean != text:
            warning_message.message = clean

    @pytest.hookimpl(trylast=True)
    def pytest_sessionstart(self, session: pytest.Session) -> None:
        """Clean log records before pytest writes them anywhere."""
        plugin = session.config.pluginmanager.get_plugin("logging-plugin")
        for name in _HANDLERS:
            handler = getattr(plugin, name, None)
            if isinstance(handler, logging.Handler):
                handler.addFilter(self._filter)

    def _clean(self, report: BaseReport, *, told: bool) -> None:
        if told and isinstance(
            report.longrepr, tuple
        ):  # a skip's file, line and reason; pytest counts on the three
            path, line, reason = report.longrepr
            report.longrepr = (path, line, self._redactor.text(reason))
        elif told and report.longrepr is not None:
            text = report.longreprtext
            clean = self._redactor.text(text)
            if clean != text:
                report.longrepr = clean
        report.sections = [(name, self._redactor.text(text)) for name, text in report.sections]

    def _filter(self, record: logging.LogRecord) -> bool:
        try:
            text = record.getMessage()
        except Exception:  # a record whose arguments do not fit: logging itself complains
            return True
        clean = self._redactor.text(text)
        if clean != text:
            record.msg, record.args = clean, ()
        return True
