"""The best three-card high hand, 14.3(c) and (d): for mambo, whose order of classes differs from five-card hands."""

from collections.abc import Sequence
from itertools import combinations

from firmware_host.rules.ranking.classes import HandClass, made_first, pack, straight_top
from firmware_host.rules.ranking.deck import ACE, RANK, wrong_number

CLASSES = (
    HandClass.HIGH_CARD,
    HandClass.ONE_PAIR,
    HandClass.FLUSH,
    HandClass.STRAIGHT,
    HandClass.THREE_OF_A_KIND,
    HandClass.STRAIGHT_FLUSH,
    HandClass.ROYAL_FLUSH,
)
"""Worst first."""


_PLACE = {name: place for place, name in enumerate(CLASSES)}


def three_card_high(cards: Sequence[str]) -> int:
    """Rank the best three of three or four cards; four are three own cards and the community card (14.13A(j))."""
    if len(cards) not in (3, 4):
        wrong_number(cards, "three or four")
    return max(map(_three, combinations(cards, 3)))


def _three(cards: tuple[str, ...]) -> int:
    ranks, counts = made_first(RANK[card] for card in cards)
    top = straight_top(ranks, 3)
    flush = len({card[1] for card in cards}) == 1
    if top and flush:
        name = HandClass.ROYAL_FLUSH if top == ACE else HandClass.STRAIGHT_FLUSH
        return pack(_PLACE[name], [top])
    if counts[0] == 3:
        return pack(_PLACE[HandClass.THREE_OF_A_KIND], ranks)
    if top:
        return pack(_PLACE[HandClass.STRAIGHT], [top])
    if flush:
        return pack(_PLACE[HandClass.FLUSH], ranks)
    return pack(_PLACE[HandClass.ONE_PAIR if counts[0] == 2 else HandClass.HIGH_CARD], ranks)
