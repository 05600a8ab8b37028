"""A sum put right after money has moved on it, folded: wagers and right as if it had been called so."""

from msgspec.structs import replace

from firmware_host.rules import offers
from firmware_host.rules.offers import Right
from firmware_host.rules.shaker import SEVEN, Moment
from firmware_host.table.dice.bodies import Decided, SumCorrected
from firmware_host.table.dice.state import DiceState, LastShake, WagerUp


def folded(dice: DiceState, body: SumCorrected) -> DiceState:
    """Return it with what this shake decides; what was wagered since stays where it is."""
    last = dice.last
    if last is None:
        raise ValueError(f"the sum of round {body.round} was settled too long ago to be put right")
    if dice.shaker.moment is Moment.PAYING:
        return replace(
            dice,
            faces=body.dice,
            wagers=undecided(last.wagers, body.losers),
            collected_cents=sum(one.cents for one in body.losers),
            last=replace(last, dice=body.dice),
        )
    left = undecided(last.wagers, (*body.losers, *body.winners))
    right = _right(dice.shaker.right, last, body)
    return replace(
        dice,
        shaker=replace(dice.shaker, right=right),
        wagers=_and_since(left, last.left, dice.wagers),
        last=replace(last, dice=body.dice, left=left),
    )


def undecided(wagers: tuple[WagerUp, ...], decided: tuple[Decided, ...]) -> tuple[WagerUp, ...]:
    """Return those that stay where they are."""
    gone = {(one.seat, one.wager) for one in decided}
    return tuple(up for up in wagers if (up.seat, up.wager) not in gone)


def _and_since(
    left: tuple[WagerUp, ...], thought: tuple[WagerUp, ...], now: tuple[WagerUp, ...]
) -> tuple[WagerUp, ...]:
    """Add what was put down since the settlement, which `now` holds on top of what it was thought to leave."""
    before = {(up.seat, up.wager): up.cents for up in thought}
    added = {(up.seat, up.wager): up.cents - before.get((up.seat, up.wager), 0) for up in now}
    stands = {(up.seat, up.wager): up for up in left}
    both = (
        replace(stands[key], cents=stands[key].cents + added.get(key, 0))
        if key in stands
        else WagerUp(seat=key[0], wager=key[1], cents=added[key])
        for key in sorted({*stands, *added})
    )
    return tuple(up for up in both if up.cents)


def _right(now: Right, last: LastShake, body: SumCorrected) -> Right:
    """A 7 that was none passed nothing, one that was not called does (13.7(a)1i); who has left has left."""
    held = last.right.holder
    if held is None or last.right.open or now.holder != held or now.left:
        return now
    if body.total == SEVEN:
        return offers.relinquished(now)
    return replace(now, open=last.right.open, passed=last.right.passed) if sum(body.was) == SEVEN else now
