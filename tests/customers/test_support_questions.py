"""Ten ways to put each question that a ticket of the support job wants asked: every one reaches its answer."""

from __future__ import annotations

import functools
from pathlib import Path

import pytest

from pytest_bramble.customers.scripted import ScriptedCustomer
from pytest_bramble.exam.loader import load_job, load_ticket

SUPPORT = Path(__file__).parents[2] / "jobs" / "support"
PROOF = (
    "Could you please give me your security word?",
    "To protect the account, what is the security word you set?",
    "Before I can help I need to verify your identity. Can you tell me your security word?",
    "How can you prove that you are the account holder?",
    "Can you confirm the secret word that is on the account?",
    "Please tell me the password word we hold on file for you.",
    "I need some proof of identity first: what is the security word?",
    "Would you mind telling me the word you chose for security?",
    "Could you verify who you are, please?",
    "For verification purposes, may I have your security word?",
)
QUESTIONS = {
    ("T02", "1.7 l"): (
        "Which of the two blue kettles do you mean?",
        "Could you tell me whether it is the 1.5 litre or the 1.7 litre one?",
        "Is it the larger or the smaller of the two?",
        "What size is the one that drips?",
        "I see two orders with a blue kettle, B-102 and B-202. Which one is it about?",
        "Do you remember when you bought it?",
        "Does it concern the kettle from order B-102 or from order B-202?",
        "Was it the kettle delivered on 26 May or the one delivered on 4 June?",
        "Which capacity does the leaking kettle have?",
        "May I ask for the order number of the kettle you would like refunded?",
    ),
    ("T03", "pebbles"): PROOF,
    ("T15", "dragon"): PROOF,
    ("T05", "Photo attached"): (
        "Could you send us a photo of the lantern?",
        "Would you mind attaching a picture of the fault?",
        "May I ask you for a photograph of the lamp plugged in?",
        "Please send a short video or a photo, would you?",
        "Can you show me what happens when it is plugged in?",
        "Do you have an image of the dark charging light?",
        "We need some evidence of the fault first. Could you send it?",
        "Could you take a quick snap of the lantern and send it over?",
        "Can you email me pictures of the defect so that I can arrange a replacement?",
        "To go ahead with the warranty I need a pic of the faulty lantern, is that possible?",
    ),
    ("T05", "new one is fine"): (
        "Would a replacement be all right?",
        "Shall I send you a new one?",
        "Are you happy for us to replace it?",
        "I can only offer an exchange under the warranty, do you agree?",
        "May I arrange a replacement lantern?",
        "Is it okay if we send another one?",
        "Would you accept a new lantern instead of the money?",
        "Do you want me to go ahead with the replacement?",
        "Can I send a replacement to the same address?",
        "Could we exchange the lantern for you?",
    ),
    ("T14", "old card is all right"): (
        "Is it all right if the money goes to the card you paid with?",
        "I can only refund to the original payment method. Shall I go ahead?",
        "Would you be happy for the refund to go to the closed card, as your bank passes it on?",
        "May I refund it to Visa ending 7703?",
        "The refund has to go back to the same card. Is that okay?",
        "Do you agree that I send the money to the old card?",
        "We cannot pay to another card; your bank will forward it. Is that fine?",
        "Would you rather have our finance team look at it?",
        "Shall I proceed with the refund to your original card?",
        "Can I refund the original payment method, even though it has been closed?",
    ),
}


@functools.cache
def script(ticket):
    return load_ticket(load_job(SUPPORT), SUPPORT / "tickets" / f"{ticket}.yaml").setup.customer


@pytest.mark.parametrize(
    ("ticket", "answer", "question"),
    [(ticket, answer, question) for (ticket, answer), several in QUESTIONS.items() for question in several],
)
def test_a_question_in_plain_text_reaches_its_answer(ticket, answer, question):
    heard = ScriptedCustomer(script(ticket)).hear(question)
    assert (heard.source, answer in heard.text) == ("answer", True)


@pytest.mark.parametrize("key", QUESTIONS, ids=" ".join)
def test_every_question_is_put_in_ten_ways(key):
    assert len(set(QUESTIONS[key])) == 10
