"""The policy's two parts."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_bramble.errors import ExamError
from pytest_bramble.exam.job import Policy
from pytest_bramble.exam.policy import parse_policy

FILE = Path("policy.md")


def test_a_topic_leaves_the_general_part_with_its_heading_and_clauses() -> None:
    text = (
        "# House rules\n\nBe kind.\n\n## 1 Manners\n\n1.1 Greet.\n\n## 2 Refunds [topic: refunds]\n\n"
        "2.1 Thirty days.\n### Details\n2.2 None.\n\n## 3. Post\n\n3.1 Track it.\n"
    )
    assert parse_policy(FILE, text) == Policy(
        general="# House rules\n\nBe kind.\n\n## 1 Manners\n\n1.1 Greet.\n\n## 3 Post\n\n3.1 Track it.",
        topics={"refunds": "## 2 Refunds\n\n2.1 Thirty days.\n### Details\n2.2 None."},
    )


def test_two_sections_of_one_topic_are_joined_in_order() -> None:
    text = "## 7 Returns [topic: refunds]\nA\n## 2 Refunds [topic: refunds]\nB\n"
    assert parse_policy(FILE, text) == Policy(
        general="", topics={"refunds": "## 7 Returns\nA\n\n## 2 Refunds\nB"}
    )


FORM = "write '## 4 Refunds' or '## 4 Refunds [topic: refunds]'"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("\n## Refunds\n", f"2: section heading '## Refunds' is not understood; {FORM}"),
        ("## 1 A [topic refunds]", f"1: section heading '## 1 A [topic refunds]' is not understood; {FORM}"),
        (
            "## 1 A [topic: Refunds]",
            f"1: section heading '## 1 A [topic: Refunds]' is not understood; {FORM}",
        ),
        ("## 1", f"1: section heading '## 1' is not understood; {FORM}"),
        ("##1 A", f"1: section heading '##1 A' is not understood; {FORM}"),
        ("## 1 A\n\n## 1 B", "3: section 1 stands twice (first in line 1); number it anew"),
        ("# Title\n1.1 No section.", f"1: a policy has no section; {FORM}"),
        ("", f"1: a policy has no section; {FORM}"),
    ],
)
def test_a_heading_of_another_form_is_refused_with_its_line(text: str, message: str) -> None:
    with pytest.raises(ExamError) as caught:
        parse_policy(FILE, text)
    assert str(caught.value) == f"policy.md:{message}"
