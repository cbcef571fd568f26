"""World objects that do not fit are refused with collection, id and field; those that fit survive unchanged."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_bramble.worlds.base import World
from pytest_bramble.worlds.shop import Shop
from pytest_bramble.worlds.shop_consistency import disagreements
from pytest_bramble.worlds.shop_shapes import encode, problems_of, read
from pytest_bramble.worlds.shop_shelf import KINDS, Shelves
from pytest_bramble.worlds.shop_state import Constants, Customer, Order, Product

from .staging import OBJECTS, stage


def changed(collection: str, ident: str, **fields: Any) -> Any:
    """OBJECTS with some fields of one object changed."""
    objects = json.loads(json.dumps(OBJECTS))
    objects.setdefault(collection, {}).setdefault(ident, {}).update(fields)
    return objects


def test_the_objects_of_these_tests_fit_and_agree() -> None:
    assert Shop.validate(OBJECTS) == []
    assert disagreements(OBJECTS) == []


@pytest.mark.parametrize(
    ("collection", "ident", "fields", "path", "text"),
    [
        ("orders", "B-1", {"total": "45.9 GBP"}, ("total",), "'45.9 GBP': GBP has exactly 2 decimals"),
        ("orders", "B-1", {"total": 45.99}, ("total",), "must be an amount like '45.99 GBP', not 45.99"),
        (
            "orders",
            "B-1",
            {"placed": "2026-06-01"},
            ("placed",),
            "must be an ISO instant with offset like '2026-05-14T09:12:00+01:00', not '2026-06-01'",
        ),
        (
            "orders",
            "B-1",
            {"placed": 7},
            ("placed",),
            "must be an ISO instant with offset like '2026-05-14T09:12:00+01:00', not 7",
        ),
        ("orders", "B-1", {"lines": {}}, ("lines",), "must be a list, not {}"),
        (
            "orders",
            "B-1",
            {"payment": 4417},
            ("payment",),
            "must be text (in quotes if it looks like a number), not 4417",
        ),
        ("products", "P-LAMP", {"stock": True}, ("stock",), "must be a whole number, not True"),
        ("products", "P-LAMP", {"returnable": "no"}, ("returnable",), "must be true or false, not 'no'"),
        (
            "orders",
            "B-1",
            {"status": "deliverd"},
            ("status",),
            (
                "must be one of pending, packed, dispatched, delivered, cancelled, not 'deliverd'."
                " Did you mean 'delivered'?"
            ),
        ),
    ],
)  # fmt: skip
def test_a_field_that_does_not_fit_is_named_with_its_place(
    collection: Any, ident: Any, fields: Any, path: Any, text: Any
) -> None:
    assert Shop.validate(changed(collection, ident, **fields)) == [((collection, ident, *path), text)]


def test_an_unknown_field_gets_the_nearest_known_one() -> None:
    (path, text), *others = Shop.validate(changed("customers", "C-1", adress={}))
    assert (path, others) == (("customers", "C-1", "adress"), [])
    assert text.startswith(
        "unknown field 'adress'. Did you mean 'address'? Known: name, email, phone, address,"
    )


def test_a_problem_deep_inside_has_its_whole_path() -> None:
    lines = [{**OBJECTS["orders"]["B-1"]["lines"][0], "quantity": "2"}]
    assert Shop.validate(changed("orders", "B-1", lines=lines)) == [
        (("orders", "B-1", "lines", "0", "quantity"), "must be a whole number, not '2'")
    ]


def test_missing_fields_are_each_named() -> None:
    assert Shop.validate({"products": {"P-1": {}}}) == [
        (("products", "P-1"), "field 'name' is missing"),
        (("products", "P-1"), "field 'price' is missing"),
    ]


@pytest.mark.parametrize(
    ("objects", "path", "text"),
    [
        ({"products": {"P-1": 3}}, ("products", "P-1"), "must be a mapping with name, price, not 3"),
        ({"products": []}, ("products",), "must be a mapping from id to object, not []"),
        ({"constants": {"page_size": "5"}}, ("constants", "page_size"), "must be a whole number, not '5'"),
        (
            {"constants": {"return_fee": {"GBP": "3 GBP"}}},
            ("constants", "return_fee", "GBP"),
            "'3 GBP': GBP has exactly 2 decimals",
        ),
        ({"constants": {"return_fee": "3"}}, ("constants", "return_fee"), "must be a mapping, not '3'"),
        (
            {"queues": {"people": 1}},
            ("queues", "people"),
            "must be text (in quotes if it looks like a number), not 1",
        ),
    ],
)
def test_whole_objects_and_collections_are_checked_too(objects: Any, path: Any, text: Any) -> None:
    assert Shop.validate(objects) == [(path, text)]


def test_an_unknown_collection_is_refused_with_all_known_ones() -> None:
    ((path, text),) = Shop.validate({"order": {}})
    assert path == ("order",)
    assert text.startswith("unknown collection 'order'. Known: constants, queues, customers, orders,")


def test_a_ticket_may_lay_a_single_constant_over_the_jobs() -> None:
    assert Shop.validate({"constants": {"page_size": 3}}) == []


def test_reading_what_does_not_fit_says_everything_that_is_wrong() -> None:
    with pytest.raises(
        ValueError, match=r"^stock: must be a whole number, not 'x'; : field 'price' is missing$"
    ):
        read(Product, {"name": "Lamp", "stock": "x"})


def test_a_world_that_checks_nothing_finds_nothing() -> None:
    assert World.validate({"anything": {"goes": 1}}) == []


def test_a_note_may_be_about_an_order_a_customer_or_a_parcel() -> None:
    note = {"author": "K", "at": "2026-06-01T10:00:00+01:00", "text": "t"}
    for about in ("B-1", "C-1", "S-1"):
        assert disagreements(changed("notes", "N-1", about=about, **note)) == []


def test_a_mapping_is_written_as_it_was() -> None:
    raw = {"return_fee": {"GBP": "2.95 GBP"}, "page_size": 3}
    assert encode(read(Constants, raw)) == raw


def test_every_collection_has_a_shelf_and_can_be_reversed() -> None:
    assert list(KINDS) == list(Shelves.__dataclass_fields__)
    assert frozenset(KINDS) == Shop.LISTS


TEXT = st.text(min_size=1, max_size=8)
CUSTOMER = st.fixed_dictionaries(
    {"name": TEXT, "email": TEXT},
    optional={
        "phone": TEXT,
        "cards": st.lists(TEXT, min_size=1, max_size=3),
        "address": st.fixed_dictionaries({"street": TEXT, "town": TEXT, "postcode": TEXT}),
        "since": st.datetimes(timezones=st.timezones()).map(lambda d: d.isoformat()),
    },
)


@given(CUSTOMER)
def test_what_was_read_is_written_as_it_was(raw: Any) -> None:
    assert encode(read(Customer, raw)) == raw


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@given(JSON | st.dictionaries(st.sampled_from([*Order.__dataclass_fields__]), JSON))
def test_any_value_is_either_read_or_explained(raw: Any) -> None:
    if problems_of(Order, raw, ("orders", "B-1")):
        with pytest.raises(ValueError, match=": "):
            read(Order, raw)
    else:
        assert isinstance(read(Order, raw), Order)


def test_a_state_type_that_yaml_cannot_hold_is_a_programming_error() -> None:
    @dataclass(frozen=True)
    class Odd:
        field: float

    with pytest.raises(TypeError, match="state cannot hold <class 'float'>"):
        read(Odd, {"field": 1.5})


@pytest.mark.parametrize(
    ("objects", "expected"),
    [
        (changed("orders", "B-1", customer="C-7"), (("orders", "B-1", "customer"), "unknown customer 'C-7'.")),
        (changed("shipments", "S-1", order="B-7"), (("shipments", "S-1", "order"), "unknown order 'B-7'.")),
        (changed("shipments", "S-1", lines=["4"]), (("shipments", "S-1", "lines"), "the order has no line '4'")),
        (changed("orders", "B-1", total="45.98 GBP"), (("orders", "B-1", "total"), "is 45.98 GBP, but lines and")),
        (changed("orders", "B-1", total="45 JPY"), (("orders", "B-1"), "is paid in JPY, but not all of its parts")),
        (changed("orders", "B-1", status="packed"), (("orders", "B-1", "delivered"), "status is packed; deliver")),
        (changed("orders", "B-1", delivered=None), (("orders", "B-1", "delivered"), "status is delivered; delive")),
        (
            changed("notes", "N-1", about="B-7", author="K", at="2026-06-01T10:00:00+01:00", text="t"),
            (("notes", "N-1", "about"), "unknown object 'B-7'."),
        ),
        (
            changed("refunds", "R-1", order="B-1", amount="1.00 GBP", at="2026-06-01T10:00:00+01:00", lines=["9"]),
            (("refunds", "R-1", "lines"), "the order has no line '9'"),
        ),
        (
            changed("orders", "B-2", lines=[{**OBJECTS["orders"]["B-2"]["lines"][0], "product": "P-7"}]),
            (("orders", "B-2", "lines", "0", "product"), "unknown product 'P-7'."),
        ),
    ],
)  # fmt: skip
def test_objects_that_contradict_each_other_are_named(objects: Any, expected: Any) -> None:
    ((path, text),) = disagreements(objects)
    assert (path, text.startswith(expected[1])) == (expected[0], True)


def test_the_shop_refuses_a_seed_that_does_not_fit() -> None:
    with pytest.raises(ValueError, match="page_size: must be a whole number, not 'x'"):
        stage(constants={"page_size": "x"})
