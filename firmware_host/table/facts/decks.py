"""What can become true of the two decks."""

from firmware_host.rules.fact_body import Amendable, FactBody, NewAlert
from firmware_host.rules.wording import number
from firmware_host.table.terms import AlertKind, Back, Clock, Counted, Grade, Mode

AGED = {Clock.SORT: "has been used for three hours", Clock.CHANGE: "was opened six hours ago"}


class DecksDistributed(FactBody, frozen=True, kw_only=True, tag="decks-distributed"):
    """The poker shift supervisor, or one above, gave this table its decks for the gaming day (14.2(c))."""

    why: str

    def sentence(self) -> str:
        return f"Decks are given to this table: {self.why}."


class DecksInspected(FactBody, frozen=True, kw_only=True, tag="decks-inspected"):
    """Received and inspected by the dealer (14.4(a)); their six hours have begun."""

    ends_turn = True

    backs: tuple[Back, ...]

    def sentence(self) -> str:
        return f"Received and inspected: the {_decks(self.backs)}."


class DecksVerified(FactBody, frozen=True, kw_only=True, tag="decks-verified"):
    """Verified by floorperson or supervisor (14.4(b))."""

    ends_turn = True

    backs: tuple[Back, ...]

    def sentence(self) -> str:
        return f"Verified: the {_decks(self.backs)}."


class DecksSpread(FactBody, frozen=True, kw_only=True, tag="decks-spread"):
    """Spread out on the table; `in_sequence` when by suit and in sequence, which is what the three hours run from."""

    ends_turn = True

    backs: tuple[Back, ...]
    face_up: bool
    in_sequence: bool

    def sentence(self) -> str:
        return (
            f"Spread face {'up' if self.face_up else 'down'}{', by suit and in sequence' if self.in_sequence else ''}: "
            f"the {_decks(self.backs)}."
        )


class DecksShown(FactBody, frozen=True, kw_only=True, tag="decks-shown"):
    """At least two players were afforded an opportunity to look at them (14.4(c))."""

    ends_turn = True

    backs: tuple[Back, ...]

    def sentence(self) -> str:
        return f"Two players could look at the {_decks(self.backs)}."


class PreShuffledAccepted(FactBody, frozen=True, kw_only=True, tag="pre-shuffled-accepted"):
    """These decks came pre-shuffled, and this table posts that they are dealt so; each may be dealt once on it."""

    ends_turn = True

    backs: tuple[Back, ...]

    def sentence(self) -> str:
        return f"Taken as pre-shuffled: the {_decks(self.backs)}."


class DeckWashed(FactBody, frozen=True, kw_only=True, tag="deck-washed"):
    """Face down, mixed by washing, stacked (14.4(c)). Any proof it had is gone."""

    ends_turn = True

    back: Back

    def sentence(self) -> str:
        return f"The {self.back} deck is washed and stacked."


class HandShufflingApproved(FactBody, frozen=True, kw_only=True, tag="hand-shuffling-approved"):
    """From here on the dealer shuffles by hand."""

    ends_turn = True

    why: str

    def sentence(self) -> str:
        return f"The floor agrees to shuffling by hand: {self.why}."


class HandShufflingEnded(FactBody, frozen=True, kw_only=True, tag="hand-shuffling-ended"):
    """From here on the shuffler shuffles."""

    ends_turn = True

    def sentence(self) -> str:
        return "The shuffler is used again."


class DeckShuffledByHand(FactBody, frozen=True, kw_only=True, tag="deck-shuffled-by-hand"):
    """The dealer shuffled the whole deck into one stack; this fact names the proof (14.5(a))."""

    ends_turn = True

    back: Back

    def sentence(self) -> str:
        return f"The {self.back} deck is shuffled by hand, into one stack."


class RecutOrdered(FactBody, frozen=True, kw_only=True, tag="recut-ordered"):
    """The cut does not count; the deck is cut again (14.5(c))."""

    ends_turn = True
    marks_round = True

    back: Back
    why: str

    def sentence(self) -> str:
        return f"The {self.back} deck is to be cut again: {self.why}."


class DeckSorted(FactBody, frozen=True, kw_only=True, tag="deck-sorted"):
    """In suit and sequence: its three hours begin anew, its proof is gone (14.2(b))."""

    ends_turn = True

    back: Back

    def sentence(self) -> str:
        return f"The {self.back} deck is placed into suit and sequence."


class DeckClockRanOut(FactBody, frozen=True, kw_only=True, tag="deck-clock-ran-out"):
    """
    The deck is not dealt again before this is put right (14.2(b)).

    `unknown`: nobody can tell how long it was used, so it counts as used up.
    """

    back: Back
    clock: Clock
    unknown: bool = False

    def sentence(self) -> str:
        return (
            f"Nobody knows how long the {self.back} deck has been used: it is not dealt before that is put right."
            if self.unknown
            else f"The {self.back} deck {AGED[self.clock]}: it is not dealt before that is put right."
        )

    def raises(self) -> NewAlert | None:
        return NewAlert(
            kind=AlertKind.DECK_AGED,
            about=self.back,
            say=f"The {self.back} deck is not dealt again before it is put right.",
        )


class DeckConfirmed(FactBody, frozen=True, kw_only=True, tag="deck-confirmed"):
    """The floor says how old the deck is; its clocks run on from that."""

    ends_turn = True

    back: Back
    sorted_ago_min: int
    opened_ago_min: int

    def sentence(self) -> str:
        return (
            f"The floor says that the {self.back} deck was sorted {self.sorted_ago_min} minutes ago "
            f"and opened {self.opened_ago_min} minutes ago."
        )


class StubCountDue(FactBody, frozen=True, kw_only=True, tag="stub-count-due"):
    """Fifteen minutes are up: the stub is counted before the next round is dealt (14.6(e)4)."""

    def sentence(self) -> str:
        return "The stub is to be counted before the next round."


class CardsCounted(FactBody, frozen=True, kw_only=True, tag="cards-counted"):
    """
    A count. By a key the dealer only says right or wrong, and nothing is compared.

    `counted` is none where no number was named, and `said` what the dealer said then. `expected` is the number that is
    right, none where several are: those from `least` to `most`. A first wrong count names none of them, for it is
    counted again; `matches` is what the comparison found. `stub` is the stub count of the same round that the discards
    were added to, and `with_burns` says that the burn cards were counted with them. `again`: the first count was wrong.
    Earlier versions wrote neither `said` nor `matches`.
    """

    ends_turn = True

    what: Counted
    back: Back
    counted: int | None
    expected: int | None
    again: bool = False
    said: bool | None = None
    matches: bool | None = None
    least: int | None = None
    most: int | None = None
    stub: int | None = None
    with_burns: bool = False

    @property
    def right(self) -> bool:
        """Whether nothing speaks against the deck; where nobody knew what to expect, nothing does."""
        if self.said is not None:
            return self.said
        if self.matches is not None:
            return self.matches
        return self.expected is None or self.counted == self.expected

    @property
    def compared(self) -> bool:
        """Whether the number that is right was known, and this is it."""
        return self.right and self.said is None and self.expected is not None

    def sentence(self) -> str:
        again = " again" if self.again else ""
        if self.said is not None:
            verdict = "right" if self.said else "wrong"
            return f"{self._named()}: the dealer says that the number is {verdict}{again}; it was not compared."
        if self.counted is None:
            other = "another number" if self.expected is None else f"not {self.expected}"
            return f"{self._named()} counted{again}: {other}."
        return f"{self._named()} counted{again}: {number(self.counted, 'card')}{self._compared()}."

    def _named(self) -> str:
        if self.what is Counted.DECK:
            return f"All cards of the {self.back} deck"
        burns = " and burn cards" if self.with_burns else ""
        return f"{str(self.what).capitalize()}{burns} of the {self.back} deck"

    def _compared(self) -> str:
        if self.expected is not None and self.counted == self.expected:
            return "" if self.stub is None else f", which with the stub of {self.stub} makes the whole deck"
        if self.expected is not None:
            return f" instead of {self.expected}"
        if self.matches is False:
            possible = "" if self.least is None else f", and from {self.least} to {self.most} is possible"
            return f", which is wrong{possible}"
        if self.least is not None:
            return f"; from {self.least} to {self.most} is possible, so it was not compared with one number"
        return "; nobody knows the right number, so it was not compared"

    def raises(self) -> NewAlert | None:
        if self.right:
            return None
        wanted = "" if self.expected is None else f" instead of {self.expected}"
        counted = "" if self.counted is None else f": {number(self.counted, 'card')}{wanted}"
        return NewAlert(
            kind=AlertKind.WRONG_COUNT, about=self.back, say=f"{_miscounted(self.what, self.back)}{counted}."
        )


class DeckSuspected(FactBody, frozen=True, kw_only=True, tag="deck-suspected"):
    """The deck is held until two people have counted 52 cards (I-8). Any proof it had is gone."""

    ends_turn = True
    marks_round = True

    back: Back
    reason: str

    def sentence(self) -> str:
        return f"The {self.back} deck is held: {self.reason}."

    def raises(self) -> NewAlert | None:
        return NewAlert(
            kind=AlertKind.DECK_SUSPECT, about=self.back, say=f"The {self.back} deck is held: {self.reason}."
        )


class DeckCleared(FactBody, frozen=True, kw_only=True, tag="deck-cleared"):
    """All 52 cards of a suspect deck were counted."""

    ends_turn = True

    back: Back

    def sentence(self) -> str:
        return f"The {self.back} deck has its 52 cards and is held no longer."


class DeckRemoved(FactBody, frozen=True, kw_only=True, tag="deck-removed"):
    """The deck has left the table."""

    ends_turn = True
    marks_round = True

    back: Back
    why: str

    def sentence(self) -> str:
        return f"The {self.back} deck leaves the table: {self.why}."


class GateOverridden(FactBody, frozen=True, kw_only=True, tag="gate-overridden"):
    """One round may be dealt from this deck without a proof of its shuffle; this fact names what it is dealt on."""

    ends_turn = True
    marks_round = True

    back: Back
    why: str

    def sentence(self) -> str:
        return f"One round may be dealt from the {self.back} deck without a proof: {self.why}."

    def raises(self) -> NewAlert | None:
        return NewAlert(
            kind=AlertKind.GATE_OVERRIDDEN,
            about=self.back,
            say=f"The {self.back} deck is dealt without a proof: {self.why}.",
        )


class DeckLoaded(FactBody, frozen=True, kw_only=True, tag="deck-loaded"):
    """A deck is in the shuffler. Any proof it had is gone."""

    back: Back

    def sentence(self) -> str:
        return f"The {self.back} deck is put into the shuffler."


class ForeignDeckSeen(FactBody, frozen=True, kw_only=True, tag="foreign-deck-seen"):
    """The shuffler was given a deck whose backs are of no colour of this table. It is not shuffled."""

    back: Back

    def sentence(self) -> str:
        return f"A {self.back} deck, which is none of this table's, is put into the shuffler."

    def raises(self) -> NewAlert | None:
        return NewAlert(
            kind=AlertKind.FOREIGN_DECK,
            about=self.back,
            say=f"A deck with {self.back} backs was put into the shuffler; it is none of this table's.",
        )


class ShuffleOrdered(FactBody, frozen=True, kw_only=True, tag="shuffle-ordered"):
    """The host wants this deck shuffled. This fact's own name is the command's id on the wire."""

    back: Back

    def sentence(self) -> str:
        return f"The table orders the shuffle of the {self.back} deck by itself."


class ShuffleOverdue(FactBody, frozen=True, kw_only=True, tag="shuffle-overdue"):
    """The shuffle takes longer than it ever should."""

    back: Back
    order: int

    def sentence(self) -> str:
        return f"The shuffle of the {self.back} deck takes too long: look at the shuffler."

    def raises(self) -> NewAlert | None:
        return NewAlert(
            kind=AlertKind.SHUFFLE_OVERDUE,
            about=self.back,
            say=f"The shuffler takes too long with the {self.back} deck.",
        )


class ShuffleProved(FactBody, frozen=True, kw_only=True, tag="shuffle-proved"):
    """The deck was shuffled, all of it, and may be dealt once. `why` is what keeps its proof from a better grade."""

    back: Back
    grade: Grade
    order: int
    mode: Mode | None
    counted: int | None
    duration_ms: int
    why: str | None = None

    def sentence(self) -> str:
        counted = "cards not counted" if self.counted is None else f"{self.counted} of 52 cards"
        why = f" ({self.why})" if self.why else ""
        return f"Shuffle proof for the {self.back} deck: {counted}, {self.grade} by the shuffler{why}."

    def raises(self) -> NewAlert | None:
        return NewAlert(
            kind=AlertKind.PROOF_TOO_LOW,
            about=self.back,
            say=(
                f"The {self.back} deck's shuffle is only {self.grade}{f' ({self.why})' if self.why else ''}: "
                "this table does not deal on that."
            ),
        )


class ShuffleRejected(FactBody, frozen=True, kw_only=True, tag="shuffle-rejected"):
    """What the shuffler did is no shuffle of a whole deck of this table; nothing is dealt on it."""

    back: Back
    order: int
    reason: str

    def sentence(self) -> str:
        return f"No proof for the {self.back} deck: {self.reason}. It will not be dealt."

    def raises(self) -> NewAlert | None:
        return NewAlert(
            kind=AlertKind.SHUFFLE_REJECTED,
            about=self.back,
            say=f"The {self.back} deck was not shuffled: {self.reason}.",
        )


class ProofVoided(FactBody, frozen=True, kw_only=True, tag="proof-voided"):
    """Something touched the deck after its shuffle. `again`: it lies in the shuffler and has to be put in again."""

    back: Back
    order: int
    reason: str
    again: bool = False

    def sentence(self) -> str:
        return f"The proof of the {self.back} deck is gone: {self.reason}."

    def raises(self) -> NewAlert | None:
        return NewAlert(
            kind=AlertKind.PROOF_VOIDED,
            about=self.back,
            say=f"The {self.back} deck's shuffle counts no longer: {self.reason}.",
        )


class DeckCut(FactBody, frozen=True, kw_only=True, tag="deck-cut"):
    """Cut onto the cover card after the shuffle (14.5(b))."""

    ends_turn = True

    back: Back

    def sentence(self) -> str:
        return f"The {self.back} deck is cut onto the cover card."


class DeckPutInPlay(FactBody, frozen=True, kw_only=True, tag="deck-put-in-play"):
    """This round is dealt from this deck on this proof, named by the fact that ordered the shuffle."""

    ends_turn = True
    amendable_as = frozenset({Amendable.STEP})

    back: Back
    grade: Grade
    order: int

    def sentence(self) -> str:
        return f"The gate lets the {self.back} deck through on the proof of order {self.order}."


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


def _decks(backs: tuple[Back, ...]) -> str:
    return f"{' and the '.join(backs)} deck{'s' if len(backs) > 1 else ''}"


def _miscounted(what: Counted, back: Back) -> str:
    named = f"All the cards of the {back} deck" if what is Counted.DECK else f"The {what} of the {back} deck"
    return f"{named} {was_or_were(what)} counted wrong"


def was_or_were(what: Counted) -> str:
    """Return the verb that goes with what was counted."""
    return "was" if what is Counted.STUB else "were"
