"""A small scorecard for pytest-html, which prints what it is given as markup: everything here is escaped.

Registered only where pytest-html is; transcripts stay in report.html.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any
from urllib.parse import quote

import pytest

from ..printable import one_line
from .wordings import KIND_NOTES, VERDICT_WORDS, cost, full_name, score

_COLUMNS = ("Candidate", "Verdict", "Score", "Tickets passed every time", "Errors", "Cost")


class Scorecard:
    """The plugin object: pytest-html asks it for what stands before its own summary.

    *report* and *html_path* (relative to pytest-html's own file) are set when the session is concluded; until
    then there is nothing to show.
    """

    def __init__(self) -> None:
        self.report: Mapping[str, Any] | None = None
        self.html_path: str | None = None

    @pytest.hookimpl(optionalhook=True)
    def pytest_html_results_summary(self, prefix: list[str]) -> None:
        """Put the scorecard and the link before pytest-html's summary."""
        if self.report is not None:
            prefix.append(scorecard(self.report, self.html_path))


def scorecard(report: Mapping[str, Any], html_path: str | None) -> str:
    """The scorecard of *report* as markup, with a link to report.html where it can be linked safely."""
    note = KIND_NOTES[report["kind"]]
    head = "".join(f'<th scope="col">{_text(name)}</th>' for name in _COLUMNS)
    rows = "".join(_row(report, result) for result in report["results"])
    return (
        f"<h3>bramble: session {_text(report['session'])}</h3>"
        + (f"<p>{_text(note)}</p>" if note else "")
        + f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
        + (
            f'<p><a href="{escape(quote(html_path, safe="/._-~"))}">The full report</a></p>'
            if html_path
            else ""
        )
    )


def _row(report: Mapping[str, Any], result: Mapping[str, Any]) -> str:
    cells = (
        VERDICT_WORDS[result["verdict"]],
        f"{score(result).strip('()')}, set aside" if result["score_set_aside"] else score(result),
        f"{result['tickets_solved']} of {result['tickets_planned']}",
        str(result["errors"]),
        cost(result),
    )
    rest = "".join(f"<td>{_text(cell)}</td>" for cell in cells)
    return f'<tr><th scope="row">{_text(full_name(result, report))}</th>{rest}</tr>'


def _text(value: str) -> str:
    return escape(one_line(value, 200))
