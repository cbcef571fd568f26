"""Text a model wrote, made safe to print: it may carry terminal escapes, bidi overrides and worse (R13)."""

from __future__ import annotations

import unicodedata

_KEPT = frozenset("\n\t")


def printable(text: str) -> str:
    r"""*text* with every control, format, surrogate and private character written as an escape.

    For example ``\x1b[31m`` (red) becomes the five characters ``\x1b`` and ``[31m``.
    """
    if text.replace("\n", "").replace("\t", "").isprintable():
        return text
    return "".join(ch if ch in _KEPT or not _hostile(ch) else _escape(ch) for ch in text)


def one_line(text: str, limit: int = 160) -> str:
    """*text* printable, on one line, cut at *limit* characters with an ellipsis."""
    flat = " ".join(printable(text).split())
    return flat if len(flat) <= limit else flat[: limit - 1] + "…"


def _hostile(ch: str) -> bool:
    return unicodedata.category(ch) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def _escape(ch: str) -> str:
    code = ord(ch)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
