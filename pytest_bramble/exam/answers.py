"""Which of a customer's answers a question gets.  Pure functions."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .ticket import Answer

_WORD = re.compile(r"\w+")


def answer_to(answers: Sequence[Answer], text: str, about: str | None = None) -> Answer | None:
    """The answer that *text*, asked *about* a subject or in plain words, gets; None for idle.

    Of several answers on one subject the one whose words also occur is meant.
    """
    by_subject = [a for a in answers if about is not None and about in a.about]
    by_words = [a for a in answers if _mentions(a, text)]
    both = [a for a in by_subject if a in by_words]
    return next(iter((*both, *by_subject, *by_words)), None)


def _mentions(answer: Answer, text: str) -> bool:
    said = set(_WORD.findall(text.casefold()))
    entries = (entry for language in answer.words.values() for entry in language)
    return any(said.issuperset(_WORD.findall(entry.casefold())) for entry in entries)
