"""The motor of the simulated machine as a function of time."""

from dataclasses import dataclass, field
from typing import Final

from drivers.shuffler.port import Activity, Back, CommandId, Mode, Place
from hil.shuffler.trays import Deck

CARD_MS: Final = 865
"""45 s for a deck of 52, as common single-deck machines take."""

JITTER: Final = 0.05

TAKES_MS: Final = {
    Activity.TESTING: 8000,
    Activity.DELIVERING: 1500,
    Activity.CLEARING: 6000,
    Activity.RECONCILING: 3000,
}

SERVICE_EVERY: Final = 25_000

LIFE: Final = 300_000


@dataclass(frozen=True, kw_only=True, slots=True)
class Faults:
    """The faults of everything that starts from now on; without any the machine works correctly."""

    counted: int | None = None
    """The camera counts so many, whatever was fed."""
    seen_back: Back | None = None
    """The camera sees these backs, whatever the feed's own sensor saw."""
    jam_at: int | None = None
    """The motor stops with this card half in."""
    jam_place: Place = Place.FEED
    double_feed_at: int | None = None
    """Two cards go in as one here, and the thickness sensor notices."""
    left_inside: int = 0
    """So many cards stay on the shelves when the deck is given out."""
    broken: Place | None = None
    """This part fails its self-test."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Cycle:
    """One shuffle."""

    command: CommandId
    nonce: bytes
    deck: Deck
    mode: Mode
    faults: Faults
    started_ms: int
    card_ms: float
    activity: Activity = field(default=Activity.SHUFFLING, init=False)

    @property
    def last(self) -> int:
        """The card at which it ends, one way or the other."""
        stops = (self.faults.jam_at, self.faults.double_feed_at, self.deck.cards)
        return min(at for at in stops if at is not None)

    def fed(self, now_ms: int) -> int:
        return min(int((now_ms - self.started_ms) / self.card_ms), self.last)

    def due_ms(self, cards: int) -> int:
        return self.started_ms + int(cards * self.card_ms) + 1


@dataclass(frozen=True, kw_only=True, slots=True)
class Task:
    """Any other movement that takes a while."""

    command: CommandId
    activity: Activity
    faults: Faults
    ends_ms: int
