"""The best five-card high hand, 14.3(b) and (d), out of five to nine cards."""

from collections.abc import Sequence
from functools import cache

from firmware_host.rules.ranking.classes import HandClass, pack, straight_top
from firmware_host.rules.ranking.deck import (
    ACE,
    KEY,
    MANY_OF_A_SUIT,
    RANK_COUNTS,
    at_least,
    rank_bits,
    rank_counts,
    suit_found,
)

CLASSES = (
    HandClass.HIGH_CARD,
    HandClass.ONE_PAIR,
    HandClass.TWO_PAIRS,
    HandClass.THREE_OF_A_KIND,
    HandClass.STRAIGHT,
    HandClass.FLUSH,
    HandClass.FULL_HOUSE,
    HandClass.FOUR_OF_A_KIND,
    HandClass.STRAIGHT_FLUSH,
    HandClass.ROYAL_FLUSH,
)
"""Worst first."""


_PLACE = {name: place for place, name in enumerate(CLASSES)}

_FIVE_SUITED = at_least(5)

_key_of = KEY.__getitem__


def high(cards: Sequence[str]) -> int:
    """
    Rank the best hand in these cards.

    Fast path for cards already known to be of one deck; `rankings.strength` checks that first.
    One sum and one look-up: the strength of a combination of ranks is computed once and cached, at most 73,775 entries
    for hands of up to seven cards. Five cards of one suit are rare and are handled separately.
    """
    key = sum(map(_key_of, cards))
    best = by_ranks(key & RANK_COUNTS)
    suited = key + _FIVE_SUITED & MANY_OF_A_SUIT
    if suited:
        return max(best, by_suited_ranks(rank_bits(cards, suit_found(suited))))
    return best


@cache
def by_ranks(counts: int) -> int:
    """Rank five to nine cards by `RANK_COUNTS` of their keys alone, ignoring suits."""
    of = rank_counts(counts)
    if not 5 <= sum(of.values()) <= 9:
        raise ValueError(f"{sum(of.values())} cards, but this ranking needs five to nine")
    descending = list(of)
    made = sorted(of, key=lambda rank: -of[rank])  # sorted() is stable, so the higher rank stays first
    first, second = made[:2]
    others = [rank for rank in descending if rank != first]
    pairs = [rank for rank in others if of[rank] >= 2]
    if of[first] == 4:
        return pack(_PLACE[HandClass.FOUR_OF_A_KIND], [first, others[0]])
    if of[first] == 3 and pairs:
        return pack(_PLACE[HandClass.FULL_HOUSE], [first, pairs[0]])
    top = straight_top(of, 5)
    if top:
        return pack(_PLACE[HandClass.STRAIGHT], [top])
    if of[first] == 3:
        return pack(_PLACE[HandClass.THREE_OF_A_KIND], [first, *others[:2]])
    if pairs:
        kicker = next(rank for rank in others if rank != second)
        return pack(_PLACE[HandClass.TWO_PAIRS], [first, second, kicker])
    if of[first] == 2:
        return pack(_PLACE[HandClass.ONE_PAIR], [first, *others[:3]])
    return pack(_PLACE[HandClass.HIGH_CARD], descending[:5])


@cache
def by_suited_ranks(bits: int) -> int:
    """Rank the best flush in five or more cards of one suit, given by `rank_bits`."""
    ranks = [rank for rank in range(ACE, 1, -1) if bits >> rank & 1]
    top = straight_top(ranks, 5)
    if top == ACE:
        return pack(_PLACE[HandClass.ROYAL_FLUSH], [top])
    if top:
        return pack(_PLACE[HandClass.STRAIGHT_FLUSH], [top])
    return pack(_PLACE[HandClass.FLUSH], ranks[:5])
