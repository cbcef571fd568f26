from __future__ import annotations

import dataclasses
import inspect
import pkgutil
from importlib import import_module

import pytest

import pytest_bramble.scoring

MODULES = [
    import_module(f"pytest_bramble.scoring.{known.name}")
    for known in pkgutil.iter_modules(pytest_bramble.scoring.__path__)
]
SHAPES = [
    shape
    for module in MODULES
    for _, shape in inspect.getmembers(module, dataclasses.is_dataclass)
    if shape.__module__ == module.__name__
]


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.__name__)
def test_what_scoring_hands_out_is_frozen_slotted_and_named(shape: type) -> None:
    assert shape.__dataclass_params__.frozen  # type: ignore[attr-defined]  # how the standard library records it
    assert "__slots__" in vars(shape)
    assert all(field.kw_only for field in dataclasses.fields(shape))


def test_there_are_shapes_to_look_at() -> None:
    assert len(SHAPES) > 20
