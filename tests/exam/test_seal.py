"""The seal."""

from __future__ import annotations

import hashlib
import os
import subprocess
from pathlib import Path

import pytest

from pytest_bramble.errors import ExamError
from pytest_bramble.exam.seal import (
    SEAL_FILE,
    Seal,
    digests,
    find_seal_file,
    freeze,
    read_seal,
    sealed_files,
    status_of,
    verify,
)

from .conftest import TICKET, TinyJob

SEALED = ["job.yaml", "policy.md", "tickets/T01.yaml", "world.yaml"]


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def own_lines(job: TinyJob) -> str:
    return "".join(f"{sha256((job.path / name).read_text())}  jobs/tiny/{name}\n" for name in SEALED)


def test_the_seal_is_a_sorted_sha256sum_file_beside_the_jobs_folder(tiny: TinyJob) -> None:
    text = tiny.seal()
    assert text == own_lines(tiny)
    assert (tiny.root / SEAL_FILE).read_bytes() == text.encode()
    assert (
        subprocess.run(
            ["sha256sum", "-c", SEAL_FILE], cwd=tiny.root, capture_output=True, check=False
        ).returncode
        == 0
    )


def test_what_belongs_to_the_candidate_or_is_made_anew_is_not_sealed(tiny: TinyJob) -> None:
    for name in (
        "calibration/votes.jsonl",
        "audit.json",
        "__pycache__/x.pyc",
        "tickets/.T02.yaml",
        ".git/x",
        SEAL_FILE,
    ):
        tiny.write(name, "x")
    assert list(digests(tiny.path)) == SEALED
    assert sealed_files(tiny.path.parent) == tuple(tiny.path / name for name in SEALED)


def test_the_same_names_deeper_in_the_folder_are_sealed(tiny: TinyJob) -> None:
    for name in ("tickets/prompt.md", "tickets/audit.json", "tickets/calibration/x"):
        tiny.write(name, "x")
    assert {"tickets/prompt.md", "tickets/audit.json", "tickets/calibration/x"} <= set(digests(tiny.path))


def test_an_untouched_job_is_sealed_and_its_hash_is_over_its_own_lines(tiny: TinyJob) -> None:
    other = TinyJob(tiny.path.parent / "tinyer")
    other.write("job.yaml", "x")
    tiny.seal()
    assert status_of(tiny.path) == Seal(status="sealed", sha256=sha256(own_lines(tiny)))


def test_edited_missing_and_added_files_are_each_named(tiny: TinyJob) -> None:
    tiny.seal()
    before = status_of(tiny.path).sha256
    tiny.replace("policy.md", "Be kind.", "Be brief.")
    (tiny.path / "world.yaml").unlink()
    tiny.write("tickets/T02.yaml", TICKET)
    assert status_of(tiny.path) == Seal(
        status="broken",
        sha256=before,
        changed=(
            "jobs/tiny/policy.md: edited",
            "jobs/tiny/tickets/T02.yaml: added",
            "jobs/tiny/world.yaml: missing",
        ),
    )


def test_editing_the_prompt_leaves_the_seal_untouched(tiny: TinyJob) -> None:
    tiny.seal()
    tiny.write("prompt.md", "Another prompt.\n")
    assert status_of(tiny.path).status == "sealed"


def test_another_jobs_change_does_not_break_this_one(tiny: TinyJob) -> None:
    other = TinyJob(tiny.path.parent / "other")
    other.write("job.yaml", "x")
    tiny.seal()
    other.write("job.yaml", "y")
    assert [status_of(tiny.path).status, status_of(other.path).status] == ["sealed", "broken"]


def test_a_job_no_seal_speaks_of_is_unsealed_with_the_hash_it_would_have(tiny: TinyJob) -> None:
    unsealed = Seal(status="unsealed", sha256=sha256(own_lines(tiny)))
    assert status_of(tiny.path) == unsealed
    (tiny.root / SEAL_FILE).write_text("")
    assert status_of(tiny.path) == unsealed


def test_a_job_whose_name_begins_like_a_sealed_one_is_not_sealed_by_it(tiny: TinyJob) -> None:
    tiny.seal()
    longer = TinyJob(tiny.path.parent / "tiny2")
    longer.write("job.yaml", "x")
    assert status_of(longer.path).status == "unsealed"
    assert status_of(tiny.path).status == "sealed"


def test_the_nearest_seal_at_most_two_levels_up_counts(tiny: TinyJob) -> None:
    far = tiny.root.parent / SEAL_FILE
    far.write_text("")
    assert find_seal_file(tiny.path) is None
    near = [tiny.root / SEAL_FILE, tiny.path.parent / SEAL_FILE, tiny.path / SEAL_FILE]
    for path in near:
        path.write_text("")
        assert find_seal_file(tiny.path) == path
    far.unlink()


def test_a_seal_in_the_jobs_own_folder_uses_bare_paths(tiny: TinyJob) -> None:
    lines = own_lines(tiny).replace("jobs/tiny/", "")
    (tiny.path / SEAL_FILE).write_text(lines)
    assert status_of(tiny.path) == Seal(status="sealed", sha256=sha256(lines))


def test_the_seal_holds_for_a_relative_path_too(tiny: TinyJob, monkeypatch: pytest.MonkeyPatch) -> None:
    tiny.seal()
    monkeypatch.chdir(tiny.root)
    assert status_of(Path("jobs/tiny")).status == "sealed"
    monkeypatch.chdir(tiny.path)
    assert status_of(Path()).status == "sealed"


HASH = "0" * 64
ANEW = "write it anew with 'bramble freeze'"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("abc  jobs/x", "1: not a line of sha256sum; write the file anew with 'bramble freeze'"),
        (
            f"{HASH}  a\n\\{HASH}  b\\\\c",
            "2: not a line of sha256sum; write the file anew with 'bramble freeze'",
        ),
        (f"{HASH}  a\n{HASH}  a", f"2: 'a' stands twice or lies outside; {ANEW}"),
        (f"{HASH}  /etc/passwd", f"1: '/etc/passwd' stands twice or lies outside; {ANEW}"),
        (f"{HASH}  jobs/../../x", f"1: 'jobs/../../x' stands twice or lies outside; {ANEW}"),
    ],
)
def test_a_line_sha256sum_would_not_check_is_refused(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / SEAL_FILE
    path.write_text(text)
    with pytest.raises(ExamError) as caught:
        read_seal(path)
    assert str(caught.value) == f"{path}:{message}"


def test_binary_mode_lines_are_read_like_text_ones(tmp_path: Path) -> None:
    (tmp_path / SEAL_FILE).write_text(f"{HASH} *jobs/a..b\n")
    assert read_seal(tmp_path / SEAL_FILE) == {"jobs/a..b": HASH}


@pytest.mark.parametrize("content", [b"nonsense\n", b"\xff\xfe"])
def test_an_unreadable_seal_is_broken(tiny: TinyJob, content: bytes) -> None:
    (tiny.root / SEAL_FILE).write_bytes(content)
    seal = status_of(tiny.path)
    assert seal.status == "broken"
    assert seal.changed[0].startswith("FROZEN.sha256: unreadable (")


LINK = "is a symbolic link; put the file itself here"
NAME = "its name holds a backslash or an unprintable character; rename it"


@pytest.mark.parametrize(
    ("name", "shown", "why"),
    [("tickets/T02.yaml", "tickets/T02.yaml", LINK), ("a\\b", "a\\b", NAME), ("a\nb", "a\\x0ab", NAME)],
)
def test_links_and_odd_names_are_refused(tiny: TinyJob, name: str, shown: str, why: str) -> None:
    tiny.seal()
    if why == LINK:
        (tiny.path / name).symlink_to(tiny.path / "tickets" / "T01.yaml")
    else:
        tiny.write(name, "x")
    assert status_of(tiny.path).changed == (f"jobs/tiny/{shown}: {why}",)
    (tiny.root / SEAL_FILE).unlink()
    for refuse in (lambda: status_of(tiny.path), lambda: digests(tiny.path), tiny.seal):
        with pytest.raises(ExamError) as caught:
            refuse()
        assert str(caught.value) == f"{tiny.path / shown}: {why}"


def test_a_linked_folder_is_refused_rather_than_followed(tiny: TinyJob) -> None:
    (tiny.path / "more").symlink_to(tiny.path / "tickets")
    with pytest.raises(ExamError, match="more: is a symbolic link"):
        digests(tiny.path)


def test_a_pipe_is_refused_rather_than_read(tiny: TinyJob) -> None:
    os.mkfifo(tiny.path / "pipe")
    with pytest.raises(ExamError) as caught:
        digests(tiny.path)
    assert str(caught.value) == f"{tiny.path / 'pipe'}: is not a regular file; remove it"


def test_freeze_writes_nothing_when_a_job_does_not_validate(tiny: TinyJob) -> None:
    asked: list[Path] = []

    def refuse(job: Path) -> None:
        asked.append(job)
        raise ExamError(job / "job.yaml", 1, "wrong")

    (tiny.root / SEAL_FILE).write_text("as it was\n")
    with pytest.raises(ExamError, match=r"job\.yaml:1: wrong"):
        freeze(tiny.path.parent, refuse)
    assert asked == [tiny.path]
    assert (tiny.root / SEAL_FILE).read_text() == "as it was\n"
    assert sorted(path.name for path in tiny.root.iterdir()) == [SEAL_FILE, "jobs"]


def test_freeze_seals_every_job_and_leaves_no_draft(tiny: TinyJob) -> None:
    TinyJob(tiny.path.parent / "another").write("job.yaml", "x")
    TinyJob(tiny.path.parent / "no-job").write("readme.md", "x")
    TinyJob(tiny.path.parent / ".hidden").write("job.yaml", "x")
    names = [row.split("  ")[1] for row in tiny.seal().splitlines()]
    assert names == ["jobs/another/job.yaml", *(f"jobs/tiny/{name}" for name in SEALED)]
    assert sorted(path.name for path in tiny.root.iterdir()) == [SEAL_FILE, "jobs"]


def test_a_folder_without_jobs_cannot_be_sealed(tmp_path: Path) -> None:
    with pytest.raises(ExamError) as caught:
        freeze(tmp_path, lambda _job: None)
    assert str(caught.value) == f"{tmp_path}: no job here; a job is a folder with a job.yaml in it"


def test_verify_is_silent_when_the_seal_holds(tiny: TinyJob) -> None:
    tiny.seal()
    assert verify(tiny.path.parent) == ()


def test_verify_names_changes_jobs_without_a_seal_and_jobs_that_are_gone(tiny: TinyJob) -> None:
    gone = TinyJob(tiny.path.parent / "gone").write("job.yaml", "x")
    tiny.seal()
    gone.unlink()
    TinyJob(tiny.path.parent / "new").write("job.yaml", "x")
    tiny.write("tickets/T02.yaml", TICKET)
    assert verify(tiny.path.parent) == (
        "jobs/gone/job.yaml: missing",
        "jobs/new: not sealed",
        "jobs/tiny/tickets/T02.yaml: added",
    )


def test_verify_without_a_seal_says_how_to_write_one(tiny: TinyJob) -> None:
    with pytest.raises(ExamError) as caught:
        verify(tiny.path.parent)
    assert str(caught.value) == f"{tiny.root / SEAL_FILE}: no seal here; write one with 'bramble freeze'"
