"""Every ranking by name: what its hands are made from, how they are ranked, and which cards make them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import chain, combinations, product
from typing import NamedTuple

from firmware_host.rules.ranking import badugi, high, low, omaha, showing, three
from firmware_host.rules.ranking.deck import LOW_RANK, RANK, SUIT, check
from firmware_host.rules.ranking.strength import HandClass, low_ranks_of, place_of, ranks_of


class Ranking(StrEnum):
    """What wins a pot, half a pot or the right to open. A game names one or two of them."""

    HIGH = "high"
    LOW = "low"
    LOW_EIGHT_OR_BETTER = "low-eight-or-better"
    OMAHA_HIGH = "omaha-high"
    OMAHA_LOW_EIGHT_OR_BETTER = "omaha-low-eight-or-better"
    THREE_CARD_HIGH = "three-card-high"
    THREE_CARD_LOW_SIX_OR_BETTER = "three-card-low-six-or-better"
    BADUGI = "badugi"
    HIGH_SHOWING = "high-showing"
    LOW_SHOWING = "low-showing"


Cards = Sequence[str]
Ways = tuple[tuple[str, ...], ...]


class Ranked(NamedTuple):
    """All that is to be said of one player's hand."""

    strength: int
    hand_class: HandClass
    best_cards: Ways


class Rule(NamedTuple):
    """How one ranking works. `choices` lists what a player may choose, given how many cards count."""

    classes: tuple[HandClass, ...]
    is_low: bool
    rank: Callable[[Cards, Cards], int | None]
    rank_chosen: Callable[[Cards], int | None]
    choices: Callable[[Cards, Cards, int], Iterator[tuple[str, ...]]]
    counting: int


