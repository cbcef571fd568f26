"""Transcripts in report.html: complete, printable, packed, and taken one at a time."""

from __future__ import annotations

import io
import json

import pytest

from pytest_bramble.report.html import write_html
from pytest_bramble.report.model import build
from pytest_bramble.report.transcripts import changes

from .fake_session import Session, finding, ticket
from .hostile import hostile_records, hostile_session
from .parsed_page import Parsed, html, unpacked


def test_packed_transcripts_hold_nothing_that_acts_on_a_terminal_or_reverses_text():
    session = hostile_session()
    held = Parsed(html(session, hostile_records(session))).held
    text = "".join(json.dumps(unpacked(data), ensure_ascii=False) for data in held.values())
    assert len(held) == 5
    assert not set("\x1b\x07\x00\u202e\u2066") & set(text)


def test_a_transcript_holds_what_happened_and_why_it_failed():
    session = Session()
    key = session.key()
    effect = {"kind": "refund", "order": "B-1", "amount": "1.00 GBP", "destination": "original"}
    call = {
        "kind": "called", "index": 1, "call_id": "c", "tool": "issue_refund", "arguments": {"order": "B-1", "message": "Dear all"},
        "raw": "{}", "status": "denied", "denial": "refund", "data": None, "effects": [effect], "writes": True,
    }  # fmt: skip
    lapse = finding("effects", "fail", "not expected", places=[{"event": 1, "surface": "text", "offset": 3}])
    record = session.record(
        key,
        lapse,
        events=[
            {"kind": "said", "index": 0, "text": "Hello", "asks": False, "yielded": False},
            call,
            {"kind": "heard", "index": 2, "text": "Hm", "source": "idle"},
        ],
        ledger=[effect],
        before={"orders": {"B-1": {"status": "paid"}}},
        after={"orders": {"B-1": {"status": "refunded"}, "B-2": {}}},
    )
    held = Parsed(html(session, [(f"{key.stem}.json", record)])).held
    assert unpacked(held["t0"]) == {
        "title": "T01 · gemini · run 1: fail",
        "view": 0,
        "opening": "Where is my kettle?",
        "events": [
            {"kind": "said", "index": 0, "text": "Hello", "aside": True},
            {
                "kind": "called",
                "index": 1,
                "tool": "issue_refund",
                "arguments": 'message: Dear all\norder: "B-1"',
                "status": "denied",
                "denial": "refund",
                "result": "null",
                "effects": ["refund, order B-1, 1.00 GBP, to original"],
            },
            {"kind": "heard", "index": 2, "text": "Hm", "source": "idle"},
        ],
        "findings": [
            {
                "check": "effects",
                "outcome": "fail",
                "level": "",
                "advisory": False,
                "text": "not expected",
                "events": [1],
                "where": "text at offset 3",
            }
        ],
        "reasons": [],
        "ledger": ["refund, order B-1, 1.00 GBP, to original"],
        "changes": ['orders.B-1.status: "paid" → "refunded"', "orders.B-2: nothing → {}"],
        "facts": [
            "ended: closed",
            "2 model calls, input tokens 1,000, output tokens 100, cost $0.250000",
            "started 2026-11-30T05:00:01.000+00:00, took 1.5 s",
            "lists were in their own order",
        ],
    }
    assert unpacked(held["v0"]) == {"system": "You work for a shop.", "tools": []}


def test_an_unreported_number_in_a_transcript_is_not_zero():
    session = Session()
    usage = {
        "calls": 1,
        "input_tokens": None,
        "output_tokens": None,
        "cost_usd": None,
        "unknown_cost_calls": 1,
        "cost_source": None,
    }
    records = [("support.T01.gemini.r1.json", session.record(session.key(), usage=usage))]
    facts = unpacked(Parsed(html(session, records)).held["t0"])["facts"]
    assert (
        facts[1] == "1 model calls, input tokens not reported, output tokens not reported, cost not reported"
    )


def test_a_very_long_text_is_cut_and_says_so():
    session = Session()
    events = [{"kind": "said", "index": 0, "text": "x" * 20_005, "asks": False, "yielded": True}]
    records = [("support.T01.gemini.r1.json", session.record(session.key(), events=events))]
    (event,) = unpacked(Parsed(html(session, records)).held["t0"])["events"]
    assert event["text"] == "x" * 20_000 + "… 5 more characters are in the record"


def test_one_prompt_shown_to_many_is_stored_once():
    session = Session(tickets={"T01": ticket(runs=5)})
    held = Parsed(html(session, session.passed())).held
    assert sorted(held) == ["t0", "t1", "t2", "t3", "t4", "v0"]


def test_a_record_that_changed_since_the_report_is_not_shown():
    session = Session()
    report = build(session.manifest, session.passed())
    out = io.StringIO()
    other = session.record(session.key(), finding("effects", "fail", "edited"))
    write_html(report, [("support.T01.gemini.r1.json", other)], out)
    assert Parsed(out.getvalue()).held == {}


def test_earlier_attempts_are_listed_and_can_be_opened():
    session = Session()
    key = session.key()
    records = [*session.passed(), (f"{key.stem}.attempt2.json", session.record(key, attempt=2))]
    parsed = Parsed(html(session, records))
    assert sorted(parsed.held) == ["t0", "t1", "v0"]
    assert unpacked(parsed.held["t0"])["title"] == "T01 · gemini · run 1, attempt 2: pass"
    assert unpacked(parsed.held["t1"])["title"] == "T01 · gemini · run 1: pass"
    assert "Earlier attempts They were run again and do not count; nothing is erased." in parsed.text


def test_transcripts_are_taken_one_at_a_time():
    session = Session(tickets={"T01": ticket(runs=3)})
    report, out = build(session.manifest, session.passed()), io.StringIO()
    late = []

    def records():
        for number, record in enumerate(session.passed()):
            late.extend(n for n in range(number) if f'id="t{n}"' not in out.getvalue())
            yield record

    write_html(report, records(), out)
    assert 'id="t2"' in out.getvalue()
    assert late == []


def called(**changes):
    """A call as a record holds it."""
    return {
        "kind": "called",
        "index": 0,
        "call_id": "c",
        "tool": "t",
        "arguments": {},
        "raw": "{}",
        "status": "ok",
        "denial": None,
        "data": {},
        "effects": [],
        "writes": False,
        **changes,
    }


def shown_call(**changes):
    """What the page shows of a call."""
    session = Session()
    record = session.record(session.key(), events=[called(**changes)])
    held = Parsed(html(session, [("support.T01.gemini.r1.json", record)])).held
    return unpacked(held["t0"])["events"][0]


def test_arguments_that_were_no_json_are_shown_as_the_model_wrote_them():
    assert shown_call(arguments=None, raw="{oops")["arguments"] == "{oops"


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ({}, "{}"),
        (None, "null"),
        ({"note": "two\nlines"}, "note: \ntwo\nlines"),
        ({"a": 1, "b": ["x"]}, 'a: 1\nb: ["x"]'),
        ([{"id": "B-1"}], '[{"id":"B-1"}]'),
    ],
)
def test_a_result_reads_one_line_per_key(data, text):
    assert shown_call(data=data)["result"] == text


def test_a_long_nested_result_is_indented():
    result = shown_call(data={"orders": ["x" * 30] * 4})["result"]
    assert result == "orders: [\n" + ",\n".join([f' "{"x" * 30}"'] * 4) + "\n]"


def test_an_effect_that_is_none_is_shown_as_stored():
    assert shown_call(effects=[{"kind": "refund", "amount": "much"}])["effects"] == [
        '{"amount":"much","kind":"refund"}'
    ]


def test_more_changes_than_anybody_reads_are_counted():
    session = Session()
    after = {f"k{n:03}": n for n in range(203)}
    record = session.record(session.key(), after=after)
    changed = unpacked(Parsed(html(session, [("support.T01.gemini.r1.json", record)])).held["t0"])["changes"]
    assert (len(changed), changed[0], changed[-1]) == (
        201,
        "k000: nothing → 0",
        "… 3 more changes are in the record",
    )


def nested(depth, leaf):
    """*leaf* under *depth* objects."""
    for _ in range(depth):
        leaf = {"k": leaf}
    return leaf


def test_a_result_nested_too_deeply_to_be_indented_is_shown_on_one_line():
    assert shown_call(data=[nested(800, "a")])["result"] == "[" + '{"k":' * 800 + '"a"' + "}" * 800 + "]"


def test_states_nested_too_deeply_are_not_compared():
    assert changes(nested(5_000, "a"), nested(5_000, "b")) == [
        "nested too deeply to be compared here; the record holds both states"
    ]


def test_two_hundred_changes_are_all_shown():
    assert len(changes({}, {str(n): n for n in range(200)})) == 200
    assert not any("more changes" in line for line in changes({}, {str(n): n for n in range(200)}))


def test_the_tools_that_were_shown_are_packed_with_the_prompt():
    session = Session()
    tool = {"name": "get_order", "description": "Read one order.", "parameters": {"type": "object"}}
    view = {"system": "Be kind.", "opening": "Hello", "tools": [tool, "odd"]}
    record = session.record(session.key(), view=view)
    held = Parsed(html(session, [("support.T01.gemini.r1.json", record)])).held
    assert unpacked(held["v0"]) == {
        "system": "Be kind.",
        "tools": [{"name": "get_order", "text": "Read one order.", "parameters": '{"type":"object"}'}],
    }
