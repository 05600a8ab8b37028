"""Amounts of money: their bounds, and amounts as text. Inside the program money is always whole cents."""

from typing import Annotated, Final

from msgspec import Meta

MOST_CENTS: Final = 10**11

"""The largest amount accepted: a billion dollars."""


Amount = Annotated[int, Meta(ge=0, le=MOST_CENTS)]

Positive = Annotated[int, Meta(gt=0, le=MOST_CENTS)]

Difference = Annotated[int, Meta(ge=-MOST_CENTS, le=MOST_CENTS)]


def money(cents: int) -> str:
    """
    Return an amount as people write it.

    >>> money(102500), money(102550)
    ('$1,025', '$1,025.50')
    """
    return f"${cents // 100:,}.{cents % 100:02}" if cents % 100 else f"${cents // 100:,}"
