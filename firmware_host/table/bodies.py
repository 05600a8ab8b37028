"""Everything that can become true at a table: the closed union `Body`, the round's bodies among them."""

from firmware_host.rules.bodies import RoundBody
from firmware_host.rules.record import Record, Seat, Tagged
from firmware_host.table.config import TableConfig
from firmware_host.table.decks import Back, Grade, Mode


class Previous(Record, frozen=True, kw_only=True):
    """The journal this one goes on from: a restored backup or a replaced board."""

    journal: str
    number: int
    hash: str


class JournalOpened(Tagged, frozen=True, kw_only=True, tag="journal-opened"):
    """The first fact of every journal."""

    previous: Previous | None = None


class HostStarted(Tagged, frozen=True, kw_only=True, tag="host-started"):
    """The controller started, with this software. Until each device answers, none is known to be there."""

    software: str


class ConfigurationAdopted(Tagged, frozen=True, kw_only=True, tag="configuration-adopted"):
    """This is in force from here on."""

    config: TableConfig


class TableOpened(Tagged, frozen=True, kw_only=True, tag="table-opened"):
    """The table is open for play."""


class DealerOnDuty(Tagged, frozen=True, kw_only=True, tag="dealer-on-duty"):
    """The keys act as this dealer."""

    dealer: str


class SeatTaken(Tagged, frozen=True, kw_only=True, tag="seat-taken"):
    """A player sits here, with `cents` on the table where that is tracked; only the seated are dealt in (14.7(a))."""

    seat: Seat
    cents: int = 0


class ChipsAdded(Tagged, frozen=True, kw_only=True, tag="chips-added"):
    """A player put more on the table, between rounds (14.7(c)1)."""

    seat: Seat
    cents: int


class ButtonPlaced(Tagged, frozen=True, kw_only=True, tag="button-placed"):
    """The button's first place (14.10(c)2)."""

    seat: Seat


class ButtonMoved(Tagged, frozen=True, kw_only=True, tag="button-moved"):
    """Clockwise after a round of play (14.10(c)3)."""

    seat: Seat


class KillButtonPlaced(Tagged, frozen=True, kw_only=True, tag="kill-button-placed"):
    """This player won a whole pot that qualifies: the limits are raised for the next hand (14.11(A)(i))."""

    seat: Seat


class KillButtonMoved(Tagged, frozen=True, kw_only=True, tag="kill-button-moved"):
    """Another player won a whole pot that qualifies: the limits stay raised."""

    seat: Seat


class KillButtonCollected(Tagged, frozen=True, kw_only=True, tag="kill-button-collected"):
    """The pot was divided, or does not qualify: the posted limits are back."""


class PuckSeen(Tagged, frozen=True, kw_only=True, tag="puck-seen"):
    """Where the sensors see the button's puck; none when it is between seats."""

    seat: Seat | None


class DeviceCameUp(Tagged, frozen=True, kw_only=True, tag="device-came-up"):
    """A device answers."""

    device: str
    detail: str


class DeviceWentDown(Tagged, frozen=True, kw_only=True, tag="device-went-down"):
    """A device no longer answers; what needs it is closed."""

    device: str
    detail: str


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


class FloorCalled(Tagged, frozen=True, kw_only=True, tag="floor-called"):
    """A floorperson is wanted at the table."""


class FloorCallEnded(Tagged, frozen=True, kw_only=True, tag="floor-call-ended"):
    """The floorperson came, or was no longer wanted."""


class Corrected(Tagged, frozen=True, kw_only=True, tag="corrected"):
    """Fact number `of` is taken back. Nothing is erased: state is the fold without it, readers see both."""

    of: int
    why: str


Body = (
    JournalOpened
    | HostStarted
    | ConfigurationAdopted
    | TableOpened
    | DealerOnDuty
    | SeatTaken
    | ChipsAdded
    | ButtonPlaced
    | ButtonMoved
    | KillButtonPlaced
    | KillButtonMoved
    | KillButtonCollected
    | PuckSeen
    | DeviceCameUp
    | DeviceWentDown
    | DeckLoaded
    | ForeignDeckSeen
    | ShuffleOrdered
    | ShuffleOverdue
    | ShuffleProved
    | ShuffleRejected
    | ProofVoided
    | DeckCut
    | DeckPutInPlay
    | FloorCalled
    | FloorCallEnded
    | Corrected
    | RoundBody
)
