"""Strengths: the index of the class and the ranks that decide within it, packed into one number."""

from collections import Counter
from collections.abc import Container, Iterable, Sequence
from enum import StrEnum

from firmware_host.rules.ranking.deck import ACE, ACE_LOW


class HandClass(StrEnum):
    """
    The permissible hands by their names in 14.3(b), (c) and 14.12C(l).

    A hand that is none of these (14.3(d)) is `HIGH_CARD`, for low `NO_PAIR`.
    """

    ROYAL_FLUSH = "royal-flush"
    STRAIGHT_FLUSH = "straight-flush"
    FOUR_OF_A_KIND = "four-of-a-kind"
    FULL_HOUSE = "full-house"
    FLUSH = "flush"
    STRAIGHT = "straight"
    THREE_OF_A_KIND = "three-of-a-kind"
    TWO_PAIRS = "two-pairs"
    ONE_PAIR = "one-pair"
    HIGH_CARD = "high-card"
    NO_PAIR = "no-pair"
    BADUGI = "badugi"
    THREE_CARD_BADUGI = "three-card-badugi"
    TWO_CARD_BADUGI = "two-card-badugi"
    ONE_CARD_BADUGI = "one-card-badugi"


_RANKS_IN_A_STRENGTH = 5

_CLASS = 4 * _RANKS_IN_A_STRENGTH

_TURNED = ACE
"""A low rank is stored as 14 minus the rank, so that the better card is the larger number there too."""


def pack(place: int, ranks: Sequence[int]) -> int:
    """Make a strength: `place` is the index of the class, worst 0; `ranks` are in the order they are compared."""
    packed = place
    for index in range(_RANKS_IN_A_STRENGTH):
        packed = packed << 4 | (ranks[index] if index < len(ranks) else 0)
    return packed


def pack_low(place: int, ranks: Sequence[int]) -> int:
    """Make a strength of ranks by 14.3(e), ace 1 to king 13, where the lower rank is better."""
    return pack(place, [_TURNED - rank for rank in ranks])


def place_of(strength: int) -> int:
    return strength >> _CLASS


def ranks_of(strength: int) -> tuple[int, ...]:
    nibbles = (strength >> shift & 15 for shift in range(_CLASS - 4, -1, -4))
    return tuple(rank for rank in nibbles if rank)


def low_ranks_of(strength: int) -> tuple[int, ...]:
    return tuple(_TURNED - rank for rank in ranks_of(strength))


def made_first(ranks: Iterable[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """
    Sort ranks by how often they occur: fours, threes, pairs, single cards, the higher rank first in each.

    >>> made_first([4, 13, 4, 13, 13])
    ((13, 4), (3, 2))
    """
    groups = sorted(Counter(ranks).items(), key=lambda group: (-group[1], -group[0]))
    return tuple(rank for rank, _ in groups), tuple(count for _, count in groups)


def straight_top(ranks: Container[int], length: int) -> int | None:
    """Return the top rank of the best straight. The ace may also be below the two (14.3(a), (b)6, (c)4)."""
    for top in range(ACE, length - 1, -1):
        run = range(top, top - length, -1)
        if all((ACE if rank == ACE_LOW else rank) in ranks for rank in run):
            return top
    return None
