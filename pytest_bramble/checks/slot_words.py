"""A delivery slot such as 10-12 as people write it, and what only looks like one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_SLOT = re.compile(
    r"(\d{1,2})(?:[:.]?(\d{2}))?\s*(?:h|uhr)?\s*(?:-|to|bis)\s*(\d{1,2})(?:[:.]?(\d{2}))?\s*(?:h|uhr)?"
)
_CLOCK = r"(?:\s?(?:am|pm|a\.m\.|p\.m\.|uhr|o'clock)|h)"
_TO = r"(?:to|and|until|till|bis|und|a|et|y|hasta)"
_FROM = ("between", "from", "von", "zwischen", "entre", "de", "desde", "las", "entre les")
# Behind one of these it is an amount of something, not a time of day.
_NOT_A_TIME = re.compile(
    r"\s*(?:%|[£€$¥]|(?:gbp|eur|usd|jpy|euros?|pounds?|dollars?|yen|(?:working|business|calendar)\s|days?|weeks?"
    r"|months?|hours?|minutes?|items?|units?|pieces?|jours?|semaines?|dias?|semanas?|tagen?|tage|werktage\w*"
    r"|arbeitstage\w*|wochen?|stunden?)\b)"
)
_GOES_ON = re.compile(r"[.,:/-]?[0-9]|[^\W_]")
_FIGURE_BEFORE = re.compile(r"[0-9][.,:/-]\Z|[£€$¥]\s?\Z|[^\W_]\Z")


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """A slot on one clock: the hour it begins with, and what follows from there.

    *open* is enough by itself ("10-12", "10am to 12"); *led* counts behind "between" and the like ("10 and 12").
    """

    hour: str
    open: re.Pattern[str]
    led: re.Pattern[str]

    def find(self, folded: str) -> int | None:
        """Where the slot stands in a folded text, None where it does not."""
        at = folded.find(self.hour)
        while at >= 0:
            start = at - 1 if folded[max(0, at - 1) : at] == "0" else at
            if self._stands_at(folded, start):
                return start
            at = folded.find(self.hour, at + 1)
        return None

    def _stands_at(self, folded: str, start: int) -> bool:
        before = folded[max(0, start - 12) : start]
        if _FIGURE_BEFORE.search(before):
            return False
        match = self.open.match(folded, start)
        if match is None and before.rstrip().endswith(_FROM):
            match = self.led.match(folded, start)
        if match is None:
            return False
        return not _GOES_ON.match(folded, match.end()) and not _NOT_A_TIME.match(folded, match.end())


def slots_of(folded: str) -> tuple[Slot, ...]:
    """The slot written as *folded*, such as ``10-12`` or ``10:00-12:00``, on both clocks; empty when it is none."""
    match = _SLOT.fullmatch(folded)
    if match is None:
        return ()
    starts = _times(int(match.group(1)), match.group(2) or "00")
    ends = _times(int(match.group(3)), match.group(4) or "00")
    return tuple(_slot(start, end) for start, end in zip(starts, ends, strict=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Time:
    """A time of day: its hour, and patterns without and with a mark that it is a time.

    *needs_mark*: at the end of a slot it counts with its mark only.
    """

    hour: str
    bare: str
    marked: str
    needs_mark: bool = False


def _slot(start: _Time, end: _Time) -> Slot:
    # "2-4" is no afternoon, "2-4pm" is; "2:10-3:10" is a time without any mark.
    either_end = end.marked if end.needs_mark else rf"(?:{end.marked}|{end.bare})"
    openly = (
        rf"(?:{start.marked}|{start.bare})\s?-\s?{either_end}"
        rf"|{start.marked}\s?{_TO}\s?(?:las\s)?{either_end}|{start.bare}\s{_TO}\s{end.marked}"
    )
    led = rf"{start.bare}\s{_TO}\s(?:las\s)?{either_end}"
    return Slot(hour=start.hour, open=re.compile(openly), led=re.compile(led))


def _times(hour: int, minutes: str) -> Iterator[_Time]:
    """The time on the 24 and the 12 hour clock; before noon they are one."""
    exact = rf"[:.h]{minutes}"
    full = minutes == "00"
    bare = rf"0?{hour}" if full else rf"0?{hour}{exact}"
    marked = rf"0?{hour}(?:{exact}{_CLOCK}?|{_CLOCK})" if full else rf"0?{hour}{exact}{_CLOCK}?"
    yield _Time(hour=str(hour), bare=bare, marked=marked)
    if hour <= 12:
        yield _Time(hour=str(hour), bare=bare, marked=marked)
        return
    late = rf"0?{hour - 12}(?:{exact}){'?' if full else ''}"
    yield _Time(hour=str(hour - 12), bare=late, marked=rf"{late}\s?(?:pm|p\.m\.)", needs_mark=full)
