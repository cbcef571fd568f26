"""The shape in which `claims_phrases` keeps the words of a language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

KINDS = (
    "refund",
    "cancellation",
    "address",
    "contact",
    "replacement",
    "label",
    "credit",
    "discount",
    "escalation",
    "trace",
    "incident",
    "erasure",
    "document",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """The words for one kind of deed in one language, each a regular expression.

    *participles* say it alone ("refunded"); *verbs* say it together with one of *nouns* ("issued … refund");
    *base* is what follows "will", *doing* what follows "I am"; *extra* are whole patterns of something done.
    A text without any of the *stems* says nothing of it.
    """

    stems: tuple[str, ...]
    participles: str = ""
    nouns: str = ""
    verbs: str = ""
    base: str = ""
    doing: str = ""
    extra: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Tongue:
    """One language: frames around the words of its deeds, and what makes a claim none.

    In *done*, *doing* and *promised* {p} {n} {v} {b} {d} stand for a deed's participles, nouns, verbs, base and
    doing, {gap} for a few words of the same clause and {reach} for a few words without one of *aside* ("a request
    for").  A frame is left out where the deed lacks one of its parts.  *words* are the commonest ones, to know the
    language by.

    A clause with *denied*, *supposed* or *reported* in it claims nothing.  *earlier* marks what happened before
    this ticket.  *split* begins a clause of its own, besides punctuation.
    """

    words: frozenset[str]
    done: tuple[str, ...]
    doing: tuple[str, ...]
    promised: tuple[str, ...]
    aside: str
    denied: str
    supposed: str
    reported: str
    earlier: str
    split: str
    deeds: Mapping[str, Deed]
