"""Money: integer minor units and a currency, nothing else."""

from __future__ import annotations

import re
from dataclasses import dataclass

# ISO 4217 exponents. A currency not listed is refused: guessing two decimals turned 5,800 yen into 58.
EXPONENTS = {
    "AUD": 2, "BHD": 3, "BRL": 2, "CAD": 2, "CHF": 2, "CZK": 2, "DKK": 2, "EUR": 2, "GBP": 2, "HUF": 2,
    "INR": 2, "JPY": 0, "KRW": 0, "KWD": 3, "MXN": 2, "NOK": 2, "NZD": 2, "PLN": 2, "SEK": 2, "USD": 2,
}  # fmt: skip
_MONEY = re.compile(r"(-?)(\d+)(?:\.(\d+))? ([A-Z]{3})")


@dataclass(frozen=True, slots=True, order=True)
class Money:
    """An amount in integer minor units of *currency*; 45.99 GBP is ``Money(4599, "GBP")``."""

    minor: int
    currency: str

    def __post_init__(self) -> None:
        if type(self.minor) is not int:
            raise ValueError(f"minor units must be an integer, not {self.minor!r}")
        if self.currency not in EXPONENTS:
            raise ValueError(f"unknown currency {self.currency!r}; known: {', '.join(EXPONENTS)}")

    @classmethod
    def parse(cls, text: str) -> Money:
        """Read ``45.99 GBP`` or ``5800 JPY``; the decimals must be exactly the currency's own.

        Raises ValueError on anything else: an amount is never guessed at.
        """
        match = _MONEY.fullmatch(text)
        if match is None:
            raise ValueError(f"not an amount: {text!r}; write it like '45.99 GBP'")
        sign, whole, decimals, currency = match.groups()
        exponent = EXPONENTS.get(currency)
        if exponent is None:
            raise ValueError(f"unknown currency {currency!r}; known: {', '.join(EXPONENTS)}")
        if len(decimals or "") != exponent:
            raise ValueError(f"{text!r}: {currency} has exactly {exponent} decimals")
        minor = int(whole + (decimals or ""))
        return cls(-minor if sign else minor, currency)

    def __str__(self) -> str:
        exponent = EXPONENTS[self.currency]
        sign, digits = ("-" if self.minor < 0 else ""), str(abs(self.minor)).rjust(exponent + 1, "0")
        if exponent == 0:
            return f"{sign}{digits} {self.currency}"
        return f"{sign}{digits[:-exponent]}.{digits[-exponent:]} {self.currency}"
