"""Badugi, 14.12C(l): the most cards of different suits and ranks, then the lowest."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from firmware_host.rules.ranking.classes import HandClass, pack_low
from firmware_host.rules.ranking.deck import LOW_RANK, wrong_number

CLASSES = (
    HandClass.ONE_CARD_BADUGI,
    HandClass.TWO_CARD_BADUGI,
    HandClass.THREE_CARD_BADUGI,
    HandClass.BADUGI,
)
"""Worst first; the index of a class is one less than its number of cards."""


def badugi(cards: Sequence[str]) -> int:
    """Rank the best selection out of up to four cards, ace low, compared from the worst card down."""
    if not 1 <= len(cards) <= 4:
        wrong_number(cards, "one to four")
    return max(map(_strength, choices(cards)))


def choices(cards: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield the selections in which all suits and all ranks differ. Single cards always qualify."""
    for size in range(1, len(cards) + 1):
        yield from filter(_all_differ, combinations(cards, size))


def _all_differ(cards: Sequence[str]) -> bool:
    return len({card[0] for card in cards}) == len({card[1] for card in cards}) == len(cards)


def _strength(cards: Sequence[str]) -> int:
    return pack_low(len(cards) - 1, sorted((LOW_RANK[card] for card in cards), reverse=True))
