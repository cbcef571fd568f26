"""Numbers written as words, from nought to ninety-nine, in English, French, Spanish and German."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping

from .folding import ascii_words

_UNITS = {
    "en": "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen",
    "fr": "zero un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize",
    "es": "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis "
    "diecisiete dieciocho diecinueve veinte veintiuno veintidos veintitres veinticuatro veinticinco veintiseis "
    "veintisiete veintiocho veintinueve",
    "de": "null ein zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn sechzehn "
    "siebzehn achtzehn neunzehn",
}
_TENS = {
    "en": "twenty thirty forty fifty sixty seventy eighty ninety",
    "fr": "vingt trente quarante cinquante soixante",
    "es": "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa",
    "de": "zwanzig dreissig vierzig funfzig sechzig siebzig achtzig neunzig",
}
_VARIANTS = {
    "oh": 0, "nought": 0, "nil": 0, "an": 1, "a": 1, "une": 1, "una": 1, "eins": 1, "eine": 1, "einem": 1,
    "einer": 1, "einen": 1, "zwo": 2, "fuenf": 5, "zwoelf": 12, "quatre vingts": 80,
}  # fmt: skip
_TIMES = {"double": 2, "triple": 3, "doppel": 2}
_JOIN = re.compile(r"[ -]*")
_LONGEST = 4  # quatre vingt dix sept
_ONLY_IN_DURATIONS = frozenset({"a", "an"})  # as a digit they would turn every sentence into numbers


@functools.cache
def number_words() -> Mapping[str, int]:
    """Every number word by its folded spelling, words of one number separated by single spaces."""
    table = dict(_VARIANTS)
    for language in _UNITS:
        table.update(_of(language))
    return table


def _of(language: str) -> Iterator[tuple[str, int]]:
    units, tens = _UNITS[language].split(), _TENS[language].split()
    yield from ((word, value) for value, word in enumerate(units))
    for place, ten in enumerate(tens, start=2):
        yield ten, 10 * place
        for unit in range(1, 10):
            yield from ((word, 10 * place + unit) for word in _joined(language, ten, units[unit]))
    if language == "fr":
        yield from _french(units)


def _joined(language: str, ten: str, unit: str) -> tuple[str, ...]:
    if language == "de":
        return (f"{unit}und{ten}", f"{unit} und {ten}")
    if language == "es":
        return (f"{ten} y {unit}",)
    return (f"{ten} {unit}", f"{ten} et {unit}") if language == "fr" else (f"{ten} {unit}",)


def _french(units: list[str]) -> Iterator[tuple[str, int]]:
    """The numbers that French counts from ten, sixty and four times twenty."""
    high = [*units, "dix sept", "dix huit", "dix neuf"]
    yield "quatre vingt", 80
    yield "soixante et onze", 71
    yield from ((high[value], value) for value in range(17, 20))
    for value in range(1, 20):
        yield f"quatre vingt {high[value]}", 80 + value
        if value >= 10:
            yield f"soixante {high[value]}", 60 + value


@functools.cache
def _first_words() -> frozenset[str]:
    words = (*number_words(), *_TIMES)
    return frozenset(name.split()[0] for name in words) - _ONLY_IN_DURATIONS


def spelled_numbers(folded: str) -> list[tuple[int, int, str]]:
    """Every number word in a folded text: start, end and its digits; the longest reading wins.

    For example ``[(10, 22, '27')]`` for "we live at twenty-seven"; "double four" reads 44.
    """
    present = _first_words().intersection(ascii_words(folded))
    if not present:
        return []
    found: list[tuple[int, int, str]] = []
    done = 0
    for start in sorted(at for word in present for at in _places(folded, word)):
        if start >= done:
            end, digits = _read(folded, start)
            if digits:
                found.append((start, end, digits))
                done = end
    return found


def _places(folded: str, word: str) -> Iterator[int]:
    """Where *word* stands as a whole word."""
    at = folded.find(word)
    while at >= 0:
        if _word_at(folded, at) == word and not folded[max(0, at - 1) : at].isalpha():
            yield at
        at = folded.find(word, at + 1)


def _word_at(folded: str, at: int) -> str:
    match = _letters().match(folded, at)
    return match.group() if match else ""


@functools.cache
def _letters() -> re.Pattern[str]:
    return re.compile(r"[^\W\d_]+")


def _read(folded: str, start: int) -> tuple[int, str]:
    """Where the number that begins at *start* ends, and its digits; no digits when none begins there."""
    first = _word_at(folded, start)
    if first not in _TIMES:
        return _plain_number(folded, start)
    end, digits = _plain_number(folded, start + len(first) + len(_gap(folded, start + len(first))))
    return (end, digits * _TIMES[first]) if len(digits) == 1 else (start, "")


def _plain_number(folded: str, start: int) -> tuple[int, str]:
    run, ends = [_word_at(folded, start)], [start + len(_word_at(folded, start))]
    for _ in range(_LONGEST - 1):
        following = ends[-1] + len(_gap(folded, ends[-1]))
        word = _word_at(folded, following)
        if not word:
            break
        run.append(word)
        ends.append(following + len(word))
    for length in range(len(run), 0, -1):
        value = number_words().get(" ".join(run[:length]))
        if value is not None and run[0] not in _ONLY_IN_DURATIONS:
            return ends[length - 1], str(value)
    return start, ""


def _gap(folded: str, at: int) -> str:
    match = _JOIN.match(folded, at)
    return match.group() if match else ""
