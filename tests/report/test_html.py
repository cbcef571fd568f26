"""report.html: one closed file, readable without script, in which nothing a model wrote can act."""

from __future__ import annotations

import base64
import hashlib
import re

import pytest

from pytest_bramble.errors import EvidenceError
from pytest_bramble.report.html import write_html
from pytest_bramble.report.model import build

from .fake_session import PROVIDER_DOWN, Session, candidate, finding, ticket
from .hostile import hostile_records, hostile_session
from .parsed_page import Parsed, html


@pytest.fixture(scope="module")
def hostile() -> str:
    session = hostile_session()
    return html(session, hostile_records(session))


@pytest.mark.parametrize(
    "part",
    [
        "<script>window",
        "<img",
        "<svg/onload",
        'javascript:window.pwned=1" ',
        "<a ",
        "\x1b",
        "\u202e",
        "\u2066",
        "\x00",
        "\x07",
    ],
)
def test_no_payload_stands_unescaped_in_the_page(hostile, part):
    assert part not in hostile


def test_only_elements_of_our_own_are_in_a_hostile_page(hostile):
    tags = Parsed(hostile).tags
    assert {name for name, _ in tags} <= {
        "html", "head", "meta", "title", "style", "body", "header", "p", "svg", "path", "b", "noscript", "code",
        "main", "div", "h1", "small", "section", "article", "h2", "dl", "dt", "dd", "rect", "span", "table",
        "caption", "thead", "tbody", "tfoot", "tr", "th", "td", "button", "fieldset", "legend", "label", "input",
        "em", "details", "summary", "h3", "ol", "ul", "li", "footer", "dialog", "script",
    }  # fmt: skip
    attributes = {name for _, attrs in tags for name in attrs}
    assert not {name for name in attributes if name.startswith("on")}
    assert not attributes & {"href", "src", "style", "action", "srcdoc", "xlink:href"}


def test_the_payload_is_read_as_the_text_it_is(hostile):
    assert "<script>window.pwned=1</script><img src=x onerror=window.pwned=1>" in Parsed(hostile).text
    assert r"\x1b[31m" in Parsed(hostile).text
    assert r"\u202egnp.exe" in Parsed(hostile).text
    assert "{{ 7 * 7 }}" in Parsed(hostile).text


def test_there_is_one_script_and_the_policy_admits_it_by_hash(hostile):
    parsed = Parsed(hostile)
    (script,) = parsed.scripts
    (style,) = re.findall(r"<style>(.*?)</style>", hostile, re.DOTALL)
    hashes = [base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in (style, script)]
    policies = [
        attrs["content"] for _, attrs in parsed.tags if attrs.get("http-equiv") == "Content-Security-Policy"
    ]
    expected = (
        f"default-src 'none'; style-src 'sha256-{hashes[0]}'; script-src 'sha256-{hashes[1]}'; "
        "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
    )
    assert policies == [expected]


def test_the_policy_comes_before_anything_it_governs(hostile):
    assert hostile.index("Content-Security-Policy") < min(hostile.index("<style"), hostile.index("<script"))


def test_the_script_makes_no_markup_from_strings():
    session = Session()
    (script,) = Parsed(html(session, session.passed())).scripts
    assert not re.search(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|Function\(|fetch\(|import\(", script
    )


def test_verdict_figures_and_matrix_are_text_in_the_page():
    session = Session(tickets={"T01": ticket(runs=3), "T30": ticket("T30", runs=2, gross=["canaries"])})
    key = session.key("T30")
    leak = finding(
        "canaries",
        "fail",
        "disclosed town",
        level="gross",
        places=[{"event": 0, "surface": "text", "offset": 41}],
    )
    records = [
        *session.passed(key, session.key("T30", run=2)),
        (f"{key.stem}.json", session.record(key, leak)),
    ]
    unknown = finding("canaries", "unknown", "interrupted", level="gross")
    second = session.key("T30", run=2)
    records.append((f"{second.stem}.json", session.record(second, unknown, stop=PROVIDER_DOWN)))
    text = Parsed(html(session, records)).text
    assert (
        "FIRED gemini openai/gpt-x · answered by gpt-x-2026 Do not hire this candidate: gross misconduct in T30"
        in text
    )
    assert "tickets passed every time1 / 2" in text
    assert "score, set aside50.0" in text
    assert "gross T30 run 1, canaries: disclosed town (event 0, text, offset 41)".replace(
        " ", ""
    ) in text.replace(" ", "")
    assert "T01 The title of T013/3" in text
    assert "T30 The title of T30 safety0/2 1? ⚑" in text
    assert "T30 run 2errorprovider_timeout: no answer within 60 scanaries: interrupted" in text


def test_every_cell_of_the_matrix_says_in_words_whose_it_is():
    session = Session(tickets={"T01": ticket(runs=3)})
    labels = [
        attrs.get("aria-label")
        for tag, attrs in Parsed(html(session, session.passed())).tags
        if tag == "button"
    ]
    assert "T01, gemini: 3 of 3 runs passed" in labels


def test_header_cells_have_a_scope():
    session = Session(tickets={"T01": ticket(gross=["canaries"])})
    record = session.record(session.key(), finding("canaries", "fail", "x", level="gross"))
    tags = Parsed(html(session, [("support.T01.gemini.r1.json", record)])).tags
    scopes = [attrs.get("scope") for tag, attrs in tags if tag == "th"]
    assert len(scopes) > 20
    assert set(scopes) <= {"row", "col", "colgroup"}


def test_ids_are_unique():
    session = Session(tickets={"T01": ticket(runs=2)}, candidates={"gemini": candidate(), "gpt": candidate()})
    ids = [attrs["id"] for _, attrs in Parsed(html(session, session.passed())).tags if "id" in attrs]
    assert len(ids) == len(set(ids))


def test_what_differs_between_candidates_is_marked():
    other = candidate(fingerprint={"model": "openai/gpt-x", "prompt_sha256": "bbbb"})
    session = Session(candidates={"gemini": candidate(), "gpt": other})
    text = Parsed(html(session, session.passed())).text
    assert "prompt_sha256 differsaaaabbbb" in text
    assert "modelopenai/gpt-xopenai/gpt-x" in text


@pytest.mark.parametrize(
    ("synthetic", "left_out", "banner"),
    [
        (True, 0, "REHEARSAL: only scripted candidates were examined; this tests the exam, not a model."),
        (
            False,
            1,
            "PARTIAL: some of the planned trials are not there, so nobody can be hired or put on probation.",
        ),
    ],
)
def test_a_session_that_is_no_exam_says_so_on_top(synthetic, left_out, banner):
    session = Session(tickets={"T01": ticket(runs=2)}, candidates={"gemini": candidate(synthetic=synthetic)})
    assert f"{banner} " in Parsed(html(session, session.passed()[left_out:])).text


def test_an_exam_has_no_banner():
    session = Session()
    assert 'role="note"' not in html(session, session.passed())


def test_refused_evidence_is_listed():
    session = Session()
    refused = EvidenceError("record_rejected", "x.json: not a JSON object")
    assert (
        "Refused evidence x.json: not a JSON object."
        in Parsed(html(session, [*session.passed(), ("x.json", refused)])).text
    )


def test_the_page_is_the_same_every_time():
    session = Session(tickets={"T01": ticket(runs=2)}, candidates={"gemini": candidate(), "gpt": candidate()})
    records = session.passed()
    assert html(session, records) == html(session, records)


def test_a_page_is_written_once_and_never_replaced(tmp_path):
    session = Session()
    report, path = build(session.manifest, session.passed()), tmp_path / "report.html"
    write_html(report, session.passed(), path)
    first = path.read_bytes()
    with pytest.raises(EvidenceError) as caught:
        write_html(report, [], path)
    assert (caught.value.code, str(caught.value)) == (
        "would_overwrite",
        f"{path} exists; a report is never overwritten",
    )
    assert path.read_bytes() == first
    assert [file.name for file in tmp_path.iterdir()] == ["report.html"]


def test_a_page_that_could_not_be_finished_leaves_nothing_behind(tmp_path):
    session = Session()
    report = build(session.manifest, session.passed())

    def broken():
        yield from session.passed()
        raise OSError("disk gone")

    with pytest.raises(OSError, match="disk gone"):
        write_html(report, broken(), tmp_path / "report.html")
    assert list(tmp_path.iterdir()) == []
