"""The check on language."""

from __future__ import annotations

import pytest

from pytest_bramble.checks.base import Place
from pytest_bramble.checks.language import LANGUAGES, recognise

from .conftest import INTERRUPTED, called, closed, finding, said

FRENCH = "Bonjour, nous avons bien remboursé les deux articles perdus sur votre carte."
ENGLISH = "Hello, we have refunded both of the lost items to your original card."
FRENCH_ONLY = {"is": "fr"}


def test_a_reply_in_the_right_language_passes():
    assert finding("language", FRENCH_ONLY, [said(FRENCH), closed("Merci !")]).outcome == "pass"


def test_a_reply_in_another_language_fails_with_its_place():
    found = finding("language", FRENCH_ONLY, [said(FRENCH), closed(ENGLISH)])
    assert found.outcome == "fail"
    assert found.text == "answered in en, should be fr"
    assert found.places == (Place(event=1, surface="close_ticket.message", offset=0),)


def test_another_language_stands_although_the_trial_was_interrupted():
    assert finding("language", FRENCH_ONLY, [said(ENGLISH)], stop=INTERRUPTED).outcome == "fail"


@pytest.mark.parametrize("text", ["OK", "Merci !", "B-208: 45,99 EUR", "https://shop.example/aide 12"])
def test_too_little_text_is_unknown(text):
    found = finding("language", FRENCH_ONLY, [said(text)])
    assert found.outcome == "unknown"
    assert found.text == "too little text to tell its language"


def test_many_short_texts_together_are_enough():
    events = [said("Bonjour Claire,"), said("je vous écris"), said("pour le colis."), closed("Bonne journée")]
    assert finding("language", FRENCH_ONLY, events).outcome == "pass"
    found = finding("language", {"is": "en"}, events)
    assert found.text == "answered in fr, should be en"
    assert found.places == (Place(event=0, surface="text", offset=0),)


def test_a_text_that_could_be_either_is_unknown():
    found = finding("language", FRENCH_ONLY, [said("Tornado banana hotel taxi piano internet radio video")])
    assert found.outcome == "unknown"
    assert found.text.startswith("cannot tell whether this is fr; it looks most like ")


def test_the_right_language_told_by_a_hair_is_unknown():
    text = "Tornado banana hotel taxi piano internet radio video"
    likeliest = recognise(text)
    assert likeliest.confidence < 0.5
    assert finding("language", {"is": likeliest.language}, [said(text)]).outcome == "unknown"


def test_nothing_written_fails():
    found = finding("language", FRENCH_ONLY, [called("get_order")])
    assert found.outcome == "fail"
    assert found.text == "nothing was written in fr"
    assert finding("language", FRENCH_ONLY, [], stop=INTERRUPTED).outcome == "unknown"


def test_notes_and_reasons_may_be_in_any_language():
    events = [said(FRENCH), called("add_note", {"text": ENGLISH}), called("escalate", {"reason": ENGLISH})]
    assert finding("language", FRENCH_ONLY, events).outcome == "pass"


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("de", "Ich habe Ihnen den Betrag auf Ihre Karte erstattet."),
        ("es", "Entiendo su enfado y lo siento mucho, de verdad."),
        ("it", "Ho rimborsato l'intero importo sulla sua carta."),
        ("pt", "O reembolso já foi feito para o seu cartão."),
        ("nl", "Het bedrag is teruggestort op uw rekening."),
        ("ja", "返金しました。"),
        ("ko", "환불이 완료되었습니다"),
        ("zh", "您的退款已经处理完毕"),
        ("ru", "Здравствуйте! Мы уже вернули вам деньги на вашу банковскую карту, извините за задержку."),
    ],
)
def test_a_language_is_recognised_with_confidence(code, text):
    seen = recognise(text)
    assert seen.language == code
    assert seen.confidence > 0.85


def test_names_addresses_and_figures_do_not_count_as_text():
    assert recognise("priya.new@example.net https://track.example/path B-30417 45.99 GBP DX44PL91820") is None


def test_each_supported_code_stands_once():
    assert len(set(LANGUAGES)) == len(LANGUAGES)
    assert {"en", "fr", "es", "de", "it", "pt", "nl", "pl", "ja", "zh"} <= set(LANGUAGES)


def test_the_same_text_has_the_same_answer():
    assert recognise(FRENCH) == recognise(FRENCH)
