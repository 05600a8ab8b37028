"""Facts about the two decks."""

from firmware_host.rules.act_and_fact import Amendable, FactBody, NewAlert
from firmware_host.rules.cards import DECK
from firmware_host.rules.wording import number
from firmware_host.table.terms import AlertKind, Back, Clock, Counted, Grade, Mode, Rest, failure_in_words

AGED = {Clock.SORT: "has been used for three hours", Clock.CHANGE: "was opened six hours ago"}

REMEDY = {Clock.SORT: "sort it", Clock.CHANGE: "replace it"}


class DecksDistributed(FactBody, frozen=True, kw_only=True, tag="decks-distributed"):
    """The poker shift supervisor or a superior gave this table its decks for the gaming day (14.2(c))."""

    why: str

    def sentence(self) -> str:
        return f"Decks are distributed to this table: {self.why}."


class DecksInspected(FactBody, frozen=True, kw_only=True, tag="decks-inspected"):
    """The dealer received and inspected these decks (14.4(a)); their six hours begin."""

    ends_turn = True

    backs: tuple[Back, ...]

    def sentence(self) -> str:
        return f"Received and inspected: the {_decks(self.backs)}."


class DecksVerified(FactBody, frozen=True, kw_only=True, tag="decks-verified"):
    """The floorperson or a supervisor verified these decks (14.4(b))."""

    ends_turn = True

    backs: tuple[Back, ...]

    def sentence(self) -> str:
        return f"Verified: the {_decks(self.backs)}."


class DecksSpread(FactBody, frozen=True, kw_only=True, tag="decks-spread"):
    """The decks were spread; `in_sequence` means by suit and in sequence, when their three hours begin."""

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
    """At least two players had the opportunity to inspect these decks (14.4(c))."""

    ends_turn = True

    backs: tuple[Back, ...]

    def sentence(self) -> str:
        return f"Two players had the opportunity to inspect the {_decks(self.backs)}."


class PreShuffledAccepted(FactBody, frozen=True, kw_only=True, tag="pre-shuffled-accepted"):
    """These decks came pre-shuffled, as posted by the table; each may be dealt once without another shuffle."""

    ends_turn = True

    backs: tuple[Back, ...]

    def sentence(self) -> str:
        return f"Accepted as pre-shuffled: the {_decks(self.backs)}."


class DeckWashed(FactBody, frozen=True, kw_only=True, tag="deck-washed"):
    """The deck was washed face down and stacked (14.4(c)). Any earlier proof is void."""

    ends_turn = True

    back: Back

    def sentence(self) -> str:
        return f"The {self.back} deck is washed and stacked."


class HandShufflingApproved(FactBody, frozen=True, kw_only=True, tag="hand-shuffling-approved"):
    """From now on the dealer shuffles by hand."""

    ends_turn = True

    why: str

    def sentence(self) -> str:
        return f"The floor approves shuffling by hand: {self.why}."


class HandShufflingEnded(FactBody, frozen=True, kw_only=True, tag="hand-shuffling-ended"):
    """From now on the shuffler is used."""

    ends_turn = True

    def sentence(self) -> str:
        return "Shuffling by hand has ended: the shuffler is used again."


class DeckShuffledByHand(FactBody, frozen=True, kw_only=True, tag="deck-shuffled-by-hand"):
    """The dealer shuffled the whole deck into one stack; this fact's number names the proof (14.5(a))."""

    ends_turn = True

    back: Back

    def sentence(self) -> str:
        return f"The {self.back} deck is shuffled by hand into one stack."


class RecutOrdered(FactBody, frozen=True, kw_only=True, tag="recut-ordered"):
    """The last cut does not count; the deck has to be cut again (14.5(c))."""

    ends_turn = True
    marks_round = True

    back: Back
    why: str

    def sentence(self) -> str:
        return f"The {self.back} deck has to be cut again: {self.why}."


class DeckSorted(FactBody, frozen=True, kw_only=True, tag="deck-sorted"):
    """The deck was sorted into suit and sequence: its three hours begin again, its proof is void (14.2(b))."""

    ends_turn = True

    back: Back

    def sentence(self) -> str:
        return f"The {self.back} deck is placed into suit and sequence."


class DeckClockRanOut(FactBody, frozen=True, kw_only=True, tag="deck-clock-ran-out"):
    """
    The deck may not be dealt until it is sorted or replaced (14.2(b)).

    `unknown`: how long the deck was in use cannot be determined, so its time counts as used up.
    """

    back: Back
    clock: Clock
    """Which time limit has passed."""
    unknown: bool = False

    def sentence(self) -> str:
        return (
            f"It is not known how long the {self.back} deck has been used: it may not be dealt until "
            "a floorperson states its age, or it is replaced."
            if self.unknown
            else f"The {self.back} deck {AGED[self.clock]}: {REMEDY[self.clock]} before the next deal from it."
        )

    def raises(self) -> NewAlert | None:
        return NewAlert(
            kind=AlertKind.DECK_AGED,
            about=self.back,
            say=f"The {self.back} deck has been in use too long: do not deal it until it is sorted or replaced.",
        )


class DeckConfirmed(FactBody, frozen=True, kw_only=True, tag="deck-confirmed"):
    """The floor stated the deck's age; its clocks continue from there."""

    ends_turn = True

    back: Back
    sorted_ago_min: int
    opened_ago_min: int

    def sentence(self) -> str:
        return (
            f"The floor confirms that the {self.back} deck was sorted {self.sorted_ago_min} minutes ago "
            f"and opened {self.opened_ago_min} minutes ago."
        )


class StubCountDue(FactBody, frozen=True, kw_only=True, tag="stub-count-due"):
    """Fifteen minutes are over: the stub has to be counted before the next round (14.6(e)4)."""

    def sentence(self) -> str:
        return "The stub has to be counted before the next round."


class CardsCounted(FactBody, frozen=True, kw_only=True, tag="cards-counted"):
    """
    A count of cards. With a key the dealer only says that the number is right or wrong, and nothing is compared.

    `counted` is the number entered; it is null if the dealer used a key, whose meaning is in `said`. `expected` is the
    right number; it is null if every number from `least` to `most` is possible. A first wrong count names none of these
    numbers, because the cards are counted again; `matches` says whether the count was right.
    `stub` is the stub count of the same round, added to the count of the discards; `with_burns` says that the burn
    cards were counted too. `again`: the first count was wrong. Earlier versions wrote neither `said` nor `matches`.
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
            return f"{self._named()} counted{again}: {verdict}, says the dealer; no number was entered."
        if self.counted is None:
            other = "not the right number" if self.expected is None else f"not {self.expected}"
            return f"{self._named()} counted{again}: {other}."
        return f"{self._named()} counted{again}: {number(self.counted, 'card')}{self._compared()}."

    def _named(self) -> str:
        if self.what is Counted.DECK:
            return f"All cards of the {self.back} deck"
        burns = " and burn cards" if self.with_burns else ""
        return f"{str(self.what).capitalize()}{burns} of the {self.back} deck"

    def _compared(self) -> str:
        if self.expected is not None and self.counted == self.expected:
            return "" if self.stub is None else f"; with the stub of {self.stub} all {DECK} cards are accounted for"
        if self.expected is not None:
            return f" instead of {self.expected}"
        if self.matches is False:
            possible = "" if self.least is None else f": only {self.least} to {self.most} are possible"
            return f", which is wrong{possible}"
        if self.least is not None:
            return (
                f"; any number from {self.least} to {self.most} is possible, so the count could not be checked exactly"
            )
        return "; the right number is not known, so the count could not be checked"

    def raises(self) -> NewAlert | None:
        if self.right:
            return None
        wanted = "" if self.expected is None else f" instead of {self.expected}"
        counted = "" if self.counted is None else f": {number(self.counted, 'card')}{wanted}"
        return NewAlert(
            kind=AlertKind.WRONG_COUNT, about=self.back, say=f"{_miscounted(self.what, self.back)}{counted}."
        )


class DeckSuspected(FactBody, frozen=True, kw_only=True, tag="deck-suspected"):
    """The deck is held until two people have counted 52 cards (I-8). Any earlier proof is void."""

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
    """Two people counted all 52 cards of a suspect deck."""

    ends_turn = True

    back: Back

    def sentence(self) -> str:
        return f"The {self.back} deck has all 52 cards and is no longer held."


class DeckRemoved(FactBody, frozen=True, kw_only=True, tag="deck-removed"):
    """The deck has left the table."""

    ends_turn = True
    marks_round = True

    back: Back
    why: str

    def sentence(self) -> str:
        return f"The {self.back} deck leaves the table: {self.why}."


class GateOverridden(FactBody, frozen=True, kw_only=True, tag="gate-overridden"):
    """One round may be dealt from this deck without a shuffle proof; this fact's number stands in for the proof."""

    ends_turn = True
    marks_round = True

    back: Back
    why: str

    def sentence(self) -> str:
        return f"One round may be dealt from the {self.back} deck without a shuffle proof: {self.why}."

    def raises(self) -> NewAlert | None:
        return NewAlert(
            kind=AlertKind.GATE_OVERRIDDEN,
            about=self.back,
            say=f"The {self.back} deck is dealt without a shuffle proof: {self.why}.",
        )


class DeckLoaded(FactBody, frozen=True, kw_only=True, tag="deck-loaded"):
    """The deck is in the shuffler. Any earlier proof is void."""

    back: Back

    def sentence(self) -> str:
        return f"The {self.back} deck is put into the shuffler."


class ForeignDeckSeen(FactBody, frozen=True, kw_only=True, tag="foreign-deck-seen"):
    """A deck with backs of a colour foreign to this table was put into the shuffler. It is not shuffled."""

    back: Back

    def sentence(self) -> str:
        return f"A {self.back} deck that does not belong to this table is put into the shuffler."

    def raises(self) -> NewAlert | None:
        return NewAlert(
            kind=AlertKind.FOREIGN_DECK,
            about=self.back,
            say=f"A {self.back} deck was put into the shuffler and does not belong to this table: take it out.",
        )


class ShuffleOrdered(FactBody, frozen=True, kw_only=True, tag="shuffle-ordered"):
    """The host orders the shuffle of this deck. This fact's name is the command's id on the wire."""

    back: Back
    """The deck to be shuffled."""

    def sentence(self) -> str:
        return f"The table orders the shuffler to shuffle the {self.back} deck."


class ShuffleOverdue(FactBody, frozen=True, kw_only=True, tag="shuffle-overdue"):
    """The shuffle is taking longer than the configured limit."""

    back: Back
    order: int

    def sentence(self) -> str:
        return f"The shuffle of the {self.back} deck is taking too long: check the shuffler."

    def raises(self) -> NewAlert | None:
        return NewAlert(
            kind=AlertKind.SHUFFLE_OVERDUE,
            about=self.back,
            say=f"The shuffle of the {self.back} deck is taking too long: check the shuffler.",
        )


class ShuffleProved(FactBody, frozen=True, kw_only=True, tag="shuffle-proved"):
    """The whole deck was shuffled and may be dealt once. `why` says what prevents a better grade."""

    back: Back
    grade: Grade
    order: int
    mode: Mode | None
    counted: int | None
    duration_ms: int
    why: str | None = None
    took_ms: int | None = None
    """The time from the order to its end by the host's own clock; null in records of earlier versions."""
    rest: Rest | None = None
    """The shuffler's status afterwards; null in records of earlier versions and where only the lamps are read."""

    def sentence(self) -> str:
        counted = "cards not counted" if self.counted is None else f"{self.counted} of 52 cards"
        why = f" ({self.why})" if self.why else ""
        return f"Shuffle proof for the {self.back} deck: {counted}, {self.grade} by the shuffler{why}."

    def raises(self) -> NewAlert | None:
        return NewAlert(
            kind=AlertKind.PROOF_TOO_LOW,
            about=self.back,
            say=(
                f"The shuffle of the {self.back} deck is only {self.grade}{f' ({self.why})' if self.why else ''}, "
                "a grade that this table does not accept."
            ),
        )


class ShuffleRejected(FactBody, frozen=True, kw_only=True, tag="shuffle-rejected"):
    """The shuffler's report does not prove a shuffle of a whole deck of this table; the deck may not be dealt."""

    back: Back
    order: int
    reason: str
    ended: bool = False
    """The shuffler itself reported the end of this order, so a second end would be a contradiction."""
    stopped: bool = False
    """The cycle stopped halfway: cards may lie in the path."""

    def sentence(self) -> str:
        return f"No shuffle proof for the {self.back} deck: {failure_in_words(self.reason)}. It may not be dealt."

    def raises(self) -> NewAlert | None:
        return NewAlert(
            kind=AlertKind.SHUFFLE_REJECTED,
            about=self.back,
            say=f"The {self.back} deck was not properly shuffled: {failure_in_words(self.reason)}.",
        )


class ProofVoided(FactBody, frozen=True, kw_only=True, tag="proof-voided"):
    """
    The proof is void, because the deck was disturbed after its shuffle. `again`: the deck was in the shuffler, and has
    to be taken out and put in again.
    """

    back: Back
    order: int
    reason: str
    again: bool = False

    def sentence(self) -> str:
        return f"The shuffle proof of the {self.back} deck is void: {self.reason}."

    def raises(self) -> NewAlert | None:
        return NewAlert(
            kind=AlertKind.PROOF_VOIDED,
            about=self.back,
            say=f"The shuffle proof of the {self.back} deck is void: {self.reason}.",
        )


class DeckCut(FactBody, frozen=True, kw_only=True, tag="deck-cut"):
    """The deck was cut onto the cover card after the shuffle (14.5(b))."""

    ends_turn = True

    back: Back

    def sentence(self) -> str:
        return f"The {self.back} deck is cut onto the cover card."


class DeckPutInPlay(FactBody, frozen=True, kw_only=True, tag="deck-put-in-play"):
    """This round is dealt from this deck; `order` is the fact that ordered the proving shuffle."""

    ends_turn = True
    amendable_as = frozenset({Amendable.STEP})

    back: Back
    grade: Grade
    order: int

    def sentence(self) -> str:
        return f"The {self.back} deck passes the deal gate, on the shuffle proof of order {self.order}."


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
