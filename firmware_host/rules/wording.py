"""Seats, cards and amounts inside a sentence. Amounts are whole cents everywhere."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Final

from msgspec import Meta

from firmware_host.rules.struct import HIDDEN, Seat

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


def seats(these: Sequence[Seat]) -> str:
    """
    Return several seats in words.

    >>> seats((2, 5, 7))
    'seat 2, seat 5 and seat 7'
    """
    return joined([f"seat {seat}" for seat in these])


def joined(names: Sequence[str], last: str = "and") -> str:
    """
    Join names with commas, and with `last` before the last name.

    >>> joined(("31", "32", "33"))
    '31, 32 and 33'
    """
    return f" {last} ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def time_span(ms: int) -> str:
    """
    Return a length of time in hours, minutes and seconds, as far as it has them.

    >>> time_span(18_000_000), time_span(200_000), time_span(1_500)
    ('5 h', '3 min 20 s', '1.5 s')
    """
    minutes, left_ms = divmod(ms, 60_000)
    hours, minutes = divmod(minutes, 60)
    parts = [f"{hours} h" if hours else "", f"{minutes} min" if minutes else "", f"{left_ms / 1000:g} s"]
    return " ".join(part for part in parts if part and part != "0 s") or "0 s"


def sentence(words: str) -> str:
    """
    Return the words as a sentence.

    >>> sentence("deal two cards face down to each player")
    'Deal two cards face down to each player.'
    """
    return f"{words[0].upper()}{words[1:]}."


def in_turn(do: Sequence[str]) -> str:
    """
    Join the sentences for what is done one after the other.

    >>> in_turn(("Blind bets: seat 2.", "Deal two cards face down."))
    'Blind bets: seat 2. Then deal two cards face down.'
    """
    *before, last = do
    return " ".join([*before, f"Then {last[0].lower()}{last[1:]}"]) if before else last


def cards(these: Iterable[str]) -> str:
    """
    Return cards in words, with the number of unseen ones.

    >>> cards(("As", "??", "??")), cards(("??",))
    ('As and 2 unseen', '1 unseen')
    """
    known = [card for card in these if card != HIDDEN]
    unseen = sum(card == HIDDEN for card in these)
    return " and ".join([*([" ".join(known)] if known else []), *([f"{unseen} unseen"] if unseen else [])])


def amounts(these: Sequence[Seat], cents: Sequence[int]) -> str:
    """
    Return seats with their amounts.

    >>> amounts((2, 5), (100, 200)), amounts((2, 5), ())
    ('seat 2 $1, seat 5 $2', 'seat 2 and seat 5')
    """
    if not cents:
        return seats(these)
    return ", ".join(f"seat {seat} {money(amount)}" for seat, amount in zip(these, cents, strict=True))


def number(count: int, one: str) -> str:
    """
    Return a count with its noun.

    >>> number(1, "card"), number(3, "card")
    ('1 card', '3 cards')
    """
    return f"{count} {one}" if count == 1 else f"{count} {one}s"
