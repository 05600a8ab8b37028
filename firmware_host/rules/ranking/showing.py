"""
Who opens a betting round by the visible cards: single up-cards by suit on the first street, hands showing later.

Each game names its rule: 14.9(d), (f), 14.9B(d), (f), 14.13(d), (f) and 14.13A(d), (f), (h).
"""

from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum

from firmware_host.rules.ranking.classes import HandClass, made_first, pack, pack_low
from firmware_host.rules.ranking.deck import LOW_RANK, RANK, SUIT, wrong_number

CLASSES = (
    HandClass.HIGH_CARD,
    HandClass.ONE_PAIR,
    HandClass.TWO_PAIRS,
    HandClass.THREE_OF_A_KIND,
    HandClass.FOUR_OF_A_KIND,
)
"""Worst first. Up to four cards cannot be a straight or a flush."""


LOW_CLASSES = (*reversed(CLASSES[1:]), HandClass.NO_PAIR)


_CLASS_OF_COUNTS = {(4,): HandClass.FOUR_OF_A_KIND, (3,): HandClass.THREE_OF_A_KIND, (2, 2): HandClass.TWO_PAIRS}

_CLASS_OF_MOST = {3: HandClass.THREE_OF_A_KIND, 2: HandClass.ONE_PAIR}


def high_showing(up_cards: Sequence[str]) -> int:
    """
    Rank the high hand showing on one to four up-cards; suits do not count, equal hands go by seat.

    With the community card as a second card, this also finds the opener of mambo's last round (14.13A(h)1): that card
    is in every hand compared, so the best pair wins, otherwise the highest up-card.
    """
    ranks, counts = _showing(up_cards, RANK)
    return pack(CLASSES.index(_class(counts, HandClass.HIGH_CARD)), ranks)


def low_showing(up_cards: Sequence[str]) -> int:
    """Rank the low hand showing on one to four up-cards, 14.9B(f)2: no pair and the lowest cards."""
    ranks, counts = _showing(up_cards, LOW_RANK)
    return pack_low(LOW_CLASSES.index(_class(counts, HandClass.NO_PAIR)), ranks)


def _showing(up_cards: Sequence[str], rank_of: dict[str, int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    if not 1 <= len(up_cards) <= 4:
        wrong_number(up_cards, "one to four up-cards")
    return made_first(rank_of[card] for card in up_cards)


def _class(counts: tuple[int, ...], unpaired: HandClass) -> HandClass:
    return _CLASS_OF_COUNTS.get(counts) or _CLASS_OF_MOST.get(counts[0], unpaired)


class Ace(StrEnum):
    """Whether the ace is high or low when single up-cards are compared."""

    HIGH = "high"
    LOW = "low"


def lowest_by_suit(up_cards: Iterable[str], ace: Ace) -> str:
    """Return the lowest up-card; equal ranks go by suit, from highest: spades, hearts, diamonds, clubs."""
    return min(up_cards, key=_rank_then_suit(ace))


def highest_by_suit(up_cards: Iterable[str], ace: Ace) -> str:
    return max(up_cards, key=_rank_then_suit(ace))


def _rank_then_suit(ace: Ace) -> Callable[[str], tuple[int, int]]:
    rank_of = RANK if ace is Ace.HIGH else LOW_RANK
    return lambda card: (rank_of[card], SUIT[card])
