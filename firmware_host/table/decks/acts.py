"""What may be asked of the two decks."""

from firmware_host.rules.record import Tagged
from firmware_host.table.decks.deck import Back, Mode


class CutDeck(Tagged, frozen=True, kw_only=True, tag="cut-deck"):
    """The deck has been cut onto the cover card (14.5(b))."""

    back: Back


class SenseDeck(Tagged, frozen=True, kw_only=True, tag="sense-deck"):
    """The shuffler has been given a deck of this colour."""

    back: Back


class ReportShuffle(Tagged, frozen=True, kw_only=True, tag="report-shuffle"):
    """The shuffler says it has finished what was ordered: the order's fact is `journal:order`."""

    journal: str
    order: int
    mode: Mode
    counted: int
    back: Back
    duration_ms: int


class ReportShuffleFailure(Tagged, frozen=True, kw_only=True, tag="report-shuffle-failure"):
    """The shuffler says it could not do what was ordered: the order's fact is `journal:order`."""

    journal: str
    order: int
    reason: str


DecksAct = CutDeck | SenseDeck | ReportShuffle | ReportShuffleFailure
