"""Wording of seats, cards and amounts in a sentence."""

from collections.abc import Iterable, Sequence

from firmware_host.rules.money import money
from firmware_host.rules.struct import HIDDEN, Seat


def seats(these: Sequence[Seat]) -> str:
    """
    Return several seats in words.

    >>> seats((2, 5, 7))
    'seat 2, seat 5 and seat 7'
    """
    return joined([f"seat {seat}" for seat in these])


def joined(names: Sequence[str]) -> str:
    """
    Join names with commas and "and".

    >>> joined(("31", "32", "33"))
    '31, 32 and 33'
    """
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


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
