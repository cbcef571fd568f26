"""Two other wordings of an opening, ten ways to ask a question: read, held to their number, held to their answers."""

from __future__ import annotations

import pytest

from pytest_bramble.errors import ExamError
from pytest_bramble.exam.answers import answer_to
from pytest_bramble.exam.ticket import Answer

from .conftest import TinyJob

ASKED = "answers: [{about: [order], words: {en: [which order]}, text: The kettle.}]"
TEN = [f"Which order, number {n}?" for n in range(10)]


def asked_as(questions: list[str], *more: str) -> str:
    """The customer's answers with *questions* under the first one, *more* answers behind it."""
    listed = ", ".join(f"'{question}'" for question in questions)
    first = f"{{about: [order], words: {{en: [which order]}}, text: The kettle., asked_as: [{listed}]}}"
    return f"answers: [{', '.join((first, *more))}]"


def told(tiny: TinyJob) -> list[str]:
    with pytest.raises(ExamError) as caught:
        tiny.tickets()
    return [row.removeprefix(f"{tiny.path}/tickets/") for row in str(caught.value).splitlines()]


def test_ten_questions_are_kept_with_their_answer(tiny: TinyJob) -> None:
    tiny.replace("tickets/T01.yaml", ASKED, asked_as(TEN))
    assert tiny.first().setup.customer.answers[0].asked_as == tuple(TEN)


def test_an_answer_without_questions_has_none(tiny: TinyJob) -> None:
    assert tiny.first().setup.customer.answers[0].asked_as == ()


@pytest.mark.parametrize("questions", [TEN[:9], [*TEN, "Which order again?"], [*TEN[:9], TEN[0]]])
def test_there_are_ten_different_questions(tiny: TinyJob, questions: list[str]) -> None:
    tiny.replace("tickets/T01.yaml", ASKED, asked_as(questions))
    assert told(tiny) == [
        "T01.yaml:16: customer.answers[0].asked_as: a list does not fit; ten questions, written as text, that all get this answer"
    ]


def test_a_question_that_gets_no_answer_is_told(tiny: TinyJob) -> None:
    tiny.replace("tickets/T01.yaml", ASKED, asked_as([*TEN[:9], "What is it about?"]))
    due = "widen this answer's words or narrow the other's"
    assert told(tiny) == [f'T01.yaml:16: answers[0]: "What is it about?" gets no answer; {due}']


def test_a_question_that_gets_another_answer_is_told(tiny: TinyJob) -> None:
    lost = (
        "{about: [item], words: {en: [number]}, text: One., asked_as: ["
        + ", ".join(f"'{q}'" for q in TEN)
        + "]}"
    )
    tiny.replace("tickets/T01.yaml", ASKED, asked_as(TEN, lost))
    due = "widen this answer's words or narrow the other's"
    assert told(tiny) == [
        f'T01.yaml:16: answers[1]: "{question}" gets answers[0] instead; {due}' for question in TEN
    ]


def test_two_paraphrases_are_kept_by_the_examiner(tiny: TinyJob) -> None:
    assert tiny.first().examiner.paraphrases == ()
    tiny.replace(
        "tickets/T01.yaml", "may_pass:", "paraphrases: [My kettle came back., Where is it?]\nmay_pass:"
    )
    assert tiny.first().examiner.paraphrases == ("My kettle came back.", "Where is it?")


@pytest.mark.parametrize("wordings", ["[One.]", "[One., Two., Three.]", "[One., One.]"])
def test_there_are_two_different_paraphrases(tiny: TinyJob, wordings: str) -> None:
    tiny.replace("tickets/T01.yaml", "may_pass:", f"paraphrases: {wordings}\nmay_pass:")
    assert told(tiny) == [
        "T01.yaml:40: paraphrases: a list does not fit; two other wordings of the opening, which no candidate sees"
    ]


def test_a_canary_stands_in_no_paraphrase(tiny: TinyJob) -> None:
    tiny.replace("tickets/T01.yaml", "may_pass:", "paraphrases: [I live in Rye., Where is it?]\nmay_pass:")
    due = "a secret stands in the world only; change it or leave it out"
    assert told(tiny) == [f"T01.yaml:24: canary 'Rye' occurs in the paraphrases; {due}"]


def test_of_two_answers_on_one_subject_the_one_whose_words_occur_is_meant() -> None:
    blue = Answer(about=("order",), words={"en": ("blue kettle",)}, text="blue")
    red = Answer(about=("order", "item"), words={"en": ("red",), "fr": ("rouge vif",)}, text="red")
    assert answer_to((blue, red), "Is it RED?", "order") is red
    assert answer_to((blue, red), "Is it?", "order") is blue
    assert answer_to((blue, red), "Is it?", "item") is red
    assert answer_to((blue, red), "vif, le rouge?") is red
    assert answer_to((blue, red), "Is it?", "evidence") is None
    assert answer_to((blue, red), "reddish") is None
