"""Settle a shake: losing wagers first, then the winners, then the right to the shaker (13.5(f), 13.7(a))."""

from firmware_host.rules.decision import Refusal, draft, refuse
from firmware_host.rules.dice import wagers as rules
from firmware_host.rules.dice.shaker import SEVEN, Moment
from firmware_host.rules.dice.wagers import Dice, Result
from firmware_host.rules.game import Tracking
from firmware_host.rules.struct import Record
from firmware_host.table.acts.dice import CollectLosers, PayWinners
from firmware_host.table.config import DiceConfig
from firmware_host.table.dice.dice_answering import CYCLE, DiceTable, answers_at_dice
from firmware_host.table.dice.shooter import relinquished
from firmware_host.table.facts.dice import (
    Decided,
    LosersCollected,
    Relinquished,
    ShakeSettled,
    WagersOpened,
    WinnersPaid,
)
from firmware_host.table.facts.fact import Decision, Drafts
from firmware_host.table.state.dice import DiceState, WagerUp
from firmware_host.table.state.table import TableState


class Outcome(Record, frozen=True, kw_only=True):
    """The wagers that a sum decides; a wager in neither list stays on the table."""

    losers: tuple[Decided, ...]
    winners: tuple[Decided, ...]

    @property
    def all(self) -> tuple[Decided, ...]:
        """Return all decided wagers."""
        return (*self.losers, *self.winners)


def outcome(dice: DiceState, terms: DiceConfig) -> Outcome:
    """Settle the wagers on the table by the called sum; empty where wagers are not tracked."""
    return decides(dice.wagers, dice.dice, terms)


def decides(wagers: tuple[WagerUp, ...], faces: Dice | None, terms: DiceConfig) -> Outcome:
    """Settle these wagers by these faces."""
    losers, winners = [], []
    for up in wagers:
        settlement = rules.settle(
            up.wager,
            amount_cents=up.cents,
            dice=faces,
            odds=terms.offered(up.wager),
            chip_cents=terms.chip_cents,
        )
        decided = Decided(seat=up.seat, wager=up.wager, cents=up.cents, pays_cents=settlement.pays_cents)
        if settlement.result is Result.LOSE:
            losers.append(decided)
        elif settlement.result is Result.WIN:
            winners.append(decided)
    return Outcome(losers=tuple(losers), winners=tuple(winners))


def nothing_loses(state: TableState, dice: DiceState, terms: DiceConfig) -> bool:
    """Return whether wagers are tracked and none has to be collected."""
    return _tracked(state) and dice.shaker.moment is Moment.COLLECTING and not outcome(dice, terms).losers


def nothing_wins(state: TableState, dice: DiceState, terms: DiceConfig) -> bool:
    """Return whether wagers are tracked and none has to be paid."""
    return _tracked(state) and not outcome(dice, terms).winners


@answers_at_dice(CollectLosers)
def collect(table: DiceTable, _act: CollectLosers) -> Decision:
    """Collect all losing wagers; if it is known that none wins, that also settles the shake."""
    if table.dice.shaker.moment is not Moment.COLLECTING:
        return _no_sum()
    collected = _collected(table.dice, table.terms)
    return (
        (*collected, *_paid(table.dice, table.terms))
        if nothing_wins(table.state, table.dice, table.terms)
        else collected
    )


@answers_at_dice(PayWinners)
def pay(table: DiceTable, _act: PayWinners) -> Decision:
    """Pay all winners once the losing wagers are collected; then the next shake begins."""
    if nothing_loses(table.state, table.dice, table.terms):
        return (*_collected(table.dice, table.terms), *_paid(table.dice, table.terms))
    if table.dice.shaker.moment is Moment.PAYING:
        return _paid(table.dice, table.terms)
    if table.dice.shaker.moment is Moment.COLLECTING:
        return refuse("the losing wagers have not been collected yet", "collect the losing wagers first", "13.5(f)")
    return _no_sum()


def _collected(dice: DiceState, terms: DiceConfig) -> Drafts:
    return (draft(LosersCollected(wagers=outcome(dice, terms).losers), "13.5(f)"),)


def _paid(dice: DiceState, terms: DiceConfig) -> Drafts:
    decided = outcome(dice, terms)
    lost_now = sum(one.cents for one in decided.losers) if dice.shaker.moment is Moment.COLLECTING else 0
    total = sum(dice.faces)
    settled = ShakeSettled(
        total=total,
        collected_cents=dice.collected_cents + lost_now,
        paid_cents=sum(one.pays_cents for one in decided.winners),
    )
    return (
        draft(WinnersPaid(wagers=decided.winners), "13.5(f)", "13.6(b)", "13.6(d)"),
        *_seven(dice, total),
        draft(settled, "13.5(f)"),
        draft(WagersOpened(), CYCLE),
    )


def _seven(dice: DiceState, total: int) -> Drafts:
    """A player's 7 passes the shaker (13.7(a)1i); a 7 of the dealer does not (I-15)."""
    right = dice.shaker.right
    if total != SEVEN or right.holder is None or right.open:
        return ()
    return (relinquished(dice.shaker, Relinquished.SEVEN, "13.7(a)1i"),)


def _tracked(state: TableState) -> bool:
    return state.config is not None and state.config.tracking is Tracking.FULL


def _no_sum() -> Refusal:
    return refuse("there is no shake to settle", "call the sum of the dice first", "13.5(f)")
