"""The exam of one ticket as a fixture."""

from __future__ import annotations

import pytest

from pytest_bramble.exam.loader import load_job, load_tickets
from pytest_bramble.vocabulary import vocabulary

from .exam_of_one import Exam
from .tiny import write_job


@pytest.fixture(scope="session")
def job_and_ticket(tmp_path_factory):
    folder = write_job(
        tmp_path_factory.mktemp("exam") / "tiny", ("caught:", "violations: {called_before: gross}\ncaught:")
    )
    job = load_job(folder, vocabulary)
    return job, load_tickets(job, vocabulary)[0]


@pytest.fixture
def exam(job_and_ticket):
    return Exam(*job_and_ticket)
