"""Formulas of gold lines: numbers, + - * /, round and parentheses, worked out in exact fractions."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

_OPERATIONS: dict[type[ast.operator], Callable[[Fraction, Fraction], Fraction]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
_ALLOWED = "numbers, + - * /, round(…) and parentheses"
_DEEPEST = 50
_PLAIN = re.compile(r"[0-9]+(?:\.[0-9]+)?")


class FormulaError(Exception):
    """A formula that is none, or that divides by zero; the text says what is wrong."""


@dataclass(frozen=True, slots=True)
class Literal:
    """A number as the formula writes it."""

    text: str

    @property
    def decimal(self) -> bool:
        """True when it is written with a decimal point."""
        return "." in self.text

    @property
    def value(self) -> Fraction:
        """What it is worth."""
        return Fraction(self.text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Worked:
    """What a formula comes to, and the numbers it is made of."""

    value: Fraction
    literals: tuple[Literal, ...]


def work_out(formula: str, places: int) -> Worked:
    """The value of *formula*; ``round`` rounds half up, away from zero, to *places* decimals.

    Raises FormulaError.
    """
    try:
        tree = ast.parse(formula.strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise FormulaError(f"{formula!r} is no formula; write {_ALLOWED}") from None
    reader = _Reader(formula.strip(), places)
    return Worked(value=reader.read(tree.body, 0), literals=tuple(reader.literals))


class _Reader:
    """Walks one formula; nothing in it is ever executed."""

    def __init__(self, source: str, places: int) -> None:
        self.literals: list[Literal] = []
        self._source = source
        self._places = places

    def read(self, node: ast.expr, depth: int) -> Fraction:
        """The value of *node*."""
        if depth > _DEEPEST:
            raise FormulaError(f"nested deeper than {_DEEPEST}")
        match node:
            case ast.Constant(value=value) if type(value) in (int, float):
                return self._literal(node)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return -self.read(operand, depth + 1)
            case ast.BinOp(left=left, op=sign, right=right) if type(sign) in _OPERATIONS:
                return self._combined(sign, self.read(left, depth + 1), self.read(right, depth + 1))
            case ast.Call(func=ast.Name(id="round"), args=[argument], keywords=[]):
                return self._rounded(self.read(argument, depth + 1))
            case _:
                raise FormulaError(f"{self._text(node)!r} is not allowed; write {_ALLOWED}")

    def _literal(self, node: ast.expr) -> Fraction:
        text = self._text(node)
        if not _PLAIN.fullmatch(text):
            raise FormulaError(f"{text!r} is not a plain number; write it like 179.25 or 3")
        self.literals.append(Literal(text))
        return self.literals[-1].value

    def _combined(self, sign: ast.operator, left: Fraction, right: Fraction) -> Fraction:
        try:
            return _OPERATIONS[type(sign)](left, right)
        except ZeroDivisionError:
            raise FormulaError("it divides by zero") from None

    def _rounded(self, value: Fraction) -> Fraction:
        unit = Fraction(1, 10**self._places)
        units = int(abs(value) / unit + Fraction(1, 2))
        return (units if value >= 0 else -units) * unit

    def _text(self, node: ast.expr) -> str:
        return ast.get_source_segment(self._source, node) or ""
