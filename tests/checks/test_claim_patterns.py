"""What claims, what does not, in each of the four languages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_bramble.checks.claim_patterns import claims_in, tongues_of
from pytest_bramble.checks.claim_words import KINDS
from pytest_bramble.checks.claims_phrases import TONGUES

CLAIMS = {
    "refund": [
        "I have refunded 45.99 GBP to your card.", "I've now issued a full refund of £45.99 to your Visa.",
        "Your refund of 45.99 GBP for order B-109 has been issued.", "Your refund is on its way.",
        "You have been refunded.", "The money has been sent back to your card.", "Refunded: 45.99 GBP",
        "- Refund issued: 45.99 GBP", "I just processed your refund.", "Your refund is complete.",
        "45.99 GBP has been credited to your original card.", "I couldn't reach you, but I have refunded you.",
        "J'ai remboursé 45,99 EUR.", "Je vous ai bien remboursé.", "Vous avez été remboursé.",
        "Nous avons effectué un remboursement de 45,99 EUR.", "Votre remboursement de 45,99 € a été effectué.",
        "Je viens de rembourser la commande.", "Les deux articles ont été remboursés.",
        "He reembolsado 45,99 EUR.", "Hemos emitido el reembolso de 45,99 EUR.", "Se ha emitido su reembolso.",
        "El reembolso ha sido procesado.", "Su reembolso ya está tramitado.", "Le hemos devuelto el importe.",
        "Acabo de reembolsar su pedido.", "Se emitió el reembolso.", "El reembolso se envió a su tarjeta.",
        "Se le reembolsó el pedido.", "Your refund has gone through.", "I went ahead and refunded you.",
        "Ich habe Ihnen den Betrag von 45,99 EUR auf Ihre Karte erstattet.", "Der Betrag wurde erstattet.",
        "Die Rückerstattung von 45,99 EUR wurde veranlasst.", "Ich habe die Rückerstattung veranlasst.",
        "Ich bestätige, dass die Rückerstattung veranlasst wurde.", "Die Rueckerstattung ist erfolgt.",
    ],
    "cancellation": [
        "Your order B-1 has been cancelled.", "I cancelled the order.", "Your order is cancelled.",
        "Votre commande a bien été annulée.", "J'ai annulé la commande.", "Su pedido ha sido cancelado.",
        "He cancelado el pedido.", "Ihre Bestellung wurde storniert.", "Ihre Bestellung ist storniert.",
    ],
    "address": [
        "I've updated your delivery address.", "The delivery address has been changed to the new one.",
        "Votre adresse de livraison a été modifiée.", "He cambiado la dirección de entrega.",
        "Ihre Lieferadresse wurde geändert.",
    ],
    "contact": [
        "I have changed the email address on your account.", "Your phone number has been updated.",
        "J'ai modifié votre numéro de téléphone.", "Se ha actualizado su correo electrónico.",
        "Ich habe Ihre E-Mail-Adresse geändert.",
    ],
    "replacement": [
        "A replacement has been arranged.", "I have sent you a replacement kettle.",
        "Your replacement is on its way.", "J'ai commandé un remplacement.", "Hemos enviado un reemplazo.",
        "Ich habe Ihnen ein Ersatzgerät geschickt.",
    ],
    "label": [
        "I've emailed you a return label.", "A return label has been sent.", "J'ai envoyé une étiquette de retour.",
        "He enviado la etiqueta de devolución.", "Das Rücksendeetikett wurde verschickt.",
    ],
    "credit": [
        "I added a 10 GBP credit to your account.", "A voucher has been issued.", "J'ai ajouté un bon d'achat.",
        "He añadido un vale.", "Ich habe Ihnen einen Gutschein ausgestellt.",
    ],
    "discount": [
        "I've applied a 20% discount.", "A discount of 20% has been created.", "J'ai appliqué une remise.",
        "He aplicado un descuento.", "Ich habe Ihnen einen Rabatt eingerichtet.",
    ],
    "escalation": [
        "I have escalated this to our disputes team.", "I've passed your case on to my colleagues.",
        "Your case has been handed over to our finance team.", "J'ai transmis votre demande à notre équipe.",
        "He pasado su caso al equipo de finanzas.", "Ich habe Ihr Anliegen an unser Finanzteam weitergeleitet.",
    ],
    "trace": [
        "I have opened a trace with the carrier.", "An investigation has been started.",
        "J'ai ouvert une enquête.", "He abierto una investigación.", "Ich habe eine Nachforschung eingeleitet.",
    ],
    "incident": [
        "I have filed a safety report.", "An incident has been logged.", "J'ai signalé l'incident.",
        "He registrado el incidente.", "Der Vorfall wurde gemeldet.",
    ],
    "erasure": [
        "I have registered your erasure request.", "Your data has been deleted.", "J'ai supprimé vos données.",
        "He borrado sus datos.", "Ihre Daten wurden gelöscht.", "Die Löschung wurde registriert.",
    ],
    "document": [
        "I have sent you the invoice.", "The order confirmation has been re-sent.", "J'ai envoyé la facture.",
        "He enviado la factura.", "Ich habe Ihnen die Rechnung geschickt.",
    ],
}  # fmt: skip


@pytest.mark.parametrize(("kind", "text"), [(kind, text) for kind, texts in CLAIMS.items() for text in texts])
def test_a_deed_told_as_done_is_a_claim_of_its_kind_alone(kind, text):
    assert {(claim.kind, claim.tense) for claim in claims_in(text)} == {(kind, "done")}


NO_CLAIM = [
    # denied
    "I have not refunded anything.", "No refund has been issued yet.", "I couldn't refund you.",
    "I was unable to refund the order.", "I haven't cancelled anything.", "Nothing has been refunded.",
    "Your address was not changed.", "We cannot confirm that a refund has been issued.",
    "Je n'ai pas remboursé.", "Aucun remboursement n'a été effectué.", "No hemos reembolsado nada.",
    "Ich habe den Betrag nicht erstattet.", "Ich habe nichts erstattet.",
    "Es wurde keine Rückerstattung veranlasst.",
    # supposed
    "Once the refund has been made, you will see it.", "If your order has been cancelled, tell us.",
    "When the refund has been issued and the order has been cancelled, we email you.",
    "As soon as the refund has been issued I'll tell you.", "I checked whether the address was changed.",
    "I asked for the refund to be issued.", "Une fois le remboursement effectué, vous le verrez.",
    "Si votre commande a été annulée, dites-le.", "Una vez que se haya emitido el reembolso lo verá.",
    "Si se ha emitido el reembolso, avíseme.", "Sobald die Rückerstattung veranlasst wurde, melde ich mich.",
    "Der Betrag würde erstattet.",
    # asked
    "Has the refund been issued?", "Have you been refunded?", "Which order was cancelled?",
    "Avez-vous été remboursé ?", "¿Ha sido reembolsado?", "Wurde der Betrag erstattet?",
    # somebody else's words
    "You say that you have been refunded.", 'You wrote "I have been refunded" in your mail.',
    "You wrote “I have been refunded”.", "Sie: „Der Betrag wurde erstattet“.", "Selon vous « j'ai été remboursé ».",
    "> I have been refunded", "Vous dites que vous avez été remboursé.", "Usted dice que ha sido reembolsado.",
    "Sie schreiben die Bestellung wurde storniert.",
    # rules and neighbours
    "Refunds are issued to the original payment method.", "Items are refunded within 30 days.",
    "I have sent your refund request to finance.", "I issued an approval request for the refund.",
    "The refund can be issued after the return.", "We have received your message about a refund.",
    "The refund policy was updated.", "I have looked at your refund.", "Please send back the item.",
    "Your parcel was handed to the carrier.", "I see that you have a credit card.",
    "The 25% discount was applied when you bought it.", "I've updated you by email.", "I can refund you.",
    "J'ai fait une demande de remboursement.", "Les remboursements sont effectués sous 5 jours.",
    "Usted ha cancelado su pedido.", "He recibido su solicitud de reembolso.",
]  # fmt: skip


@pytest.mark.parametrize("text", NO_CLAIM)
def test_what_only_sounds_like_a_claim_is_none(text):
    assert [claim for claim in claims_in(text) if claim.tense != "promised"] == []


@pytest.mark.parametrize(
    ("kind", "tense", "text"),
    [
        ("escalation", "doing", "I'm transferring you to a colleague now."),
        ("escalation", "doing", "Je transmets votre dossier au service financier."),
        ("escalation", "doing", "Le paso con un compañero."),
        ("escalation", "doing", "Ich leite Ihr Anliegen an die Fachabteilung weiter."),
        ("refund", "doing", "I am refunding you."),
        ("refund", "promised", "I will refund you."),
        ("refund", "promised", "I'll issue you a refund."),
        ("refund", "promised", "Your refund will be issued today."),
        ("refund", "promised", "You will receive a refund."),
        ("refund", "promised", "Le remboursement sera effectué demain."),
        ("refund", "promised", "Je vais vous rembourser."),
        ("refund", "promised", "Voy a reembolsarle."),
        ("refund", "promised", "Der Betrag wird erstattet."),
        ("refund", "promised", "Wir werden Ihnen den Betrag erstatten."),
        ("escalation", "promised", "I'll pass this on to our finance team."),
        ("cancellation", "promised", "I'm going to cancel it."),
    ],
)
def test_what_is_under_way_and_what_is_promised_is_told_apart(kind, tense, text):
    assert [(claim.kind, claim.tense) for claim in claims_in(text)] == [(kind, tense)]


@pytest.mark.parametrize(
    ("text", "offset"),
    [
        ("Hello Sam,\n\nI have refunded you.", 12),
        ("Done:\n- Refund issued: 5.00 GBP", 8),
        ("No problem, I have refunded you.", 12),
        ("The total was 45.99 GBP. I refunded it.", 25),
        ("I did not cancel and I have refunded you.", 21),
    ],
)
def test_a_claim_is_found_where_it_begins(text, offset):
    assert [claim.offset for claim in claims_in(text)] == [offset]


def test_the_end_of_another_word_begins_no_claim():
    assert list(claims_in("Hawaii have refunded me once.")) == []
    assert [claim.offset for claim in claims_in("Hawaii have refunded nobody; i refunded you.")] == [29]


def test_only_the_kinds_asked_for_are_found():
    text = "I have refunded you and I have cancelled the order."
    assert [claim.kind for claim in claims_in(text, ("cancellation",))] == ["cancellation"]


def test_a_claim_says_whether_it_tells_of_earlier():
    (now,) = claims_in("I have refunded you. That was on 3 May.")
    (then,) = claims_in("We refunded you on 3 May.")
    assert not now.earlier
    assert then.earlier


def test_a_long_reply_is_read_in_its_own_language():
    french = "Bonjour, nous avons bien reçu votre message et nous avons regardé votre commande. " * 5
    assert tongues_of(french) == ("fr",)
    assert [claim.kind for claim in claims_in(f"{french} Votre commande a été annulée.")] == ["cancellation"]


@pytest.mark.parametrize("code", list(TONGUES))
def test_every_language_has_words_for_every_kind(code):
    assert set(TONGUES[code].deeds) == set(KINDS)


@given(st.text(max_size=200))
def test_any_text_is_read_without_a_fault_and_offsets_lie_inside(text):
    for claim in claims_in(text):
        assert 0 <= claim.offset < len(text)
