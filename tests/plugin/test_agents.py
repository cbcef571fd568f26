"""A whole agent of the user's, driving its own loop."""

from __future__ import annotations

import pytest

from .conftest import records, report

ENTRY = (
    "[tool.pytest.ini_options]\nbramble_job = 'resolution'\n"
    "[tool.bramble.candidates.mine]\npython = 'my_agent:agent'\n"
)
FIRST_OF_LIST = """
async def agent(ticket):
    assert [m.role for m in ticket.messages] == ["system", "user"]
    orders = (await ticket.call("list_orders"))["result"]["orders"]
    {rest}
"""


@pytest.fixture
def mine(desk):
    """A desk whose candidate is an agent with this body after it has listed the orders."""

    def written(rest):
        desk.makepyprojecttoml(ENTRY)
        (desk.path / "my_agent.py").write_text(FIRST_OF_LIST.format(rest=rest), encoding="utf-8")
        return desk

    return written


def run(desk):
    # A process of its own: the module of one test must not be the next one's.
    return desk.runpytest_subprocess("-k", "R04 and r1", "--candidate=mine")


def test_an_agent_works_a_ticket_by_calling_and_saying(mine):
    desk = mine(
        "heard = await ticket.say('Which one?')\n"
        "    assert 'papers' in heard\n"
        "    await ticket.call('close_ticket', outcome='waiting_for_customer', message='Please tell me which.')"
    )
    run(desk).assert_outcomes(passed=1, deselected=7)
    told = report(desk)["results"][0]
    assert (told["kind"], told["synthetic"], told["contract_passed"]) == ("python", False, 1)
    assert [e["kind"] for e in records(desk)[0]["evidence"]["events"]] == [
        "called",
        "said",
        "heard",
        "called",
    ]


def test_an_agent_need_not_close(mine):
    desk = mine("await ticket.say('Which one?')")
    run(desk).assert_outcomes(passed=1, deselected=7)
    assert records(desk)[0]["evidence"]["stop"]["reason"] == "agent_finished"


def test_what_an_agent_raises_is_its_own_failure(mine):
    desk = mine("raise ValueError('confused')")
    result = run(desk)
    result.assert_outcomes(failed=1, deselected=7)
    result.stdout.fnmatch_lines(["*ValueError: confused*"])
    assert records(desk)[0]["evidence"]["stop"]["by"] == "candidate"


def test_an_agent_that_goes_on_after_the_end_is_stopped(mine):
    desk = mine(
        "await ticket.say('Hello?')\n"
        "    assert await ticket.say('Hello?') is None\n"
        "    await ticket.call('issue_refund', order_id=orders[0]['id'])\n"
        "    raise SystemError('never reached')"
    )
    run(desk)
    assert records(desk)[0]["evidence"]["stop"]["reason"] == "customer_gone"
    assert len(records(desk)[0]["evidence"]["events"]) == 5


def test_an_agent_that_cannot_be_imported_is_refused_before_the_first_trial(desk):
    desk.makepyprojecttoml(ENTRY)
    (desk.path / "my_agent.py").write_text("import nothing_of_that_name", encoding="utf-8")
    result = run(desk)
    assert result.ret == 4
    result.stderr.fnmatch_lines(["*candidate 'mine': python = 'my_agent:agent': ModuleNotFoundError: *"])
