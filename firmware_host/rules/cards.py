"""Where the 52 cards are. Known or not, each is in exactly one place."""

from firmware_host.rules.record import Record

DECK = 52
"""One deck, 14.2(a). The cover card is beside it, never among these."""


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
