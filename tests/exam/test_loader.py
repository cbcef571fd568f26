"""Loading jobs and tickets."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path

import pytest

from pytest_bramble.errors import ExamError
from pytest_bramble.exam import loader
from pytest_bramble.exam.loader import load_job, load_ticket, load_tickets, validate_job
from pytest_bramble.exam.validate import Vocabulary

from .conftest import TinyJob, know

NEED = "a job folder holds job.yaml, world.yaml, policy.md, prompt.md and tickets/"


@pytest.fixture(autouse=True)
def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test starts with nothing loaded."""
    monkeypatch.setattr(loader, "_LOADED", {})


def refuse(_job: Path, _world: str) -> Vocabulary:
    raise AssertionError("a sealed file is not validated")


def test_a_sealed_job_and_its_tickets_equal_the_carefully_read_ones(tiny: TinyJob) -> None:
    tiny.add("T02", "C-2")
    job, tickets = tiny.load(), tiny.tickets()
    tiny.seal()
    sealed = load_job(tiny.path, refuse)
    assert sealed.seal.status == "sealed"
    assert load_tickets(sealed, refuse) == tickets
    same = ("checks", "bar", "caps", "policy", "world_objects", "prompt", "digests", "violations", "tools")
    assert [getattr(sealed, name) for name in same] == [getattr(job, name) for name in same]


def test_a_sealed_file_is_read_without_jsonschema_or_pydantic(tiny: TinyJob) -> None:
    tiny.seal()
    program = (
        "import sys; from pathlib import Path; from pytest_bramble.exam.loader import load_job, load_tickets\n"
        "print(len(load_tickets(load_job(Path(sys.argv[1])))), {'jsonschema', 'pydantic'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(tiny.path)], capture_output=True, text=True, check=True
    )
    assert done.stdout == "1 set()\n"


def test_any_change_of_the_job_sends_every_file_back_to_validation(tiny: TinyJob) -> None:
    wrong = tiny.replace("tickets/T01.yaml", "outcome: done", "outcome: don")
    tiny.seal()
    load_tickets(load_job(tiny.path, refuse), refuse)
    tiny.add("T02", "C-2")
    with pytest.raises(ExamError) as caught:
        tiny.tickets()
    known = "Known: declined, done, handed_over, waiting_for_customer."
    assert (
        str(caught.value) == f"{wrong}:27: expect.outcome: unknown value 'don'. Did you mean 'done'? {known}"
    )


def test_a_ticket_edited_after_its_job_was_read_is_not_trusted(tiny: TinyJob) -> None:
    tiny.seal()
    job = tiny.load()
    path = tiny.replace("tickets/T01.yaml", "runs: 3", "runs: 0")
    with pytest.raises(ExamError, match="runs: 0 does not fit"):
        load_ticket(job, path, know)


def test_a_sealed_file_that_does_not_read_smoothly_is_explained(tiny: TinyJob) -> None:
    path = tiny.replace("tickets/T01.yaml", "runs: 3", "runs: 3\nruns: 4")
    tiny.seal()
    with pytest.raises(ExamError) as caught:
        tiny.first()
    assert str(caught.value) == f"{path}:13: key 'runs' stands twice (first in line 12); keep one"


def test_a_ticket_is_built_once_per_process(tiny: TinyJob) -> None:
    first = tiny.first()
    assert tiny.first() is first
    tiny.replace("tickets/T01.yaml", "runs: 3", "runs: 4")
    assert tiny.first().examiner.runs == 4


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [("job.yaml", "runs: 2", "runs: 5"), ("policy.md", "Be kind.", "Be."), ("world.yaml", "12.00", "13.00")],
)
def test_a_ticket_is_built_anew_when_its_job_changes(tiny: TinyJob, name: str, old: str, new: str) -> None:
    first = tiny.first()
    tiny.replace(name, old, new)
    assert tiny.first() is not first


def test_a_ticket_read_without_looking_names_up_is_still_looked_at_later(tiny: TinyJob) -> None:
    path = tiny.replace("tickets/T01.yaml", "called: {tool: get_order}", "{caled: 1, as: called}")
    load_ticket(load_job(tiny.path), path)
    with pytest.raises(ExamError, match="unknown check 'caled'"):
        tiny.first()


def test_a_ticket_carries_the_hash_of_its_bytes(tiny: TinyJob) -> None:
    assert tiny.first().sha256 == hashlib.sha256((tiny.path / "tickets/T01.yaml").read_bytes()).hexdigest()


def test_tickets_come_sorted_by_id_from_every_depth_and_only_from_tickets(tiny: TinyJob) -> None:
    tiny.add("T03", "C-3")
    tiny.add("T02", "C-2").rename(tiny.write("tickets/a/T02.yaml", ""))
    tiny.write("tickets/notes.md", "not a ticket")
    tiny.write("rubric.yaml", "not: a ticket")
    assert [ticket.id for ticket in tiny.tickets()] == ["T01", "T02", "T03"]


def test_hidden_files_are_no_tickets(tiny: TinyJob) -> None:
    tiny.write("tickets/.T02.yaml", "id: T02")
    path = tiny.write("tickets/.git/T03.yaml", "id: T03")
    assert [ticket.id for ticket in tiny.tickets()] == ["T01"]
    with pytest.raises(ExamError) as caught:
        load_ticket(tiny.load(), path, know)
    assert str(caught.value) == f"{path}: not a file of job 'tiny' when it was read; tickets lie in tickets/"


def test_a_ticket_with_the_other_ending_is_not_silently_left_out(tiny: TinyJob) -> None:
    path = tiny.write("tickets/T02.yml", "id: T02")
    with pytest.raises(ExamError) as caught:
        tiny.tickets()
    assert str(caught.value) == f"{path}: a ticket ends in .yaml; rename it to T02.yaml"


def test_every_mistake_of_every_file_is_told_at_once(tiny: TinyJob) -> None:
    one = tiny.replace("tickets/T01.yaml", "runs: 3", "runs: 0")
    two = tiny.add("T02", "C-2")
    tiny.replace("tickets/T02.yaml", "kind: timeout_after_commit", "kind: stale")
    tiny.replace("tickets/T02.yaml", "about: order}", "abot: order}")
    with pytest.raises(ExamError) as caught:
        tiny.tickets()
    due = "how often the ticket is run, 1 or more; left out: as often as the job says"
    assert str(caught.value).splitlines() == [
        f"{one}:12: runs: 0 does not fit; {due}",
        (
            f"{two}:19: faults[0].kind: unknown value 'stale'. Did you mean 'stale_read'? "
            "Known: empty_page, provider_down, stale_read, timeout_after_commit."
        ),
        f"{two}:34: gold[1]: unknown key 'abot'. Did you mean 'about'? Known: about, ask, from, status.",
    ]


@pytest.mark.parametrize("name", ["job.yaml", "world.yaml", "policy.md", "prompt.md"])
def test_a_job_without_one_of_its_files_says_what_belongs_there(tiny: TinyJob, name: str) -> None:
    (tiny.path / name).unlink()
    with pytest.raises(ExamError) as caught:
        tiny.load()
    assert str(caught.value) == f"{tiny.path / name}: cannot be read (No such file or directory); {NEED}"


def test_a_folder_that_is_not_there_is_no_job(tmp_path: Path) -> None:
    with pytest.raises(ExamError) as caught:
        load_job(tmp_path / "absent")
    path = tmp_path / "absent" / "job.yaml"
    assert str(caught.value) == f"{path}: cannot be read (No such file or directory); {NEED}"


def test_a_file_in_another_encoding_is_refused_with_its_line(tiny: TinyJob) -> None:
    (tiny.path / "world.yaml").write_bytes(b"orders: {}\nname: caf\xe9\n")
    with pytest.raises(ExamError) as caught:
        tiny.load()
    assert (
        str(caught.value) == f"{tiny.path / 'world.yaml'}:2: byte 0xe9 is not UTF-8; save the file as UTF-8"
    )


def test_a_byte_order_mark_is_no_part_of_the_text(tiny: TinyJob) -> None:
    path = tiny.path / "prompt.md"
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert tiny.load().prompt == "You work here.\n"


def test_a_world_that_is_not_there_is_told_at_its_line(tiny: TinyJob) -> None:
    def unknown(job: Path, world: str) -> Vocabulary:
        raise ExamError(job / "job.yaml", None, f"unknown world {world!r}.")

    with pytest.raises(ExamError) as caught:
        load_job(tiny.path, unknown)
    assert str(caught.value) == f"{tiny.path / 'job.yaml'}:2: unknown world 'shop'."


def test_a_world_file_that_is_wrong_is_told_as_it_is(tiny: TinyJob) -> None:
    def wrong(job: Path, _world: str) -> Vocabulary:
        raise ExamError(job / "world.py", 7, "not a Python file")

    with pytest.raises(ExamError) as caught:
        load_job(tiny.path, wrong)
    assert str(caught.value) == f"{tiny.path / 'world.py'}:7: not a Python file"


def test_the_shape_of_world_objects_is_collection_then_id(tiny: TinyJob) -> None:
    path = tiny.write("world.yaml", "orders:\n  O-1: {total: 1}\nshipments: [a]\n")
    with pytest.raises(ExamError) as caught:
        tiny.load()
    due = "a mapping from id to object, such as 'O-1: {…}'"
    assert str(caught.value) == f"{path}:3: shipments: must be a mapping, not a list; {due}"


def test_freezing_validates_even_what_a_seal_vouches_for(tiny: TinyJob) -> None:
    path = tiny.replace("tickets/T01.yaml", "runs: 3", "runs: 0")
    tiny.seal()
    tiny.tickets()
    with pytest.raises(ExamError) as caught:
        validate_job(tiny.path, know)
    assert str(caught.value).startswith(f"{path}:12: runs: 0 does not fit; ")


def test_freezing_refuses_what_only_tickets_together_get_wrong(tiny: TinyJob) -> None:
    tiny.add("T02", "C-1")
    tiny.seal()
    tiny.tickets()
    with pytest.raises(ExamError, match="cluster 'C-1' is taken"):
        validate_job(tiny.path, know)


def test_a_job_without_tickets_cannot_be_sealed(tiny: TinyJob) -> None:
    (tiny.path / "tickets" / "T01.yaml").unlink()
    with pytest.raises(ExamError) as caught:
        validate_job(tiny.path, know)
    message = "no ticket here; a job needs one .yaml file at least"
    assert str(caught.value) == f"{tiny.path / 'tickets'}: {message}"


def test_a_valid_job_passes_validation_unsealed(tiny: TinyJob) -> None:
    assert validate_job(tiny.path, know).title == "Answer the mail"
