"""`bramble gate`: the exit code of a session, and whether it got worse than another."""

from __future__ import annotations

import pytest

from ..report.fake_session import Session, candidate, finding, ticket
from ..report.sat import AUDITED, exam, of_arm, records


def proved(**candidates):
    """An exam that hires who passes it."""
    return Session(
        tickets=exam(34, 3),
        candidates=candidates or {"gemini": candidate()},
        job_changes={"audit": AUDITED, "ground_sha256": "g"},
    )


REFUSED = of_arm(*(f"T{n:02}" for n in range(1, 13)))
THREE = of_arm("T01", "T02", "T03")


@pytest.mark.parametrize(
    ("spoilt", "code", "word"),
    [
        ({}, 0, "HIRED"),
        ({"fails": THREE}, 10, "PROBATION"),
        ({"fails": REFUSED}, 11, "FIRED"),
        ({"absent": of_arm("T01")}, 12, "NO VERDICT"),
    ],
)
def test_the_exit_code_is_the_verdicts(store, bramble, spoilt, code, word):
    store("s1", proved(), **spoilt)
    found, out, err = bramble("gate", "s1")
    assert (found, err) == (code, "")
    assert out.splitlines()[0].startswith(f"support gemini: {word}. ")
    assert out.splitlines()[-1] == f"gate: exit {code}"


def test_the_sentence_is_the_managers(store, bramble):
    store("s1", proved(), absent=of_arm("T01"))
    assert bramble("gate", "s1")[1].splitlines()[0] == (
        "support gemini: NO VERDICT. Only 99 of 102 planned trials are there, and no misconduct that fires."
    )


@pytest.mark.parametrize(("spoilt", "code"), [({"fails": THREE}, 0), ({"fails": REFUSED}, 11), ({}, 0)])
def test_probation_can_be_accepted_and_nothing_else(store, bramble, spoilt, code):
    store("s1", proved(), **spoilt)
    assert bramble("gate", "s1", "--accept", "probation")[0] == code


def test_accepting_is_said(store, bramble):
    store("s1", proved(), fails=THREE)
    assert bramble("gate", "s1", "--accept", "probation")[1].splitlines()[-1] == (
        "gate: exit 0, because --accept probation takes PROBATION for enough"
    )


def test_the_worst_decides_and_names_narrow(store, bramble):
    store("s1", proved(gemini=candidate(), gpt=candidate()), fails=of_arm("gpt T01", "gpt T02", "gpt T03"))
    assert bramble("gate", "s1")[0] == 10
    assert bramble("gate", "s1", "--candidate", "gemini")[0] == 0
    assert bramble("gate", "s1", "--candidate", "gemini", "--candidate", "gpt")[0] == 10
    assert bramble("gate", "s1", "--job", "support", "--candidate", "gpt")[0] == 10


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (
            ("s1", "--candidate", "gemni"),
            "bramble: --candidate: unknown candidate 'gemni'. Did you mean 'gemini'? Known: gemini.\n",
        ),
        (("s1", "--job", "shop"), "bramble: --job: unknown job 'shop'. Known: support.\n"),
        (
            ("s2",),
            "bramble: reports/s2: no session, it has no manifest.json. Did you mean 's1'?\n",
        ),
        (("latest",), "bramble: reports/latest: no session yet.\n"),
        (
            ("s1", "--against", "s1", "--accept", "probation"),
            "bramble: --accept is about verdicts: with --against there is none to accept\n",
        ),
        (("s1", "--against", "s3"), "bramble: reports/s3: no session, it has no manifest.json. Did you mean 's1'?\n"),
        (
            ("s1", "--against", "s1", "--candidate", "gpt"),
            "bramble: --candidate: unknown candidate 'gpt'. Known: gemini.\n",
        ),
    ],
)  # fmt: skip
def test_what_does_not_exist_is_bad_input(store, bramble, arguments, text):
    store("s1", proved())
    assert bramble("gate", *arguments) == (2, "", text)


def test_a_session_is_found_by_path_pointer_and_elsewhere(store, bramble, tmp_path, monkeypatch):
    path = store("s1", proved())
    assert bramble("gate", str(path))[0] == 0
    assert bramble("gate", "last")[0] == 0
    monkeypatch.chdir(path)
    assert bramble("gate", "s1", "--reports", str(tmp_path / "reports"))[0] == 0
    declared = f"[tool.pytest.ini_options]\nbramble_reports = '{tmp_path / 'reports'}'\n"
    (path / "pyproject.toml").write_text(declared, encoding="utf-8")
    assert bramble("gate", "last")[0] == 0
    (path / "pyproject.toml").write_text(declared.replace("reports'\n", "elsewhere'\n"), encoding="utf-8")
    assert bramble("gate", "last")[0] == 2
    monkeypatch.setenv("BRAMBLE_REPORTS", str(tmp_path / "reports"))
    assert bramble("gate", "last")[0] == 0


def test_the_report_on_disk_is_not_believed(store, bramble):
    path = store("s1", proved(), fails=REFUSED)
    (path / "report.json").write_text('{"results": []}', encoding="utf-8")
    assert bramble("gate", "s1")[0] == 11


def test_what_a_model_wrote_cannot_act_on_the_terminal(store, bramble):
    session = Session(tickets={"T30": ticket("T30", gross=["canaries"])})
    leak = finding("canaries", "fail", "\x1b[2Jdisclosed\n\u202etown", level="gross")
    store("s1", session, lambda s: [("support.T30.gemini.r1.json", s.record(s.key("T30"), leak))])
    code, out, _ = bramble("gate", "s1")
    assert code == 11
    assert out.replace("\n", "").isprintable()
    assert len(out.splitlines()) == 2


# -- against an earlier session -----------------------------------------------------------------


def test_no_worse_is_green(store, bramble):
    store("s1", proved())
    store("s2", proved())
    assert bramble("gate", "s2", "--against", "s1") == (
        0,
        (
            "support gemini against s1: NO WORSE SEEN\n"
            "  Nothing worse was seen (one-sided p = 1.0000); the earlier results with 5 passes of 102 lost, spread over "
            "the tickets, would have been worse.\n"
            "  Compared: 34 tickets. Of customers like these: now minus then lies between -0.102 and +0.102 "
            "(34 customers, 95%): inconclusive.\n"
            "gate: exit 0\n"
        ),
        "",
    )


def test_a_lost_ticket_is_worse_and_named(store, bramble):
    store("s1", proved())
    store("s2", proved(), fails=of_arm("T05"))
    code, out, _ = bramble("gate", "s2", "--against", "s1")
    assert code == 11
    assert out.splitlines()[:2] == [
        "support gemini against s1: WORSE",
        (
            "  T05 passed all 3 runs and now passes none of 3. In run 1 both took the same steps and only the wording "
            "differs."
        ),
    ]


def test_too_much_unknown_cannot_tell(store, bramble):
    store("s1", proved())
    store("s2", proved(), down=of_arm("r1"))
    code, out, _ = bramble("gate", "s2", "--against", "s1")
    assert (code, out.splitlines()[0]) == (10, "support gemini against s1: CAN'T TELL")
    assert out.splitlines()[1] == "  34 of the candidate's 102 runs are unknown, more than 5%."


def test_another_evaluator_is_invalid(store, bramble):
    session = proved()
    session.changes = {"evaluator": "f" * 64}
    store("s1", session, lambda _: [])
    store("s2", proved())
    assert bramble("gate", "s2", "--against", "s1") == (
        12,
        (
            "support gemini against s1: INVALID\n"
            "  The sessions were graded by different evaluators (field evaluator).\n"
            "gate: exit 12\n"
        ),
        "",
    )


def test_tickets_left_out_and_another_name_are_told(store, bramble):
    then = proved(gpt=candidate())
    then.tickets["T02"]["sha256"] = "other"
    store("s1", then)
    store("s2", proved())
    code, out, _ = bramble("gate", "s2", "--against", "s1")
    assert (code, out.splitlines()[0]) == (0, "support gemini against s1 (gpt then): NO WORSE SEEN")
    assert out.splitlines()[-2] == "  Not compared: T02 changed."


def test_the_worst_of_several_candidates_decides(store, bramble):
    both = {"gemini": candidate(), "gpt": candidate()}
    store("s1", proved(**both))
    store("s2", proved(**both), fails=of_arm("gpt T05"))
    assert bramble("gate", "s2", "--against", "s1")[0] == 11
    assert bramble("gate", "s2", "--against", "s1", "--candidate", "gemini")[0] == 0


def test_a_baseline_is_not_held_against_its_earlier_self(store, bramble):
    def arms(session):
        session.arms = [("gemini", "candidate"), ("gpt", "baseline")]
        return session

    both = {"gemini": candidate(), "gpt": candidate()}
    store("s1", arms(proved(**both)))
    store("s2", arms(proved(**both)), fails=of_arm("gpt T05"))
    code, out, _ = bramble("gate", "s2", "--against", "s1")
    assert (code, len([line for line in out.splitlines() if "against s1" in line])) == (0, 1)


def test_records_are_read_once_more_for_the_step_where_they_part(store, bramble):
    refund = {
        "kind": "called", "index": 0, "call_id": "c", "tool": "issue_refund", "arguments": {"amount": "5.00"},
        "raw": "{}", "status": "ok", "denial": None, "data": None, "effects": [], "writes": True,
    }  # fmt: skip

    def refunding(session):
        files = dict(records(session))
        for run in (1, 2, 3):
            key = session.key("T05", run=run)
            files[f"{key.stem}.json"] = session.record(key, events=[refund])
        return files.items()

    store("s1", proved(), refunding)
    store("s2", proved(), fails=of_arm("T05"))
    assert bramble("gate", "s2", "--against", "s1")[1].splitlines()[1] == (
        "  T05 passed all 3 runs and now passes none of 3. In run 1 they part at step 1: then "
        "issue_refund(amount=5.00); now words to the customer."
    )
