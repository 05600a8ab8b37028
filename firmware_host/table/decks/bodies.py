"""What can become true of the two decks."""

from firmware_host.rules.record import Tagged
from firmware_host.table.decks.deck import Back, Grade, Mode


class DeckLoaded(Tagged, frozen=True, kw_only=True, tag="deck-loaded"):
    """A deck is in the shuffler. Any proof it had is gone."""

    back: Back


class ForeignDeckSeen(Tagged, frozen=True, kw_only=True, tag="foreign-deck-seen"):
    """The shuffler was given a deck whose backs are of no colour of this table. It is not shuffled."""

    back: Back


class ShuffleOrdered(Tagged, frozen=True, kw_only=True, tag="shuffle-ordered"):
    """The host wants this deck shuffled. This fact's own name is the command's id on the wire."""

    back: Back


class ShuffleOverdue(Tagged, frozen=True, kw_only=True, tag="shuffle-overdue"):
    """The shuffle takes longer than it ever should."""

    back: Back
    order: int


class ShuffleProved(Tagged, frozen=True, kw_only=True, tag="shuffle-proved"):
    """The deck was shuffled, all of it, and may be dealt once."""

    back: Back
    grade: Grade
    order: int
    mode: Mode
    counted: int
    duration_ms: int


class ShuffleRejected(Tagged, frozen=True, kw_only=True, tag="shuffle-rejected"):
    """What the shuffler did is no shuffle of a whole deck of this table; nothing is dealt on it."""

    back: Back
    order: int
    reason: str


class ProofVoided(Tagged, frozen=True, kw_only=True, tag="proof-voided"):
    """Something touched the deck after its shuffle."""

    back: Back
    order: int
    reason: str


class DeckCut(Tagged, frozen=True, kw_only=True, tag="deck-cut"):
    """Cut onto the cover card after the shuffle (14.5(b))."""

    back: Back


class DeckPutInPlay(Tagged, frozen=True, kw_only=True, tag="deck-put-in-play"):
    """This round is dealt from this deck on this proof, named by the fact that ordered the shuffle."""

    back: Back
    grade: Grade
    order: int


DecksBody = (
    DeckLoaded
    | ForeignDeckSeen
    | ShuffleOrdered
    | ShuffleOverdue
    | ShuffleProved
    | ShuffleRejected
    | ProofVoided
    | DeckCut
    | DeckPutInPlay
)
