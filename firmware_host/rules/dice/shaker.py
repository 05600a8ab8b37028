"""
The mini-dice shaker: the stage of the shake, who holds it, covered or not (19:47-13.5, 13.8; I-1).

    WAGERS -> COVERING -> DEALER_SHAKES -> (OFFERED ->) SHOOTER_SHAKES -> UNCOVERED -> COLLECTING -> PAYING -> WAGERS
                 ^                                                            |
                 +---------------------- no roll (13.8(a)) -------------------+

Each function is one event; the caller checks that the event is allowed at this stage.
"""

from enum import StrEnum

from msgspec.structs import replace

from firmware_host.rules.dice import shooter
from firmware_host.rules.dice.shooter import Right
from firmware_host.rules.struct import Record, Seat

LEAST_SHAKES = 3
"""The fewest times the shaker is shaken (13.5(d)2, I-1)."""


SEVEN = 7
"""A player who shakes this sum passes the shaker (13.7(a)1i)."""


class Moment(StrEnum):
    """The stage of a shake of the dice."""

    IDLE = "idle"
    """The table is not open."""
    WAGERS = "wagers"
    """Wagers are accepted until "no more bets" is called."""
    COVERING = "covering"
    """No more bets; the cover goes on next."""
    DEALER_SHAKES = "dealer-shakes"
    OFFERED = "offered"
    """The dealer has shaken; the shaker is being offered to a player."""
    SHOOTER_SHAKES = "shooter-shakes"
    """The holder of the right shakes: a player, or the dealer three more times."""
    UNCOVERED = "uncovered"
    """The dice are uncovered; the dealer calls the sum or a no roll."""
    COLLECTING = "collecting"
    """The sum was called; losing wagers are collected first (13.5(f))."""
    PAYING = "paying"


UNTIL_THE_SUM = (
    Moment.COVERING,
    Moment.DEALER_SHAKES,
    Moment.OFFERED,
    Moment.SHOOTER_SHAKES,
    Moment.UNCOVERED,
)
"""The stages at which a no roll is still possible."""


class NoRoll(StrEnum):
    """Why a shake decides nothing."""

    NOT_FLAT = "not-flat"
    """13.8(a)1"""
    FELL_OUT = "fell-out"
    """13.8(a)2; a die lost before the uncovering counts as this."""


class Shaker(Record, frozen=True, kw_only=True):
    """
    The shaker. `hand` is the player who holds the shaker; None while the dealer has it or it is in front of the dealer.

    `shaken` means that the person due to shake has done so, three times or more. `short` counts the shakes of the
    present holder of the right that fell short.
    """

    moment: Moment = Moment.IDLE
    hand: Seat | None = None
    covered: bool = False
    shaken: bool = False
    offered: Seat | None = None
    short: int = 0
    right: Right = Right()


def wagers_opened(shaker: Shaker) -> Shaker:
    """Begin a shake: the shaker is in front of the dealer and wagers are accepted."""
    return replace(shaker, moment=Moment.WAGERS, hand=None, shaken=False, offered=None)


def bets_closed(shaker: Shaker) -> Shaker:
    """Close the betting: the cover goes on next, unless it is on already."""
    return _from_the_cover(shaker)


def covered(shaker: Shaker) -> Shaker:
    """Put the cover on."""
    moment = Moment.DEALER_SHAKES if shaker.moment is Moment.COVERING else shaker.moment
    return replace(shaker, moment=moment, covered=True)


def uncovered(shaker: Shaker) -> Shaker:
    """Take the cover off. After the shooter's shake, in front of the dealer, this shows the dice (13.5(e))."""
    opened = replace(shaker, covered=False)
    if may_be_uncovered(shaker):
        return replace(opened, moment=Moment.UNCOVERED)
    return _from_the_cover(opened) if shaker.moment is Moment.DEALER_SHAKES else opened


def may_be_uncovered(shaker: Shaker) -> bool:
    """Return whether all required shakes are done and the shaker is in front of the dealer."""
    return shaker.moment is Moment.SHOOTER_SHAKES and shaker.shaken and shaker.hand is None


def shaken(shaker: Shaker) -> Shaker:
    """Record that the person due to shake has done so, three times or more."""
    return replace(shaker, shaken=True)


def fell_short(shaker: Shaker) -> Shaker:
    """Count a shake that fell short, if it is the holder's: the dealer's own shakes do not affect the right."""
    return replace(shaker, short=shaker.short + 1) if shaker.moment is Moment.SHOOTER_SHAKES else shaker


def offered(shaker: Shaker, seat: Seat) -> Shaker:
    """Offer the shaker to this player; meanwhile the dealer has it."""
    return replace(shaker, moment=Moment.OFFERED, hand=None, offered=seat)


def declined(shaker: Shaker, seat: Seat) -> Shaker:
    """Record that this player refused; the next player is asked, or the dealer accepts."""
    return replace(shaker, offered=None, right=shooter.refused(shaker.right, seat))


def accepted(shaker: Shaker, holder: Seat | None) -> Shaker:
    """Give the right and the shaker to this player, or to the dealer, who shakes for the players."""
    return replace(_in_hand(shaker, holder), short=0, right=shooter.accepted(shaker.right, holder))


def kept(shaker: Shaker) -> Shaker:
    """Hand the shaker to the holder, who kept the right (13.7(a))."""
    return _in_hand(replace(shaker, right=shooter.kept(shaker.right)), shaker.right.holder)


def returned(shaker: Shaker) -> Shaker:
    """Put the shaker back in front of the dealer."""
    return replace(shaker, hand=None)


def relinquished(shaker: Shaker) -> Shaker:
    """
    Take the right from its holder, who gives the shaker back if holding it.

    The dealer's own shake still counts; the next holder shakes three times again (I-15).
    """
    return _taken_back(replace(shaker, right=shooter.relinquished(shaker.right)))


def left(shaker: Shaker, seat: Seat) -> Shaker:
    """Remove a player who leaves the table."""
    gone = replace(shaker, right=shooter.left(shaker.right, seat))
    return _taken_back(gone) if shaker.hand == seat else gone


def decided_nothing(shaker: Shaker) -> Shaker:
    """Start the shake again from the cover; wagers and right stay as they are (13.8(a))."""
    return _from_the_cover(replace(shaker, hand=None, offered=None))


def sum_called(shaker: Shaker) -> Shaker:
    return replace(shaker, moment=Moment.COLLECTING)


def losers_collected(shaker: Shaker) -> Shaker:
    return replace(shaker, moment=Moment.PAYING)


def settled(shaker: Shaker) -> Shaker:
    return replace(shaker, moment=Moment.IDLE, shaken=False, right=shooter.settled(shaker.right))


def _in_hand(shaker: Shaker, holder: Seat | None) -> Shaker:
    return replace(shaker, moment=Moment.SHOOTER_SHAKES, hand=holder, shaken=False, offered=None)


def _taken_back(shaker: Shaker) -> Shaker:
    """Give the shaker back to the dealer, who has shaken and can offer it at once."""
    if shaker.hand is None:
        return shaker
    return replace(shaker, moment=Moment.DEALER_SHAKES, hand=None, shaken=True)


def _from_the_cover(shaker: Shaker) -> Shaker:
    moment = Moment.DEALER_SHAKES if shaker.covered else Moment.COVERING
    return replace(shaker, moment=moment, shaken=False)
