"""Where the 52 cards are. Known or not, each is in exactly one place."""

from collections.abc import Iterable

from firmware_host.rules.ranking.deck import CARDS
from firmware_host.rules.record import HIDDEN, Record

DECK = 52
"""One deck, 14.2(a). The cover card is beside it, never among these."""

BIT: dict[str, int] = {card: 1 << place for place, card in enumerate(CARDS)}
"""A bit for each card, to see in one step whether a card is out already."""


def mask(cards: Iterable[str]) -> int:
    """Return the bits of those cards the table was shown."""
    bits = 0
    for card in cards:
        if card != HIDDEN:
            bits |= BIT[card]
    return bits


class Places(Record, frozen=True, kw_only=True):
    """How many cards lie where during a round of play; together always the whole deck."""

    stub: int = DECK
    burns: int = 0
    discards: int = 0
    hands: int = 0
    board: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """A sum that is not the deck is a fault of ours, never of the table: stop before it is believed."""
        counts = (self.stub, self.burns, self.discards, self.hands, len(self.board))
        if min(counts) < 0 or sum(counts) != DECK:
            raise ValueError(f"the cards do not add up to {DECK}: {self}")
