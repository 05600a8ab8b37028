"""What can become true at a mini-dice table."""

from enum import StrEnum

from firmware_host.rules.dice.shaker import NoRoll
from firmware_host.rules.dice.wagers import Dice, Wager
from firmware_host.rules.struct import Record, Seat, Tagged


class Word(StrEnum):
    """Who vouches for it: the shaker's sensors, or a person where they are out of order or overruled."""

    SENSED = "sensed"
    DEALER = "dealer"
    FLOORPERSON = "floorperson"


class Relinquished(StrEnum):
    """Why the right to the shaker is open again (13.7, I-15)."""

    VOLUNTARILY = "voluntarily"
    SEVEN = "seven"
    DELAY = "delay"
    INVALID_SHAKES = "invalid-shakes"
    VIOLATION = "violation"
    LEFT = "left"


class Spoiled(StrEnum):
    """Why a shake that is no no roll counts for nothing and is begun again."""

    COVER_OFF = "cover-off"
    """The cover came off before the shaker stood, shaken by the shooter, in front of the dealer."""
    TAMPERED = "tampered"


class Decided(Record, frozen=True, kw_only=True):
    """A wager that a shake decided. `pays_cents` is what the house adds to it; a losing one is collected."""

    seat: Seat
    wager: Wager
    cents: int
    pays_cents: int = 0


class WagersOpened(Tagged, frozen=True, kw_only=True, tag="wagers-opened"):
    """A new shake begins: wagers are taken."""


class WagerPlaced(Tagged, frozen=True, kw_only=True, tag="wager-placed"):
    """A player put this much on a wager."""

    seat: Seat
    wager: Wager
    cents: int


class WagerTakenDown(Tagged, frozen=True, kw_only=True, tag="wager-taken-down"):
    """A player took back what he had put on a wager since wagers were opened."""

    seat: Seat
    wager: Wager
    cents: int


class BetsClosed(Tagged, frozen=True, kw_only=True, tag="bets-closed"):
    """No more bets. `SENSED` means that the cover went on, which says so too (I-1)."""

    word: Word


class CoverPutOn(Tagged, frozen=True, kw_only=True, tag="cover-put-on"):
    """The cover is on the shaker."""

    word: Word


class CoveredEarly(Tagged, frozen=True, kw_only=True, tag="covered-early"):
    """The cover went back on before the last winner was paid: against 13.5(f)."""


class CoverTakenOff(Tagged, frozen=True, kw_only=True, tag="cover-taken-off"):
    """The cover is off the shaker."""

    word: Word


class DiceShaken(Tagged, frozen=True, kw_only=True, tag="dice-shaken"):
    """Shaken often enough, by this player or by the dealer. `times` is told by the sensors only."""

    seat: Seat | None
    word: Word
    times: int | None = None


class ShakeFellShort(Tagged, frozen=True, kw_only=True, tag="shake-fell-short"):
    """Shaken too few times: invalid, to be shaken again."""

    seat: Seat | None
    times: int


class ShakerOffered(Tagged, frozen=True, kw_only=True, tag="shaker-offered"):
    """The dealer offers the shaker to this player (13.7(b))."""

    seat: Seat


class ShakerRefused(Tagged, frozen=True, kw_only=True, tag="shaker-refused"):
    """This player does not take it."""

    seat: Seat


class ShakerAccepted(Tagged, frozen=True, kw_only=True, tag="shaker-accepted"):
    """This player takes it; none: the dealer does for the players (13.5(d)2)."""

    seat: Seat | None


class ShakerKept(Tagged, frozen=True, kw_only=True, tag="shaker-kept"):
    """Whoever has the right keeps it and shakes after the dealer (13.7(a)); none is the dealer."""

    seat: Seat | None


class ShakerReturned(Tagged, frozen=True, kw_only=True, tag="shaker-returned"):
    """It is back in front of the dealer."""

    seat: Seat
    word: Word


class ShakerRelinquished(Tagged, frozen=True, kw_only=True, tag="shaker-relinquished"):
    """This player no longer has the right to it; none is the dealer."""

    seat: Seat | None
    why: Relinquished


class DieNoted(Tagged, frozen=True, kw_only=True, tag="die-noted"):
    """The uppermost face of one die; the other is to follow."""

    face: int


class SumCalled(Tagged, frozen=True, kw_only=True, tag="sum-called"):
    """The dealer called the sum of the uppermost faces (13.5(e))."""

    dice: Dice
    total: int


class NoRollCalled(Tagged, frozen=True, kw_only=True, tag="no-roll-called"):
    """This shake decides nothing: wagers and right stay as they are, the dice are shaken again (13.8(a))."""

    why: NoRoll


class ShakeSpoiled(Tagged, frozen=True, kw_only=True, tag="shake-spoiled"):
    """This shake was not one by 13.5 and is begun again."""

    why: Spoiled


class LosersCollected(Tagged, frozen=True, kw_only=True, tag="losers-collected"):
    """The losing wagers are in; they are named where wagers are tracked."""

    wagers: tuple[Decided, ...] = ()


class WinnersPaid(Tagged, frozen=True, kw_only=True, tag="winners-paid"):
    """The last winner is paid; wagers and payments are named where wagers are tracked."""

    wagers: tuple[Decided, ...] = ()


class ShakeSettled(Tagged, frozen=True, kw_only=True, tag="shake-settled"):
    """All wagers that this shake decided are settled; the cover may go on."""

    total: int
    collected_cents: int = 0
    paid_cents: int = 0


class MoneyDue(Record, frozen=True, kw_only=True):
    """
    What the house still owes this player; below nothing, what the player owes the house.

    One who has `left` since is not whoever sits there now.
    """

    seat: Seat
    cents: int
    left: bool = False


class ShakerDocked(Tagged, frozen=True, kw_only=True, tag="shaker-docked"):
    """The sensors see the shaker in its place before the dealer, or no longer."""

    docked: bool


class ShakerTampered(Tagged, frozen=True, kw_only=True, tag="shaker-tampered"):
    """The base of the shaker was opened, or is closed again, or, with its reason, is watched by nothing any more."""

    open: bool
    why: str = ""


DiceBody = (
    WagersOpened
    | WagerPlaced
    | WagerTakenDown
    | BetsClosed
    | CoverPutOn
    | CoveredEarly
    | CoverTakenOff
    | DiceShaken
    | ShakeFellShort
    | ShakerOffered
    | ShakerRefused
    | ShakerAccepted
    | ShakerKept
    | ShakerReturned
    | ShakerRelinquished
    | DieNoted
    | SumCalled
    | NoRollCalled
    | ShakeSpoiled
    | LosersCollected
    | WinnersPaid
    | ShakeSettled
    | ShakerDocked
    | ShakerTampered
)
