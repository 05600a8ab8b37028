"""
The mini-dice shaker itself: where it is in a shake, in whose hands, covered or not (19:47-13.5, 13.8; I-1).

    WAGERS -> COVERING -> DEALER_SHAKES -> (OFFERED ->) SHOOTER_SHAKES -> UNCOVERED -> COLLECTING -> PAYING -> WAGERS
                 ^                                                            |
                 +---------------------- no roll (13.8(a)) -------------------+

Each function is one thing that happens to it; what may happen when is decided by whoever asks.
"""

from enum import StrEnum

from msgspec.structs import replace

from firmware_host.rules.dice import shooter
from firmware_host.rules.dice.shooter import Right
from firmware_host.rules.struct import Record, Seat

LEAST_SHAKES = 3

"""A shake is at least three times (13.5(d)2, I-1)."""


SEVEN = 7

"""A player who shakes it passes the shaker (13.7(a)1i)."""


class Moment(StrEnum):
    """How far a shake of the dice has come."""

    IDLE = "idle"
    """The table is not open."""
    WAGERS = "wagers"
    """Wagers are taken until no more bets is called."""
    COVERING = "covering"
    """No more bets; the cover is to go on."""
    DEALER_SHAKES = "dealer-shakes"
    OFFERED = "offered"
    """The dealer has shaken; a player is asked whether he accepts the shaker."""
    SHOOTER_SHAKES = "shooter-shakes"
    """The one who has the right shakes: a player, or the dealer three times more."""
    UNCOVERED = "uncovered"
    """The dice lie open; the sum is to be called, or a no roll."""
    COLLECTING = "collecting"
    """The sum is called; losing wagers first (13.5(f))."""
    PAYING = "paying"


UNTIL_THE_SUM = (
    Moment.COVERING,
    Moment.DEALER_SHAKES,
    Moment.OFFERED,
    Moment.SHOOTER_SHAKES,
    Moment.UNCOVERED,
)

"""When the dice can still be lost."""


class NoRoll(StrEnum):
    """Why a shake decides nothing."""

    NOT_FLAT = "not-flat"
    """13.8(a)1"""
    FELL_OUT = "fell-out"
    """13.8(a)2; a die lost before the uncovering is treated alike."""


class Shaker(Record, frozen=True, kw_only=True):
    """
    `hand` is the player who has the shaker in his hands; none while it is the dealer's or stands before the dealer.

    `shaken`: whoever is to shake now has done so, three times or more. `short` counts the shakes of the present
    holder of the right that fell short.
    """

    moment: Moment = Moment.IDLE
    hand: Seat | None = None
    covered: bool = False
    shaken: bool = False
    offered: Seat | None = None
    short: int = 0
    right: Right = Right()


def wagers_opened(shaker: Shaker) -> Shaker:
    """Begin a shake: it stands before the dealer and wagers are taken."""
    return replace(shaker, moment=Moment.WAGERS, hand=None, shaken=False, offered=None)


def bets_closed(shaker: Shaker) -> Shaker:
    """No more bets: the cover goes on, if it is not on already."""
    return _from_the_cover(shaker)


def covered(shaker: Shaker) -> Shaker:
    """Put the cover on."""
    moment = Moment.DEALER_SHAKES if shaker.moment is Moment.COVERING else shaker.moment
    return replace(shaker, moment=moment, covered=True)


def uncovered(shaker: Shaker) -> Shaker:
    """Take the cover off: before the dealer, after the shooter's shake, that shows the dice (13.5(e))."""
    opened = replace(shaker, covered=False)
    if may_be_uncovered(shaker):
        return replace(opened, moment=Moment.UNCOVERED)
    return _from_the_cover(opened) if shaker.moment is Moment.DEALER_SHAKES else opened


def may_be_uncovered(shaker: Shaker) -> bool:
    """Return whether the dice have been shaken by all who have to and stand before the dealer."""
    return shaker.moment is Moment.SHOOTER_SHAKES and shaker.shaken and shaker.hand is None


def shaken(shaker: Shaker) -> Shaker:
    """Whoever has to has shaken, often enough."""
    return replace(shaker, shaken=True)


def fell_short(shaker: Shaker) -> Shaker:
    """Count a shake that was none. Only the holder's are counted: the dealer's own concern nobody's right."""
    return replace(shaker, short=shaker.short + 1) if shaker.moment is Moment.SHOOTER_SHAKES else shaker


def offered(shaker: Shaker, seat: Seat) -> Shaker:
    """Ask this player whether he accepts it; meanwhile it is the dealer's."""
    return replace(shaker, moment=Moment.OFFERED, hand=None, offered=seat)


def declined(shaker: Shaker, seat: Seat) -> Shaker:
    """Remember that this player refused it; somebody else is asked, or the dealer accepts."""
    return replace(shaker, offered=None, right=shooter.refused(shaker.right, seat))


def accepted(shaker: Shaker, holder: Seat | None) -> Shaker:
    """Give the right and the shaker to this player, or to the dealer for the players."""
    return replace(_in_hand(shaker, holder), short=0, right=shooter.accepted(shaker.right, holder))


def kept(shaker: Shaker) -> Shaker:
    """Hand it to the one who has kept the right to it (13.7(a))."""
    return _in_hand(replace(shaker, right=shooter.kept(shaker.right)), shaker.right.holder)


def returned(shaker: Shaker) -> Shaker:
    """It is back in front of the dealer."""
    return replace(shaker, hand=None)


def relinquished(shaker: Shaker) -> Shaker:
    """
    Take the right from its holder; who has the shaker in his hands gives it back.

    What the dealer shook stands; the next holder shakes three times anew (I-15).
    """
    return _taken_back(replace(shaker, right=shooter.relinquished(shaker.right)))


def left(shaker: Shaker, seat: Seat) -> Shaker:
    """A player leaves the table."""
    gone = replace(shaker, right=shooter.left(shaker.right, seat))
    return _taken_back(gone) if shaker.hand == seat else gone


def decided_nothing(shaker: Shaker) -> Shaker:
    """Begin the shake again from the cover, the wagers and the right as they are (13.8(a))."""
    return _from_the_cover(replace(shaker, hand=None, offered=None))


def sum_called(shaker: Shaker) -> Shaker:
    """The sum is called."""
    return replace(shaker, moment=Moment.COLLECTING)


def losers_collected(shaker: Shaker) -> Shaker:
    """The losing wagers are in."""
    return replace(shaker, moment=Moment.PAYING)


def settled(shaker: Shaker) -> Shaker:
    """The last winner is paid."""
    return replace(shaker, moment=Moment.IDLE, shaken=False, right=shooter.settled(shaker.right))


def _in_hand(shaker: Shaker, holder: Seat | None) -> Shaker:
    return replace(shaker, moment=Moment.SHOOTER_SHAKES, hand=holder, shaken=False, offered=None)


def _taken_back(shaker: Shaker) -> Shaker:
    """The dealer has it, has shaken, and can offer it at once."""
    if shaker.hand is None:
        return shaker
    return replace(shaker, moment=Moment.DEALER_SHAKES, hand=None, shaken=True)


def _from_the_cover(shaker: Shaker) -> Shaker:
    moment = Moment.DEALER_SHAKES if shaker.covered else Moment.COVERING
    return replace(shaker, moment=moment, shaken=False)
