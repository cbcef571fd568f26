"""A session by what a person calls it."""

from __future__ import annotations

import pytest

from pytest_bramble.errors import EvidenceError
from pytest_bramble.evidence.sessions import open_session


@pytest.fixture
def reports(tmp_path):
    for name in ("20261130-050000-aaaa", "20261130-060000-bbbb"):
        (tmp_path / "reports" / name).mkdir(parents=True)
        (tmp_path / "reports" / name / "manifest.json").write_text("{}", encoding="utf-8")
    (tmp_path / "reports" / "last").write_text("20261130-060000-bbbb\n", encoding="utf-8")
    return tmp_path / "reports"


def refusal(reports, named):
    with pytest.raises(EvidenceError) as refused:
        open_session(reports, named)
    assert refused.value.code == "no_session"
    return str(refused.value)


@pytest.mark.parametrize("named", ["20261130-060000-bbbb", "last"])
def test_a_name_or_a_pointer_leads_to_the_session(reports, named):
    assert open_session(reports, named).path == reports / "20261130-060000-bbbb"


def test_a_path_leads_to_a_session_anywhere(reports, tmp_path):
    found = open_session(tmp_path / "nothing", str(reports / "20261130-050000-aaaa"))
    assert (found.path, found.name) == (reports / "20261130-050000-aaaa", "20261130-050000-aaaa")


def test_a_folder_beside_one_is_a_path_too(reports, monkeypatch):
    monkeypatch.chdir(reports)
    assert open_session(reports / "nothing", "20261130-050000-aaaa").path == reports / "20261130-050000-aaaa"


def test_a_name_goes_before_a_folder_that_is_called_the_same(reports, tmp_path, monkeypatch):
    (tmp_path / "20261130-050000-aaaa").mkdir()
    (tmp_path / "20261130-050000-aaaa" / "manifest.json").write_text("{}", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert open_session(reports, "20261130-050000-aaaa").path == reports / "20261130-050000-aaaa"


def test_a_pointer_is_never_a_folder(reports, tmp_path, monkeypatch):
    (tmp_path / "latest").mkdir()
    (tmp_path / "latest" / "manifest.json").write_text("{}", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert refusal(reports, "latest") == f"{reports}/latest: no session yet."


def test_an_unknown_session_is_refused_with_the_nearest_name(reports):
    assert refusal(reports, "20261130-050000") == (
        f"{reports}/20261130-050000: no session, it has no manifest.json. Did you mean '20261130-050000-aaaa'?"
    )
