"""Labels that follow from a ticket: must the customer be asked, is there something to act on."""

from __future__ import annotations

import pytest

from pytest_bramble.effect import Effect
from pytest_bramble.exam.features import features
from pytest_bramble.exam.ticket import End, Examiner

REFUND = Effect(kind="refund", objects=(("order", "A-1"),))


def examiner(*ends: End, asks: bool = False) -> Examiner:
    return Examiner(
        cluster="C-1",
        slices=(),
        runs=1,
        ends=ends,
        asks_required=asks,
        asks_max=1,
        checks=(),
        violations={},
    )


def end(*effects: Effect, outcome: str = "done") -> End:
    return End(effects=effects, outcome=outcome)


@pytest.mark.parametrize(
    ("known", "labels"),
    [
        (examiner(end(REFUND)), ("clarification not required", "target known")),
        (examiner(end(REFUND), asks=True), ("clarification required", "target known")),
        (examiner(end(outcome="handed_over"), end(REFUND)), ("clarification not required", "target known")),
        (
            examiner(end(outcome="waiting_for_customer"), asks=True),
            ("clarification required", "unresolved"),
        ),
        (
            examiner(end(outcome="waiting_for_customer"), end(REFUND)),
            ("clarification not required", "target known"),
        ),
        (examiner(end(outcome="declined")), ("clarification not required",)),
    ],
)
def test_a_ticket_is_labelled_by_what_it_asks_for(known, labels):
    assert features(known) == labels
