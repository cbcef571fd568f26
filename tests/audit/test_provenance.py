"""Gold may use only what a candidate was shown; whatever else it uses is told with file and line."""

from __future__ import annotations

import asyncio

import pytest

from pytest_bramble.audit.provenance import provenance_problems
from pytest_bramble.audit.trials import GOLD, Sent, worked
from pytest_bramble.exam.loader import load_job, load_tickets
from pytest_bramble.vocabulary import vocabulary

from .tiny import TICKET, WORLD_YAML, write_job

GOLD_LINES = TICKET[TICKET.index("gold:") : TICKET.index("caught:")]


def told(folder, *gold, **rest):
    """What is wrong with *gold* (lines of YAML), as (lines behind 'gold:', text)."""
    change = (GOLD_LINES, "gold:\n" + "".join(f"  - {line}\n" for line in gold))
    path = write_job(folder / "tiny", change, *rest.get("changes", ()), **rest.get("files", {}))
    job = load_job(path, vocabulary)
    (ticket,) = load_tickets(job, vocabulary)
    sent = Sent(agent=GOLD, lines=ticket.examiner.gold)
    evidence = asyncio.run(worked(job, ticket, sent, permuted=False))
    first = (path / "tickets" / "T01.yaml").read_text().split("gold:")[0].count("\n") + 1
    found = list(provenance_problems(job, ticket, evidence))
    assert {problem.path for problem in found} <= {path / "tickets" / "T01.yaml"}
    return [(problem.line - first, problem.text) for problem in found]


READ = "{call: get_order, args: {order_id: B-1}}"
POLICY = "{call: consult_policy, args: {topic: refunds}}"
CLOSE = "{close: done, message: All settled.}"


def pay(amount, *, formula=None, **rest):
    args = ", ".join(f"{name}: {value}" for name, value in {"order_id": "B-1", **rest}.items())
    source = f", from: {{amount: '{formula}'}}" if formula else ""
    return f"{{call: issue_refund, args: {{{args}, amount: {amount}, idempotency_key: fresh-88}}{source}}}"


def test_what_was_shown_may_be_used(tmp_path):
    assert (
        told(
            tmp_path,
            READ,
            POLICY,
            pay("45.99 GBP"),
            "{close: done, message: '45.99 GBP for B-1, £2.95 kept.'}",
        )
        == []
    )


def test_addresses_phones_links_and_places_that_were_shown_may_be_used(tmp_path):
    world = WORLD_YAML.replace(
        "email: ann@example.com}",
        "email: ann@example.com, phone: 07700 900614, address: {street: 9 Tannery Yard, town: Ely, postcode: CB7 4DL}}",
    ).replace("name: Torch, price", "description: 'See https://shop.example/torch.', name: Torch, price")
    assert world.count("Tannery") == world.count("https") == 1
    lines = (
        "{call: get_customer, args: {customer_id: C-1}}",
        "{call: get_product, args: {product_id: P-1}}",
        "{say: 'ANN@example.com, +44 7700 900614, 9 Tannery Yard, CB7 4DL, https://shop.example/torch!'}",
        CLOSE,
    )
    opening = ("order B-1.", "order B-1, product P-1, account C-1.")
    assert told(tmp_path, *lines, changes=[opening], files={"world.yaml": world}) == []


def test_what_a_formula_comes_to_is_told_as_a_fraction_where_it_does_not_end(tmp_path):
    assert told(tmp_path, READ, POLICY, pay("0.06 GBP", formula="2.95 / 45.99"), CLOSE) == [
        (3, "gold: from: amount: '2.95 / 45.99' is 295/4599, not 0.06")
    ]


def test_an_amount_that_was_not_shown_is_told_with_its_line(tmp_path):
    assert told(tmp_path, READ, pay("43.04 GBP"), CLOSE) == [
        (2, "gold: amount 43.04 GBP was not shown before")
    ]


def test_what_is_shown_later_was_not_shown_before(tmp_path):
    assert told(tmp_path, pay("45.99 GBP"), READ, CLOSE) == [
        (1, "gold: amount 45.99 GBP was not shown before")
    ]


def test_a_computed_amount_may_be_used_in_the_line_that_computes_it(tmp_path):
    assert told(tmp_path, READ, POLICY, pay("43.04 GBP", formula="45.99 - 2.95"), CLOSE) == []
    said = "{close: done, message: 'You get £43.04.', from: {43.04 GBP: 45.99 - 2.95}}"
    assert told(tmp_path, READ, POLICY, said) == []


def test_a_formula_must_come_to_the_value(tmp_path):
    assert told(tmp_path, READ, POLICY, pay("43.05 GBP", formula="45.99 - 2.95"), CLOSE) == [
        (3, "gold: from: amount: '45.99 - 2.95' is 43.04, not 43.05")
    ]


def test_a_formula_that_must_be_rounded_says_so(tmp_path):
    assert told(tmp_path, READ, pay("15.33 GBP", formula="45.99 * 1 / 0"), CLOSE) == [
        (2, "gold: from: amount: it divides by zero")
    ]
    assert told(
        tmp_path, READ, POLICY, pay("7.80 GBP", formula="45.99 * 1 / (45.99 / 2.95) * 2.95 / 1.00"), CLOSE
    )[0][1] == ("gold: from: amount: 1.00 in '45.99 * 1 / (45.99 / 2.95) * 2.95 / 1.00' was not shown before")


@pytest.mark.parametrize(
    ("formula", "unseen"),
    [("45.99 - 2.96", "2.96"), ("45.99 * 4 / 4", "4"), ("45.98 + 1", "45.98")],
)
def test_every_number_of_a_formula_was_shown(tmp_path, formula, unseen):
    texts = [text for _, text in told(tmp_path, READ, POLICY, pay("45.99 GBP", formula=formula), CLOSE)]
    assert f"gold: from: amount: {unseen} in {formula!r} was not shown before" in texts


def test_nought_one_and_a_hundred_need_not_be_shown(tmp_path):
    assert told(tmp_path, READ, pay("45.99 GBP", formula="45.99 * 100 / 100 + 0 * 1"), CLOSE) == []


def test_numbers_may_be_shown_as_words(tmp_path):
    opening = ("Please refund the torch of order B-1.", "I return two of three torches of order B-1.")
    lines = (READ, pay("30.66 GBP", formula="round(45.99 * 2 / 3)"), CLOSE)
    assert told(tmp_path, *lines, changes=[opening]) == []
    assert (2, "gold: from: amount: 2 in 'round(45.99 * 2 / 3)' was not shown before") in told(
        tmp_path, *lines
    )


def test_a_formula_belongs_to_a_value_of_its_line(tmp_path):
    closing = "{close: done, message: 'You get 45.99 GBP.', from: {9.99 GBP: 45.99 - 36.00}}"
    wrong = "gold: from: '9.99 GBP' is neither an amount or number of this line nor an argument that is one"
    assert told(tmp_path, READ, closing) == [(2, wrong)]
    assert told(tmp_path, READ, "{close: done, message: 'Bye.', from: {message: 1 + 1}}") == [
        (2, wrong.replace("9.99 GBP", "message"))
    ]


def test_a_bare_number_of_the_text_may_be_computed(tmp_path):
    opening = ("Please refund the torch of order B-1.", "I return two of three torches of order B-1.")
    closing = "{close: done, message: 'Keep the other 1 of 5.', from: {'5': 2 + 3}}"
    assert told(tmp_path, READ, closing, changes=[opening]) == []
    assert told(tmp_path, READ, closing.replace("'5': 2", "'7': 2"), changes=[opening]) == [
        (2, "gold: from: '7' is neither an amount or number of this line nor an argument that is one")
    ]
    assert told(tmp_path, READ, closing.replace("2 + 3", "3 + 3"), changes=[opening]) == [
        (2, "gold: from: 5: '3 + 3' is 6, not 5")
    ]


@pytest.mark.parametrize(
    ("line", "unseen"),
    [
        ("{call: get_order, args: {order_id: B-2}}", "order_id 'B-2'"),
        ("{call: refund_status, args: {order_id: B-2}}", "order_id 'B-2'"),
        ("{call: create_replacement, args: {order_id: B-1, line: '1', reason: x}}", "line '1'"),
        (
            "{call: issue_refund, args: {order_id: B-1, amount: 1.00 GBP, lines: ['1'], idempotency_key: k}}",
            "lines '1'",
        ),
        ("{call: list_orders, args: {cursor: after-0}}", "cursor 'after-0'"),
        ("{call: search_customers, args: {name: Zoe Hart}}", "name 'Zoe Hart'"),
        ("{call: search_customers, args: {email: zoe@example.com}}", "email 'zoe@example.com'"),
        ("{call: add_note, args: {about: B-2, text: x}}", "about 'B-2'"),
        ("{call: add_note, args: {about: B-1, text: Call 07700 900614}}", "phone number …700900614"),
        ("{say: 'Was it on 3 May 2026?'}", "date '3 May 2026'"),
        ("{say: 'Was it B-77?'}", "id 'B-77'"),
        ("{say: 'Write to help@shop.example.'}", "address 'help@shop.example'"),
        ("{say: 'See https://shop.example/help.'}", "link 'https://shop.example/help'"),
        ("{say: 'We are at 9 Tannery Yard.'}", "place '9 Tannery Yard'"),
        ("{ask: 'Was it 12.34 GBP?', about: order}", "amount '12.34 GBP'"),
    ],
)
def test_what_was_not_shown_is_named_with_where_it_stands(tmp_path, line, unseen):
    assert (1, f"gold: {unseen} was not shown before") in told(tmp_path, line, CLOSE)


def test_a_destination_other_than_original_was_shown(tmp_path):
    unseen = (3, "gold: destination 'Amex ending 1' was not shown before")
    assert unseen in told(tmp_path, READ, POLICY, pay("45.99 GBP", destination="Amex ending 1"), CLOSE)
    assert told(tmp_path, READ, POLICY, pay("45.99 GBP", destination="original"), CLOSE) == []
    assert told(tmp_path, READ, POLICY, pay("45.99 GBP", destination="Visa ending 1111"), CLOSE) == []


def test_the_customers_answer_shows_what_it_says(tmp_path):
    script = ("cluster: C-1", "customer:\n  answers: [{about: [order], text: It is B-2.}]\ncluster: C-1")
    lines = ("{ask: Which one?, about: order}", "{call: get_order, args: {order_id: B-2}}", CLOSE)
    assert told(tmp_path, *lines, changes=[script]) == []
    assert told(tmp_path, *reversed(lines[:2]), CLOSE, changes=[script]) == [
        (1, "gold: order_id 'B-2' was not shown before")
    ]


def test_a_day_counts_in_the_shops_zone(tmp_path):
    def closing(day):
        return f"{{close: done, message: 'It came on {day} June 2026.'}}"

    assert told(tmp_path, READ, closing(4)) == []
    assert told(tmp_path, READ, closing(3)) == [(2, "gold: date '3 June 2026' was not shown before")]


def test_a_call_ends_as_its_line_registers(tmp_path):
    denied = "{call: get_order, args: {order_id: B-9}, status: ok}"
    assert (
        1,
        "gold: get_order ended denied, the line registers ok: order B-9 is not open to this ticket",
    ) in told(tmp_path, denied, CLOSE)
    assert told(tmp_path, READ.replace("}}", "}, status: fault}"), CLOSE) == [
        (1, "gold: get_order ended ok, the line registers fault")
    ]


def test_a_line_behind_the_end_is_never_played(tmp_path):
    assert told(tmp_path, READ, CLOSE, READ) == [(3, "gold: never played; the ticket had ended: closed")]


def test_gold_need_not_close(tmp_path):
    assert told(tmp_path, READ, "{say: Good bye.}") == []
