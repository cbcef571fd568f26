"""The scripted customer."""

from __future__ import annotations

import pytest

from pytest_bramble.customers.scripted import ScriptedCustomer, asks
from pytest_bramble.exam.ticket import Answer, CustomerScript, ScriptedReply

ORDER = Answer(about=("order",), words={"en": ("which order", "reference")}, text="The second one.")
PROOF = Answer(
    about=("identity",), words={"en": ("security word",), "fr": ("mot secret",)}, text="It is marigold."
)


def customer(*replies, answers=(ORDER, PROOF)):
    return ScriptedCustomer(CustomerScript(replies=replies, answers=answers, idle="Hm."))


@pytest.mark.parametrize("mark", ["?", "\uff1f", "\u061f", "\u055e", "\u2e2e", "\u037e"])
def test_a_question_mark_of_any_script_asks(mark):
    assert asks(f"Which one{mark} Thanks.")


def test_a_semicolon_asks_nothing():
    assert not asks("First this; then that.")


def test_replies_are_taken_in_order_by_questions():
    someone = customer(ScriptedReply(text="one"), ScriptedReply(text="two"))
    assert [someone.hear("Really?").text, someone.hear("Sure?").text] == ["one", "two"]


def test_a_statement_takes_no_reply_that_waits_for_a_question():
    someone = customer(ScriptedReply(text="one"))
    assert someone.hear("I will look into it.").source == "idle"
    assert someone.hear("Which?").text == "one"


def test_a_statement_takes_a_reply_to_anything():
    assert customer(ScriptedReply(text="one", on="any")).hear("I will look into it.").text == "one"


def test_a_structured_question_asks_without_a_question_mark():
    assert customer(ScriptedReply(text="one")).hear("Name the order", about="order").text == "one"


def test_a_scripted_reply_comes_before_an_answer():
    assert customer(ScriptedReply(text="one")).hear("Which order?", about="order").source == "reply"


def test_an_answer_is_found_by_its_subject():
    assert customer().hear("Please say more", about="order").text == "The second one."


@pytest.mark.parametrize(
    "question", ["WHICH of your ORDERS, sorry, order is it?", "Your reference?", "Le mot secret, svp ?"]
)
def test_an_answer_is_found_by_all_words_of_an_entry(question):
    assert customer().hear(question).source == "answer"


def test_one_word_of_an_entry_of_two_is_not_enough():
    assert customer().hear("Which colour?").source == "idle"


def test_the_subject_decides_between_answers():
    assert (
        customer().hear("Which order is it, and the security word", about="identity").text
        == "It is marigold."
    )


def test_of_two_answers_on_a_subject_the_one_whose_words_occur_is_meant():
    photo = Answer(about=("order",), words={"en": ("photo",)}, text="Here is a photo.")
    assert customer(answers=(ORDER, photo)).hear("A photo of it?", about="order").text == "Here is a photo."


def test_two_idle_answers_in_a_row_end_the_conversation():
    someone = customer()
    assert not someone.hear("Hello.").gone
    assert someone.hear("Hello.").gone


def test_an_answer_between_them_starts_the_count_anew():
    someone = customer()
    someone.hear("Hello.")
    someone.hear("Which order?")
    assert not someone.hear("Hello.").gone


def test_an_answer_can_be_given_again():
    someone = customer()
    assert [someone.hear("Which order?").text for _ in range(3)] == ["The second one."] * 3
