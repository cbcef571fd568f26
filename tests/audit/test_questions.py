"""Ten ways to ask each allowed question get its answer, asked in plain text."""

from __future__ import annotations

from dataclasses import replace

from pytest_bramble.audit.questions import question_problems
from pytest_bramble.exam.loader import load_job, load_tickets
from pytest_bramble.exam.ticket import Answer, CustomerScript, ScriptedReply
from pytest_bramble.vocabulary import vocabulary

from .tiny import write_job

WHICH = Answer(
    about=("order",), words={"en": ("which",)}, text="The torch.", asked_as=("Which one is it?",) * 10
)
PHOTO = Answer(
    about=("evidence",), words={"en": ("photo",)}, text="Here.", asked_as=("Have you a photo?",) * 10
)


def told(folder, *answers, asks_max=1, replies=()):
    job = load_job(write_job(folder / "tiny"), vocabulary)
    (ticket,) = load_tickets(job, vocabulary)
    script = CustomerScript(answers=answers, replies=replies, idle="Pardon?")
    ticket = replace(
        ticket,
        setup=replace(ticket.setup, customer=script),
        examiner=replace(ticket.examiner, asks_max=asks_max),
    )
    return [problem.text for problem in question_problems(ticket)]


def test_questions_that_get_their_answers_are_no_problem(tmp_path):
    assert told(tmp_path, WHICH, PHOTO) == []


def test_a_question_that_gets_another_answer_or_none_is_told(tmp_path):
    lost = replace(PHOTO, asked_as=("Which photo is it?", "Have you a picture?"))
    assert told(tmp_path, WHICH, lost) == [
        "answers[1]: 'Which photo is it?' gets 'The torch.' instead",
        "answers[1]: 'Have you a picture?' gets 'Pardon?' instead",
    ]


def test_scripted_replies_do_not_stand_in_for_an_answer(tmp_path):
    reply = ScriptedReply(text="The torch.", on="any")
    lost = replace(WHICH, asked_as=("Pardon me?",))
    assert told(tmp_path, lost, replies=(reply,)) == ["answers[0]: 'Pardon me?' gets 'Pardon?' instead"]


def test_an_answer_to_an_allowed_question_has_ten_of_them(tmp_path):
    bare = replace(WHICH, asked_as=())
    due = "answers[0]: questions are allowed here; give ten that get this answer under asked_as"
    assert told(tmp_path, bare) == [due]
    assert told(tmp_path, bare, asks_max=0) == []
