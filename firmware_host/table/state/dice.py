"""The mini-dice part of the table's state."""

from firmware_host.rules.dice.shaker import Moment, Shaker
from firmware_host.rules.dice.wagers import Dice, Wager
from firmware_host.rules.struct import Record, Seat

DEVICE = "shaker"
"""The device name of the shaker's sensors."""


class WagerUp(Record, frozen=True, kw_only=True):
    """A wager on the table. `stood_cents` of it was on the table when bets were last closed."""

    seat: Seat
    wager: Wager
    cents: int
    stood_cents: int = 0


class LastShake(Record, frozen=True, kw_only=True):
    """
    The last shake with losers collected, whose sum can be amended. `wagers` are those before the collection.

    `amended` is the fact that last amended its sum.
    """

    round: int
    dice: Dice
    wagers: tuple[WagerUp, ...]
    amended: int = 0


class DiceState(Record, frozen=True, kw_only=True):
    """
    The shaker, the wagers on the table and the roll as far as it is entered.

    `slip` are the facts that "take back the last step" takes back where that differs from the latest step: both dice
    of a roll, or the closing of bets that the cover going on was taken for. `collected_cents` is the sum of this
    shake's losing wagers; `docked` says whether the sensors see the shaker in its place, none while unknown.
    """

    shaker: Shaker = Shaker()
    wagers: tuple[WagerUp, ...] = ()
    faces: tuple[int, ...] = ()
    slip: tuple[int, ...] = ()
    collected_cents: int = 0
    last: LastShake | None = None
    docked: bool | None = None
    tampered: bool = False

    @property
    def under_way(self) -> bool:
        """Return whether a shake is under way: from the opening of wagers to the last payment."""
        return self.shaker.moment is not Moment.IDLE

    @property
    def is_shaken(self) -> bool:
        """Return whether bets are closed and the shake is not settled yet."""
        return self.shaker.moment not in (Moment.IDLE, Moment.WAGERS)

    @property
    def dice(self) -> Dice | None:
        """Return the two faces of the called sum."""
        return (self.faces[0], self.faces[1]) if len(self.faces) == 2 else None

    def up(self, seat: Seat, wager: Wager) -> WagerUp | None:
        """Return this player's wager of this kind."""
        return next((up for up in self.wagers if (up.seat, up.wager) == (seat, wager)), None)
