"""A table whose house posts options of I-7, played hand after hand in which everybody folds to the last one."""

from firmware_host.rules.game import GameName, Tracking
from firmware_host.rules.kill import KillRules
from firmware_host.rules.round import Phase
from firmware_host.rules.round.betting import choice
from firmware_host.rules.round_acts import AwardPot, AwardUncontested, DealStreet, Fold
from firmware_host.rules.round_facts import BlindsPosted
from firmware_host.rules.stakes import HeadsUp, Limit, Stakes
from firmware_host.rules.straddle_missed_blinds import MissedBlind
from firmware_host.table.acts.intent import TableStep
from firmware_host.table.acts.round import Deal
from firmware_host.table.config import TableConfig
from firmware_host.table.prompts import next_steps
from firmware_host.table.terms import Back, Grade
from tests.worlds.pure_table import PureTable

STAKES = Stakes(limit=Limit.NO, min_cents=400, blinds_cents=(200, 400))

BIG, SMALL = MissedBlind.BIG, MissedBlind.SMALL


def options(
    *,
    seats: tuple[int, ...] = (1, 2, 4, 5, 7),
    game: GameName = GameName.HOLDEM,
    tracking: Tracking = Tracking.FULL,
    stakes: Stakes = STAKES,
    heads_up: HeadsUp = HeadsUp.BY_PARAGRAPH,
    kill: KillRules | None = None,
    straddle: bool = False,
    missed_blinds: bool = False,
    seat_changes: bool = False,
) -> TableConfig:
    full = tracking is Tracking.FULL
    return TableConfig(
        house="h",
        table="t",
        game=game,
        tracking=tracking,
        dealer="dealer-1",
        seats=seats,
        stakes=stakes if full else None,
        buy_in_cents=20_000 if full else 0,
        accepts=(Grade.REPORTED,),
        heads_up=heads_up,
        kill=kill,
        straddle=straddle,
        missed_blinds=missed_blinds,
        seat_changes=seat_changes,
    )


class OptionsTable(PureTable):
    """Opened; the first button is at the highest seat."""

    def __init__(self, config: TableConfig) -> None:
        super().__init__(config)
        self.opened()
        self._backs = [Back.BLUE, Back.RED]

    def deals(self) -> BlindsPosted:
        """Begin a round; return what was posted in it."""
        before = len(self.facts)
        self.deal_step()
        self.does(Deal())
        (posted,) = (fact.body for fact in self.facts[before:] if isinstance(fact.body, BlindsPosted))
        if self.config.tracking is Tracking.FULL:
            self.does(DealStreet())
        return posted

    def deal_step(self) -> TableStep:
        """Make the next deck ready; return the step that deals it."""
        self.ready(self._backs[0])
        self._backs.reverse()
        return next(step for step in next_steps(self.state) if isinstance(step.act, Deal))

    def plays(self) -> BlindsPosted:
        """Play a whole round."""
        posted = self.deals()
        self.ends()
        return posted

    def ends(self) -> None:
        if self.config.tracking is Tracking.PROCEDURE:
            self.does(AwardUncontested())
            return
        while (round_ := self.state.round) is not None and round_.phase is Phase.BETTING:
            may = choice(round_)
            assert may is not None
            self.does(Fold(seat=round_.players[may.index].seat))
        self.does(AwardPot())

    @property
    def chips(self) -> int:
        """Everything on the table between rounds."""
        return sum(self.state.stacks.values())
