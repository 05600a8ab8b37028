"""Amounts as people type and read them: dollars with optional cents. Inside, money is whole cents and nothing else."""

import re

from firmware_host.errors import UserError

_AMOUNT = re.compile(r"\$?(?P<dollars>[0-9]{1,12}|[0-9]{1,3}(?:,[0-9]{3}){1,3})?(?:\.(?P<cents>[0-9]{1,2}))?")

_HOW = "write dollars with optional cents, as in 25, 25.50, $25.50 or 1,000"


def cents(text: str, *, place: str) -> int:
    """
    Read an amount in whole cents. Raises Trouble that names `place`, the option or argument it was typed at.

    >>> cents("$1,025.50", place="--pot")
    102550
    """
    typed = text.strip()
    if re.match(r"\$?-|-\$?", typed):
        raise UserError(f"{place}: {text} is below zero; {_HOW}")
    found = _AMOUNT.fullmatch(typed)
    if not found or not (found["dollars"] or found["cents"]):
        raise UserError(f"{place}: {_shortened(text)!r} is no amount; {_HOW}")
    return 100 * int((found["dollars"] or "0").replace(",", "")) + int((found["cents"] or "0").ljust(2, "0"))


def dollars(amount_cents: int) -> str:
    """
    Write an amount for people.

    >>> dollars(102550)
    '$1,025.50'
    """
    whole, rest = divmod(abs(amount_cents), 100)
    return f"{'-' if amount_cents < 0 else ''}${whole:,}.{rest:02}"


def _shortened(text: str) -> str:
    return text if len(text) <= 24 else f"{text[:24]}..."
