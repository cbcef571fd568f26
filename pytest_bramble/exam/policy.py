"""policy.md: what stands in every prompt, and what only the policy tool returns."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from ..errors import ExamError
from .job import Policy

_HEADING = re.compile(
    r"## +(?P<number>\d+)[.)]? +(?P<title>[^\[\]]*[^\[\] ])(?: *\[topic: *(?P<topic>[a-z][a-z0-9_-]*)\])? *"
)
_FORM = "write '## 4 Refunds' or '## 4 Refunds [topic: refunds]'"


def parse_policy(path: Path, text: str) -> Policy:
    """The policy in *text*: sections are ``## 4 Title``, and ``[topic: refunds]`` moves one to its topic.

    Everything above the first section is general.  Raises ExamError on a heading of another form, a number
    that stands twice, or a policy without sections.
    """
    general: list[str] = []
    topics: dict[str, list[str]] = {}
    seen: dict[str, int] = {}
    for line, heading, body in _sections(text):
        if heading is None:
            general.append(body)
            continue
        match = _HEADING.fullmatch(heading)
        if match is None:
            raise ExamError(path, line, f"section heading {heading!r} is not understood; {_FORM}")
        number, title, topic = match.group("number", "title", "topic")
        if number in seen:
            raise ExamError(
                path, line, f"section {number} stands twice (first in line {seen[number]}); number it anew"
            )
        seen[number] = line
        home = general if topic is None else topics.setdefault(topic, [])
        home.append(f"## {number} {title}\n{body}")
    if not seen:
        raise ExamError(path, 1, f"a policy has no section; {_FORM}")
    return Policy(general=_joined(general), topics={topic: _joined(parts) for topic, parts in topics.items()})


def _sections(text: str) -> Iterator[tuple[int, str | None, str]]:
    """Line, heading (None above the first) and body of each section, in order."""
    start, heading, body = 1, None, ""
    for number, row in enumerate(text.splitlines(), start=1):
        if row.startswith("##") and not row.startswith("###"):
            yield start, heading, body
            start, heading, body = number, row, ""
        else:
            body += row + "\n"
    yield start, heading, body


def _joined(parts: list[str]) -> str:
    return "\n\n".join(part.strip() for part in parts if part.strip())
