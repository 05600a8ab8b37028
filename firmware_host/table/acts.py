"""Everything that may be asked of a table, or be seen by its sensors: the closed union `Act`."""

from typing import Annotated

from msgspec import Meta

from firmware_host.rules.acts import RoundAct
from firmware_host.rules.answers import Key
from firmware_host.rules.record import Seat, Tagged
from firmware_host.table.config import TableConfig
from firmware_host.table.decks import Back, Mode


class Start(Tagged, frozen=True, kw_only=True, tag="start"):
    """The controller has started. On a new journal this puts the configuration in force."""

    software: str
    config: TableConfig


class OpenTable(Tagged, frozen=True, kw_only=True, tag="open-table"):
    """Open the table for play: dealer on duty, players seated, the button in its first place."""


class CutDeck(Tagged, frozen=True, kw_only=True, tag="cut-deck"):
    """The deck has been cut onto the cover card (14.5(b))."""

    back: Back


class Deal(Tagged, frozen=True, kw_only=True, tag="deal"):
    """The blinds are in; begin a round of play."""


class AddChips(Tagged, frozen=True, kw_only=True, tag="add-chips"):
    """A player puts more on the table, between rounds (14.7(c)1)."""

    seat: Seat
    cents: Annotated[int, Meta(gt=0)]


class Straddle(Tagged, frozen=True, kw_only=True, tag="straddle"):
    """A player wants to post a further blind and keep the option (I-7)."""

    seat: Seat
    cents: Annotated[int, Meta(gt=0)]


class PostMissedBlinds(Tagged, frozen=True, kw_only=True, tag="post-missed-blinds"):
    """A player who was away wants to make up for the blinds he missed (I-7)."""

    seat: Seat


class ChangeSeat(Tagged, frozen=True, kw_only=True, tag="change-seat"):
    """A player wants to sit elsewhere at this table (I-7)."""

    seat: Seat
    to: Seat


class PressKey(Tagged, frozen=True, kw_only=True, tag="press-key"):
    """The dealer on duty pressed a key; it does what the step with that key says."""

    key: Key


class TakeBack(Tagged, frozen=True, kw_only=True, tag="take-back"):
    """The last step of this round was a slip of the finger."""


class CallFloor(Tagged, frozen=True, kw_only=True, tag="call-floor"):
    """The dealer wants a floorperson at the table."""


class EndFloorCall(Tagged, frozen=True, kw_only=True, tag="end-floor-call"):
    """The floorperson has been, or is no longer wanted."""


class SenseDevice(Tagged, frozen=True, kw_only=True, tag="sense-device"):
    """A device answers, or no longer does."""

    device: str
    up: bool
    detail: str


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


class SensePuck(Tagged, frozen=True, kw_only=True, tag="sense-puck"):
    """The button puck is at this seat, or at none."""

    seat: Seat | None


class PassDeadline(Tagged, frozen=True, kw_only=True, tag="pass-deadline"):
    """The clock has reached a deadline of the table."""

    name: str


Act = (
    Start
    | OpenTable
    | CutDeck
    | Deal
    | AddChips
    | Straddle
    | PostMissedBlinds
    | ChangeSeat
    | RoundAct
    | PressKey
    | TakeBack
    | CallFloor
    | EndFloorCall
    | SenseDevice
    | SenseDeck
    | ReportShuffle
    | ReportShuffleFailure
    | SensePuck
    | PassDeadline
)
