"""The languages in which a claim is recognised, each with its phrases as data."""

from __future__ import annotations

from collections.abc import Mapping

from . import claims_phrases_de, claims_phrases_en, claims_phrases_es, claims_phrases_fr
from .claim_words import Tongue

TONGUES: Mapping[str, Tongue] = {
    "en": claims_phrases_en.TONGUE,
    "fr": claims_phrases_fr.TONGUE,
    "es": claims_phrases_es.TONGUE,
    "de": claims_phrases_de.TONGUE,
}
"""By ISO 639-1 code.  A reply in another language leaves the check on claims unknown."""
