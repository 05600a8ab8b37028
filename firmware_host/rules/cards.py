"""Where the 52 cards are. Known or not, each is in exactly one place."""

from collections.abc import Iterable
from enum import StrEnum

from firmware_host.rules.ranking.deck import CARDS
from firmware_host.rules.struct import HIDDEN, Record

DECK = 52

"""One deck, 14.2(a). The cover card belongs to it and is never among these."""


BIT: dict[str, int] = {card: 1 << place for place, card in enumerate(CARDS)}

"""A bit for each card, to see in one step whether a card is out already."""


def mask(cards: Iterable[str]) -> int:
    """Return the bits of those cards the table was shown."""
    bits = 0
    for card in cards:
        if card != HIDDEN:
            bits |= BIT[card]
    return bits


class Cover(StrEnum):
    """Where the cover card is during a round (14.1)."""

    UNDER_STUB = "under-stub"
    """It conceals the bottom card from the cut on (14.5(b)3)."""
    ON_TABLE = "on-table"
    """The stub was dealt out; what was shuffled to go on with was not cut onto it (I-19)."""


class Places(Record, frozen=True, kw_only=True):
    """How many cards lie where during a round of play, together always the whole deck; and where the cover card is."""

    stub: int = DECK
    burns: int = 0
    discards: int = 0
    hands: int = 0
    board: tuple[str, ...] = ()
    cover: Cover = Cover.UNDER_STUB

    def __post_init__(self) -> None:
        """A sum that is not the deck is a fault of ours, never of the table: stop before it is believed."""
        counts = (self.stub, self.burns, self.discards, self.hands, len(self.board))
        if min(counts) < 0 or sum(counts) != DECK:
            raise ValueError(f"the cards do not add up to {DECK}: {self}")
        if self.stub == 0 and self.cover is Cover.UNDER_STUB:
            raise ValueError("the cover card conceals the bottom card of no stub")
