"""What may be asked of the two decks."""

from typing import Annotated, ClassVar

from msgspec import Meta

from firmware_host.rules.round_acts import Why
from firmware_host.rules.struct import Tagged
from firmware_host.table.terms import Back, Counted, Fill, Known, Mode

Minutes = Annotated[int, Meta(ge=0, le=24 * 60)]


class DistributeDecks(Tagged, frozen=True, kw_only=True, tag="distribute-decks"):
    """The poker shift supervisor, or one above, says which decks this table gets today, and why these (14.2(c))."""

    why: Why


class InspectDecks(Tagged, frozen=True, kw_only=True, tag="inspect-decks"):
    """The dealer has received and inspected the decks the table waits for (14.4(a))."""


class VerifyDecks(Tagged, frozen=True, kw_only=True, tag="verify-decks"):
    """The floorperson or a supervisor has verified the inspected decks (14.4(b))."""


class SpreadDecks(Tagged, frozen=True, kw_only=True, tag="spread-decks"):
    """The decks lie spread out face up: verified ones by suit and in sequence (14.4(b)), idle ones as they are."""


class ShowDecks(Tagged, frozen=True, kw_only=True, tag="show-decks"):
    """Two players were afforded an opportunity to look at a deck that came to the open table (14.4(c))."""


class AcceptPreShuffled(Tagged, frozen=True, kw_only=True, tag="accept-pre-shuffled"):
    """The verified decks came pre-shuffled: no spread, no wash, no shuffle (14.4(a), 14.5(a)), where that is posted."""


class WashDeck(Tagged, frozen=True, kw_only=True, tag="wash-deck"):
    """This deck was turned face down, washed and stacked (14.4(c))."""

    back: Back


class ShuffleByHand(Tagged, frozen=True, kw_only=True, tag="shuffle-by-hand"):
    """The dealer has shuffled the entire deck and put it in a single stack (14.5(a))."""

    back: Back


class ApproveHandShuffling(Tagged, frozen=True, kw_only=True, tag="approve-hand-shuffling"):
    """The floor agrees, once, that this table goes over to shuffling by hand (item 14)."""

    why: Why


class EndHandShuffling(Tagged, frozen=True, kw_only=True, tag="end-hand-shuffling"):
    """The shuffler is used again."""


class OrderRecut(Tagged, frozen=True, kw_only=True, tag="order-recut"):
    """A casino supervisor wants the deck cut again (14.5(c))."""

    why: Why


class SortDeck(Tagged, frozen=True, kw_only=True, tag="sort-deck"):
    """The 52 cards were placed into suit and sequence (14.2(b))."""

    back: Back


class RemoveDeck(Tagged, frozen=True, kw_only=True, tag="remove-deck"):
    """This deck leaves the table; another is to be received (14.2(b), 14.6(e)4)."""

    back: Back
    why: Why


class ConfirmDeck(Tagged, frozen=True, kw_only=True, tag="confirm-deck"):
    """The floor knows how old a deck is where the clocks were lost with the power (design, "Clocks")."""

    back: Back
    sorted_ago_min: Minutes
    opened_ago_min: Minutes


class CountCards(Tagged, frozen=True, kw_only=True, tag="count-cards"):
    """
    The stub, the discards or a whole deck was counted (14.6(e)4, 7).

    `counted` none says, by a key, that it was not the number asked for.
    """

    what: Counted
    back: Back
    counted: Annotated[int, Meta(ge=0, le=110)] | None = None


class Recount(Tagged, frozen=True, kw_only=True, tag="recount"):
    """Two people have counted a suspect deck (I-8)."""

    in_words: ClassVar[str] = "Accept the count of the deck that is held"

    back: Back
    counted: Annotated[int, Meta(ge=0, le=110)]


class OverrideGate(Tagged, frozen=True, kw_only=True, tag="override-gate"):
    """Deal one round from this deck without a proof of its shuffle; two people answer for it."""

    in_words: ClassVar[str] = "Deal one round without a proof of the shuffle"

    back: Back
    why: Why


class CutDeck(Tagged, frozen=True, kw_only=True, tag="cut-deck"):
    """The deck has been cut onto the cover card (14.5(b))."""

    back: Back


class SenseDeck(Tagged, frozen=True, kw_only=True, tag="sense-deck"):
    """The shuffler has been given a deck of this colour."""

    back: Back


class LoadDeck(Tagged, frozen=True, kw_only=True, tag="load-deck"):
    """The dealer puts this deck into a shuffler that tells nothing of it, and then starts that."""

    back: Back


class ReportLoad(Tagged, frozen=True, kw_only=True, tag="report-load"):
    """What lay in the feed when the shuffle `journal:order` was to be given: it is not given."""

    journal: str
    order: int
    back: Back | None
    fill: Fill


class ReportShuffle(Tagged, frozen=True, kw_only=True, tag="report-shuffle"):
    """
    The shuffler says it has finished what was ordered: the order's fact is `journal:order`.

    `mode` and `counted` are none only where its lamps were read. `known` is how well that shuffler is known, and `why`
    what keeps it from being known better.
    """

    journal: str
    order: int
    mode: Mode | None
    counted: int | None
    back: Back
    duration_ms: int
    known: Known = Known.REPORTED
    why: str | None = None


class ReportShuffleFailure(Tagged, frozen=True, kw_only=True, tag="report-shuffle-failure"):
    """The shuffler says it could not do what was ordered: the order's fact is `journal:order`."""

    journal: str
    order: int
    reason: str


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
    | LoadDeck
    | ReportLoad
    | ReportShuffle
    | ReportShuffleFailure
)
