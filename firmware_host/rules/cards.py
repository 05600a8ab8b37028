"""Where the 52 cards are. Each card, seen or not, is in exactly one place."""

from collections.abc import Iterable
from enum import StrEnum

from firmware_host.rules.ranking.deck import CARDS
from firmware_host.rules.struct import HIDDEN, Record

DECK = 52
"""One deck, 14.2(a). The cover card is not one of these cards."""


BIT: dict[str, int] = {card: 1 << place for place, card in enumerate(CARDS)}
"""One bit for each card, so that one operation tells whether a card has been dealt."""


def mask(cards: Iterable[str]) -> int:
    """Return the bits of the cards that are not hidden."""
    bits = 0
    for card in cards:
        if card != HIDDEN:
            bits |= BIT[card]
    return bits


class Cover(StrEnum):
    """Where the cover card is during a round (14.1)."""

    UNDER_STUB = "under-stub"
    """Under the stub, where it conceals the bottom card from the cut on (14.5(b)3)."""
    ON_TABLE = "on-table"
    """On the table: the stub was dealt out, and the reshuffled cards were not cut (I-19)."""


class Places(Record, frozen=True, kw_only=True):
    """How many cards are in each place during a round of play, always a whole deck; and where the cover card is."""

    stub: int = DECK
    burns: int = 0
    discards: int = 0
    hands: int = 0
    board: tuple[str, ...] = ()
    cover: Cover = Cover.UNDER_STUB

    def __post_init__(self) -> None:
        """Reject counts that do not add up to a deck: only a bug in the program can cause that."""
        counts = (self.stub, self.burns, self.discards, self.hands, len(self.board))
        if min(counts) < 0 or sum(counts) != DECK:
            raise ValueError(f"the cards do not add up to {DECK}: {self}")
        if self.stub == 0 and self.cover is Cover.UNDER_STUB:
            raise ValueError("the cover card conceals the bottom card of no stub")
