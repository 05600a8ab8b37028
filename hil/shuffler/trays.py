"""The cards in the machine: where they lie, and what its own sensors have counted. No rank or suit exists here."""

from dataclasses import dataclass, replace
from typing import Final

from drivers.shuffler.port import Back, Fill, Place

DECK_CARDS: Final = 52

COUNT_MAX: Final = 0xFFFF

SHORT_BELOW: Final = 49

LONG_ABOVE: Final = 55
"""The lever over the feed tells height, not cards: one missing is not seen, a handful is."""


class TrayOccupied(Exception):  # noqa: N818 - named for what is wrong
    """The feed tray already has a deck: take it out first."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Deck:
    back: Back
    cards: int = DECK_CARDS
    mixed: bool = False
    """Some of its backs are of another colour."""


class Trays:
    """
    Feed, path, shelf and output; `stuck` are cards that no sensor sees until the path is run empty.

    `went_in` is what the camera counted, `came_out` what passed the output or was lifted off the shelf, both since the
    last comparison.
    """

    def __init__(self) -> None:
        self.feed: Deck | None = None
        self.path: Deck | None = None
        self.shelf: Deck | None = None
        self.output: Deck | None = None
        self.stuck = 0
        self.went_in = 0
        self.came_out = 0

    @property
    def under_way(self) -> int:
        return 0 if self.path is None else self.path.cards

    @property
    def lies_at(self) -> Place | None:
        """Return the output or the shelf, whichever a hand reaches first; None if both are empty."""
        if self.output is not None:
            return Place.OUTPUT
        return None if self.shelf is None else Place.SHELVES

    def load(self, deck: Deck) -> None:
        """Put a deck into the feed. Raises TrayOccupied."""
        if self.feed is not None:
            raise TrayOccupied
        self.feed = deck

    def fill(self) -> Fill:
        if self.feed is None:
            return Fill.EMPTY
        if self.feed.mixed:
            return Fill.MIXED
        if self.feed.cards < SHORT_BELOW:
            return Fill.SHORT
        return Fill.LONG if self.feed.cards > LONG_ABOVE else Fill.PLAUSIBLE

    def shuffled(self, counted: int) -> None:
        """Move all cards of the feed past the camera onto the shelf."""
        self.shelf, self.feed = self.feed, None
        self.went_in += counted

    def stopped_after(self, cards: int) -> None:
        """Stop after this many cards, which are then in the path; the others are still in the feed."""
        deck = self.feed
        if deck is None or not cards:
            return
        gone = min(cards, deck.cards)
        self.path = replace(deck, cards=gone)
        self.feed = replace(deck, cards=deck.cards - gone) if deck.cards > gone else None
        self.went_in += gone

    def give_out(self, *, leaving: int) -> Deck | None:
        """Move the deck from the shelf to the output, counted on its way; return it."""
        out = self._off_the_shelf(leaving)
        if out is not None:
            self.came_out += out.cards
        return out

    def lifted_off(self, *, leaving: int) -> Deck | None:
        """
        Take the deck off the shelf by hand; return it.

        The shelf's sensor only notices that the deck is gone, so all cards that were counted onto the shelf count as
        out.
        """
        counted = 0 if self.shelf is None else self.shelf.cards
        self.came_out += counted
        return self._off_the_shelf(leaving)

    def _off_the_shelf(self, leaving: int) -> Deck | None:
        """Take the deck with the stuck cards; `leaving` cards stay behind."""
        if self.shelf is None:
            return None
        cards = self.shelf.cards + self.stuck
        self.stuck = min(leaving, cards)
        out = replace(self.shelf, cards=cards - self.stuck)
        self.shelf = None
        return out

    def run_empty(self) -> int:
        """Move all cards in the path to the output; return how many there were."""
        found = self.under_way + self.stuck
        if found:
            back = self.path.back if self.path else Back.BLUE
            lying = 0 if self.output is None else self.output.cards
            self.output = Deck(back=self.output.back if self.output else back, cards=lying + found)
        self.path, self.stuck = None, 0
        self.came_out += found
        return found

    def by_hand(self) -> Deck | None:
        """
        Take the cards from feed and path through the lid.

        No sensor counts them, so those of the path are missing.
        """
        parts = [deck for deck in (self.path, self.feed) if deck is not None]
        self.path = self.feed = None
        return replace(parts[0], cards=sum(deck.cards for deck in parts)) if parts else None

    def compared(self) -> tuple[int, int]:
        """Return the cards in and out and restart both counts; the deck on the shelf counts as in."""
        went_in, came_out = min(self.went_in, COUNT_MAX), min(self.came_out, COUNT_MAX)
        self.went_in = 0 if self.shelf is None else self.shelf.cards
        self.came_out = 0
        return went_in, came_out
