"""A mini-dice table's facts, folded."""

from typing import assert_never

from msgspec.structs import replace

from firmware_host.rules import shaker
from firmware_host.rules.dice import Dice
from firmware_host.rules.record import Seat
from firmware_host.rules.shaker import Shaker
from firmware_host.table.contract import Fact
from firmware_host.table.dice import bodies as it
from firmware_host.table.dice import righted as righting
from firmware_host.table.dice.state import DiceState, Gone, LastShake, WagerUp
from firmware_host.table.state import TableState

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
"""What changes nothing but the shaker."""


def folded(state: TableState, body: it.DiceBody, fact: Fact) -> TableState:
    """Return the table after one of these."""
    if state.dice is None:
        raise ValueError(f"fact {fact.number} tells of a shaker, and this is no mini-dice table")
    rounds = state.rounds + 1 if isinstance(body, it.WagersOpened) else state.rounds
    return replace(state, rounds=rounds, dice=_dice(state.dice, body, fact))


def without_player(dice: DiceState, seat: Seat) -> DiceState:
    """
    Forget what this player refused; what he had in his hands is the dealer's again (I-15).

    What may still be due to him or from him for the last shake goes with him, and stays with no seat.
    """
    dice = _refusing_nothing(dice, seat)
    his = tuple(up for up in dice.last.wagers if up.seat == seat) if dice.last else ()
    if dice.last is None or not his:
        return dice
    others = tuple(up for up in dice.last.wagers if up.seat != seat)
    gone = (*dice.last.gone, Gone(seat=seat, wagers=his))
    return replace(dice, last=replace(dice.last, wagers=others, gone=gone))


def moved_player(dice: DiceState, seat: Seat, to: Seat) -> DiceState:
    """Forget what this player refused at the old seat; what is still to be put right for him is due at the new one."""
    if dice.last is None:
        return _refusing_nothing(dice, seat)
    wagers, left = (
        tuple(replace(up, seat=to) if up.seat == seat else up for up in all_)
        for all_ in (dice.last.wagers, dice.last.left)
    )
    right = replace(dice.last.right, holder=to) if dice.last.right.holder == seat else dice.last.right
    return _refusing_nothing(replace(dice, last=replace(dice.last, wagers=wagers, left=left, right=right)), seat)


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
            last = LastShake(round=fact.round, dice=_both(dice), wagers=dice.wagers, right=dice.shaker.right)
            gone = replace(dice, wagers=_without(dice.wagers, lost), slip=(), collected_cents=cents, last=last)
            return replace(gone, shaker=shaker.losers_collected(dice.shaker))
        case it.WinnersPaid(wagers=won):
            return replace(dice, wagers=_without(dice.wagers, won))
        case it.ShakeSettled():
            done = replace(dice.last, left=dice.wagers) if dice.last else None
            return replace(dice, shaker=shaker.settled(dice.shaker), last=done)
        case it.SumCorrected():
            return righting.folded(dice, body)
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
    Keep what may be taken back of a roll until it is settled, whoever has the right to the next.

    Once the dice have been shaken wagers are not opened again; the cover alone leaves everything as it was.
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


def _placed(wagers: tuple[WagerUp, ...], body: it.WagerPlaced) -> tuple[WagerUp, ...]:
    for at, up in enumerate(wagers):
        if (up.seat, up.wager) == (body.seat, body.wager):
            return (*wagers[:at], replace(up, cents=up.cents + body.cents), *wagers[at + 1 :])
    added = WagerUp(seat=body.seat, wager=body.wager, cents=body.cents)
    return tuple(sorted((*wagers, added), key=lambda up: (up.seat, up.wager)))


def _lowered(wagers: tuple[WagerUp, ...], seat: int, wager: str, cents: int) -> tuple[WagerUp, ...]:
    lowered = (replace(up, cents=up.cents - cents) if (up.seat, up.wager) == (seat, wager) else up for up in wagers)
    return tuple(up for up in lowered if up.cents)


def _both(dice: DiceState) -> Dice:
    if dice.dice is None:
        raise ValueError("nothing is collected before the sum is called")
    return dice.dice


def _without(wagers: tuple[WagerUp, ...], decided: tuple[it.Decided, ...]) -> tuple[WagerUp, ...]:
    gone = {(one.seat, one.wager) for one in decided}
    return tuple(up for up in wagers if (up.seat, up.wager) not in gone)
