"""One typed method gives a tool's schema, its description and its validation."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pytest_bramble.worlds.tools import definitions, tool


class Bench:
    """Three tools and a method that is none."""

    @tool(writes=True)
    def saw(
        self,
        plank: Annotated[str, "Which plank."],
        pieces: Annotated[int, "How many."] = 2,
        style: Annotated[Literal["rip", "cross"] | None, "How."] = None,
        plain: bool = False,
    ) -> Any:
        """Saw a plank
        into pieces."""

    @tool(writes=False)
    def look(self) -> Any:
        """Look around."""

    def sweep(self) -> None:
        """Not a tool."""


class Workshop(Bench):
    """A bench with one tool more and one done otherwise."""

    @tool(writes=True)
    def glue(self) -> Any:
        """Glue."""

    @tool(writes=True)
    def look(self) -> Any:
        """Look and tidy."""


def test_the_schema_is_that_of_the_signature() -> None:
    assert definitions(Bench)["saw"].spec.parameters == {
        "type": "object",
        "additionalProperties": False,
        "required": ["plank"],
        "properties": {
            "plank": {"type": "string", "description": "Which plank."},
            "pieces": {"type": "integer", "default": 2, "description": "How many."},
            "style": {
                "anyOf": [{"enum": ["rip", "cross"], "type": "string"}, {"type": "null"}],
                "default": None,
                "description": "How.",
            },
            "plain": {"type": "boolean", "default": False},
        },
    }


def test_the_description_is_the_docstring_on_one_line() -> None:
    assert definitions(Bench)["saw"].spec.description == "Saw a plank into pieces."


def test_only_marked_methods_are_tools_and_say_whether_they_write() -> None:
    assert {name: d.writes for name, d in definitions(Bench).items()} == {"saw": True, "look": False}


def test_inherited_tools_come_first_and_may_be_replaced() -> None:
    found = definitions(Workshop)
    assert list(found) == ["saw", "look", "glue"]
    assert (found["look"].spec.description, found["look"].writes) == ("Look and tidy.", True)


def test_a_class_is_read_once() -> None:
    assert definitions(Bench) is definitions(Bench)


def test_arguments_are_explained_with_their_place_and_in_order() -> None:
    saw = definitions(Bench)["saw"]
    assert saw.problems({"plank": "oak", "pieces": 3}) == ()
    assert saw.problems({"plank": 1, "pieces": "x"}) == (
        "pieces: 'x' is not of type 'integer'",
        "plank: 1 is not of type 'string'",
    )
    assert saw.problems({}) == ("'plank' is a required property",)
