"""Acts on the two decks, and the shuffler's reports about them."""

from typing import Annotated

from msgspec import Meta

from firmware_host.rules.act_and_fact import ActBody, TableKind, TakesTwo, TwoPeople
from firmware_host.rules.roles import DEALER, DEVICE, FLOOR, SUPERVISOR, SUPERVISORS, TABLE
from firmware_host.rules.round_acts import Why
from firmware_host.table.terms import SHUFFLED, Back, Counted, Fill, Known, Mode, Rest

Minutes = Annotated[int, Meta(ge=0, le=24 * 60)]


class OfDecks(ActBody, frozen=True, kw_only=True):
    """An act that exists only at a table with cards."""

    only_at = TableKind.POKER


class DistributeDecks(OfDecks, frozen=True, kw_only=True, tag="distribute-decks"):
    """The poker shift supervisor or a superior gives this table its decks for today, and says why (14.2(c))."""

    may_ask = SUPERVISORS
    role_paragraphs = ("14.2(c)",)

    why: Why


class InspectDecks(OfDecks, frozen=True, kw_only=True, tag="inspect-decks"):
    """The dealer has received and inspected the decks that are due (14.4(a))."""

    may_ask = DEALER
    role_paragraphs = ("14.4(a)",)


class VerifyDecks(OfDecks, frozen=True, kw_only=True, tag="verify-decks"):
    """The floorperson or a supervisor has verified the inspected decks (14.4(b))."""

    may_ask = FLOOR
    role_paragraphs = ("14.4(b)",)


class SpreadDecks(OfDecks, frozen=True, kw_only=True, tag="spread-decks"):
    """The decks are spread face up: verified decks by suit and in sequence (14.4(b)), idle decks in any order."""

    may_ask = TABLE
    role_paragraphs = ("14.4(a)",)


class ShowDecks(OfDecks, frozen=True, kw_only=True, tag="show-decks"):
    """Two players had the opportunity to inspect a deck that was brought to the open table (14.4(c))."""

    may_ask = TABLE
    role_paragraphs = ("14.4(a)",)


class AcceptPreShuffled(OfDecks, frozen=True, kw_only=True, tag="accept-pre-shuffled"):
    """Accept verified decks as pre-shuffled, where posted: no spread, no wash, no shuffle (14.4(a), 14.5(a))."""

    may_ask = TABLE
    role_paragraphs = ("14.4(a)",)


class WashDeck(OfDecks, frozen=True, kw_only=True, tag="wash-deck"):
    """The deck was turned face down, washed and stacked (14.4(c))."""

    may_ask = TABLE
    role_paragraphs = ("14.4(a)",)

    back: Back


class ShuffleByHand(OfDecks, frozen=True, kw_only=True, tag="shuffle-by-hand"):
    """The dealer has shuffled the entire deck and put it in a single stack (14.5(a))."""

    may_ask = TABLE
    role_paragraphs = ("14.5(a)",)

    back: Back


class ApproveHandShuffling(OfDecks, frozen=True, kw_only=True, tag="approve-hand-shuffling"):
    """The floor approves, once, that this table changes to shuffling by hand (I-19)."""

    may_ask = FLOOR
    role_paragraphs = ("14.5(a)", "I-19")

    why: Why


class EndHandShuffling(OfDecks, frozen=True, kw_only=True, tag="end-hand-shuffling"):
    """The table returns to the shuffler."""

    may_ask = TABLE
    role_paragraphs = ("14.5(a)",)


class OrderRecut(OfDecks, frozen=True, kw_only=True, tag="order-recut"):
    """A casino supervisor orders the deck cut again (14.5(c))."""

    may_ask = SUPERVISOR
    role_paragraphs = ("14.5(c)",)

    why: Why


class SortDeck(OfDecks, frozen=True, kw_only=True, tag="sort-deck"):
    """The 52 cards were placed into suit and sequence (14.2(b))."""

    may_ask = TABLE
    role_paragraphs = ("14.2(b)",)

    back: Back


class RemoveDeck(OfDecks, frozen=True, kw_only=True, tag="remove-deck"):
    """The deck leaves the table; a replacement has to be received (14.2(b), 14.6(e)4)."""

    may_ask = TABLE
    role_paragraphs = ("14.2(b)", "14.6(e)4")

    back: Back
    why: Why


class ConfirmDeck(OfDecks, frozen=True, kw_only=True, tag="confirm-deck"):
    """The floor states the age of a deck whose clocks were lost in a power cut."""

    may_ask = FLOOR
    role_paragraphs = ("14.2(b)",)

    back: Back
    sorted_ago_min: Minutes
    opened_ago_min: Minutes


class CountCards(OfDecks, frozen=True, kw_only=True, tag="count-cards"):
    """
    The stub, the discards or a whole deck was counted (14.6(e)4, 7).

    On a page the number is typed. By a key the dealer only says whether the count is right: `counted` is null, and
    `said_right` is true or false.
    """

    may_ask = TABLE
    role_paragraphs = (
        "14.6(e)4",
        "14.6(e)7",
    )

    what: Counted
    back: Back
    counted: Annotated[int, Meta(ge=0, le=110)] | None = None
    said_right: bool = False


class Recount(TakesTwo, frozen=True, kw_only=True, tag="recount"):
    """Two people counted a suspect deck (I-8)."""

    only_at = TableKind.POKER
    by_two = TwoPeople(
        led_by=FLOOR,
        paragraphs=("I-8", "14.6(e)4", "14.6(e)7"),
        say="Accept the count of the deck that is held",
    )

    back: Back
    counted: Annotated[int, Meta(ge=0, le=110)]

    def decided(self) -> str:
        """Say which deck, and the number."""
        return f"{self.by_two.say} ({self.counted} cards of the {self.back} deck)"


class OverrideGate(TakesTwo, frozen=True, kw_only=True, tag="override-gate"):
    """Deal one round from this deck without a proof of its shuffle, on the word of two people."""

    only_at = TableKind.POKER
    by_two = TwoPeople(
        led_by=SUPERVISORS,
        paragraphs=("14.5(a)",),
        say="Deal one round without a proof of the shuffle",
    )

    back: Back
    why: Why

    def decided(self) -> str:
        """Say which deck."""
        return f"{self.by_two.say} (the {self.back} deck)"


class CutDeck(OfDecks, frozen=True, kw_only=True, tag="cut-deck"):
    """The deck has been cut onto the cover card (14.5(b))."""

    may_ask = TABLE
    role_paragraphs = ("14.5(b)",)

    back: Back


class SenseDeck(OfDecks, frozen=True, kw_only=True, tag="sense-deck"):
    """A deck of this colour was put into the shuffler."""

    may_ask = DEVICE
    role_paragraphs = SHUFFLED

    back: Back


class SenseFeed(OfDecks, frozen=True, kw_only=True, tag="sense-feed"):
    """The shuffler's status at rest shows a deck of this colour in the feed, whether or not an event reported it."""

    may_ask = DEVICE
    role_paragraphs = SHUFFLED

    back: Back


class LoadDeck(OfDecks, frozen=True, kw_only=True, tag="load-deck"):
    """The dealer puts this deck into a shuffler that reports nothing, and then starts the shuffler."""

    may_ask = TABLE
    role_paragraphs = ("14.5(a)",)

    back: Back


class ReportLoad(OfDecks, frozen=True, kw_only=True, tag="report-load"):
    """The shuffle `journal:order` was not started, because of what lay in the feed."""

    may_ask = DEVICE
    role_paragraphs = SHUFFLED

    journal: str
    order: int
    back: Back | None
    """The colour of the backs in the feed; null if it is unknown."""
    fill: Fill
    """How full the feed of the shuffler is."""


class ReportShuffle(OfDecks, frozen=True, kw_only=True, tag="report-shuffle"):
    """
    The shuffler reports the ordered shuffle as finished. `journal:order` names the fact that ordered it.

    `mode` and `counted` are null if only the shuffler's lamps are read. `known` says how well the shuffler is
    identified, `why` what prevents a better grade. `nonce_fits`: the report carries the random number of its order.
    `took_ms` is the duration by the host's own clock, null if the host does not know it; `rest` is the shuffler's
    status afterwards, null if only the lamps are read.
    """

    may_ask = DEVICE
    role_paragraphs = SHUFFLED

    journal: str
    order: int
    mode: Mode | None
    counted: int | None
    back: Back
    duration_ms: int
    known: Known = Known.REPORTED
    why: str | None = None
    nonce_fits: bool = True
    took_ms: int | None = None
    rest: Rest | None = None


class ReportShuffleFailure(OfDecks, frozen=True, kw_only=True, tag="report-shuffle-failure"):
    """
    The shuffler reports that it could not finish the shuffle ordered by the fact `journal:order`.

    `refused`: it turned the order down, so nothing moved.
    """

    may_ask = DEVICE
    role_paragraphs = SHUFFLED

    journal: str
    order: int
    reason: str
    refused: bool = False


DecksAct = (
    DistributeDecks
    | InspectDecks
    | VerifyDecks
    | SpreadDecks
    | ShowDecks
    | AcceptPreShuffled
    | WashDeck
    | ShuffleByHand
    | ApproveHandShuffling
    | EndHandShuffling
    | CutDeck
    | OrderRecut
    | SortDeck
    | RemoveDeck
    | ConfirmDeck
    | CountCards
    | Recount
    | OverrideGate
    | SenseDeck
    | SenseFeed
    | LoadDeck
    | ReportLoad
    | ReportShuffle
    | ReportShuffleFailure
)
