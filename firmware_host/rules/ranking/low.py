"""The best low hand, 14.3(e) and (f): five cards with and without "eight or better", three cards with six or better."""

from collections.abc import Sequence
from functools import cache
from itertools import chain, combinations, repeat

from firmware_host.rules.ranking.classes import HandClass, made_first, pack_low
from firmware_host.rules.ranking.deck import ACE, ACE_LOW, KEY, LOW_RANK, RANK_COUNTS, rank_counts, wrong_number

CLASSES = (
    HandClass.FOUR_OF_A_KIND,
    HandClass.FULL_HOUSE,
    HandClass.THREE_OF_A_KIND,
    HandClass.TWO_PAIRS,
    HandClass.ONE_PAIR,
    HandClass.NO_PAIR,
)
"""Worst first: the high classes in reverse order, without straights and flushes."""


CLASS_OF_COUNTS = {
    (4, 1): HandClass.FOUR_OF_A_KIND,
    (3, 2): HandClass.FULL_HOUSE,
    (3, 1, 1): HandClass.THREE_OF_A_KIND,
    (2, 2, 1): HandClass.TWO_PAIRS,
    (2, 1, 1, 1): HandClass.ONE_PAIR,
    (1, 1, 1, 1, 1): HandClass.NO_PAIR,
}


THREE_CARD_CLASSES = (HandClass.NO_PAIR,)
"""Only three-card lows without a pair qualify (I-4)."""


EIGHT, SIX = 8, 6


_PLACE = {name: place for place, name in enumerate(CLASSES)}

_key_of = KEY.__getitem__


def low(cards: Sequence[str]) -> int:
    """
    Rank the best low in five to nine cards, which may contain pairs.

    Within a class, paired ranks are compared first, then the others from the worst card down (I-13).
    """
    return by_ranks(sum(map(_key_of, cards)) & RANK_COUNTS)


def eight_or_better(cards: Sequence[str]) -> int | None:
    """Rank a low by 14.9(j): no pair and no card above an eight; None if it does not qualify."""
    strength = low(cards)
    return strength if strength >= _WORST_THAT_QUALIFIES else None


def no_pair(low_ranks: Sequence[int]) -> int:
    """Rank five cards of different ranks, given worst first."""
    return pack_low(_PLACE[HandClass.NO_PAIR], low_ranks)


_WORST_THAT_QUALIFIES = no_pair((EIGHT, 7, 6, 5, 4))


@cache
def by_ranks(counts: int) -> int:
    """Rank five to nine cards by `RANK_COUNTS` of their keys: suits never count for low."""
    of = {rank if rank < ACE else ACE_LOW: count for rank, count in rank_counts(counts).items()}
    if not 5 <= sum(of.values()) <= 9:
        raise ValueError(f"{sum(of.values())} cards, but this ranking needs five to nine")
    different = sorted(of)
    if len(different) >= 5:
        return _five(different[:5])
    every = chain.from_iterable(repeat(rank, of[rank]) for rank in different)
    return max(map(_five, set(combinations(every, 5))))


def _five(low_ranks: Sequence[int]) -> int:
    ranks, counts = made_first(low_ranks)
    return pack_low(_PLACE[CLASS_OF_COUNTS[counts]], ranks)


def three_card_six_or_better(cards: Sequence[str]) -> int | None:
    """Rank the best three of three or four cards as a low: no pair, no card above a six, the ace low (I-4)."""
    if len(cards) not in (3, 4):
        wrong_number(cards, "three or four")
    different = sorted({LOW_RANK[card] for card in cards if LOW_RANK[card] <= SIX})
    if len(different) < 3:
        return None
    return pack_low(THREE_CARD_CLASSES.index(HandClass.NO_PAIR), different[2::-1])
