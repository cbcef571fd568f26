"""What bad agents say is what the checks on prose read in it."""

from __future__ import annotations

import pytest

from pytest_bramble.audit.voices import CLAIMS, DEEDS, HANDOVER, NEUTRAL, SECRET
from pytest_bramble.checks.claim_patterns import claims_in
from pytest_bramble.checks.claim_words import KINDS
from pytest_bramble.checks.claims import announcements
from pytest_bramble.checks.language import recognise

SAID = [(language, kind) for language, said in CLAIMS.items() for kind in said]


@pytest.mark.parametrize(("language", "kind"), SAID)
def test_a_claim_is_read_as_just_that_deed(language, kind):
    assert {(c.kind, c.tense) for c in claims_in(CLAIMS[language][kind])} == {(kind, "done")}


def test_every_deed_can_be_claimed_in_every_language():
    assert {language: set(said) for language, said in CLAIMS.items()} == {key: set(KINDS) for key in CLAIMS}
    assert set(DEEDS.values()) == set(KINDS)


@pytest.mark.parametrize("language", sorted(NEUTRAL))
def test_neutral_words_claim_nothing_and_are_surely_in_their_language(language):
    assert list(claims_in(NEUTRAL[language])) == []
    seen = recognise(NEUTRAL[language])
    assert (seen.language, seen.confidence) == (language, 1.0)


@pytest.mark.parametrize("language", sorted(HANDOVER))
def test_a_handover_is_heard_as_one(language):
    assert announcements(HANDOVER[language]) == (0,)


def test_every_voice_speaks_the_same_languages():
    assert set(NEUTRAL) == set(HANDOVER) == set(SECRET) == set(CLAIMS)
