"""Fold the facts of a mini-dice table."""

from collections.abc import Iterable
from typing import assert_never

from msgspec.structs import replace

from firmware_host.rules.dice import shaker
from firmware_host.rules.dice.shaker import Shaker
from firmware_host.rules.dice.wagers import Dice
from firmware_host.rules.struct import Seat
from firmware_host.table.facts import dice as it
from firmware_host.table.facts.fact import Fact
from firmware_host.table.state.dice import DiceState, LastShake, WagerUp
from firmware_host.table.state.table import TableState

ShakerBody = (
    it.CoverPutOn
    | it.CoverTakenOff
    | it.DiceShaken
    | it.ShakeFellShort
    | it.ShakerOffered
    | it.ShakerRefused
    | it.ShakerAccepted
    | it.ShakerKept
    | it.ShakerReturned
    | it.ShakerRelinquished
)
"""Facts that change only the shaker."""


def folded(state: TableState, body: it.DiceBody, fact: Fact) -> TableState:
    """Fold a fact of a mini-dice table."""
    if state.dice is None:
        raise ValueError(f"fact {fact.number} is about a shaker, but this is not a mini-dice table")
    rounds = state.rounds + 1 if isinstance(body, it.WagersOpened) else state.rounds
    return replace(state, rounds=rounds, dice=_dice(state.dice, body, fact))


def without_player(dice: DiceState, seat: Seat) -> DiceState:
    """
    Remove a player: the refusals are forgotten and a held shaker returns to the dealer (I-15).

    A player leaves no wagers behind, except one that an amended sum put back on the table: it is returned.
    """
    return _refusing_nothing(replace(dice, wagers=tuple(up for up in dice.wagers if up.seat != seat)), seat)


def moved_player(dice: DiceState, seat: Seat, to: Seat) -> DiceState:
    """Move a player: refusals at the old seat are forgotten, and a wager put back by an amended sum moves along."""
    moved = (replace(up, seat=to) if up.seat == seat else up for up in dice.wagers)
    return _refusing_nothing(replace(dice, wagers=_in_order(moved)), seat)


def _refusing_nothing(dice: DiceState, seat: Seat) -> DiceState:
    return replace(dice, shaker=shaker.left(dice.shaker, seat))


def _dice(dice: DiceState, body: it.DiceBody, fact: Fact) -> DiceState:
    number = fact.number
    if isinstance(body, ShakerBody):
        return replace(dice, shaker=_shaker(dice.shaker, body), slip=_slip(dice, body))
    match body:
        case it.BetsClosed():
            stand = tuple(replace(up, stood_cents=up.cents) for up in dice.wagers)
            closed = replace(dice, shaker=shaker.bets_closed(dice.shaker), wagers=stand, last=None)
            return replace(closed, slip=(number,) if body.word is it.Word.SENSED else ())
        case it.WagersOpened():
            return replace(dice, shaker=shaker.wagers_opened(dice.shaker), faces=(), slip=(), collected_cents=0)
        case it.WagerPlaced():
            return replace(dice, wagers=_placed(dice.wagers, body))
        case it.WagerTakenDown(seat=seat, wager=wager, cents=cents):
            return replace(dice, wagers=_lowered(dice.wagers, seat, wager, cents))
        case it.DieNoted(face=face):
            return replace(dice, faces=(face,), slip=(number,))
        case it.SumCalled(dice=faces):
            return replace(dice, shaker=shaker.sum_called(dice.shaker), faces=faces, slip=(*dice.slip, number))
        case it.NoRollCalled() | it.ShakeSpoiled():
            return replace(dice, shaker=shaker.decided_nothing(dice.shaker), faces=(), slip=())
        case it.LosersCollected(wagers=lost):
            cents = sum(one.cents for one in lost)
            last = LastShake(round=fact.round, dice=_both(dice), wagers=dice.wagers)
            gone = replace(dice, wagers=_without(dice.wagers, lost), slip=(), collected_cents=cents, last=last)
            return replace(gone, shaker=shaker.losers_collected(dice.shaker))
        case it.WinnersPaid(wagers=won):
            return replace(dice, wagers=_without(dice.wagers, won))
        case it.ShakeSettled(total=total):
            return replace(dice, shaker=_settled(dice.shaker, total))
        case it.ShakerDocked(docked=docked):
            return replace(dice, docked=docked)
        case it.ShakerTampered(open=opened):
            return replace(dice, tampered=opened)
        case it.CoveredEarly():
            return dice
        case _:
            assert_never(body)


def _slip(dice: DiceState, body: ShakerBody) -> tuple[int, ...]:
    """
    Keep the facts of a roll that may be taken back until it is settled.

    Before a roll, any fact about the shaker other than its cover makes the closing of bets final.
    """
    return dice.slip if dice.faces or isinstance(body, it.CoverPutOn | it.CoverTakenOff) else ()


def _shaker(now: Shaker, body: ShakerBody) -> Shaker:
    match body:
        case it.CoverPutOn():
            return shaker.covered(now)
        case it.CoverTakenOff():
            return shaker.uncovered(now)
        case it.DiceShaken():
            return shaker.shaken(now)
        case it.ShakeFellShort():
            return shaker.fell_short(now)
        case it.ShakerOffered(seat=seat):
            return shaker.offered(now, seat)
        case it.ShakerRefused(seat=seat):
            return shaker.declined(now, seat)
        case it.ShakerAccepted(seat=holder):
            return shaker.accepted(now, holder)
        case it.ShakerKept():
            return shaker.kept(now)
        case it.ShakerReturned():
            return shaker.returned(now)
        case it.ShakerRelinquished(seat=seat, why=it.Relinquished.LEFT) if seat is not None:
            return shaker.left(now, seat)
        case it.ShakerRelinquished():
            return shaker.relinquished(now)
        case _:
            assert_never(body)


def _settled(now: Shaker, total: int) -> Shaker:
    """Settle the shake; a player's 7 passes the shaker (13.7(a)1i), also one that an amendment brought about."""
    after = shaker.settled(now)
    passes = total == shaker.SEVEN and after.right.holder is not None and not after.right.open
    return shaker.relinquished(after) if passes else after


def _placed(wagers: tuple[WagerUp, ...], body: it.WagerPlaced) -> tuple[WagerUp, ...]:
    for at, up in enumerate(wagers):
        if (up.seat, up.wager) == (body.seat, body.wager):
            return (*wagers[:at], replace(up, cents=up.cents + body.cents), *wagers[at + 1 :])
    added = WagerUp(seat=body.seat, wager=body.wager, cents=body.cents)
    return _in_order((*wagers, added))


def _in_order(wagers: Iterable[WagerUp]) -> tuple[WagerUp, ...]:
    return tuple(sorted(wagers, key=lambda up: (up.seat, up.wager)))


def _lowered(wagers: tuple[WagerUp, ...], seat: int, wager: str, cents: int) -> tuple[WagerUp, ...]:
    lowered = (replace(up, cents=up.cents - cents) if (up.seat, up.wager) == (seat, wager) else up for up in wagers)
    return tuple(up for up in lowered if up.cents)


def _both(dice: DiceState) -> Dice:
    if dice.dice is None:
        raise ValueError("losers collected before the sum was called")
    return dice.dice


def _without(wagers: tuple[WagerUp, ...], decided: tuple[it.Decided, ...]) -> tuple[WagerUp, ...]:
    gone = {(one.seat, one.wager) for one in decided}
    return tuple(up for up in wagers if (up.seat, up.wager) not in gone)
