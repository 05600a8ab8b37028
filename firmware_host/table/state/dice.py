"""The mini-dice part of the table's state."""

from firmware_host.rules.dice.shaker import Moment, Shaker
from firmware_host.rules.dice.wagers import Dice, Wager
from firmware_host.rules.struct import Record, Seat

DEVICE = "shaker"

"""The name under which the shaker's sensors tell whether they work."""


class WagerUp(Record, frozen=True, kw_only=True):
    """What a player has on a wager. `stood_cents` of it were there when no more bets was last called."""

    seat: Seat
    wager: Wager
    cents: int
    stood_cents: int = 0


class LastShake(Record, frozen=True, kw_only=True):
    """
    The shake that losers were last collected on: its sum can be amended. `wagers` are what stood before that.

    `amended` is the fact that last put its sum right.
    """

    round: int
    dice: Dice
    wagers: tuple[WagerUp, ...]
    amended: int = 0


class DiceState(Record, frozen=True, kw_only=True):
    """
    The shaker, the wagers on the table and the roll as far as it is told.

    `slip` are the facts that a dealer who takes the last step back takes back, where they are not the latest step:
    both dice of a roll, or the call that the cover's going on was taken for. `collected_cents` what this shake's losing
    wagers came to; `docked` where the sensors see the shaker, none while they do not say.
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
        """Return whether a shake is past its wagers and not settled yet."""
        return self.shaker.moment not in (Moment.IDLE, Moment.WAGERS)

    @property
    def dice(self) -> Dice | None:
        """Return the sum's two faces, once it is called."""
        return (self.faces[0], self.faces[1]) if len(self.faces) == 2 else None

    def up(self, seat: Seat, wager: Wager) -> WagerUp | None:
        """Return what this player has on this wager."""
        return next((up for up in self.wagers if (up.seat, up.wager) == (seat, wager)), None)
