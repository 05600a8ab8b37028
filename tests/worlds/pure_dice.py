"""A mini-dice table without host, journal or clock, and what its people usually say and do."""

from firmware_host.rules.dice.shaker import Moment, Shaker
from firmware_host.rules.dice.wagers import Wager
from firmware_host.rules.game import GameName, Tracking
from firmware_host.table.acts.dice import (
    AcceptShaker,
    CallSum,
    CloseBets,
    CompleteDealerShake,
    PlaceWager,
    RefuseShaker,
    SenseCover,
    SenseDock,
    SenseShakes,
    Uncover,
)
from firmware_host.table.acts.system import SenseDevice
from firmware_host.table.config import DiceConfig, TableConfig
from firmware_host.table.facts.fact import Fact
from firmware_host.table.prompts import next_steps
from firmware_host.table.state.dice import DEVICE, DiceState
from tests.worlds.pure_table import PureTable

SEATS = (1, 3, 5, 7)

A_SEVEN, A_SIX = (3, 4), (2, 4)


def dice_configuration(
    *,
    seats: tuple[int, ...] = SEATS,
    tracking: Tracking = Tracking.PROCEDURE,
    dice: DiceConfig | None = None,
) -> TableConfig:
    return TableConfig(
        house="demo",
        table="dice-1",
        game=GameName.MINI_DICE,
        tracking=tracking,
        dealer="dealer-1",
        seats=seats,
        dice=dice,
    )


class DiceTable(PureTable):
    """Opened, with the shaker's sensors or on the dealer's word alone."""

    def __init__(self, config: TableConfig | None = None, *, sensors: bool = False) -> None:
        super().__init__(config or dice_configuration())
        self.opened()
        self.sensors = sensors
        if sensors:
            self.does(SenseDevice(device=DEVICE, up=True, detail="three sensors"))
            self.does(SenseDock(docked=True))

    @property
    def dice(self) -> DiceState:
        assert self.state.dice is not None
        return self.state.dice

    @property
    def shaker(self) -> Shaker:
        return self.dice.shaker

    def at(self) -> Moment:
        """A call, for its answer differs from one act to the next."""
        return self.shaker.moment

    @property
    def holder(self) -> int | None:
        return self.shaker.right.holder

    def wagered(self, seat: int, wager: Wager, cents: int) -> None:
        self.does(PlaceWager(seat=seat, wager=wager, cents=cents))

    def covered(self) -> None:
        self.does(SenseCover(on=True) if self.sensors else CloseBets())

    def dealer_shook(self) -> None:
        """From open wagers to whom the shaker goes."""
        self.covered()
        if self.sensors:
            self.does(SenseShakes(count=3))
        self.does(CompleteDealerShake())

    def offers_until(self, taker: int | None) -> list[int]:
        """Let everybody refuse until `taker` is asked, who accepts; return who was asked, in turn."""
        asked = []
        while self.shaker.offered is not None:
            seat = self.shaker.offered
            asked.append(seat)
            self.does(AcceptShaker(seat=seat) if seat == taker else RefuseShaker(seat=seat))
        return asked

    def shot(self) -> None:
        """Whoever has the shaker shakes; it comes back and the dice lie open."""
        if self.sensors:
            self.does(SenseShakes(count=4))
            if self.shaker.hand is not None:
                self.does(SenseDock(docked=False))
                self.does(SenseDock(docked=True))
            self.does(SenseCover(on=False))
        else:
            self.does(Uncover())

    def rolled(self, dice: tuple[int, int]) -> None:
        """From open wagers to the sum; a shaker that is offered is refused by all."""
        self.dealer_shook()
        self.offers_until(None)
        self.shot()
        self.does(CallSum(dice=dice))

    def settled(self) -> tuple[Fact, ...]:
        """Collect and pay as the steps say."""
        before = len(self.facts)
        while self.at() in (Moment.COLLECTING, Moment.PAYING):
            (due,) = (step for step in next_steps(self.state) if step.expected)
            self.does(due.act)
        return tuple(self.facts[before:])

    def whole_shake(self, dice: tuple[int, int], *, taker: int | None = None) -> tuple[Fact, ...]:
        """One whole shake; a shaker that is offered is taken by `taker`, or by nobody."""
        before = len(self.facts)
        self.dealer_shook()
        self.offers_until(taker)
        self.shot()
        self.does(CallSum(dice=dice))
        self.settled()
        return tuple(self.facts[before:])
