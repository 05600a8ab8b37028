"""What can become true of the two decks."""

from firmware_host.rules.struct import Tagged
from firmware_host.table.terms import Back, Clock, Counted, Grade, Mode


class DecksDistributed(Tagged, frozen=True, kw_only=True, tag="decks-distributed"):
    """The poker shift supervisor, or one above, gave this table its decks for the gaming day (14.2(c))."""

    why: str


class DecksInspected(Tagged, frozen=True, kw_only=True, tag="decks-inspected"):
    """Received and inspected by the dealer (14.4(a)); their six hours have begun."""

    backs: tuple[Back, ...]


class DecksVerified(Tagged, frozen=True, kw_only=True, tag="decks-verified"):
    """Verified by floorperson or supervisor (14.4(b))."""

    backs: tuple[Back, ...]


class DecksSpread(Tagged, frozen=True, kw_only=True, tag="decks-spread"):
    """Spread out on the table; `in_sequence` when by suit and in sequence, which is what the three hours run from."""

    backs: tuple[Back, ...]
    face_up: bool
    in_sequence: bool


class DecksShown(Tagged, frozen=True, kw_only=True, tag="decks-shown"):
    """At least two players were afforded an opportunity to look at them (14.4(c))."""

    backs: tuple[Back, ...]


class PreShuffledAccepted(Tagged, frozen=True, kw_only=True, tag="pre-shuffled-accepted"):
    """These decks came pre-shuffled, and this table posts that they are dealt so; each may be dealt once on it."""

    backs: tuple[Back, ...]


class DeckWashed(Tagged, frozen=True, kw_only=True, tag="deck-washed"):
    """Face down, mixed by washing, stacked (14.4(c)). Any proof it had is gone."""

    back: Back


class HandShufflingApproved(Tagged, frozen=True, kw_only=True, tag="hand-shuffling-approved"):
    """From here on the dealer shuffles by hand."""

    why: str


class HandShufflingEnded(Tagged, frozen=True, kw_only=True, tag="hand-shuffling-ended"):
    """From here on the shuffler shuffles."""


class DeckShuffledByHand(Tagged, frozen=True, kw_only=True, tag="deck-shuffled-by-hand"):
    """The dealer shuffled the whole deck into one stack; this fact names the proof (14.5(a))."""

    back: Back


class RecutOrdered(Tagged, frozen=True, kw_only=True, tag="recut-ordered"):
    """The cut does not count; the deck is cut again (14.5(c))."""

    back: Back
    why: str


class DeckSorted(Tagged, frozen=True, kw_only=True, tag="deck-sorted"):
    """In suit and sequence: its three hours begin anew, its proof is gone (14.2(b))."""

    back: Back


class DeckClockRanOut(Tagged, frozen=True, kw_only=True, tag="deck-clock-ran-out"):
    """
    The deck is not dealt again before this is put right (14.2(b)).

    `unknown`: nobody can tell how long it was used, so it counts as used up (design, "Clocks").
    """

    back: Back
    clock: Clock
    unknown: bool = False


class DeckConfirmed(Tagged, frozen=True, kw_only=True, tag="deck-confirmed"):
    """The floor says how old the deck is; its clocks run on from that."""

    back: Back
    sorted_ago_min: int
    opened_ago_min: int


class StubCountDue(Tagged, frozen=True, kw_only=True, tag="stub-count-due"):
    """Fifteen minutes are up: the stub is counted before the next round is dealt (14.6(e)4)."""


class CardsCounted(Tagged, frozen=True, kw_only=True, tag="cards-counted"):
    """
    A count, right or wrong. `expected` is none where nobody could know, `counted` where only "wrong" was said.

    `again` says that the first count was wrong.
    """

    what: Counted
    back: Back
    counted: int | None
    expected: int | None
    again: bool = False

    @property
    def right(self) -> bool:
        """Whether nothing speaks against the deck; where nobody knew what to expect, nothing does."""
        return self.expected is None or self.counted == self.expected


class DeckSuspected(Tagged, frozen=True, kw_only=True, tag="deck-suspected"):
    """The deck is held until two people have counted 52 cards (I-8). Any proof it had is gone."""

    back: Back
    reason: str


class DeckCleared(Tagged, frozen=True, kw_only=True, tag="deck-cleared"):
    """All 52 cards of a suspect deck were counted."""

    back: Back


class DeckRemoved(Tagged, frozen=True, kw_only=True, tag="deck-removed"):
    """The deck has left the table."""

    back: Back
    why: str


class GateOverridden(Tagged, frozen=True, kw_only=True, tag="gate-overridden"):
    """One round may be dealt from this deck without a proof of its shuffle; this fact names what it is dealt on."""

    back: Back
    why: str


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
    """The deck was shuffled, all of it, and may be dealt once. `why` is what keeps its proof from a better grade."""

    back: Back
    grade: Grade
    order: int
    mode: Mode | None
    counted: int | None
    duration_ms: int
    why: str | None = None


class ShuffleRejected(Tagged, frozen=True, kw_only=True, tag="shuffle-rejected"):
    """What the shuffler did is no shuffle of a whole deck of this table; nothing is dealt on it."""

    back: Back
    order: int
    reason: str


class ProofVoided(Tagged, frozen=True, kw_only=True, tag="proof-voided"):
    """Something touched the deck after its shuffle. `again`: it lies in the shuffler and has to be put in again."""

    back: Back
    order: int
    reason: str
    again: bool = False


class DeckCut(Tagged, frozen=True, kw_only=True, tag="deck-cut"):
    """Cut onto the cover card after the shuffle (14.5(b))."""

    back: Back


class DeckPutInPlay(Tagged, frozen=True, kw_only=True, tag="deck-put-in-play"):
    """This round is dealt from this deck on this proof, named by the fact that ordered the shuffle."""

    back: Back
    grade: Grade
    order: int


DecksBody = (
    DecksDistributed
    | DecksInspected
    | DecksVerified
    | DecksSpread
    | DecksShown
    | PreShuffledAccepted
    | DeckWashed
    | HandShufflingApproved
    | HandShufflingEnded
    | DeckShuffledByHand
    | RecutOrdered
    | DeckSorted
    | DeckClockRanOut
    | DeckConfirmed
    | StubCountDue
    | CardsCounted
    | DeckSuspected
    | DeckCleared
    | DeckRemoved
    | GateOverridden
    | DeckLoaded
    | ForeignDeckSeen
    | ShuffleOrdered
    | ShuffleOverdue
    | ShuffleProved
    | ShuffleRejected
    | ProofVoided
    | DeckCut
    | DeckPutInPlay
)
