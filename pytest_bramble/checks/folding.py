"""Text as it is compared: case, accents, widths, invisible characters and look-alike letters folded away."""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Callable

# Cyrillic and Greek letters that pass for Latin ones, after casefolding.  Applied to both sides of a comparison.
_LOOKALIKES = dict(
    zip("авекмнорстухіјѕԁԛԝһӏ" + "αβεηικμνορτυχζ", "abekmhopctyxijsdqwhl" + "abehikmnoptyxz", strict=True)
)

_APOSTROPHES = "\N{RIGHT SINGLE QUOTATION MARK}\N{MODIFIER LETTER APOSTROPHE}`"


class _Table(dict[int, str]):
    """A table for str.translate that works each character out when it is first met."""

    def __init__(self, rule: Callable[[str], str]) -> None:
        super().__init__()
        self._rule = rule

    def __missing__(self, code: int) -> str:
        self[code] = folded = self._rule(chr(code))
        return folded


def _fold_character(ch: str) -> str:
    category = unicodedata.category(ch)
    if category == "Pd" or ch == "\N{MINUS SIGN}":
        return "-"
    if ch in _APOSTROPHES:
        return "'"
    if ch.isspace():
        return " "
    decomposed = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", ch).casefold())
    kept = (c for c in decomposed if unicodedata.category(c) not in ("Mn", "Cf"))
    return "".join(_LOOKALIKES.get(c, c) for c in kept)


def _plain_character(ch: str) -> str:
    if ch in _APOSTROPHES:
        return "'"
    if ch.isspace() and ch != "\n":
        return " "
    lowered = ch.lower()
    base = unicodedata.normalize("NFKD", lowered)[:1]
    return base if base.isalnum() and base.isascii() else lowered[:1]


_KEPT = 64  # several checks read the same texts of a trial one after another
_FOLD = _Table(_fold_character)
_PLAIN = _Table(_plain_character)
_NOT_ALNUM = bytes(code for code in range(128) if not chr(code).isalnum())
_WORDS = bytes(code if code < 128 and chr(code).isalnum() else 32 for code in range(256))


@functools.lru_cache(maxsize=_KEPT)
def fold(text: str) -> str:
    """*text* folded; its length may differ, `origins` leads back."""
    return text.translate(_FOLD)


def compact(folded: str) -> str:
    """Letters and digits of a folded text, nothing else."""
    if folded.isascii() or not any(ch.isalnum() for ch in set(folded) if ch > "\x7f"):
        return (
            folded.encode("ascii", "ignore").translate(None, _NOT_ALNUM).decode("ascii")
        )  # 30 times as fast
    return "".join(filter(str.isalnum, folded))


def ascii_words(folded: str) -> list[str]:
    """The runs of ASCII letters and digits in a folded text."""
    return folded.encode("ascii", "replace").translate(_WORDS).decode("ascii").split()


@functools.lru_cache(maxsize=_KEPT)
def plain(text: str) -> str:
    """*text* in lower case without accents, character for character: offsets are those of *text*."""
    return text.translate(_PLAIN)


def origins(text: str) -> list[int]:
    """For every character of the folded *text*, the offset in *text* of the one it came from."""
    return [offset for offset, ch in enumerate(text) for _ in _FOLD[ord(ch)]]


def find_phrase(text: str, phrase: str) -> int | None:
    """The offset in *text* of *phrase* as whole words, whatever case, accents and white space; None without it."""
    folded = fold(text)
    if fold(phrase).split()[0] not in folded:
        return None
    match = _phrase(phrase).search(folded)
    return None if match is None else origins(text)[match.start()]


def holds_phrase(text: str, phrase: str) -> bool:
    """True when *phrase* stands in *text* as `find_phrase` looks for it."""
    return find_phrase(text, phrase) is not None


@functools.lru_cache(maxsize=1024)
def _phrase(phrase: str) -> re.Pattern[str]:
    words = [re.escape(word) for word in fold(phrase).split()]
    return re.compile(r"(?<!\w)" + r"\s+".join(words) + r"(?!\w)")
